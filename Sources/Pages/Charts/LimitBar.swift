/// An amount as a bar against its limit, drawn as SVG without a script or a style.
///
/// Bars drawn with one scale can be compared. What goes over the limit is a part of its own: colour
/// is not all that tells it, there is also the line where the limit is.
public struct LimitBar: Sendable {
  private let amount: Int
  private let limit: Int?
  private let scale: Int

  private static let width = 240

  /// Makes a bar.
  ///
  /// - Parameters:
  ///   - amount: How much, in any unit; 0 or more.
  ///   - limit: What it may be; nil for no limit.
  ///   - scale: What the whole width stands for, in the same unit: the most of all amounts and limits
  ///     that are shown together.
  public init(amount: Int, limit: Int?, scale: Int) {
    self.amount = amount
    self.limit = limit
    self.scale = max(scale, amount, limit ?? 0, 1)
  }

  /// The bar.
  ///
  /// - Parameter label: What it says, in words, for those who do not see it.
  /// - Returns: An `svg` element.
  public func svg(label: String) -> String {
    let end = position(amount)
    let mark = limit.map(position)
    let inside = min(end, mark ?? end)
    var svg = """
      <svg class="bar" viewBox="0 0 \(Self.width) 14" width="\(Self.width)" height="14" \
      preserveAspectRatio="none" role="img" aria-label="\(escapedMarkup(label))">\
      <rect class="bar-room" x="0.5" y="2.5" width="\((mark ?? Self.width) - 1)" height="9" rx="2" \
      fill="none" stroke="#6d7d75"/>
      """
    if inside > 0 {
      svg += """
        <rect class="bar-amount" x="0" y="2" width="\(inside)" height="10" rx="2" fill="#1c6a4c"/>
        """
    }
    if let mark {
      if end > mark {
        svg += """
          <rect class="bar-over" x="\(mark)" y="2" width="\(end - mark)" height="10" rx="2" \
          fill="#a8301a"/>
          """
      }
      svg += """
        <rect class="bar-limit" x="\(max(0, mark - 2))" y="0" width="2" height="14" \
        fill="currentColor"/>
        """
    }
    return svg + "</svg>"
  }

  private func position(_ amount: Int) -> Int {
    Int((Double(amount) / Double(scale) * Double(Self.width)).rounded())
  }
}
