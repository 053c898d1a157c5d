import HTTPServer

/// The files that the server itself brings along.
enum LiveResources {
  /// What is at an address below `/.valise/`; nil where nothing is.
  static func response(to name: String) -> HTTPResponse? {
    let bytes: [UInt8]
    switch name {
    case "live.js": bytes = PackageResources.live_js
    case "live.css": bytes = PackageResources.live_css
    default: return nil
    }
    let type = MediaType(ofExtension: name.hasSuffix(".js") ? "js" : "css").name
    return HTTPResponse(
      200,
      fields: [
        ("Content-Type", type), ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"),
      ],
      body: .bytes(bytes))
  }
}
