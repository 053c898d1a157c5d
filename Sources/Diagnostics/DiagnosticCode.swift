/// The stable name of a kind of problem.
///
/// Every code is listed here, once, and explained in `docs/errors.md`; a test compares the two. A
/// code is never reused for another problem.
public enum DiagnosticCode: String, Sendable, Codable, CaseIterable {
  // Front matter and its values
  case frontMatterTOML = "front-matter.toml"
  case frontMatterUnclosed = "front-matter.unclosed"
  case frontMatterUnknownKey = "front-matter.unknown-key"
  case frontMatterValue = "front-matter.value"
  case yamlSyntax = "yaml.syntax"
  case yamlDuplicateKey = "yaml.duplicate-key"
  case yamlTooDeep = "yaml.too-deep"
  case yamlAliases = "yaml.aliases"

  // Trips
  case tripAddress = "trip.address"
  case tripEmpty = "trip.empty"
  case tripDate = "trip.date"
  case tripDateOrder = "trip.date-order"
  case tripNights = "trip.nights"
  case tripDuplicateAddress = "trip.duplicate-address"
  case tripDuplicateBooking = "trip.duplicate-booking"
  case tripPhoto = "trip.photo"
  case photoTool = "photo.tool"
  case tripInclude = "trip.include"
  case tripIncludeCycle = "trip.include-cycle"
  case tripEssentials = "trip.essentials"
  case bagOverLimit = "bag.over-limit"

  // Items
  case itemEmpty = "item.empty"
  case itemQuantity = "item.quantity"
  case itemDuplicate = "item.duplicate"
  case itemUnknownBag = "item.unknown-bag"
  case itemUnknownTraveller = "item.unknown-traveller"
  case quantityUnknownName = "quantity.unknown-name"
  case htmlList = "html.list"
  case linkMissing = "link.missing"

  // Goals and books
  case entryEmpty = "entry.empty"
  case entryDate = "entry.date"
  case goalTarget = "goal.target"
  case goalCollection = "goal.collection"
  case bookRating = "book.rating"

  // Files
  case fileUnreadable = "file.unreadable"
  case fileEncoding = "file.encoding"
  case fileWrite = "file.write"
  case fileOutside = "file.outside"
  case contentMissing = "content.missing"
  case contentIgnored = "content.ignored"
  case listDuplicateName = "list.duplicate-name"

  // Site configuration
  case configValue = "config.value"
  case configUnknownKey = "config.unknown-key"

  // Templates
  case templateSyntax = "template.syntax"
  case templateUnknownName = "template.unknown-name"
  case templateUnknownPartial = "template.unknown-partial"
  case templateUnused = "template.unused"
  case templateRecursion = "template.recursion"

  // Edits
  case editAmbiguous = "edit.ambiguous"
  case editRefused = "edit.refused"
  case editUndo = "edit.undo"
  case importFile = "import.file"
  case importRow = "import.row"
  case exportNothing = "export.nothing"

  // Printing
  case printEngine = "print.engine"
  case printFailed = "print.failed"
  case printGlyph = "print.glyph"
  case printPrivate = "print.private"

  // The build and the command line
  case buildInterrupted = "build.interrupted"
  case storeFailed = "store.failed"
  case serveAddress = "serve.address"
  case publishTarget = "publish.target"
  case publishTool = "publish.tool"
  case publishFailed = "publish.failed"
  case shardSet = "shard.set"
  case shardDiffers = "shard.differs"
  case usage = "command.usage"
  case notFound = "command.not-found"
  case exists = "command.exists"
}
