import Diagnostics
import Files
import Foundation
import Glibc
import ModelStore
import PackingLists
import SiteBuild

/// The program `valise`.
public enum Program {
  /// The version, as `--version` and the pages name it.
  public static let version = "0.1.0"

  /// Everything it does, in the order of `--help`.
  static let commands: [any Command.Type] = [
    InitCommand.self, NewCommand.self, BuildCommand.self, MergeCommand.self, ServeCommand.self,
    PublishCommand.self, CheckCommand.self,
    ListCommand.self, ShowCommand.self, SearchCommand.self, AddCommand.self, PackCommand.self,
    UnpackCommand.self,
    RemoveCommand.self,
    RenameCommand.self, MoveCommand.self, UnusedCommand.self, ArchiveCommand.self,
    UndoCommand.self, ImportCommand.self, ExportCommand.self, PrintCommand.self,
    ReportCommand.self, ThemeEjectCommand.self,
    CompletionsCommand.self, ManCommand.self,
  ]

  /// What every command is called.
  public static var commandNames: [String] { commands.map { $0.description.name } }

  /// `docs/cli.md`, as `--help` has it today.
  public static var commandLineDocumentation: String {
    HelpText.markdown(of: commands.map { $0.description })
  }

  /// Does what a command line says.
  ///
  /// - Parameter words: What follows the program's name.
  /// - Returns: How it ended.
  public static func run(_ words: [String]) -> ExitCode {
    // A closed pipe is met where it is written to, see Terminal.
    signal(SIGPIPE, SIG_IGN)
    let descriptions = commands.map { $0.description }
    let parse = ArgumentParser(commands: descriptions).parse(words)
    let session = Session(
      arguments: parse.arguments, today: today(),
      variable: { name in getenv(name).map { String(cString: $0) } })
    if parse.problems.isEmpty {
      if parse.arguments.has("version") {
        session.terminal.print("valise \(version)\n")
        return .done
      }
      if parse.arguments.has("help") || parse.command == nil {
        let text = parse.command.map(HelpText.text) ?? HelpText.overview(of: descriptions)
        guard parse.command == nil, !parse.arguments.has("help") else {
          session.terminal.print(text)
          return .done
        }
        session.terminal.say(text)
        return .failed
      }
    }
    guard parse.problems.isEmpty,
      let command = commands.first(where: { $0.description.name == parse.command?.name })
    else {
      session.report(parse.problems)
      return .failed
    }
    return run(command, parse.arguments, session)
  }

  private static func run(
    _ command: any Command.Type, _ arguments: ParsedArguments, _ session: Session
  ) -> ExitCode {
    Interruption.listen()
    do {
      return try command.run(arguments, in: session)
    } catch let diagnostic as Diagnostic {
      session.report([diagnostic])
      // A trip, template or site that is not there, or a machine that says no.
      return .failed
    } catch let error as FileError {
      let code: DiagnosticCode =
        ["read", "list"].contains(error.operation) ? .fileUnreadable : .fileWrite
      session.report([Diagnostic(.error, code, error.description, hint: error.hint)])
      return .failed
    } catch is CancellationError {
      session.report([
        Diagnostic(
          .error, .buildInterrupted, "stopped before it was done",
          hint: "nothing is lost: the next build finishes it")
      ])
      Interruption.endBySignal()
    } catch {
      session.report([.storeFailed(error)])
      return .failed
    }
  }

  static func today() -> CalendarDay {
    var now = time(nil)
    var local = tm()
    localtime_r(&now, &local)
    let day = CalendarDay(
      year: Int(local.tm_year) + 1900, month: Int(local.tm_mon) + 1, day: Int(local.tm_mday))
    // A clock outside the years 1 to 9999 gives the first day there is.
    return day ?? CalendarDay(rawValue: 0)
  }
}
