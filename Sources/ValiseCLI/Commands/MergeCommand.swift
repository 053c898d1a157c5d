import Diagnostics
import SiteBuild

/// The command `valise merge`.
enum MergeCommand: Command {
  static let description = CommandDescription(
    name: "merge",
    summary: "Make the site of shards that were built one by one",
    discussion: """
      Takes the pages of all shards that "valise build --shard" made, and builds what
      shows all trips together: the result is what one build would give. Without a
      SHARD it merges those in .valise/shards. All of them have to be there, built
      from the lists, settings and templates as they are now; else nothing is written.
      """,
    positionals: [
      PositionalDescription(
        name: "SHARD", help: "the folder of a shard, its store and pages in it",
        isRequired: false, takesRest: true)
    ],
    options: [
      OptionDescription(
        name: "output", letter: "o", value: "DIR", help: "write to DIR instead of Output/"),
      OptionDescription(name: "strict", help: "treat warnings as errors"),
      OptionDescription(
        name: "timings", help: "say how long each stage took, and how many cores were busy"),
    ],
    examples: ["merge", "merge /mnt/shards/*"])

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    if arguments.has("timings") { session.timings = StageTimings() }
    let report: BuildReport
    do {
      report = try session.builder.merge(arguments.positionals, output: arguments["output"])
    } catch let refusal as MergeRefusal {
      session.report(refusal.diagnostics)
      session.say("nothing was merged: mend this first")
      return .failed
    }
    return BuildCommand.end(report, arguments, session)
  }
}
