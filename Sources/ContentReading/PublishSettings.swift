/// Where a site is published, as `valise.yml` says under `publish`.
public struct PublishSettings: Sendable, Hashable {
  /// What brings the files there.
  public enum Target: Sendable, Hashable {
    /// rsync, to a folder: `/var/www/trips`, `ana@example.org:trips`, `rsync://example.org/trips`.
    case rsync(String)
    /// git, to a branch of a repository.
    case git(GitTarget)
    /// rclone, to a path of one of its remotes: `s3:lists.example.org`.
    case rclone(String)
  }

  /// A branch that holds a published site.
  public struct GitTarget: Sendable, Hashable {
    /// The repository, as git names it: a URL, a path, or the name of a remote.
    public var repository: String
    /// The branch.
    public var branch = "gh-pages"
    /// Whether the branch keeps what was published before.
    public var keepsHistory = true
    /// The host's own name, for a file `CNAME`; nil for none.
    public var domain: String?

    /// Names the repository; all else is as usual.
    public init(repository: String) { self.repository = repository }
  }

  /// What brings the files there, and where that is.
  public var target: Target

  /// Makes settings.
  public init(target: Target) { self.target = target }
}
