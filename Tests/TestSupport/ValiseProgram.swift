import Foundation

/// The program that the package builds, run as a person runs it.
public struct ValiseProgram: Sendable {
  /// What came of a run.
  public struct Outcome: Sendable {
    /// What it printed to standard output.
    public var output: String
    /// What it printed to standard error.
    public var errors: String
    /// Its exit code; 128 and the signal's number where a signal ended it.
    public var status: Int32
  }

  /// Where the built program is: beside the test bundle.
  public static var url: URL {
    get throws {
      let running = URL(
        fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/self/exe"))
      var folder = running.deletingLastPathComponent()
      // The tests may run in a helper of the toolchain; the bundle's path is an argument then.
      if !FileManager.default.fileExists(atPath: folder.appendingPathComponent("valise").path),
        let bundle = CommandLine.arguments.first(where: { $0.hasSuffix(".xctest") })
      {
        folder = URL(fileURLWithPath: bundle).deletingLastPathComponent()
      }
      return folder.appendingPathComponent("valise")
    }
  }

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - arguments: What follows its name.
  ///   - folder: The current folder of the run.
  ///   - environment: Variables to add or replace.
  ///   - program: The program; the built `valise` by default.
  /// - Returns: What it printed and how it ended.
  /// - Throws: What the system says where it cannot be started.
  public static func run(
    _ arguments: [String], in folder: URL, environment: [String: String] = [:],
    program: URL? = nil
  ) throws -> Outcome {
    let process = try start(arguments, in: folder, environment: environment, program: program)
    return try process.outcome()
  }

  /// Starts a program and does not wait for it.
  public static func start(
    _ arguments: [String], in folder: URL, environment: [String: String] = [:],
    program: URL? = nil
  ) throws -> RunningProgram {
    let process = Process()
    process.executableURL = try program ?? url
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    return try RunningProgram(process)
  }
}

/// A program that was started.
public final class RunningProgram {
  /// The process.
  public let process: Process

  // Files hold any amount of text; a pipe that nobody reads would stop the program.
  private let folder: TemporaryFolder

  init(_ process: Process) throws {
    folder = try TemporaryFolder()
    self.process = process
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: folder.write("", to: "output"))
    process.standardError = try FileHandle(forWritingTo: folder.write("", to: "errors"))
    try process.run()
  }

  /// What it printed to standard output until now.
  public var outputSoFar: String {
    get throws { try folder.read("output") }
  }

  /// What it printed to standard error until now.
  public var errorsSoFar: String {
    get throws { try folder.read("errors") }
  }

  /// Waits for its end.
  public func outcome() throws -> ValiseProgram.Outcome {
    process.waitUntilExit()
    let signal: Int32 = process.terminationReason == .uncaughtSignal ? 128 : 0
    return ValiseProgram.Outcome(
      output: try folder.read("output"), errors: try folder.read("errors"),
      status: process.terminationStatus + signal)
  }
}
