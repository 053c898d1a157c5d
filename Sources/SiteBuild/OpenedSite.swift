import ContentReading
import Diagnostics
import Files
import ModelStore
import PackingLists

/// A site whose lock is held and whose settings are read.
struct LockedSite {
  let lock: FileLock
  let configuration: SiteConfiguration
  /// The hash of the configuration's bytes.
  let configurationHash: String
  /// What is wrong with the configuration.
  let diagnostics: [Diagnostic]

  /// Whether the configuration can be trusted: pages made from half of one would be wrong.
  var isConfigured: Bool { !diagnostics.contains { $0.severity == .error } }

  /// Takes the lock of a site.
  ///
  /// - Parameters:
  ///   - site: The site.
  ///   - progress: Told where another build has to be waited for.
  /// - Throws: `Diagnostic` where there is no site or its configuration cannot be read,
  ///   `CancellationError` where the person wants it to stop, and `FileError`.
  init(_ site: Site, _ progress: (BuildProgress) -> Void) throws {
    guard try FileStatus.ifPresent(site.path(Site.content)) != nil else {
      throw Diagnostic.noSite(site)
    }
    guard try FileStatus(of: site.path(Site.content)).kind == .folder else {
      throw Diagnostic(
        .error, .contentMissing, "\(Site.content) is a file where a folder should be",
        at: FilePosition(path: Site.content), hint: "move it away, or make a folder of it")
    }
    var diagnostics: [Diagnostic] = []
    (configuration, configurationHash) = try Self.readConfiguration(of: site, &diagnostics)
    try makeFolder(site.path(site.derived))
    do throws(FileError) {
      lock = try FileLock(at: site.lockPath, onWait: { progress(.waiting) })
    } catch {
      if error.isInterruption { throw CancellationError() }
      throw error
    }
    self.diagnostics = diagnostics
  }

  static func readConfiguration(
    of site: Site, _ diagnostics: inout [Diagnostic]
  ) throws -> (SiteConfiguration, String) {
    guard try FileStatus.ifPresent(site.path(Site.configuration)) != nil else {
      return (SiteConfiguration(), StableHash().text)
    }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try readFile(site.path(Site.configuration))
    } catch {
      throw Diagnostic.unreadable(Site.configuration, error)
    }
    let (configuration, problems) = SiteConfigurationReader.read(
      bytes: bytes, path: Site.configuration)
    diagnostics += problems
    return (configuration, StableHash(of: bytes).text)
  }
}

/// A site whose lock is held and whose store and settings are there.
struct OpenedSite {
  let container: ModelContainer
  /// What is wrong with the configuration, and what became of the store.
  let diagnostics: [Diagnostic]
  private let locked: LockedSite

  var lock: FileLock { locked.lock }
  var configuration: SiteConfiguration { locked.configuration }
  var configurationHash: String { locked.configurationHash }
  var isConfigured: Bool { locked.isConfigured }

  /// Opens the store of a site.
  ///
  /// - Parameters:
  ///   - site: The site.
  ///   - locked: Its lock and settings.
  ///   - startsAfresh: Whether the store is removed and made again.
  /// - Throws: `StoreError` where the store is unfit, and `FileError`.
  init(_ site: Site, _ locked: LockedSite, startsAfresh: Bool) throws {
    self.locked = locked
    var diagnostics = locked.diagnostics
    let isTouched = try !StoreSeal(of: site).wasKept()
    if isTouched { diagnostics.append(.storeTouched) }
    if startsAfresh || isTouched { try SiteStore.remove(site) }
    container = try SiteStore.open(site)
    self.diagnostics = diagnostics
  }
}

extension Diagnostic {
  /// The folder holds no site.
  public static func noSite(_ site: Site) -> Diagnostic {
    let place = [".", ""].contains(site.root) ? "this folder" : site.root
    return Diagnostic(
      .error, .contentMissing, "\(place) has no \(Site.content)/ folder, so it is no site",
      hint: "go to a site's folder, name it with -C DIR, or make one with \"valise init DIR\"")
  }
}
