import Files
import PackingLists
import Pages

/// Says which files a site has, and what each is made from.
struct PagePlanner: Sendable {
  let site: Site
  let configurationHash: String
  let baseURL: String?
  let theme: Theme
  let trips: [LoadedTrip]
  let pictures: ReadyPictures
  /// The files in `Content/` that pages link to.
  let files: [String]
  let environment: BuildEnvironment

  /// The files of the site: pages, style sheets, pictures, files that are linked to.
  ///
  /// - Returns: No two with one path.
  /// - Throws: `FileError` where a linked file cannot be looked at.
  func plans() throws(FileError) -> [PagePlan] {
    var shared = StableHash()
    shared.add(environment.version)
    shared.add(environment.edition)
    shared.add(configurationHash)
    shared.add(baseURL ?? "")
    shared.add(theme.hash)
    var plans: [PagePlan] = []
    plans.reserveCapacity(trips.count * 2 + 8)
    var home = shared
    home.add(environment.today.description)
    for trip in trips {
      home.add(trip.slug)
      home.add(trip.fingerprint)
      var hash = shared
      hash.add(trip.fingerprint)
      if let photo = pictures.photos[trip.slug] {
        for part in [photo.outputPath, String(photo.width), String(photo.height)] { hash.add(part) }
      }
      let inputs = trip.isCurrent ? hash.text : nil
      plans.append(
        PagePlan(
          path: PageAddress.trip(trip.slug).path, source: .trip(slug: trip.slug, .screen),
          inputsHash: inputs))
      plans.append(
        PagePlan(
          path: PageAddress.print(trip.slug).path, source: .trip(slug: trip.slug, .paper),
          inputsHash: inputs))
      if let photo = pictures.photos[trip.slug] {
        plans.append(plan(of: photo))
      }
    }
    plans.append(PagePlan(path: PageAddress.home.path, source: .home, inputsHash: home.text))
    for asset in theme.assets {
      plans.append(
        PagePlan(
          path: asset.path, source: .bytes(asset.bytes),
          inputsHash: StableHash(of: asset.bytes).text))
    }
    for file in files {
      if let picture = pictures.linked[file] {
        plans.append(plan(of: picture))
      } else if !PictureStage.isPicture(file),
        let status = try FileStatus.ifPresent(site.path(file))
      {
        plans.append(
          PagePlan(
            path: SiteLink.outputPath(of: file), source: .file(file),
            inputsHash: "\(status.size) \(status.modified) \(status.inode)"))
      }
    }
    return plans
  }

  private func plan(of picture: ReadyPicture) -> PagePlan {
    PagePlan(
      path: picture.outputPath, source: .file(picture.cachePath),
      inputsHash: "\(picture.cachePath) \(picture.version)")
  }
}
