/// What kind of content a file has, told by its name.
public struct MediaType: Sendable, Hashable {
  /// The type as `Content-Type` has it, the charset of texts included.
  public let name: String
  /// Whether it is worth being compressed: a text, and nothing that is compressed already.
  public let isCompressible: Bool

  /// The type of a file.
  ///
  /// - Parameter fileExtension: What follows the last dot of its name, in lower case.
  public init(ofExtension fileExtension: String) {
    if let text = Self.texts[fileExtension] {
      (name, isCompressible) = (text + "; charset=utf-8", true)
    } else if let data = Self.textualData[fileExtension] {
      (name, isCompressible) = (data, true)
    } else {
      (name, isCompressible) = (Self.others[fileExtension] ?? "application/octet-stream", false)
    }
  }

  /// Texts, all of them in UTF-8.
  private static let texts = [
    "atom": "application/atom+xml", "css": "text/css", "csv": "text/csv", "htm": "text/html",
    "html": "text/html", "ics": "text/calendar", "js": "text/javascript", "md": "text/markdown",
    "mjs": "text/javascript", "rss": "application/rss+xml", "tsv": "text/tab-separated-values",
    "txt": "text/plain", "vcf": "text/vcard", "xhtml": "application/xhtml+xml",
    "xml": "application/xml",
  ]

  /// Texts that say for themselves how they are encoded.
  private static let textualData = [
    "geojson": "application/geo+json", "gpx": "application/gpx+xml", "json": "application/json",
    "kml": "application/vnd.google-earth.kml+xml", "map": "application/json",
    "svg": "image/svg+xml", "wasm": "application/wasm",
    "webmanifest": "application/manifest+json",
  ]

  private static let others = [
    "avif": "image/avif", "gif": "image/gif", "gz": "application/gzip", "heic": "image/heic",
    "ico": "image/x-icon", "jpeg": "image/jpeg", "jpg": "image/jpeg", "m4a": "audio/mp4",
    "mov": "video/quicktime", "mp3": "audio/mpeg", "mp4": "video/mp4", "ogg": "audio/ogg",
    "otf": "font/otf", "pdf": "application/pdf", "png": "image/png", "ttf": "font/ttf",
    "wav": "audio/wav", "webm": "video/webm", "webp": "image/webp", "woff": "font/woff",
    "woff2": "font/woff2", "zip": "application/zip",
  ]
}
