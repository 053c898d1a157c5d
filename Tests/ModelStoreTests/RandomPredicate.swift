import Foundation

/// Numbers that look random and are the same for the same seed (SplitMix64).
struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Builds predicates by chance, as the macro would write them.
enum RandomPredicate {
  typealias Variable = PredicateExpressions.Variable<Row>
  typealias Make = @Sendable (Variable) -> any StandardPredicateExpression<Bool>

  static func tree(depth: Int, _ dice: inout some RandomNumberGenerator) -> Make {
    guard depth > 0, Int.random(in: 0..<5, using: &dice) > 0 else { return leaf(&dice) }
    let (left, right) = (tree(depth: depth - 1, &dice), tree(depth: depth - 1, &dice))
    switch Int.random(in: 0..<4, using: &dice) {
    case 0: return { and($0, left, right) }
    case 1: return { or($0, left, right) }
    case 2: return { not(left($0)) }
    default: return { same($0, left, right) }
    }
  }

  private static func and(_ row: Variable, _ left: Make, _ right: Make)
    -> any StandardPredicateExpression<Bool>
  {
    func join<L: StandardPredicateExpression<Bool>, R: StandardPredicateExpression<Bool>>(
      _ l: L, _ r: R
    ) -> any StandardPredicateExpression<Bool> {
      PredicateExpressions.build_Conjunction(lhs: l, rhs: r)
    }
    return join(left(row), right(row))
  }

  private static func or(_ row: Variable, _ left: Make, _ right: Make)
    -> any StandardPredicateExpression<Bool>
  {
    func join<L: StandardPredicateExpression<Bool>, R: StandardPredicateExpression<Bool>>(
      _ l: L, _ r: R
    ) -> any StandardPredicateExpression<Bool> {
      PredicateExpressions.build_Disjunction(lhs: l, rhs: r)
    }
    return join(left(row), right(row))
  }

  private static func same(_ row: Variable, _ left: Make, _ right: Make)
    -> any StandardPredicateExpression<Bool>
  {
    func join<L: StandardPredicateExpression<Bool>, R: StandardPredicateExpression<Bool>>(
      _ l: L, _ r: R
    ) -> any StandardPredicateExpression<Bool> {
      PredicateExpressions.build_Equal(lhs: l, rhs: r)
    }
    return join(left(row), right(row))
  }

  private static func not(_ wrapped: some StandardPredicateExpression<Bool>)
    -> any StandardPredicateExpression<Bool>
  {
    PredicateExpressions.build_Negation(wrapped)
  }

  private static func leaf(_ dice: inout some RandomNumberGenerator) -> Make {
    typealias E = PredicateExpressions
    let number = Int.random(in: -1...12, using: &dice)
    let real = Double(number) / 4
    let optional: Int? = number % 3 == 0 ? nil : number % 5
    let text = ["Boots", "a", "\u{e1}bc", "", "n", "👨"].randomElement(using: &dice) ?? ""
    let kind = Kind.allCases.randomElement(using: &dice) ?? .soft
    let list = (0..<(number & 3)).map { $0 * 3 }
    switch Int.random(in: 0..<15, using: &dice) {
    case 0:
      return {
        E.build_Equal(lhs: E.build_KeyPath(root: $0, keyPath: \.n), rhs: E.build_Arg(number))
      }
    case 1:
      return {
        E.build_Comparison(
          lhs: E.build_KeyPath(root: $0, keyPath: \.n), rhs: E.build_Arg(number), op: .lessThan)
      }
    case 2:
      return {
        E.build_Comparison(
          lhs: E.build_KeyPath(root: $0, keyPath: \.x), rhs: E.build_Arg(real),
          op: .greaterThanOrEqual)
      }
    case 3:
      return {
        E.build_NotEqual(lhs: E.build_KeyPath(root: $0, keyPath: \.m), rhs: E.build_Arg(optional))
      }
    case 4: return { E.build_KeyPath(root: $0, keyPath: \.flag) }
    case 5:
      return {
        E.build_NilCoalesce(
          lhs: E.build_KeyPath(root: $0, keyPath: \.maybe), rhs: E.build_Arg(true))
      }
    case 6:
      return {
        E.build_Equal(lhs: E.build_KeyPath(root: $0, keyPath: \.kind), rhs: E.build_Arg(kind))
      }
    case 7:
      return {
        E.build_NotEqual(
          lhs: E.build_KeyPath(root: $0, keyPath: \.other), rhs: E.build_Arg(Kind?.some(kind)))
      }
    case 8:
      return {
        E.build_contains(E.build_KeyPath(root: $0, keyPath: \.text), E.build_Arg(text))
      }
    case 9:
      return {
        E.build_Equal(
          lhs: E.build_flatMap(E.build_KeyPath(root: $0, keyPath: \.note)) {
            E.build_contains($0, E.build_Arg(text))
          }, rhs: E.build_Arg(Bool?.some(number > 5)))
      }
    case 10:
      return { E.build_contains(E.build_Arg(list), E.build_KeyPath(root: $0, keyPath: \.n)) }
    case 11:
      return {
        E.build_Equal(
          lhs: E.build_flatMap(E.build_KeyPath(root: $0, keyPath: \.parent)) {
            E.build_KeyPath(root: $0, keyPath: \.n)
          }, rhs: E.build_Arg(Int?.some(number)))
      }
    case 13:
      return {
        E.build_NilCoalesce(
          lhs: E.build_flatMap(E.build_KeyPath(root: $0, keyPath: \.parent)) {
            E.build_contains(E.build_Arg(list), E.build_KeyPath(root: $0, keyPath: \.n))
          }, rhs: E.build_Arg(number > 9))
      }
    case 12:
      return {
        E.build_contains(E.build_KeyPath(root: $0, keyPath: \.children)) {
          E.build_Comparison(
            lhs: E.build_KeyPath(root: $0, keyPath: \.n), rhs: E.build_Arg(number * 3),
            op: .greaterThan)
        }
      }
    default:
      return {
        E.build_Comparison(
          lhs: E.build_KeyPath(root: $0, keyPath: \.grams),
          rhs: E.build_Arg(Grams(rawValue: number % 5)), op: .lessThanOrEqual)
      }
    }
  }
}
