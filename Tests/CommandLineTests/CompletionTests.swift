import Foundation
import TestSupport
import Testing

@Suite("Completions and the manual page")
struct CompletionTests {
  func site() throws -> SiteSandbox {
    try SiteSandbox(trips: [
      "rome": "# Clothes\n- [ ] Rain jacket\n- [x] Socks\n# Bath\n- [ ] Soap\n", "oslo": "- cap\n",
    ])
  }

  func words(_ typed: [String], in sandbox: SiteSandbox) throws -> [String] {
    let outcome = try ValiseProgram.run(
      ["completions", "words", "--"] + typed, in: sandbox.folder.url)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  @Test("know commands, options, trips, categories and items")
  func candidates() throws {
    let sandbox = try site()
    #expect(try words(["un"], in: sandbox) == ["unpack", "unused", "undo"])
    #expect(try words(["theme", ""], in: sandbox) == ["eject"])
    #expect(try words(["show", ""], in: sandbox) == ["oslo", "rome"])
    #expect(try words(["pack", "rome", ""], in: sandbox) == ["Rain jacket", "Soap"])
    #expect(try words(["pack", "rome", "\"rai"], in: sandbox) == ["Rain jacket"])
    #expect(try words(["unpack", "-q", "rome", "s"], in: sandbox) == ["Socks"])
    #expect(
      try words(["move", "rome", "soap", "--to", ""], in: sandbox) == [
        "Clothes", "Bath", "oslo", "rome",
      ])
    #expect(try words(["pack", "rome", "--nt"], in: sandbox) == ["--nth"])
    #expect(try words(["export", "rome", "--format", "l"], in: sandbox) == ["lighterpack"])
    #expect(try words(["import", ""], in: sandbox).isEmpty)
    #expect(try words(["pack", "nowhere", ""], in: sandbox).isEmpty)
    let elsewhere = try SiteSandbox()
    #expect(try words(["-C", sandbox.folder.url.path, "show", "r"], in: elsewhere) == ["rome"])
  }

  @Test("bash offers an item with its blanks kept together")
  func bash() throws {
    let sandbox = try site()
    let program = try ValiseProgram.url.path
    let outcome = try ValiseProgram.run(
      [
        "-c",
        """
        source <('\(program)' completions bash)
        COMP_WORDS=('\(program)' pack rome ra); COMP_CWORD=3; _valise
        printf '%s\\n' "${COMPREPLY[@]}"
        """,
      ], in: sandbox.folder.url, program: URL(fileURLWithPath: "/bin/bash"))
    #expect(outcome.output == "Rain\\ jacket\n" && outcome.errors.isEmpty, "\(outcome)")
    for shell in ["bash", "zsh", "fish"] {
      #expect(try sandbox.valise("completions", shell).output.contains("completions words --"))
    }
    let wrong = try sandbox.valise("completions", "bsh")
    #expect(wrong.status == 2 && wrong.errors.contains("did you mean \"bash\"?"))
  }

  @Test("the manual page says what --help says, and is sound roff")
  func manual() throws {
    let sandbox = try SiteSandbox()
    let page = try sandbox.valise("man").output
    #expect(page.hasPrefix(".TH VALISE 1") && page.contains(".SS \"valise pack"))
    try sandbox.folder.write(page, to: "valise.1")
    let groff = URL(fileURLWithPath: "/usr/bin/groff")
    guard FileManager.default.isExecutableFile(atPath: groff.path) else {
      return print("left out: groff is not installed")
    }
    let outcome = try ValiseProgram.run(
      ["-man", "-Tutf8", "-ww", "valise.1"], in: sandbox.folder.url, program: groff)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.output.contains("Take the last edit back"))
  }
}
