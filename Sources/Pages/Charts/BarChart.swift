import PackingLists

/// Bars that lie below each other, as SVG: each below its name, with its value behind it.
///
/// Lengths are parts of the width, so that the words are as large on a phone as elsewhere. The same
/// numbers stand in a table beside it, so that programs which read pages aloud pass it over but for its
/// name.
struct BarChart {
  /// One bar.
  struct Bar {
    var label: String
    var length: Double
    /// What is written at its end.
    var value: String
  }

  private static let rowHeight = 42
  /// How much of the width the longest bar takes, in hundredths: the rest is for its value.
  private static let barWidth = 66
  /// A longer name is cut; the table has it whole.
  private static let labelLength = 40

  let title: String
  let bars: [Bar]
  /// Whether bars begin at the right.
  let isRightToLeft: Bool
  /// The length that fills the chart; nil for that of the longest bar.
  var longest: Double?

  /// The chart; nil where there is nothing to compare.
  var svg: String? {
    let longest = self.longest ?? bars.map(\.length).max() ?? 0
    guard bars.count > 1, longest > 0 else { return nil }
    var svg =
      "<svg class=\"bar-chart\" width=\"100%\" height=\"\(bars.count * Self.rowHeight)\" role=\"img\" "
      + "aria-label=\"\(escapedMarkup(title))\">\n"
    for (row, bar) in bars.enumerated() {
      let top = row * Self.rowHeight
      let length = rounded(bar.length / longest * Double(Self.barWidth))
      svg += "<g><title>\(escapedMarkup(bar.label)): \(escapedMarkup(bar.value))</title>"
      svg += "<text class=\"bar-label\" x=\"\(place(0))\" y=\"\(top + 14)\">"
      svg += "\(escapedMarkup(Self.cut(bar.label)))</text>"
      if length > 0 {
        let start = isRightToLeft ? length : 0
        svg += "<rect class=\"bar-length\" x=\"\(place(start))\" y=\"\(top + 20)\" "
        svg += "width=\"\(length)%\" height=\"14\" rx=\"2\"/>"
      }
      svg += "<text class=\"bar-value\" x=\"\(place(length))\" y=\"\(top + 32)\" "
      svg += "dx=\"\(isRightToLeft ? -6 : 6)\">\(escapedMarkup(bar.value))</text></g>\n"
    }
    return svg + "</svg>"
  }

  /// How far from the left something is that lies so far from where the bars begin.
  private func place(_ distance: Double) -> String {
    "\(isRightToLeft ? 100 - distance : distance)%"
  }

  /// A part of the width, not finer than anybody sees.
  private func rounded(_ part: Double) -> Double { (part * 10).rounded() / 10 }

  private static func cut(_ label: String) -> String {
    label.count > labelLength ? label.prefix(labelLength - 1) + "…" : label
  }
}

extension Report {
  /// Its chart as SVG; nil where it has none.
  func chart(in context: PageContext) -> String? {
    guard let chart else { return nil }
    let bars = rows.prefix(Self.mostBars).map { row in
      let (label, length) = (context.text(row[chart.label]), row[chart.length])
      guard let whole = chart.whole.map({ row[$0] }) else {
        return BarChart.Bar(label: label, length: length.number, value: context.text(length))
      }
      return BarChart.Bar(
        label: label, length: length.number / max(1, whole.number),
        value: context.words(.weightOfLimit, context.text(length), context.text(whole)))
    }
    return BarChart(
      title: title, bars: bars, isRightToLeft: context.site.direction == "rtl",
      longest: chart.whole == nil ? nil : 1
    ).svg
  }

  private static let mostBars = 25
}

extension Report.Value {
  /// How much it is.
  var number: Double {
    switch self {
    case .count(let count): Double(count)
    case .weight(let weight): weight.grams
    case .money(let cents): Double(cents) / 100
    case .day(let day): Double(day.rawValue)
    case .text, .trip, .none: 0
    }
  }
}
