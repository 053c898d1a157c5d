import Foundation
import TestSupport
import Testing

@Suite("Boxes taken over from a list")
struct PackFromTests {
  private static let fromPhone = """
    # Una settimana a Roma

    ## Clothes

    - [ ] Socks x3
    - [x] rain JACKET
    - [x] Umbrella

    ## Documents

    - [x] Passport *

    ## Washbag

    - [x] Soap — the small one

    """

  @Test("only boxes change, those of base lists too, and what is not in the trip is counted")
  func takesOver() throws {
    let sandbox = try EditCommandTests().site()
    let file = try sandbox.folder.write(Self.fromPhone, to: "phone.md")
    let outcome = try sandbox.valise("pack", "rome", "--from", file.path)
    #expect(outcome.errors == "")
    #expect(
      outcome.output == "packed 3, unpacked 1: 3 of 6 packed; 1 of the list is not in it\n")
    let expected = EditCommandTests.rome.replacing("[ ] Rain", with: "[x] Rain")
      .replacing("[x] Socks", with: "[ ] Socks").replacing("[ ] Soap", with: "[x] Soap")
    let written = try sandbox.folder.read("Content/trips/rome.md")
    #expect(written == expected + "\n## Documents\n* [x] Passport * 40 g\n")
    let again = try sandbox.valise("pack", "rome", "--from", file.path)
    #expect(again.output.hasPrefix("packed 0, unpacked 0"), "\(again.output)")
    #expect(try sandbox.folder.read("Content/trips/rome.md") == written)
  }

  @Test("a list without items, one that is not there, and an item besides are refused")
  func refused() throws {
    let sandbox = try EditCommandTests().site()
    let empty = try sandbox.folder.write("", to: "empty.md")
    #expect(try sandbox.valise("pack", "rome", "--from", empty.path).status != 0)
    #expect(try sandbox.valise("pack", "rome", "--from", "/nowhere/list.md").status == 2)
    #expect(try sandbox.valise("pack", "rome", "soap", "--from", empty.path).status == 2)
    #expect(try sandbox.folder.read("Content/trips/rome.md") == EditCommandTests.rome)
  }
}
