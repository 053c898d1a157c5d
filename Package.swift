// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

// The one place for compiler settings: Swift 6 mode comes with the tools version, and no warning
// survives a build.
let strictSettings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// What runs on its own account; macros run in the compiler and are never fuzzed.
let settings = strictSettings + fuzzedSettings

// The wrappers around C also say `unsafe` before each call that can break memory.
let wrapperSettings = settings + [.strictMemorySafety()]

let package = Package(
  name: "valise",
  products: [
    .executable(name: "valise", targets: ["valise"]),
    .library(name: "ModelStore", targets: ["ModelStore"]),
  ],
  targets: doors + layer0 + layer1 + layer2 + layer3 + layer4 + examples + tests + fuzzTargets)

// MARK: Doors to C: a module map and a shim, no Swift; and what a library asks a program for in C.

var doors: [Target] {
  [
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CCMarkGFM", pkgConfig: "libcmark-gfm",
      providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(
      name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(
      name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CZLib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "CAllocator"),
  ]
}

// MARK: Layer 0: each knows nothing of trips.

var layer0: [Target] {
  [
    .target(name: "Diagnostics", swiftSettings: settings),
    .target(name: "Files", dependencies: ["CLinux"], swiftSettings: settings),
    .target(name: "SQLite", dependencies: ["CSQLite"], swiftSettings: wrapperSettings),
    .target(name: "Markdown", dependencies: ["CCMarkGFM"], swiftSettings: wrapperSettings),
    .target(name: "YAML", dependencies: ["CYAML"], swiftSettings: wrapperSettings),
    .target(name: "Mustache", dependencies: ["Diagnostics"], swiftSettings: settings),
    .target(name: "Compression", dependencies: ["CZLib"], swiftSettings: wrapperSettings),
    .target(name: "QRCodes", dependencies: ["CQREncode"], swiftSettings: wrapperSettings),
    .target(
      name: "HTTPServer", dependencies: ["CMicroHTTPD", "Compression", "Files"],
      swiftSettings: wrapperSettings),
  ]
}

// MARK: Layer 1: the store, and the packing lists kept in it.

var layer1: [Target] {
  [
    .macro(
      name: "ModelStoreMacros",
      swiftSettings: strictSettings + [.unsafeFlags(["-I", toolchainHostLibraries])],
      linkerSettings: [
        .unsafeFlags([
          "-L", toolchainHostLibraries, "-Xlinker", "-rpath", "-Xlinker", toolchainHostLibraries,
        ])
      ]),
    .target(
      name: "ModelStore", dependencies: ["ModelStoreMacros", "SQLite"], swiftSettings: settings),
    .target(name: "PackingLists", dependencies: ["ModelStore"], swiftSettings: settings),
  ]
}

// MARK: Layer 2: from files to drafts, from the store to text.

var layer2: [Target] {
  [
    .target(
      name: "ContentReading",
      dependencies: ["Diagnostics", "Markdown", "PackingLists", "YAML"],
      swiftSettings: settings),
    .target(
      name: "Pages",
      dependencies: ["Markdown", "ModelStore", "Mustache", "PackingLists"],
      swiftSettings: settings),
    .target(
      name: "Templates", path: "Templates",
      resources: [
        .embedInCode("activities.mustache"),
        .embedInCode("activity.mustache"),
        .embedInCode("archive.mustache"),
        .embedInCode("checklist-tools.mustache"),
        .embedInCode("checklist.js"),
        .embedInCode("collection.mustache"),
        .embedInCode("collections.mustache"),
        .embedInCode("goal-filters.mustache"),
        .embedInCode("goals.mustache"),
        .embedInCode("home.mustache"),
        .embedInCode("icon.svg"),
        .embedInCode("item.mustache"),
        .embedInCode("itinerary.mustache"),
        .embedInCode("layout.mustache"),
        .embedInCode("list.mustache"),
        .embedInCode("lists.mustache"),
        .embedInCode("not-found.mustache"),
        .embedInCode("offline.js"),
        .embedInCode("offline.mustache"),
        .embedInCode("pager.mustache"),
        .embedInCode("print-item.mustache"),
        .embedInCode("print-sheet.mustache"),
        .embedInCode("print.css"),
        .embedInCode("print.mustache"),
        .embedInCode("progress.js"), .embedInCode("progress.mustache"),
        .embedInCode("reading.mustache"),
        .embedInCode("reports/book.mustache"),
        .embedInCode("reports/head.mustache"),
        .embedInCode("reports/message.mustache"),
        .embedInCode("reports/sheets.mustache"),
        .embedInCode("search.js"),
        .embedInCode("reports.mustache"), .embedInCode("search.mustache"),
        .embedInCode("service-worker.js"),
        .embedInCode("style.css"),
        .embedInCode("trip-line.mustache"),
        .embedInCode("trip.mustache"),
        .embedInCode("trips.mustache"),
      ],
      swiftSettings: settings),
  ]
}

// MARK: Layers 3 and 4: the build, and the program on top.

var layer3: [Target] {
  [
    .target(
      name: "SiteBuild",
      dependencies: [
        "ContentReading", "Diagnostics", "Files", "Markdown", "ModelStore", "Mustache",
        "PackingLists", "Pages", "SQLite", "Templates", "YAML",
      ],
      swiftSettings: settings),
    .target(
      name: "Reports",
      dependencies: [
        "Compression", "ContentReading", "Diagnostics", "Files", "ModelStore", "Mustache",
        "PackingLists", "Pages", "SiteBuild", "Templates",
      ],
      swiftSettings: settings),
    .target(
      name: "Publishing", dependencies: ["ContentReading", "Diagnostics", "Files", "PackingLists"],
      swiftSettings: settings),
    .target(
      name: "PreviewServer",
      dependencies: [
        "ContentReading", "Diagnostics", "Files", "HTTPServer", "PackingLists", "Pages",
        "SiteBuild",
      ],
      resources: [.embedInCode("Resources/live.js"), .embedInCode("Resources/live.css")],
      swiftSettings: settings),
  ]
}

var layer4: [Target] {
  [
    .target(
      name: "ValiseCLI",
      dependencies: [
        "ContentReading", "Diagnostics", "Files", "ModelStore", "Mustache", "PackingLists",
        "Pages", "PreviewServer", "Publishing", "QRCodes", "Reports", "SiteBuild", "Templates",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "valise", dependencies: ["ValiseCLI", "CAllocator"], swiftSettings: settings),
  ]
}

// MARK: Programs that show ModelStore at work, and one that measures it

var examples: [Target] {
  exampleNames.map { name in
    .executableTarget(
      name: "\(name)Example", dependencies: ["ModelStore"], path: "Examples/\(name)",
      swiftSettings: settings)
  } + [
    .executableTarget(
      name: "StoreBench", dependencies: ["ModelStore"], path: "bench/store/StoreBench",
      swiftSettings: settings)
  ]
}

var exampleNames: [String] { ["PackingList", "Travel", "ReadingList", "WishList"] }

// MARK: Tests

var tests: [Target] {
  [
    .target(
      name: "TestSupport", dependencies: ["Diagnostics"], path: "Tests/TestSupport",
      swiftSettings: settings),
    test("DiagnosticsTests", of: ["Diagnostics"]),
    test("FilesTests", of: ["Files"]),
    test("SQLiteTests", of: ["SQLite"]),
    test("MarkdownTests", of: ["Markdown"]),
    test("YAMLTests", of: ["YAML"]),
    test("MustacheTests", of: ["Mustache"]),
    test("HTTPServerTests", of: ["Compression", "HTTPServer", "QRCodes"]),
    test(
      "PublishingTests", of: ["ContentReading", "Diagnostics", "Files", "Publishing"]),
    test(
      "PreviewServerTests",
      of: [
        "ContentReading", "Diagnostics", "HTTPServer", "PackingLists", "PreviewServer", "SiteBuild",
      ]),
    .executableTarget(
      name: "StoreWriter", dependencies: ["ModelStore"], path: "Tests/StoreWriter",
      swiftSettings: settings),
    test("ModelStoreTests", of: ["ModelStore", "SQLite", "StoreWriter"]),
    test("PackingListsTests", of: ["PackingLists", "ModelStore"]),
    test("ContentReadingTests", of: ["ContentReading", "Diagnostics", "PackingLists"]),
    test("PagesTests", of: ["Pages", "PackingLists", "ModelStore", "Mustache", "Templates"]),
    test(
      "SiteBuildTests",
      of: ["SiteBuild", "Diagnostics", "Files", "ModelStore", "PackingLists", "ContentReading"]),
    test("ReportsTests", of: ["Reports", "Diagnostics", "Pages", "valise"]),
    test(
      "ConformanceTests",
      of: ["Mustache", "ModelStore"] + exampleNames.map { .byName(name: "\($0)Example") },
      excluding: ["CompileErrors"]),
    test("CommandLineTests", of: ["SQLite", "ValiseCLI", "valise"]),
    test("BrowserTests", of: []),
    test(
      "RepositoryTests",
      of: [
        "ContentReading", "Diagnostics", "PackingLists", "Pages", "Templates", "ValiseCLI",
        "valise",
      ]),
  ]
}

func test(
  _ name: String, of subjects: [Target.Dependency], excluding excluded: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: subjects + ["TestSupport"], path: "Tests/\(name)",
    exclude: excluded, swiftSettings: settings)
}

// MARK: Fuzzing, which only scripts/fuzz builds

/// What VALISE_FUZZ asks for: "fuzzer", or "fuzzer,address"; nil in every other build.
var fuzzedWith: String? { Context.environment["VALISE_FUZZ"] }

var fuzzedSettings: [SwiftSetting] {
  fuzzedWith.map { [.unsafeFlags(["-sanitize=\($0)"])] } ?? []
}

var fuzzTargets: [Target] {
  guard let fuzzedWith else { return [] }
  let door = Target.systemLibrary(name: "CLibFuzzer", path: "Fuzz/CLibFuzzer")
  let support = Target.target(
    name: "FuzzSupport", dependencies: ["CLibFuzzer"], path: "Fuzz/FuzzSupport",
    swiftSettings: settings)
  let subjects: [(name: String, needs: [Target.Dependency])] = [
    ("ListReader", ["ContentReading", "Diagnostics", "PackingLists"]),
    ("YAML", ["ContentReading", "YAML"]),
    ("Mustache", ["Mustache"]),
    ("Quantity", ["PackingLists"]),
    ("CSV", ["ContentReading", "Diagnostics"]),
    ("Predicate", ["ModelStore"]),
    ("Editor", ["ContentReading", "Diagnostics"]),
  ]
  return [door, support]
    + subjects.map { subject in
      .executableTarget(
        name: "\(subject.name)Fuzz", dependencies: subject.needs + ["FuzzSupport"],
        path: "Fuzz/\(subject.name)", swiftSettings: settings,
        linkerSettings: [.unsafeFlags(["-sanitize=\(fuzzedWith)"])])
    }
}

// MARK: What the manifest has to find out

/// `lib/swift/host` of the toolchain whose `swiftc` is first on PATH: it holds the SwiftSyntax that
/// the macros are built with, so that no remote package is needed.
var toolchainHostLibraries: String {
  let searchPath = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
  for folder in searchPath.split(separator: ":") {
    let compiler = URL(fileURLWithPath: "\(folder)/swiftc")
    guard FileManager.default.isExecutableFile(atPath: compiler.path) else { continue }
    let host = compiler.resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("lib/swift/host").path
    if FileManager.default.fileExists(atPath: host + "/SwiftSyntaxMacros.swiftmodule") {
      return host
    }
  }
  fatalError(
    """
    no swiftc on PATH comes with SwiftSyntax (lib/swift/host/SwiftSyntaxMacros.swiftmodule): \
    install a complete Swift 6.3 toolchain and put its usr/bin first on PATH
    """)
}
