import CLibFuzzer
import Foundation

/// The way from libFuzzer to a target and back.
public enum Fuzzer {
  // C's callback carries no context, so the one target of a program is kept here. It is set once,
  // before libFuzzer's only thread begins to call it.
  private nonisolated(unsafe) static var target: @Sendable ([UInt8]) -> Void = { _ in }

  /// Feeds a target with bytes, as the program's arguments tell libFuzzer, and ends the program.
  ///
  /// - Parameter target: What is tried; it is to trap where a promise is broken.
  public static func run(_ target: @escaping @Sendable ([UInt8]) -> Void) -> Never {
    self.target = target
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    let status = LLVMFuzzerRunDriver(&count, &arguments) { data, size in
      Fuzzer.target(Array(UnsafeBufferPointer(start: data, count: size)))
      return 0
    }
    exit(status)
  }
}

/// Traps where a promise is broken, so that libFuzzer keeps the input.
public func require(
  _ isKept: Bool, _ message: @autoclosure () -> String, line: UInt = #line
) {
  guard !isKept else { return }
  FileHandle.standardError.write(Data("\nbroken, line \(line): \(message())\n".utf8))
  fatalError("a promise is broken: see above")
}
