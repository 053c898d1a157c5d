import Foundation
import FoundationXML
import ModelStore
import PackingLists
import Testing

@testable import Pages

@Suite("Charts")
struct ChartTests {
  @Test("shares are the largest first, those of nothing are left out, and small ones go together")
  func slices() {
    let many = DonutChart((1...20).map { DonutChart.Part(label: "c\($0)", amount: $0) })
    #expect(many.slices.count == 8 && many.total == 210)
    #expect(many.slices.prefix(2).map(\.label) == ["c20", "c19"])
    #expect(many.slices.last?.label == nil && many.slices.last?.amount == 91)
    let few = DonutChart([
      .init(label: "a", amount: 0), .init(label: "b", amount: 1), .init(label: "c", amount: 1),
    ])
    #expect(few.slices.map(\.label) == ["b", "c"] && few.slices.map(\.permille) == [500, 500])
    #expect(DonutChart([]).svg(label: "x", center: "0") == "")
  }

  @Test("a ring is well-formed, needs no style, says in words what it shows, and trusts no text")
  func donut() throws {
    let chart = DonutChart([
      .init(label: "a", amount: 3), .init(label: "b", amount: 1),
      .init(label: "c", amount: .max / 8),
    ])
    let svg = chart.svg(label: "a \"quote\" & <b>\u{0}", center: "1 kg <")
    #expect(svg.contains("role=\"img\" aria-label=\"a &quot;quote&quot; &amp; &lt;b&gt;\""))
    #expect(!svg.contains("style=") && !svg.contains("<b>"))
    #expect(svg.components(separatedBy: "<circle").count == 4)
    try XMLCheck.parse(svg)
  }

  @Test(
    "a bar ends at what there is, and what goes over the limit is drawn apart",
    arguments: [
      (500, 1000, 1000, "class=\"bar-amount\" x=\"0\" y=\"2\" width=\"120\"", false),
      (1500, 1000, 2000, "class=\"bar-over\" x=\"120\" y=\"2\" width=\"60\"", true),
      (1000, 1000, 1000, "class=\"bar-amount\" x=\"0\" y=\"2\" width=\"240\"", false),
      (500, nil, 1000, "class=\"bar-amount\" x=\"0\" y=\"2\" width=\"120\"", false),
      (9, 0, 0, "class=\"bar-over\" x=\"0\" y=\"2\" width=\"240\"", true),
    ])
  func bar(amount: Int, limit: Int?, scale: Int, part: String, isOver: Bool) throws {
    let svg = LimitBar(amount: amount, limit: limit, scale: scale).svg(label: "5 kg")
    #expect(svg.contains(part), "\(svg)")
    #expect(svg.contains("bar-over") == isOver)
    #expect(svg.contains("bar-limit") == (limit != nil))
    try XMLCheck.parse(svg)
  }

  @Test(
    "bars are parts of the width, from where lines of text begin",
    arguments: [
      (
        false, "class=\"bar-length\" x=\"0.0%\" y=\"62\" width=\"33.0%\"",
        "class=\"bar-value\" x=\"33.0%\""
      ),
      (
        true, "class=\"bar-length\" x=\"67.0%\" y=\"62\" width=\"33.0%\"",
        "class=\"bar-value\" x=\"67.0%\""
      ),
    ])
  func bars(isRightToLeft: Bool, bar: String, value: String) throws {
    let chart = BarChart(
      title: "a \"quote\" & <b>",
      bars: [
        BarChart.Bar(label: "whole", length: 4, value: "4 kg"),
        BarChart.Bar(label: "half <", length: 2, value: "2 kg"),
        BarChart.Bar(label: "none", length: 0, value: "0 kg"),
      ], isRightToLeft: isRightToLeft)
    let svg = try #require(chart.svg)
    #expect(svg.contains(bar) && svg.contains(value), "\(svg)")
    #expect(svg.components(separatedBy: "<rect").count == 3)
    try XMLCheck.parse(svg)
    let single = BarChart(title: "one", bars: [chart.bars[0]], isRightToLeft: isRightToLeft)
    #expect(single.svg == nil)
  }

  @Test("a trip's page has the ring where there is something to compare, and a bar for each bag")
  func onThePage() throws {
    let site = try Fixture(language: "de")
    let trip = site.trip("a", "A") {
      $0.bags = [
        Bag(name: "Koffer", limit: Weight(rawValue: 1_000_000)), Bag(name: "Beutel", limit: nil),
      ]
    }
    site.item(trip, "Kleidung", "Hose") {
      $0.weight = Weight(rawValue: 600_000)
      $0.bag = "Koffer"
    }
    try site.context.save()
    #expect(try !site.html(TripPage(trip: trip)).contains("class=\"donut\""))
    site.item(trip, "Technik", "Kabel") { $0.weight = Weight(rawValue: 200_000) }
    try site.context.save()
    let html = try site.html(TripPage(trip: trip))
    #expect(
      html.contains("aria-label=\"Gewicht je Kategorie – Kleidung: 600 g, 75\u{A0}%; Technik:"))
    #expect(html.components(separatedBy: "class=\"bar\"").count == 2)
    #expect(html.contains("aria-label=\"600 g von 1 kg\""))
  }
}

/// Whether a text is well-formed XML.
enum XMLCheck {
  private final class Listener: NSObject, XMLParserDelegate {
    var error: (any Error)?
    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) { self.error = error }
  }

  static func parse(_ text: String) throws {
    let parser = XMLParser(data: Data(text.utf8))
    let listener = Listener()
    parser.delegate = listener
    _ = parser.parse()
    if let error = listener.error { throw error }
  }
}
