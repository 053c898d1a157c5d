import Markdown
import Testing

@Suite("Markdown as values")
struct DocumentTests {
  @Test("tell what stands where")
  func dump() {
    let text = """
      # A *b*
      1. [ ] c
         `d`

      | e | f |
      |:--|--:|
      | g ~~h~~ | ~i~ |

      > <b>j</b> https://k.example
      """
    let expected = """
      document 1:1-9:28
        heading(level: 1) 1:1-1:7
          text("A ") 1:3-1:4
          emphasis 1:5-1:7
            text("b") 1:6-1:6
        list(numbers(start: 1), isTight: true) 2:1-4:0
          item 2:1-4:0
            paragraph 2:4-3:6
              text("[ ] c") 2:4-2:8
              softBreak 0:0-0:0
              code("d") 3:5-3:5
        table([left, right]) 5:1-7:17
          tableRow(isHeader: true) 5:1-5:9
            tableCell 5:2-5:4
              text("e") 5:3-5:3
            tableCell 5:6-5:8
              text("f") 5:7-5:7
          tableRow(isHeader: false) 7:1-7:17
            tableCell 7:2-7:10
              text("g ") 7:3-7:4
              strikethrough 7:5-7:9
                text("h") 7:7-7:7
            tableCell 7:12-7:16
              text("~i~") 7:13-7:0
        blockQuote 9:1-9:28
          paragraph 9:3-9:28
            html("<b>") 9:3-9:5
            text("j") 9:6-9:6
            html("</b>") 9:7-9:10
            text(" ") 9:11-9:16
            link(url: "https://k.example", title: "") 0:0-0:0
              text("https://k.example") 0:0-0:0
      """
    #expect(Self.dump(MarkdownDocument(text)) == expected)
  }

  private static func dump(_ document: MarkdownDocument) -> String {
    var depths = [0]
    return document.nodes.indices.map { index in
      let node = document.nodes[index]
      if index > 0 { depths.append(depths[node.parent] + 1) }
      let kind = "\(node.kind)".replacing("Markdown.MarkdownNode.ListKind.", with: "")
        .replacing("Markdown.MarkdownNode.Alignment.", with: "")
      return String(repeating: "  ", count: depths[index]) + kind
        + " \(node.start.line):\(node.start.column)-\(node.end.line):\(node.end.column)"
    }.joined(separator: "\n")
  }

  @Test(
    "of any bytes are a document",
    arguments: [
      [], [0], [0xFF, 0xFE], [0x2D, 0x20, 0xC3], Array("\u{FEFF}- a".utf8), [0x0D, 0x0D, 0x0A],
    ] as [[UInt8]])
  func anyBytes(bytes: [UInt8]) throws {
    let document = MarkdownDocument(bytes)
    #expect(try #require(document.nodes.first).kind == .document)
    #expect(document.nodes[0].subtreeEnd == document.nodes.count)
  }

  @Test("nest as deep as they like", arguments: ["> ", "- ", "1. ", "*a ", "[", "![", "~~a "])
  func deep(opening: String) {
    let document = MarkdownDocument(String(repeating: opening, count: 10_000) + "x")
    #expect(document.plainText(of: 0).hasSuffix("x"))
    #expect(HTMLRenderer().html(of: document).contains("x"))
    for index in document.nodes.indices.dropFirst() {
      #expect(document.nodes[index].parent < index)
    }
  }

  @Test("do not grow beyond their text")
  func wideTable() {
    let text =
      String(repeating: "|x", count: 1000) + "\n" + String(repeating: "|-", count: 1000) + "\n"
      + String(repeating: "|x\n", count: 1000)
    #expect(MarkdownDocument(text).nodes.count < 10_000)
    let full = String(repeating: "|x", count: 40) + "\n"
    let table = MarkdownDocument(
      full + String(repeating: "|-", count: 40) + "\n" + String(repeating: full, count: 200))
    #expect(table.nodes.contains { $0.kind == .tableCell })
  }

  @Test("are the same on many threads at once")
  func threads() async {
    let text = String(repeating: "- [ ] ~~a~~ https://b.example | c\n\n", count: 200)
    let expected = MarkdownDocument(text)
    await withTaskGroup(of: MarkdownDocument.self) { group in
      for _ in 0..<64 { group.addTask { MarkdownDocument(text) } }
      for await document in group { #expect(document == expected) }
    }
  }

  @Test(
    "say their words",
    arguments: [
      ("a *b* `c` [d](e) ~~f~~ ![g](h)", "a b c d f g"), ("a\nb", "a b"), ("a\\\nb", "a\nb"),
      ("a<!-- b -->c", "ac"), ("<i>a</i>", "<i>a</i>"), ("&amp; &lt;", "& <"),
      ("- a\n- b", "a\nb"), ("a\n\nb", "a\nb"), ("| a | b |\n|---|---|\n| c | d |", "a b\nc d"),
    ])
  func words(text: String, expected: String) {
    #expect(MarkdownDocument(text).plainText(of: 0) == expected)
  }
}
