extension PackingItem {
  /// Whether it has to be bought yet: a packed item was, and one left behind need not be.
  public var isStillToBuy: Bool { isToBuy && !isPacked && !isLeftBehind }
}

/// The price of all pieces in hundredths; nil where no price is known, or no number holds it.
///
/// - Parameter items: Items with the prices of one piece.
/// - Returns: Hundredths of the site's currency.
public func totalPrice(of items: [PackingItem]) -> Int? {
  var sum: Int?
  for item in items {
    guard let piece = item.priceInCents else { continue }
    let (price, isTooMuch) = piece.multipliedReportingOverflow(by: item.quantity)
    let (total, isTooMuchInAll) = (sum ?? 0).addingReportingOverflow(price)
    if isTooMuch || isTooMuchInAll { return nil }
    sum = total
  }
  return sum
}
