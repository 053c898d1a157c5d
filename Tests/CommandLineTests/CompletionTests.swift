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

  /// Types a line and the tab key into a zsh on a terminal of its own, and prints what the line is
  /// then: `z LINE SETUP`.
  static let typing = #"""
    zmodload zsh/zpty
    zpty z zsh -f -i
    zpty -w z "PS1= PS2= RPS1=; bindkey -e; autoload -Uz compinit; compinit -u -D; $2"
    zpty -w z "show() { print -r -- \"<\$BUFFER>\"; BUFFER= }; zle -N show; bindkey '^X' show"
    # The two halves keep the echo of this very line from being taken for its answer.
    zpty -w z "print -r rea''dy"
    zpty -r -m z out '*ready*'
    zpty -w -n z "$1"$'\t\x18'
    zpty -r -m z out '*<*>*'
    print -r -- "${${out##*<}%%>*}"
    zpty -d z
    """#

  static let zsh = ExternalTool("zsh", package: "zsh", timeLimitSeconds: 30)
  static let fish = ExternalTool("fish", package: "fish", timeLimitSeconds: 30)

  /// The folder of the built program first on PATH.
  static func path() throws -> String {
    let inherited = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    return try ValiseProgram.url.deletingLastPathComponent().path + ":" + inherited
  }

  @Test("zsh completes commands, trips, items and files", .enabled(if: zsh.isExpected))
  func zshTypes() throws {
    let sandbox = try site()
    try sandbox.folder.write(Self.typing, to: "type.zsh")
    let script = try sandbox.valise("completions", "zsh").output
    try sandbox.folder.write(script, to: "functions/_valise")
    let path = "export PATH=\(try Self.path()); "
    let sourced = path + "source functions/_valise"
    // Where zsh finds the file by itself, as after an installation.
    let found = path + "fpath=($PWD/functions $fpath); compinit -u -D"
    for (line, setup, completed) in [
      ("valise pac", sourced, "valise pack "), ("valise pack r", sourced, "valise pack rome "),
      ("valise pack rome rai", sourced, #"valise pack rome Rain\ jacket "#),
      ("valise import Con", sourced, "valise import Content/"),
      ("valise pack rome so", found, "valise pack rome Soap "),
    ] {
      let outcome = try Self.zsh.run(["-f", "type.zsh", line, setup], in: sandbox.folder.url)
      #expect(outcome.output == completed + "\n", "\(line): \(outcome)")
    }
  }

  @Test("fish completes commands, trips, items and files", .enabled(if: fish.isExpected))
  func fishCompletes() throws {
    let sandbox = try site()
    for (line, completed) in [
      ("valise pac", ["pack"]), ("valise pack r", ["rome"]),
      ("valise pack rome ", ["Rain jacket", "Soap"]), ("valise pack rome \\\"rai", ["Rain jacket"]),
      ("valise export rome --format l", ["lighterpack"]), ("valise import Con", ["Content/"]),
    ] {
      let outcome = try Self.fish.run(
        [
          "--no-config", "-c",
          "set -x PATH \(try Self.path().replacing(":", with: " ")); "
            + "valise completions fish | source; complete -C \"\(line)\"",
        ], in: sandbox.folder.url)
      #expect(outcome.output.split(separator: "\n").map(String.init) == completed, "\(line)")
    }
  }

  @Test("make install puts program, manual page and completions where they are looked for")
  func installs() throws {
    let sandbox = try site()
    let root = sandbox.folder.url.appendingPathComponent("root").path
    let make = { (goal: String) in
      try ValiseProgram.run(
        [
          "--no-print-directory", "-C", Repository.root.path, goal, "DESTDIR=\(root)",
          "PREFIX=/usr",
          "VALISE=\(ValiseProgram.url.path)",
        ], in: sandbox.folder.url, program: URL(fileURLWithPath: "/usr/bin/make"))
    }
    let installed = try make("install-built")
    #expect(installed.status == 0, "\(installed.errors)")
    let expected: Set = [
      "bin/valise", "share/man/man1/valise.1", "share/bash-completion/completions/valise",
      "share/zsh/site-functions/_valise", "share/fish/vendor_completions.d/valise.fish",
    ]
    #expect(try Set(sandbox.files(in: "root/usr").keys) == expected)
    let page = try sandbox.folder.read("root/usr/share/man/man1/valise.1")
    #expect(try page == sandbox.valise("man").output)
    #expect(
      try sandbox.folder.read("root/usr/share/zsh/site-functions/_valise").hasPrefix("#compdef"))
    let program = URL(fileURLWithPath: root + "/usr/bin/valise")
    let version = try ValiseProgram.run(["--version"], in: sandbox.folder.url, program: program)
    #expect(version.output.hasPrefix("valise "))
    #expect(try make("uninstall").status == 0)
    #expect(try sandbox.files(in: "root").isEmpty)
  }

  static let groff = ExternalTool("groff", package: "groff-base", timeLimitSeconds: 30)

  @Test("the manual page says what --help says, and is sound roff", .enabled(if: groff.isExpected))
  func manual() throws {
    let sandbox = try SiteSandbox()
    let page = try sandbox.valise("man").output
    #expect(page.hasPrefix(".TH VALISE 1") && page.contains(".SS \"valise pack"))
    try sandbox.folder.write(page, to: "valise.1")
    let outcome = try Self.groff.run(
      ["-man", "-Tutf8", "-ww", "valise.1"], in: sandbox.folder.url)
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.output.contains("Take the last edit back"))
  }
}
