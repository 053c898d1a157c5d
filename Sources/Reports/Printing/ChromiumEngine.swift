import Files
import Foundation
import Glibc

/// Chromium without a window, told what to print over a pipe, in the DevTools protocol.
final class ChromiumEngine: SequentialEngine {
  private let program: String
  private let folder: String
  private let isCancelled: @Sendable () -> Bool
  private let isThrifty: Bool
  private var process: EngineProcess
  private var session: String?
  private var lastID = 0

  /// Starts it.
  init(
    _ program: String, isThrifty: Bool, in folder: String,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws {
    self.program = program
    self.folder = folder
    self.isThrifty = isThrifty
    self.isCancelled = isCancelled
    // Root has no sandbox to offer, and a browser that is asked for one ends.
    process = try Self.start(
      program, in: folder, isSandboxed: geteuid() != 0, isThrifty: isThrifty, isCancelled)
  }

  private static func start(
    _ program: String, in folder: String, isSandboxed: Bool, isThrifty: Bool,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) throws -> EngineProcess {
    try EngineProcess(
      program,
      [
        "--headless", "--remote-debugging-pipe",
        // Two browsers of one folder may not share one.
        "--user-data-dir=\(folder)/profile-\(UUID().uuidString)",
        "--disable-gpu", "--disable-dev-shm-usage", "--disable-extensions", "--disable-breakpad",
        "--disable-background-networking", "--disable-component-update", "--disable-sync",
        "--disable-default-apps", "--no-first-run", "--no-default-browser-check", "--mute-audio",
        // What nobody looks at is worth less of the machine's time to it.
        "--disable-renderer-backgrounding",
        "--blink-settings=scriptEnabled=false",
        // No page of ours asks another host for anything; should one, there is none.
        "--host-resolver-rules=MAP * ~NOTFOUND", "--proxy-server=127.0.0.1:1",
        "--proxy-bypass-list=<-loopback>",
      ] + (isSandboxed ? [] : ["--no-sandbox"])
        // It takes half the memory then, and a little more time.
        + (isThrifty ? ["--enable-low-end-device-mode"] : []),
      environment: ProcessInfo.engineEnvironment(home: folder), in: folder, over: .threeAndFour,
      isCancelled: isCancelled)
  }

  func print(_ task: PrintTask, until deadline: Deadline) throws {
    if session == nil { session = try openPage(until: deadline) }
    let url = URL(fileURLWithPath: task.document).absoluteString
    let navigation = try call("Page.navigate", ["url": url], until: deadline)
    if let problem = navigation["errorText"] as? String {
      throw PrintFailure(reason: "could not open the page: \(problem)", isFatal: false)
    }
    try waitForLoad(until: deadline)
    let printed = try call(
      "Page.printToPDF",
      [
        "printBackground": true, "preferCSSPageSize": true, "generateTaggedPDF": task.isTagged,
        "generateDocumentOutline": task.isTagged, "transferMode": "ReturnAsStream",
      ], until: deadline)
    guard let stream = printed["stream"] as? String else {
      throw PrintFailure(reason: "gave no PDF file")
    }
    try save(stream, to: task.file, until: deadline)
  }

  func end() {
    if session != nil {
      // It cleans up behind itself if it is asked to go.
      process.send(Self.message(["id": lastID + 1, "method": "Browser.close"]))
      process.wait(milliseconds: 1000)
    }
    process.end()
  }

  // MARK: Steps

  /// Opens a page, without a sandbox where the machine lets none be made.
  private func openPage(until deadline: Deadline) throws -> String {
    do {
      return try attach(until: deadline)
    } catch let failure as PrintFailure where process.complaints.contains("sandbox") {
      process.end()
      // What it is to show is our own, without scripts, and its pictures have been made anew.
      process = try Self.start(
        program, in: folder, isSandboxed: false, isThrifty: isThrifty, isCancelled)
      do {
        return try attach(until: deadline)
      } catch is PrintFailure {
        throw failure
      }
    }
  }

  private func attach(until deadline: Deadline) throws -> String {
    let target = try call("Target.createTarget", ["url": "about:blank"], until: deadline)
    let attached = try call(
      "Target.attachToTarget", ["targetId": target["targetId"] ?? "", "flatten": true],
      until: deadline)
    guard let id = attached["sessionId"] as? String else {
      throw PrintFailure(reason: "opened no page")
    }
    session = id
    _ = try call("Page.enable", [:], until: deadline)
    return id
  }

  private var hasLoaded = false

  private func waitForLoad(until deadline: Deadline) throws {
    while !hasLoaded { _ = try receive(until: deadline) }
    hasLoaded = false
  }

  private func save(_ stream: String, to file: String, until deadline: Deadline) throws {
    guard let output = FileHandle(forWritingAtPath: file) ?? Self.newFile(file) else {
      throw PrintFailure(reason: "has no room for its file")
    }
    defer { output.closeFile() }
    while true {
      let chunk = try call("IO.read", ["handle": stream, "size": 1 << 20], until: deadline)
      let text = chunk["data"] as? String ?? ""
      let data =
        chunk["base64Encoded"] as? Bool == true ? Data(base64Encoded: text) : Data(text.utf8)
      guard let data else { throw PrintFailure(reason: "answered something that is no file") }
      try output.write(contentsOf: data)
      if chunk["eof"] as? Bool != false { break }
    }
    _ = try call("IO.close", ["handle": stream], until: deadline)
  }

  private static func newFile(_ path: String) -> FileHandle? {
    FileManager.default.createFile(atPath: path, contents: nil)
      ? FileHandle(forWritingAtPath: path) : nil
  }

  // MARK: The protocol

  private static let noMessage = PrintFailure(reason: "answered something that is no message")

  private static func message(_ content: [String: Any]) -> [UInt8] {
    do {
      return Array(try JSONSerialization.data(withJSONObject: content)) + [0]
    } catch {
      // It is made here, of nothing that JSON could not hold.
      preconditionFailure("a message of the protocol is not JSON: \(error)")
    }
  }

  private func call(
    _ method: String, _ parameters: [String: Any], until deadline: Deadline
  ) throws -> [String: Any] {
    lastID += 1
    var content: [String: Any] = ["id": lastID, "method": method, "params": parameters]
    if let session { content["sessionId"] = session }
    if method == "Page.navigate" { hasLoaded = false }
    process.send(Self.message(content))
    while true {
      let answer = try receive(until: deadline)
      guard answer["id"] as? Int == lastID else { continue }
      if let error = answer["error"] as? [String: Any] {
        throw PrintFailure(
          reason: "refused to go on", words: error["message"] as? String ?? method,
          isFatal: false)
      }
      return answer["result"] as? [String: Any] ?? [:]
    }
  }

  private func receive(until deadline: Deadline) throws -> [String: Any] {
    let bytes = try process.message(endingWith: 0, until: deadline)
    let answer: Any
    do {
      answer = try JSONSerialization.jsonObject(with: Data(bytes))
    } catch {
      // Why it is no JSON says nothing to a person.
      throw Self.noMessage
    }
    guard let message = answer as? [String: Any] else { throw Self.noMessage }
    switch message["method"] as? String {
    case "Page.loadEventFired": hasLoaded = true
    case "Inspector.targetCrashed":
      throw PrintFailure(reason: "crashed; the list may be too long for it")
    default: break
    }
    return message
  }
}
