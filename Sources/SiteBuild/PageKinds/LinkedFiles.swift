import Files

/// The files and pictures in `Content/` that pages link to.
struct LinkedFiles: PageKind {
  func plans(of site: PlannedSite, after others: [PagePlan]) throws -> [PagePlan] {
    var plans: [PagePlan] = []
    for file in site.files {
      if let picture = site.pictures.linked[file] {
        plans += picture.plans
      } else if !PictureStage.isPicture(file),
        let status = try FileStatus.ifPresent(site.site.path(file))
      {
        plans.append(
          .copy(
            SiteLink.outputPath(of: file), of: file,
            version: "\(status.size) \(status.modified) \(status.inode)"))
      }
    }
    return plans
  }
}
