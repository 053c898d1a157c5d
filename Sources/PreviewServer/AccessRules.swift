import HTTPServer

/// Who may read the preview, and who may change lists through it.
struct AccessRules: Sendable {
  /// What a browser calls this server: `127.0.0.1:8080`, in lower case.
  let hosts: Set<String>
  /// What a page has to show before anything is written.
  let token: String

  /// Makes the rules of a server.
  ///
  /// - Parameters:
  ///   - host: The host that was asked for, a name or an address.
  ///   - address: The address it listens on, numeric.
  ///   - port: Its port.
  ///   - machineAddresses: The addresses of this machine, for a server that listens on all.
  ///   - token: The session's token.
  init(host: String, address: String, port: Int, machineAddresses: [String], token: String) {
    var names: Set<String> = [host, address]
    if Self.isEvery(address) { names.formUnion(machineAddresses) }
    if Self.isEvery(address) || Self.isLoopback(address) {
      names.formUnion(["localhost", "127.0.0.1", "::1"])
    }
    let written = names.map { $0.contains(":") ? "[\($0)]" : $0.lowercased() }
    // Browsers leave the standard port out.
    hosts = Set(written.map { "\($0):\(port)" } + (port == 80 ? written : []))
    self.token = token
  }

  /// Whether an address is of this machine alone.
  static func isLoopback(_ address: String) -> Bool {
    address == "::1" || address.hasPrefix("127.") || address == "localhost"
  }

  /// Whether a server on an address listens on all addresses of the machine.
  static func isEvery(_ address: String) -> Bool { address == "0.0.0.0" || address == "::" }

  /// What is wrong with a request that reads; nil where nothing is.
  ///
  /// A stranger's page can have its own name lead to this machine (DNS rebinding); the browser then
  /// takes what we answer for the stranger's own. The name it asks for gives it away.
  func refusal(ofReading request: HTTPRequest) -> HTTPResponse? {
    let named = request.fields.filter { $0.name == "host" }
    guard named.count == 1, hosts.contains(named[0].value.lowercased()) else {
      return .text(403, "this server does not go by that name")
    }
    return nil
  }

  /// What is wrong with a request that writes; nil where nothing is.
  func refusal(ofWriting request: HTTPRequest) -> HTTPResponse? {
    if let refusal = refusal(ofReading: request) { return refusal }
    guard let origin = request["origin"]?.lowercased(), origin.hasPrefix("http://"),
      hosts.contains(String(origin.dropFirst("http://".count)))
    else { return .text(403, "only the pages of this server may change lists") }
    guard let shown = request["x-valise-token"], Self.areEqual(shown, token) else {
      return .text(403, "the token of this session is missing or wrong: load the page again")
    }
    let type = request["content-type"]?.lowercased().prefix { $0 != ";" && $0 != " " }
    guard type == "application/json" else { return .text(415, "changes come as application/json") }
    return nil
  }

  /// Compares two texts in a time that does not tell where they differ.
  private static func areEqual(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    return zip(left.utf8, right.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// A token that nobody can guess: 32 hexadecimal digits.
  static func makeToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
