import ContentReading
import Diagnostics
import Files
import Foundation

/// A branch of a repository that holds a published site, as GitHub Pages and its like take it.
///
/// The work is done in a bare repository of our own, so the site's own repository, if it has one,
/// sees nothing of it. One commit holds all that changed, so visitors see all of it or nothing.
struct GitBranch {
  private let target: PublishSettings.GitTarget
  private let git: ExternalProgram
  /// Git in the site's folder, which knows the names of remotes and relative paths.
  private let siteGit: ExternalProgram
  private let repository: String
  /// A file that is there while our own repository is at work.
  private let unfinished: String

  /// Files of the branch that no page needs, but the host.
  private static let noJekyll = ".nojekyll"
  private static let domainFile = "CNAME"
  private static let fetched = "refs/valise/published"

  init(
    _ target: PublishSettings.GitTarget, root: String, scratch: String, searchPath: String
  ) throws {
    self.target = target
    let folder = Path.join(scratch, "branch.git")
    let make = { (folder: String, variables: [String: String]) throws(Diagnostic) in
      // Nobody may be there to answer.
      try ExternalProgram(
        "git", package: "git", searchPath: searchPath, folder: folder, scratch: scratch,
        variables: ["GIT_TERMINAL_PROMPT": "0"].merging(variables) { $1 })
    }
    siteGit = try make(root, [:])
    git = try make(
      try Path.resolved(root),
      ["GIT_DIR": folder, "GIT_INDEX_FILE": Path.join(scratch, "index")])
    try removeFile(Path.join(scratch, "index"))
    try removeFile(Path.join(scratch, "index.lock"))
    // Git is not told to wait for the disk: what a run left that did not finish is not built upon.
    unfinished = Path.join(scratch, "unfinished")
    if try FileStatus.ifPresent(unfinished) != nil, try FileStatus.ifPresent(folder) != nil {
      try FileManager.default.removeItem(atPath: folder)
    }
    try replaceFile(with: [], at: unfinished, durability: .generated)
    try siteGit.run(["init", "--quiet", "--bare", folder])
    // A name such as `origin` is one of the site's own repository.
    let known = try? siteGit.text(["remote", "get-url", "--", target.repository])
    repository = known ?? target.repository
  }

  /// Publishes a site: one commit, if anything changed.
  ///
  /// - Throws: `Diagnostic`, `FileError`
  func publish(
    _ site: BuiltSite, isDryRun: Bool, progress: (_ done: Int, _ total: Int) -> Void
  ) throws -> PublishReport {
    do {
      let tip = try fetchTip()
      let before = try tip.map(entries) ?? [:]
      let listed = try tip.flatMap(list) ?? PublishedList()
      let wanted = try hashes(of: site, progress: progress)
      var plan = PublishPlan()
      for file in site.files {
        switch before[file.path] {
        case nil: plan.added.append(file.path)
        case wanted[file.path]: break
        default: plan.changed.append(file.path)
        }
      }
      plan.removed = listed.files.keys.filter { wanted[$0] == nil && before[$0] != nil }.sorted()
      let tree = try writeTree(site, wanted, over: tip, removing: plan.removed)
      let isSame = try tip.map { try git.text(["rev-parse", $0 + "^{tree}"]) == tree } ?? false
      var report = PublishReport(plan: plan)
      report.changesBesides = !isSame
      if !isSame && !isDryRun { try push(tree, plan, over: tip) }
      try removeFile(unfinished)
      return report
    } catch let failure as ExternalProgram.Failure {
      throw Diagnostic(
        .error, .publishFailed, "git failed: \(failure.reason)",
        hint: hint(for: failure)
          ?? "nothing was changed at \(target.repository); publish again to try once more")
    }
  }

  private func hint(for failure: ExternalProgram.Failure) -> String? {
    if failure.errors.contains("tell me who you are") || failure.errors.contains("empty ident") {
      return "tell git who you are: git config --global user.name NAME, and user.email"
    }
    if failure.errors.contains("(stale info)") || failure.errors.contains("(fetch first)") {
      return "somebody else published at the same time; publish again"
    }
    return nil
  }

  // MARK: What is there

