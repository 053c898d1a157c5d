import ContentReading
import PackingLists
import TestSupport
import Testing

@Suite("docs/configuration.md is what valise.yml takes")
struct ConfigurationPageTests {
  private let page: MarkdownPage

  init() throws {
    page = try MarkdownPage("docs/configuration.md")
  }

  @Test("every key is told, in the table, in a section and in the first example")
  func keys() throws {
    let keys = page.keysInTable
    #expect(keys.sorted() == SiteConfigurationReader.knownKeys.sorted())
    let headings = page.lines.filter { $0.hasPrefix("## ") }.flatMap { $0.split(separator: " ") }
    for key in keys {
      #expect(headings.contains(Substring(key)), "\(key)")
      #expect(page.examples.first?.text.contains("\n\(key):") == true || key == "title", "\(key)")
    }
  }

  @Test("the examples are read without a warning and say something")
  func examples() {
    #expect(page.examples.count > 3)
    for example in page.examples {
      let (configuration, problems) = SiteConfigurationReader.read(bytes: Array(example.text.utf8))
      #expect(problems.isEmpty, "\(example.text)")
      #expect(configuration != SiteConfiguration(), "\(example.text)")
    }
  }

  @Test("what holds without a key is what the table says")
  func defaults() {
    let told = Dictionary(
      uniqueKeysWithValues: page.keyTable.compactMap { row in
        MarkdownPage.code(in: row[2]).first.map { (MarkdownPage.code(in: row[0])[0], $0) }
      })
    let standard = SiteConfiguration()
    #expect(
      told == [
        "title": standard.title, "language": standard.language, "units": standard.units.rawValue,
        "order": standard.order.rawValue, "quantities": standard.quantities.rawValue,
      ])
    #expect(
      [standard.author, standard.baseURL, standard.homeCity, standard.currency] == ["", "", "", ""])
    #expect(standard.bags.isEmpty && standard.travellers.isEmpty)
  }

  @Test("the columns that may get more names are all there")
  func columns() {
    let example = page.examples.first { $0.text.hasPrefix("columns:") }?.text ?? ""
    let (configuration, _) = SiteConfigurationReader.read(bytes: Array(example.utf8))
    #expect(Set(configuration.columnNames.keys) == Set(TableColumn.allCases))
  }
}
