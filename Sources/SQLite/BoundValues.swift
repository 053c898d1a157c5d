/// What the parameters of a statement are set to, as far as that is NULL or a whole number: SQLite keeps
/// values from one run to the next, and to set one that is there already costs as much as any other.
///
/// Of the rows of an import most columns are what they were in the row before.
@safe struct BoundValues: ~Copyable {
  private enum Kind: UInt8 { case null, integer, other }

  private let kinds: UnsafeMutableBufferPointer<Kind>
  private let integers: UnsafeMutableBufferPointer<Int64>

  /// The parameters of a new statement, which are NULL.
  ///
  /// - Parameter count: How many there are.
  init(count: Int) {
    unsafe kinds = .allocate(capacity: count)
    unsafe kinds.initialize(repeating: .null)
    unsafe integers = .allocate(capacity: count)
    unsafe integers.initialize(repeating: 0)
  }

  deinit {
    unsafe kinds.deallocate()
    unsafe integers.deallocate()
  }

  /// Notes that a parameter becomes NULL.
  ///
  /// - Parameter index: The parameter, from 1.
  /// - Returns: Whether it was something else, or there is no such parameter.
  func becomesNull(_ index: Int32) -> Bool {
    guard let place = place(of: index) else { return true }
    if unsafe kinds[place] == .null { return false }
    unsafe kinds[place] = .null
    return true
  }

  /// Notes that a parameter becomes a whole number.
  ///
  /// - Parameters:
  ///   - value: The number.
  ///   - index: The parameter, from 1.
  /// - Returns: Whether it was something else, or there is no such parameter.
  func becomes(_ value: Int64, _ index: Int32) -> Bool {
    guard let place = place(of: index) else { return true }
    if unsafe kinds[place] == .integer && integers[place] == value { return false }
    unsafe kinds[place] = .integer
    unsafe integers[place] = value
    return true
  }

  /// Notes that a parameter becomes anything else.
  ///
  /// - Parameter index: The parameter, from 1.
  func becomesOther(_ index: Int32) {
    guard let place = place(of: index) else { return }
    unsafe kinds[place] = .other
  }

  /// Notes that all parameters become NULL.
  func becomeNull() { unsafe kinds.update(repeating: .null) }

  private func place(of index: Int32) -> Int? {
    let place = Int(index) - 1
    return unsafe kinds.indices.contains(place) ? place : nil
  }
}
