import Glibc
import ValiseCLI

exit(Program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
