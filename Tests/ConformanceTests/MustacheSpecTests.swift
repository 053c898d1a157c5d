import Foundation
import Mustache
import Testing

@Suite("The Mustache spec", .enabled(if: SpecFiles.areExpected, SpecFiles.skipReason))
struct MustacheSpecTests {
  private struct SpecFile: Decodable {
    var tests: [SpecCase]
  }

  struct SpecCase: Decodable, Sendable {
    var name: String
    var data: SpecValue
    var template: String
    var partials: [String: String]?
    var expected: String
  }

  private func cases(of pin: SpecFiles.Pin) throws -> [SpecCase] {
    try JSONDecoder().decode(SpecFile.self, from: SpecFiles.data(of: pin)).tests
  }

  private func render(_ test: SpecCase) -> String {
    // No partial of the spec has the empty name.
    let partials = (test.partials ?? [:]).sorted { $0.key < $1.key }
    let library = TemplateLibrary(
      sources: [("", test.template)] + partials.map { ($0.key, $0.value) })
    var output: [UInt8] = []
    _ = library.render("", with: test.data.value, missingNames: .empty, into: &output)
    return String(decoding: output, as: UTF8.self)
  }

  @Test("each case gives the expected text, or is a known deviation", arguments: SpecFiles.pins)
  func conforms(pin: SpecFiles.Pin) throws {
    for test in try cases(of: pin) {
      let output = render(test)
      if let deviation = KnownDeviations.deviation(file: pin.name, name: test.name) {
        #expect(
          output != test.expected,
          "\(pin.name): \(test.name) passes, but is listed because \(deviation.reason)")
      } else {
        #expect(output == test.expected, "\(pin.name): \(test.name)")
      }
    }
  }

  @Test("no file is empty or cut short")
  func counts() throws {
    var total = 0
    for pin in SpecFiles.pins {
      let count = try cases(of: pin).count
      #expect(count == pin.cases, "\(pin.name)")
      total += count
    }
    #expect(total == 194)
  }

  @Test("each known deviation is a case of the spec")
  func deviationsExist() throws {
    for deviation in KnownDeviations.all {
      let pin = try #require(SpecFiles.pins.first { $0.name == deviation.file })
      #expect(try cases(of: pin).contains { $0.name == deviation.name }, "\(deviation.name)")
    }
  }
}

/// Data of a spec case, as JSON has it.
struct SpecValue: Decodable, Sendable {
  var value: MustacheValue

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      value = .null
    } else if let bool = try? container.decode(Bool.self) {
      value = .bool(bool)
    } else if let integer = try? container.decode(Int.self) {
      value = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      value = .number(number)
    } else if let text = try? container.decode(String.self) {
      value = .text(text)
    } else if let list = try? container.decode([SpecValue].self) {
      value = .list(list.map(\.value))
    } else {
      let members = try container.decode([String: SpecValue].self)
      value = .object(
        MustacheObject(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.value) }))
    }
  }
}