  /// The commit that the branch is at, fetched; nil where there is no such branch.
  private func fetchTip() throws -> String? {
    let branch = "refs/heads/\(target.branch)"
    let found = try git.text(["ls-remote", "--", repository, branch])
    guard !found.isEmpty else { return nil }
    try git.run([
      "fetch", "--quiet", "--depth=1", "--no-tags", "--force", "--", repository,
      "\(branch):\(Self.fetched)",
    ])
    return try git.text(["rev-parse", Self.fetched])
  }

  /// The files of a commit: the hash of each by its path.
  private func entries(of commit: String) throws -> [String: String] {
    var entries: [String: String] = [:]
    let listing = try git.run(["ls-tree", "-r", "-z", "--full-tree", commit])
    for entry in String(decoding: listing, as: UTF8.self).split(separator: "\0") {
      // `100644 blob HASH<tab>PATH`
      let sides = entry.split(separator: "\t", maxSplits: 1)
      let words = sides[0].split(separator: " ")
      guard sides.count == 2, words.count == 3 else { continue }
      entries[String(sides[1])] = String(words[2])
    }
    return entries
  }

  private func list(of commit: String) throws -> PublishedList? {
    let place = "\(commit):\(PublishedList.name)"
    guard try git.text(["ls-tree", "--name-only", commit, "--", PublishedList.name]) != "" else {
      return nil
    }
    return PublishedList(try git.run(["cat-file", "blob", place]))
  }

  // MARK: What is to be there

  /// Takes the site's files into our repository.
  ///
  /// - Returns: Git's hash of each, by its path.
  private func hashes(
    of site: BuiltSite, progress: (_ done: Int, _ total: Int) -> Void
  ) throws -> [String: String] {
    let paths = site.files.map(\.path)
    let input = paths.map { Path.join(site.folder, $0) + "\n" }.joined()
    var count = 0
    let answer = try git.run(
      ["hash-object", "-w", "--no-filters", "--stdin-paths"], input: Array(input.utf8)
    ) { _ in
      count += 1
      progress(count, paths.count)
    }
    let hashes = String(decoding: answer, as: UTF8.self).split(separator: "\n").map(String.init)
    return Dictionary(uniqueKeysWithValues: zip(paths, hashes))
  }

  private func store(_ bytes: [UInt8]) throws -> String {
    try git.text(["hash-object", "-w", "--no-filters", "--stdin"], input: bytes)
  }

  /// Makes the tree of the branch: what is there, with the site's files in place of their old ones.
  private func writeTree(
    _ site: BuiltSite, _ hashes: [String: String], over tip: String?, removing removed: [String]
  ) throws -> String {
    try git.run(["read-tree"] + (tip.map { [$0] } ?? ["--empty"]))
    var files = hashes
    // Without it, GitHub's own generator would leave out what begins with an underscore.
    files[Self.noJekyll] = try store([])
    if let domain = target.domain {
      files[Self.domainFile] = try store(Array((domain + "\n").utf8))
    }
    files[PublishedList.name] = try store(PublishedList(of: site.files).bytes)
    let lines =
      removed.map { "0 0000000000000000000000000000000000000000\t\($0)\0" }
      + files.sorted { $0.key < $1.key }.map { "100644 \($0.value)\t\($0.key)\0" }
    try git.run(["update-index", "-z", "--index-info"], input: Array(lines.joined().utf8))
    return try git.text(["write-tree"])
  }

  private func push(_ tree: String, _ plan: PublishPlan, over tip: String?) throws {
    let parents = target.keepsHistory ? tip.map { ["-p", $0] } ?? [] : []
    let sent = plan.added.count + plan.changed.count
    let message = "Publish \(sent) changed and \(plan.removed.count) removed files\n"
    let commit = try git.text(["commit-tree", tree] + parents, input: Array(message.utf8))
    let branch = "refs/heads/\(target.branch)"
    // Only over what was looked at: who published meanwhile is not overwritten.
    let lease = "--force-with-lease=\(branch):\(tip ?? "")"
    try git.run(["push", "--quiet", lease, "--", repository, "\(commit):\(branch)"])
  }
}
