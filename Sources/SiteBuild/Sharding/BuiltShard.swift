import Diagnostics
import Files

/// What keeps shards from being merged: nothing was changed.
public struct MergeRefusal: Error {
  /// Everything that is in the way, in the order of the shards.
  public let diagnostics: [Diagnostic]
}

/// A shard that was built, in its folder; nobody builds it again meanwhile.
struct BuiltShard {
  /// Its folder, as the current folder sees it.
  let path: String
  let record: ShardRecord
  private let lock: FileLock

  /// The pages, below a shard's folder.
  static let output = "output"

  /// Which shard it is.
  let shard: Shard

  /// Looks at a shard's folder.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - onWait: Called where it is being built just now, which is waited for.
  /// - Throws: `Diagnostic` where there is no finished shard, ``FileError``.
  init(at path: String, onWait: () -> Void) throws {
    self.path = path
    // Any folder may have been named: nothing is made in one that is no shard's.
    let lockPath = Path.join(path, "lock")
    guard try FileStatus.ifPresent(lockPath) != nil else {
      throw Diagnostic(
        .error, .shardSet, "there is no shard in \(path)",
        hint: "name the folders that \"valise build --shard\" wrote into")
    }
    do throws(FileError) {
      lock = try FileLock(at: lockPath, onWait: onWait)
    } catch {
      if error.isInterruption { throw CancellationError() }
      throw error
    }
    guard let record = try ShardRecord.read(in: path),
      let shard = Shard(record.number, of: record.count)
    else {
      throw Diagnostic(
        .error, .shardSet, "the shard in \(path) is not finished: its build failed or was stopped",
        hint: "run its \"valise build --shard\" again")
    }
    self.record = record
    self.shard = shard
    guard try FileStatus.ifPresent(store)?.size == record.storeSize else {
      throw Diagnostic(
        .error, .shardSet, "the store of shard \(shard) in \(path) is not whole",
        hint: "copy its folder again, or \(Self.again(shard))")
    }
  }

  /// Its store.
  var store: String { Path.join(path, "store.sqlite") }
  /// Its pages.
  var output: String { Path.join(path, Self.output) }
  /// What was made of its pictures.
  var pictures: String { Path.join(path, PictureStage.folder) }

  /// What to do where a shard is not what it should be.
  static func again(_ shard: Shard) -> String {
    "build it again: valise build --shard \(shard)"
  }
}

/// All shards of a site.
struct ShardSet {
  /// In the order of their numbers.
  let shards: [BuiltShard]

  /// Looks at the folders of some shards.
  ///
  /// - Parameters:
  ///   - folders: Their folders, in any order.
  ///   - onWait: Called where one is being built just now, which is waited for.
  /// - Throws: ``MergeRefusal`` where they are not a whole set, ``FileError``, `CancellationError`.
  init(_ folders: [String], onWait: () -> Void) throws {
    var problems: [Diagnostic] = []
    var found: [BuiltShard] = []
    var seen: Set<String> = []
    for folder in folders {
      do {
        // A folder that is named twice would wait for its own lock.
        guard try FileStatus.ifPresent(folder) == nil || seen.insert(Path.resolved(folder)).inserted
        else {
          problems.append(
            Diagnostic(
              .error, .shardSet, "the shard in \(folder) is given twice", hint: "name it once"))
          continue
        }
        found.append(try BuiltShard(at: folder, onWait: onWait))
      } catch let problem as Diagnostic {
        problems.append(problem)
      }
    }
    found.sort { ($0.shard.count, $0.shard.number) < ($1.shard.count, $1.shard.number) }
    problems += Self.problems(of: found)
    guard problems.isEmpty, !found.isEmpty else { throw MergeRefusal(diagnostics: problems) }
    shards = found
  }

  /// What keeps them from being one whole set.
  private static func problems(of found: [BuiltShard]) -> [Diagnostic] {
    guard let first = found.first, let last = found.last else { return [] }
    guard first.shard.count == last.shard.count else {
      return [
        Diagnostic(
          .error, .shardSet,
          """
          these shards are of two sets: \(first.path) is \(first.shard), and \(last.path) is \
          \(last.shard)
          """, hint: "name those of one set, or delete the others")
      ]
    }
    var problems: [Diagnostic] = []
    var byNumber: [Int: BuiltShard] = [:]
    for built in found {
      if let other = byNumber[built.shard.number] {
        problems.append(
          Diagnostic(
            .error, .shardSet,
            "shard \(built.shard) is given twice: in \(other.path) and in \(built.path)",
            hint: "name one of the two"))
      } else {
        byNumber[built.shard.number] = built
      }
    }
    for number in 1...first.shard.count where byNumber[number] == nil {
      guard let missing = Shard(number, of: first.shard.count) else { continue }
      problems.append(
        Diagnostic(
          .error, .shardSet, "shard \(missing) is missing",
          hint: "build it with \"valise build --shard \(missing)\", or name its folder"))
    }
    return problems
  }
}
