import Markdown
import Testing

@Suite("HTML from Markdown")
struct HTMLTests {
  @Test(
    "has what the Markdown says",
    arguments: [
      (
        "a *b* **c** `d` ~~e~~",
        "<p>a <em>b</em> <strong>c</strong> <code>d</code> <del>e</del></p>\n"
      ),
      ("a  \nb\nc", "<p>a<br>\nb\nc</p>\n"),
      ("- [ ] a\n- [x] b\n- c", "<ul>\n<li>☐ a</li>\n<li>☑ b</li>\n<li>c</li>\n</ul>\n"),
      ("3. a\n\n4. b", "<ol start=\"3\">\n<li><p>a</p>\n</li>\n<li><p>b</p>\n</li>\n</ol>\n"),
      ("> a", "<blockquote>\n<p>a</p>\n</blockquote>\n"), ("---", "<hr>\n"),
      ("```\n<a>\n```", "<pre><code>&lt;a&gt;\n</code></pre>\n"),
      ("| a |\n|---|", "<table>\n<thead>\n<tr><th scope=\"col\">a</th></tr>\n</thead>\n</table>\n"),
      (
        "| a |\n|---|\n| b |",
        "<table>\n<thead>\n<tr><th scope=\"col\">a</th></tr>\n</thead>\n<tbody>\n<tr><td>b</td></tr>\n</tbody>\n</table>\n"
      ),
      ("![a](b.png)", "<p><img src=\"b.png\" alt=\"a\"></p>\n"),
      (
        "![a](https://b.example/c.png)",
        "<p><a href=\"https://b.example/c.png\" rel=\"noopener\">a</a></p>\n"
      ),
    ])
  func markup(text: String, html: String) {
    #expect(HTMLRenderer().html(of: MarkdownDocument(text)) == html)
  }

  @Test(
    "shows raw HTML as text, and no comments",
    arguments: [
      ("a <b>c</b>", "<p>a &lt;b&gt;c&lt;/b&gt;</p>\n"),
      ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"),
      ("<!-- a -->", ""), ("a <!-- b --> c", "<p>a  c</p>\n"),
      ("<div>\n<!-- a\nb -->\nc", "<p>&lt;div&gt;\n\nc</p>\n"),
      ("<!-- never closed\n\n- a", ""),
      ("\"&<>", "<p>&quot;&amp;&lt;&gt;</p>\n"),
      ("![\" onerror=\"x](a.png)", "<p><img src=\"a.png\" alt=\"&quot; onerror=&quot;x\"></p>\n"),
    ])
  func rawHTML(text: String, html: String) {
    #expect(HTMLRenderer().html(of: MarkdownDocument(text)) == html)
  }

  @Test(
    "keeps only links that lead somewhere harmless",
    arguments: [
      (
        "https://a.example/?b=c&d",
        "<a href=\"https://a.example/?b=c&amp;d\" rel=\"noopener\">x</a>"
      ),
      ("mailto:a@b.example", "<a href=\"mailto:a@b.example\">x</a>"),
      ("tel:+123", "<a href=\"tel:+123\">x</a>"), ("../a.html#b", "<a href=\"../a.html#b\">x</a>"),
      ("#b", "<a href=\"#b\">x</a>"), ("a:b/c", "x"), ("javascript:alert(1)", "x"),
      ("JaVaScRiPt:alert(1)", "x"), ("java&#10;script:alert(1)", "x"),
      ("&#1;javascript:alert(1)", "x"), ("javascript&colon;alert(1)", "x"),
      ("https&#31;://a.example", "x"), ("&#9;https://a.example", "x"), ("data:text/html,a", "x"),
      ("vbscript:a", "x"), ("file:///etc/passwd", "x"),
      ("//a.example", "<a href=\"//a.example\" rel=\"noopener\">x</a>"),
      ("a%22b'c", "<a href=\"a%22b&#39;c\">x</a>"), ("ä", "<a href=\"%C3%A4\">x</a>"),
    ])
  func links(url: String, html: String) {
    #expect(HTMLRenderer().html(of: MarkdownDocument("[x](<\(url)>)")) == "<p>\(html)</p>\n")
  }

  @Test(
    "puts headings below those of the page",
    arguments: [
      (1, "# a", "<h1>a</h1>\n"), (3, "# a", "<h3>a</h3>\n"), (3, "##### a", "<h6>a</h6>\n"),
      (9, "# a", "<h6>a</h6>\n"),
    ])
  func headings(top: Int, text: String, html: String) {
    #expect(HTMLRenderer(topHeadingLevel: top).html(of: MarkdownDocument(text)) == html)
  }
}
