import Mustache
import Testing

@Suite("Objects with many names")
struct ShapeTests {
  private static let names = (0..<20).map { "name\($0)" }

  private static func object(_ names: [String] = names, _ prefix: String = "") -> MustacheObject {
    MustacheObject(names.map { ($0, .text(prefix + $0)) })
  }

  @Test("behave as those with few: order, equality, setting and taking away")
  func values() {
    var object = Self.object()
    #expect(object.names == Self.names && object["name7"] == .text("name7"))
    #expect(object["other"] == nil && object == Self.object())
    #expect(object != Self.object(Self.names, "x") && object != Self.object(Self.names.reversed()))
    object["name7"] = .integer(7)
    object["other"] = .bool(true)
    object["name0"] = nil
    #expect(object.names == Self.names.dropFirst() + ["other"])
    #expect(object["name7"] == .integer(7) && object["name0"] == nil)
    #expect(Set([Self.object(), Self.object()]).count == 1)
  }

  @Test("of equal names the last value wins, at the first place")
  func repeated() {
    let object = MustacheObject((Self.names + ["name3"]).enumerated().map { ($1, .integer($0)) })
    #expect(object.names == Self.names && object["name3"] == .integer(20))
  }

  @Test("a name is found in objects of different shapes, inside and outside of each other")
  func rendering() {
    let library = TemplateLibrary(sources: [
      (
        "page",
        "{{#items}}{{name1}}{{#inner}}{{name2}}{{.}}{{/inner}}{{name3}} {{/items}}{{deep.name4.name5}}"
      )
    ])
    let few: MustacheValue = ["name1": "few", "inner": ["a"]]
    let many = MustacheValue.object(Self.object(["inner"] + Self.names, "m-"))
    var outer = Self.object(["x"] + Self.names, "o-")
    outer["items"] = .list([few, many, few])
    outer["deep"] = ["name4": .object(Self.object(Self.names, "d-"))]
    var output: [UInt8] = []
    let problems = library.render(
      "page", with: .object(MustacheObject(outer.names.map { ($0, outer[$0] ?? .null) })),
      into: &output)
    #expect(problems.isEmpty)
    #expect(
      String(decoding: output, as: UTF8.self)
        == "fewo-name2ao-name3 m-name1m-name2m-innerm-name3 fewo-name2ao-name3 d-name5")
  }

  @Test("a library for one thread renders as the one it is made of, whatever it rendered before")
  func oneThread() {
    let library = TemplateLibrary(sources: [
      ("page", "{{#items}}{{name1}}{{missing}}{{>part}} {{/items}}{{$block}}b{{/block}}"),
      ("part", "({{name2}}{{deep.name3}})"),
    ])
    let own = library.forOneThread
    func render(_ library: TemplateLibrary, _ items: [MustacheValue]) -> (String, [String]) {
      var output: [UInt8] = []
      var outer = Self.object(Self.names, "o-")
      outer["items"] = .list(items)
      outer["deep"] = ["name3": "d"]
      let problems = library.render(
        "page", with: .object(MustacheObject(outer.names.map { ($0, outer[$0] ?? .null) })),
        into: &output)
      return (String(decoding: output, as: UTF8.self), problems.map(\.message))
    }
    let many = MustacheValue.object(Self.object(Self.names.reversed(), "m-"))
    let other = MustacheValue.object(Self.object(Self.names.map { $0 == "name2" ? "x" : $0 }, "x-"))
    for items in [[many], [other, many], [["name1": "few"], other], [], [many, other, many]] {
      #expect(render(own, items) == render(library, items))
    }
    #expect(render(own, [other]).0 == "x-name1(o-name2d) b")
  }

  @Test("what has other names each time needs no memory for them")
  func changing() {
    for number in 0..<2_000 {
      let names = Self.names.map { "\($0)-\(number)" }
      #expect(Self.object(names)[names[5]] == .text(names[5]))
    }
    let last = Self.object(Self.names.map { "\($0)-last" })
    #expect(last["name1-last"] == .text("name1-last") && last["name1"] == nil)
  }

  /// Counts how often its values are worked out.
  private final class Source {
    var asked: [String] = []

    func value(_ name: String) -> MustacheValue {
      asked.append(name)
      return .text(name)
    }

    static let last = MustacheMembers<Source>(list)
    static let all = MustacheMembers<Source>(list, keeping: .all)
    private static let list: [MustacheMembers<Source>.Member] = [
      ("a", { $0.value("a") }), ("b", { $0.value("b") }), ("c", { $0.value("c") }),
    ]
  }

  private static func render(_ template: String, _ object: MustacheObject) -> (String, [String]) {
    var output: [UInt8] = []
    let problems = TemplateLibrary(sources: [("page", template)])
      .render("page", with: ["o": .object(object)], into: &output)
    return (String(decoding: output, as: UTF8.self), problems.map(\.message))
  }

  @Test("values are worked out when a template asks, once for a section and what it shows")
  func lazy() {
    let source = Source()
    let (text, problems) = Self.render(
      "{{#o}}{{#b}}<{{b}}>{{/b}}{{a}}{{b}}{{/o}}", MustacheObject(source, Source.last))
    #expect(text == "<b>ab" && problems.isEmpty)
    #expect(source.asked == ["b", "a", "b"])
  }

  @Test("all values are kept where the kind of objects says so")
  func kept() {
    let source = Source()
    let object = MustacheObject(source, Source.all)
    for _ in 1...2 {
      #expect(Self.render("{{#o}}{{b}}{{a}}{{b}}{{/o}}", object).0 == "bab")
    }
    #expect(source.asked == ["b", "a"])
  }

  @Test("objects that work values out have names, equality and problems as others")
  func lazyAsOthers() {
    var object = MustacheObject(Source(), Source.last)
    #expect(object.names == ["a", "b", "c"])
    #expect(object == ["a": "a", "b": "b", "c": "c"] && object["d"] == nil)
    let (_, problems) = Self.render("{{o.d}}", object)
    #expect(problems == ["\"o\" has no \"d\""])
    object["d"] = 1
    #expect(object["b"] == "b" && object["d"] == 1)
  }
}
