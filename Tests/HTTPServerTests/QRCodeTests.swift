import QRCodes
import Testing

@Suite("Codes for cameras")
struct QRCodeTests {
  @Test("a code is a square with the three eyes, in a light margin")
  func shape() throws {
    let code = try #require(QRCode("http://192.168.1.20:8080/"))
    #expect(code.width == 25)
    let eye = (0..<7).map { row in (0..<7).map { code.isDark(column: $0, row: row) } }
    #expect(eye[0] == Array(repeating: true, count: 7))
    #expect(eye[1] == [true, false, false, false, false, false, true])
    #expect(eye[3] == [true, false, true, true, true, false, true])
    for (column, row) in [(code.width - 7, 0), (0, code.width - 7)] {
      let other = (0..<7).map { y in
        (0..<7).map { code.isDark(column: column + $0, row: row + y) }
      }
      #expect(other == eye)
    }
    let lines = code.terminalLines
    #expect(lines.allSatisfy { $0.count == code.width + 4 })
    #expect(lines.first == String(repeating: "█", count: code.width + 4))
    #expect(lines.count == (code.width + 4 + 1) / 2)
  }

  @Test("a text too long for any code has none")
  func tooLong() {
    #expect(QRCode(String(repeating: "x", count: 5000)) == nil)
  }
}
