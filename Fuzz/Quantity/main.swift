import FuzzSupport
import PackingLists

// A quantity's expression, and a weight, from the same text.
Fuzzer.run { bytes in
  var numbers = ChosenNumbers(bytes)
  let nights = Int.random(in: -1...400, using: &numbers)
  let travellers = Int.random(in: -1...9, using: &numbers)
  let values = QuantityExpression.Values(
    nights: nights < 0 ? nil : nights, travellers: travellers < 0 ? nil : travellers)
  let text = String(decoding: numbers.rest(), as: UTF8.self)
  checkExpression(text, values)
  checkWeight(text)
}

@Sendable func checkExpression(_ text: String, _ values: QuantityExpression.Values) {
  let expression: QuantityExpression
  do throws(QuantityExpression.Failure) {
    expression = try QuantityExpression(parsing: text)
  } catch {
    if case .syntax(let offset) = error {
      require(offset >= 0 && offset <= text.utf8.count, "offset \(offset)")
    }
    return
  }
  require(expression.text == text, "not as it was written")
  let result: Int
  do throws(QuantityExpression.Failure) {
    result = try expression.evaluated(with: values)
  } catch { return }
  require((1...QuantityExpression.maximumQuantity).contains(result), "\(result)")
  // Around it nothing changes, and its double is about twice as much.
  let wrapped = try? QuantityExpression(parsing: "( \(text) )").evaluated(with: values)
  if let wrapped { require(wrapped == result, "\(wrapped) in parentheses, \(result) without") }
  var reference = DoubleExpression(text, values)
  guard let near = reference.value(), near.isFinite, abs(near) < 1e6 else { return }
  let expected = max(1, near.rounded(.up))
  // A double may lie a hair above or below a whole number.
  let isWhole = abs(near - near.rounded()) < 1e-6
  require(abs(expected - Double(result)) < (isWhole ? 1.5 : 0.5), "\(result), but about \(near)")
}

@Sendable func checkWeight(_ text: String) {
  for groups in [false, true] {
    guard let weight = Weight(parsing: text, defaultUnit: .grams, spacesGroupDigits: groups) else {
      continue
    }
    require(weight >= .zero && weight.milligrams <= 1_000_000_000_000, "\(weight)")
  }
}
