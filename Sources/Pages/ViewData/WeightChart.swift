import Mustache
import PackingLists

/// What the categories of a trip weigh, as shares of the whole.
struct WeightChart {
  private let chart: DonutChart
  /// Whether there is anything to compare.
  let isWorthIt: Bool

  init(_ groups: [CategoryGroup]) {
    let parts = groups.compactMap { group in
      group.counts.weight.map { DonutChart.Part(label: group.title, amount: $0.rawValue) }
    }
    chart = DonutChart(parts)
    isWorthIt = chart.slices.count > 1
  }

  /// What templates are given; null where there is nothing to compare.
  func value(in context: PageContext) -> MustacheValue {
    guard isWorthIt else { return .null }
    let rows = chart.slices.map { slice in
      (
        slice: slice, name: slice.label ?? context.words[.otherCategories],
        weight: context.text(Weight(rawValue: slice.amount)),
        share: context.numbers.percent(slice.permille)
      )
    }
    let words = rows.map { "\($0.name): \($0.weight), \($0.share)" }.joined(separator: "; ")
    let sum = context.text(Weight(rawValue: chart.total))
    return [
      "svg": .text(
        chart.svg(label: "\(context.words[.weightByCategory]) – \(words)", center: sum)),
      "parts": .list(
        rows.map { row in
          [
            "swatch": .text(DonutChart.swatch(of: row.slice)), "name": .text(row.name),
            "weight": .text(row.weight), "share": .text(row.share),
          ]
        }),
    ]
  }
}
