/// Shares of a whole as a ring, drawn as SVG without a script or a style.
///
/// Colours are presentation attributes, which any style sheet may override by the classes `slice-1` to
/// `slice-8`, the last being what is left of many small shares.
public struct DonutChart: Sendable {
  /// One share.
  public struct Part: Sendable, Hashable {
    /// What it is a share of: `Clothes`.
    public var label: String
    /// How much, in any unit; 0 or more.
    public var amount: Int

    /// Makes a share.
    public init(label: String, amount: Int) {
      self.label = label
      self.amount = amount
    }
  }

  /// A share as it is drawn.
  public struct Slice: Sendable, Hashable {
    /// What it is a share of; nil for all that is too small to be told apart.
    public var label: String?
    /// How much.
    public var amount: Int
    /// Its part of the whole, in thousandths.
    public var permille: Int
    /// The number of its colour, from 1.
    public var color: Int
  }

  /// The shares, the largest first.
  public let slices: [Slice]
  /// All of them together.
  public let total: Int

  private static let mostSlices = 8
  // The theme's own colours, dark enough on paper to be told from it and from each other.
  private static let colors = [
    "#1d4a3e", "#b07d1c", "#a8301a", "#3b6a8f", "#6b7a2b", "#7a5475", "#2f8279", "#6d7d75",
  ]

  /// Divides a whole into what is drawn.
  ///
  /// - Parameter parts: The shares in any order; those of nothing are left out, and small ones are
  ///   taken together where there are more than eight.
  public init(_ parts: [Part]) {
    let sorted = parts.enumerated().filter { $0.element.amount > 0 }
      .sorted { ($1.element.amount, $0.offset) < ($0.element.amount, $1.offset) }.map(\.element)
    let total = sorted.reduce(0) { $0 + $1.amount }
    let isLong = sorted.count > Self.mostSlices
    let shown = isLong ? sorted.prefix(Self.mostSlices - 1) : sorted[...]
    var slices = shown.enumerated().map { index, part in
      Slice(
        label: part.label, amount: part.amount,
        permille: Self.permille(part.amount, of: total), color: index + 1)
    }
    if isLong {
      let rest = sorted.dropFirst(shown.count).reduce(0) { $0 + $1.amount }
      slices.append(
        Slice(
          label: nil, amount: rest, permille: Self.permille(rest, of: total),
          color: Self.mostSlices))
    }
    self.slices = slices
    self.total = total
  }

  private static func permille(_ amount: Int, of total: Int) -> Int {
    Int((Double(amount) / Double(total) * 1000).rounded())
  }

  /// The ring.
  ///
  /// - Parameters:
  ///   - label: The whole of what it says, in words, for those who do not see it.
  ///   - center: A short text inside, such as the sum.
  /// - Returns: An `svg` element; empty where there is nothing to show.
  public func svg(label: String, center: String) -> String {
    guard total > 0 else { return "" }
    var svg = """
      <svg class="donut" viewBox="0 0 400 400" width="120" height="120" role="img" \
      aria-label="\(escapedMarkup(label))">
      """
    // The radius is that of a ring 1000 units long.
    var start = 0.0
    for slice in slices {
      let length = Double(slice.amount) / Double(total) * 1000
      // A gap keeps neighbours apart, where there is room for one.
      let gap = slices.count > 1 ? min(6, length / 2) : 0
      svg += """
        <circle class="slice-\(slice.color)" cx="200" cy="200" r="159.155" fill="none" \
        stroke="\(Self.colors[slice.color - 1])" stroke-width="74" \
        stroke-dasharray="\(text(length - gap)) \(text(1000 - length + gap))" \
        stroke-dashoffset="\(text(-start - gap / 2))" transform="rotate(-90 200 200)"/>
        """
      start += length
    }
    return svg + """
      <text class="donut-sum" x="200" y="200" text-anchor="middle" dominant-baseline="central" \
      font-size="44" font-weight="700" fill="currentColor">\(escapedMarkup(center))</text></svg>
      """
  }

  /// The square of a share's colour, for a list beside the ring.
  public static func swatch(of slice: Slice) -> String {
    """
    <svg class="swatch" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" \
    focusable="false"><rect class="slice-\(slice.color)-fill" width="12" height="12" rx="2" \
    fill="\(colors[slice.color - 1])"/></svg>
    """
  }

  /// A number with one digit after the point at most, the same in every language.
  private func text(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    let (whole, tenth) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    return (tenths < 0 ? "-" : "") + (tenth == 0 ? "\(whole)" : "\(whole).\(tenth)")
  }
}

/// A text as it may stand in an attribute in double quotes, or between tags.
public func escapedMarkup(_ text: String) -> String {
  let isPlain = text.utf8.allSatisfy { byte in
    byte >= 0x20 && ![0x22, 0x26, 0x3C, 0x3E].contains(byte)
  }
  if isPlain { return text }
  var escaped = ""
  for character in text.unicodeScalars {
    switch character {
    case "&": escaped += "&amp;"
    case "<": escaped += "&lt;"
    case ">": escaped += "&gt;"
    case "\"": escaped += "&quot;"
    // XML has no way to write other control characters.
    case _ where character.value < 0x20 && !"\t\n\r".unicodeScalars.contains(character): continue
    default: escaped.unicodeScalars.append(character)
    }
  }
  return escaped
}
