import ContentReading
import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Publishing

@Suite("Publishing to a branch")
struct GitBranchTests {
  /// A site with a bare repository beside it.
  struct Place {
    let site: PublishedSite
    var target: PublishSettings.GitTarget

    init(_ change: (inout PublishSettings.GitTarget) -> Void = { _ in }) throws {
      site = try PublishedSite()
      try site.sh(
        """
        git init --quiet --bare far.git
        git init --quiet . && git config user.name Ana && git config user.email ana@example.org
        git remote add origin "$PWD/far.git"
        """)
      target = PublishSettings.GitTarget(repository: "origin")
      change(&target)
    }

    @discardableResult
    func publish(isDryRun: Bool = false) throws -> PublishReport {
      try site.publish(to: .git(target), isDryRun: isDryRun)
    }

    /// The files of the branch, hosts' files left out.
    func files() throws -> [String: String] {
      try site.sh(
        "rm -rf out && git clone --quiet --branch \(target.branch) far.git out && rm -rf out/.git")
      return try site.files(in: "out").filter { ![".nojekyll", "CNAME"].contains($0.key) }
    }

    func commits() throws -> Int {
      Int(
        try site.sh("git -C far.git rev-list --count \(target.branch)")
          .trimmingCharacters(in: .newlines)) ?? 0
    }
  }

  @Test("one commit holds the site, and the second time there is none")
  func whole() throws {
    let place = try Place()
    let report = try place.publish()
    #expect(report.plan.added.count == 8)
    #expect(try place.files() == PublishedSite.published)
    #expect(try place.site.files(in: "out")[".nojekyll"] == "")
    #expect(try place.commits() == 1)
    #expect(try place.publish().isUpToDate)
    #expect(try place.commits() == 1)
    #expect(try place.site.sh("git status --porcelain -- Output").isEmpty == false)
    #expect(try place.site.sh("git branch --list").isEmpty, "the site's own repository was used")
  }

  @Test("history is kept, or flattened where that is asked", arguments: [true, false])
  func history(keeps: Bool) throws {
    let place = try Place { $0.keepsHistory = keeps }
    try place.publish()
    try place.site.build(["index.html": "second"])
    let plan = try place.publish(isDryRun: true).plan
    #expect(try place.commits() == 1)
    #expect(try place.publish().plan == plan)
    #expect(plan.changed == ["index.html"] && plan.removed.count == 7)
    #expect(try place.files() == ["index.html": "second"])
    #expect(try place.commits() == (keeps ? 2 : 1))
    #expect(try place.publish().isUpToDate)
  }

  @Test("files of others in the branch stay, and a domain gets its file")
  func others() throws {
    let place = try Place {
      $0.branch = "pages"
      $0.domain = "lists.example.org"
    }
    try place.site.sh(
      """
      git clone --quiet far.git other 2>/dev/null && cd other && git switch --quiet -c pages
      echo mine > README.md && git add README.md
      git -c user.name=B -c user.email=b@example.org commit --quiet -m own
      git push --quiet origin pages
      """)
    try place.publish()
    try place.site.build(["index.html": "second"])
    try place.publish()
    #expect(try place.files() == ["README.md": "mine\n", "index.html": "second"])
    #expect(try place.site.files(in: "out")["CNAME"] == "lists.example.org\n")
    #expect(try place.commits() == 3)
  }

  @Test("a change of the domain alone is published")
  func domain() throws {
    var place = try Place()
    try place.publish()
    place.target.domain = "lists.example.org"
    let report = try place.publish()
    #expect(report.plan.isEmpty && !report.isUpToDate)
    #expect(try place.publish().isUpToDate)
  }

  @Test("a repository that refuses leaves all as it was, and the next run publishes")
  func refused() throws {
    let place = try Place()
    try place.publish()
    let hook = try place.site.folder.write(
      "#!/bin/sh\necho 'closed on Sundays' >&2\nexit 1\n", to: "far.git/hooks/pre-receive")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook.path)
    try place.site.build(["index.html": "second"])
    let error = #expect(throws: Diagnostic.self) { try place.publish() }
    #expect(error?.code == .publishFailed)
    #expect(try place.files() == PublishedSite.published)
    try FileManager.default.removeItem(at: hook)
    try place.publish()
    #expect(try place.files() == ["index.html": "second"])
  }

  @Test("who nobody knows is told how to be known")
  func unknownAuthor() throws {
    let place = try Place()
    let path = try place.site.searchPath(
      replacing: "git",
      with: """
        export HOME=/nowhere GIT_CONFIG_NOSYSTEM=1 EMAIL= GIT_CONFIG_COUNT=1
        export GIT_CONFIG_KEY_0=user.useConfigOnly GIT_CONFIG_VALUE_0=true
        exec /usr/bin/git "$@"

        """)
    let error = #expect(throws: Diagnostic.self) {
      try place.site.publish(to: .git(place.target), searchPath: path)
    }
    #expect(
      error?.hint?.contains("git config --global user.name") == true, "\(String(describing: error))"
    )
  }
}
