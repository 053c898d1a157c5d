import CSQLite

extension Connection {
  /// Makes a Swift closure callable in SQL.
  ///
  /// - Parameters:
  ///   - name: Its name in SQL.
  ///   - argumentCount: How many arguments it takes.
  ///   - body: Gets the arguments in order. It must give the same result for the same arguments:
  ///     SQLite may call it once and keep the answer. What it throws is how the statement fails.
  /// - Throws: Where SQLite refuses the name or the number of arguments.
  public func addFunction(
    _ name: String, argumentCount: Int32, _ body: @escaping ([SQLValue]) throws -> SQLValue
  ) throws(SQLiteError) {
    let box = unsafe Unmanaged.passRetained(FunctionBox(body)).toOpaque()
    let code = unsafe sqlite3_create_function_v2(
      handle, name, argumentCount, SQLITE_UTF8 | SQLITE_DETERMINISTIC, box,
      { context, count, arguments in
        guard let context = unsafe context, let data = unsafe sqlite3_user_data(context) else {
          return
        }
        let box = unsafe Unmanaged<FunctionBox>.fromOpaque(data).takeUnretainedValue()
        let values = (0..<Int(count)).map { unsafe SQLValue(argument: arguments?[$0]) }
        do {
          unsafe giveResult(try box.body(values), to: context)
        } catch {
          // The statement that called the function fails with these words.
          unsafe sqlite3_result_error(context, "\(error)", -1)
        }
      }, nil, nil,
      { data in
        // SQLite calls this once: when the connection closes, or when registering fails.
        if let data = unsafe data { unsafe Unmanaged<FunctionBox>.fromOpaque(data).release() }
      })
    guard code == SQLITE_OK else { throw error(running: name) }
  }
}

private final class FunctionBox {
  let body: ([SQLValue]) throws -> SQLValue
  init(_ body: @escaping ([SQLValue]) throws -> SQLValue) { self.body = body }
}

extension SQLValue {
  fileprivate init(argument: OpaquePointer?) {
    switch unsafe sqlite3_value_type(argument) {
    case SQLITE_INTEGER: self = .integer(unsafe sqlite3_value_int64(argument))
    case SQLITE_FLOAT: self = .real(unsafe sqlite3_value_double(argument))
    case SQLITE_TEXT:
      guard let start = unsafe sqlite3_value_text(argument) else {
        self = .null
        return
      }
      let count = Int(unsafe sqlite3_value_bytes(argument))
      self = unsafe .text(
        String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      let start = unsafe sqlite3_value_blob(argument)
      let count = Int(unsafe sqlite3_value_bytes(argument))
      self = unsafe .blob(
        Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)))
    default: self = .null
    }
  }
}

private func giveResult(_ value: SQLValue, to context: OpaquePointer) {
  switch value {
  case .null: unsafe sqlite3_result_null(context)
  case .integer(let number): unsafe sqlite3_result_int64(context, number)
  case .real(let number): unsafe sqlite3_result_double(context, number)
  case .text(let text):
    unsafe sqlite3_result_text(context, text, Int32(text.utf8.count), csqlite_transient())
  case .blob(let bytes):
    if bytes.isEmpty {
      unsafe sqlite3_result_zeroblob(context, 0)
    } else {
      unsafe sqlite3_result_blob(context, bytes, Int32(bytes.count), csqlite_transient())
    }
  }
}
