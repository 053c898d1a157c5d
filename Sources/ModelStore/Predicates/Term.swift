import Foundation
import SQLite

/// What a part of a predicate stands for.
enum Term {
  /// A value known before the query runs, with its optionals taken off.
  case constant(Any?)
  /// A value of each row.
  case scalar(Scalar)
  /// An object of each row, or none.
  case object(ObjectTerm)
  /// The objects of a to-many relationship.
  case objects(ObjectsTerm)
  /// A range whose ends may be values of each row.
  indirect case range(lower: Term, upper: Term, isClosed: Bool)
}

/// A value of each row.
struct Scalar {
  var sql: SQLText
  /// How Swift values of its type lie in the column.
  var form = AttributeShape.Form.plain
  var isOptional = false
  /// Whether it is a column of a table that is joined, where a row may be missing.
  var isJoined = false
  /// Whether it is a condition, 1 or 0, rather than a column that holds a Bool.
  var isCondition = false
  /// Of a condition on what may be missing: that it is there and the condition holds, in a form in which
  /// an index serves.
  var whereThere: SQLText?
  /// The property, for messages.
  var name: String?
  /// How the property lies in its column, for what is asked of its members.
  var shape: AttributeShape?
  /// The member of a Codable value that it stands for; nil for the value itself.
  var member: AnyKeyPath?

  /// A condition.
  static func condition(_ sql: SQLText) -> Scalar { Scalar(sql: sql, isCondition: true) }
}

/// An object that a row leads to, or the row itself.
struct ObjectTerm {
  let entity: Entity
  /// Its id in SQL; NULL for none.
  let key: String
  /// The alias of its table, where that is joined already.
  let alias: String?
  /// Whether there may be none.
  let isOptional: Bool
}

/// The objects of a to-many relationship, and the conditions laid on them by `filter`.
struct ObjectsTerm {
  let link: Link
  /// The alias of the owner's table.
  let owner: String
  var filters: [(variable: PredicateExpressions.VariableID, test: any SQLExpression)] = []
}

/// A node of a predicate that has a form in SQL.
protocol SQLExpression {
  /// What it stands for.
  func term(_ builder: inout PredicateBuilder) throws -> Term
}

extension Term {
  /// A constant with its optionals taken off.
  static func folded(_ value: Any) -> Term { .constant(flattened(value)) }
}

/// The value in any number of optionals; nil where one of them is nil.
func flattened(_ value: Any) -> Any? {
  guard let optional = value as? any AnyOptional else { return value }
  return optional.wrappedAny.flatMap(flattened)
}

protocol AnyOptional {
  static var wrappedType: Any.Type { get }
  var wrappedAny: Any? { get }
}

extension Optional: AnyOptional {
  static var wrappedType: Any.Type { Wrapped.self }
  var wrappedAny: Any? { self.map { $0 } }
}

extension SQLValue {
  /// A Swift value as it lies in a column; nil where it cannot.
  init?(constant: Any) {
    switch constant {
    case let value as any ColumnValue: self = value._sqlValue
    case let value as any RawRepresentable:
      guard let raw = value.rawValue as? any ColumnValue else { return nil }
      self = raw._sqlValue
    case let value as PersistentIdentifier:
      // An object without a row is led to by no row.
      if case .saved(let row) = value.key { self = .integer(row) } else { self = .integer(0) }
    case let value as Character: self = .text(String(value)._canonical)
    case let value as Substring: self = .text(String(value)._canonical)
    default: return nil
    }
  }
}
