import Glibc

/// A program that may be started, by its name.
///
/// - Parameters:
///   - name: Its name, without folders.
///   - searchPath: Folders, as in `PATH`.
/// - Returns: Its path in the first folder that has it; nil where none does.
public func findProgram(_ name: String, in searchPath: String) -> String? {
  searchPath.split(separator: ":").lazy.map { Path.join(String($0), name) }.first { path in
    // What cannot even be looked at is no program that could be started.
    access(path, X_OK) == 0 && (try? FileStatus(of: path).kind) == .file
  }
}
