import Foundation
import SQLite
import Synchronization

// Members of values: `enum.rawValue`, and what lies in a Codable struct.

extension PredicateBuilder {
  /// What a key path leads to within a value of each row; nil where it is no member that is known.
  func member(_ keyPath: AnyKeyPath, of scalar: Scalar) -> Scalar? {
    guard let shape = scalar.shape else { return nil }
    var member = scalar
    switch scalar.form {
    case .raw:
      guard shape.isRawValue?(keyPath) == true else { return nil }
      member.form = .plain
      member.shape = nil
    case .json:
      let path = scalar.member.map { $0.appending(path: keyPath) } ?? keyPath
      guard let decode = shape.decode, let path else { return nil }
      member.member = path
      // Deeper in, a struct is still a struct.
      guard isColumnType(type(of: path).valueType) else { return member }
      let number = JSONMembers.number(of: path, decode)
      member.sql = "json_member(\(raw: String(number)), \(scalar.sql))"
      member.form = .plain
      member.isOptional = true
      member.shape = nil
    case .plain, .external: return nil
    }
    return member
  }

  private func isColumnType(_ type: Any.Type) -> Bool {
    func isRaw<Value: RawRepresentable>(_ type: Value.Type) -> Bool {
      Value.RawValue.self is any ColumnValue.Type
    }
    if type is any ColumnValue.Type { return true }
    if let optional = type as? any AnyOptional.Type { return isColumnType(optional.wrappedType) }
    return (type as? any RawRepresentable.Type).map { isRaw($0) } ?? false
  }
}

/// The members of Codable values that predicates ask for, by number, for a function in SQL.
///
/// The value is decoded and asked in Swift: whatever its type writes, the answer is that of Swift.
enum JSONMembers {
  typealias Decode = (String) throws -> Any?

  private struct Member: @unchecked Sendable {
    // Unchecked because key paths are not declared Sendable; these have no captures, and the
    // closure only uses what it is given.
    let keyPath: AnyKeyPath
    let decode: Decode
  }

  private struct Known: Sendable {
    var members: [Member] = []
  }

  private static let known = Mutex(Known())

  /// The number of a member: the same whenever it is asked for.
  static func number(of keyPath: AnyKeyPath, _ decode: @escaping Decode) -> Int {
    let member = Member(keyPath: keyPath, decode: decode)
    return known.withLock { known in
      if let number = known.members.firstIndex(where: { $0.keyPath == member.keyPath }) {
        return number
      }
      known.members.append(member)
      return known.members.count - 1
    }
  }

  static func add(to connection: Connection) throws {
    try connection.addFunction("json_member", argumentCount: 2) { arguments in
      guard case .integer(let number) = arguments[0], case .text(let text) = arguments[1] else {
        return .null
      }
      let member = known.withLock { $0.members[Int(number)] }
      guard let value = try member.decode(text) as? any Decodable,
        let found = read(value, member.keyPath).flatMap(flattened)
      else { return .null }
      return SQLValue(constant: found) ?? .null
    }
  }

  private static func read<Root: Decodable>(_ root: Root, _ keyPath: AnyKeyPath) -> Any? {
    (keyPath as? PartialKeyPath<Root>).map { root[keyPath: $0] }
  }
}
