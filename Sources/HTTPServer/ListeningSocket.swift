import Glibc

/// A server cannot listen where it was asked to.
public struct ListeningError: Error, Sendable, Hashable {
  /// Why, as the system numbers it (`errno`); 0 where the name of the host is not known.
  public var code: Int32
  /// Why, in the system's words.
  public var reason: String

  /// Whether another program listens there.
  public var isTaken: Bool { code == EADDRINUSE }
  /// Whether this user may not listen there.
  public var isForbidden: Bool { code == EACCES }
}

/// A socket that takes connections.
@safe public struct ListeningSocket: ~Copyable {
  let descriptor: Int32
  /// The address it listens on, numeric, without a scope: `127.0.0.1`, `::`.
  public let address: String
  /// The port it listens on.
  public let port: Int

  /// How many connections may wait to be taken.
  private static let backlog: Int32 = 1024

  /// Listens.
  ///
  /// - Parameters:
  ///   - host: A name or a numeric address; the first address of a name is taken.
  ///   - port: The port; 0 for any that is free.
  /// - Throws: ``ListeningError``
  public init(host: String, port: Int) throws(ListeningError) {
    var hints = unsafe addrinfo()
    unsafe hints.ai_flags = AI_PASSIVE
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let code = unsafe getaddrinfo(host, String(port), &hints, &found)
    guard code == 0, let first = unsafe found else {
      throw ListeningError(code: 0, reason: unsafe String(cString: gai_strerror(code)))
    }
    defer { unsafe freeaddrinfo(first) }
    let kind = unsafe first.pointee.ai_socktype | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = unsafe socket(first.pointee.ai_family, kind, 0)
    guard descriptor >= 0 else { throw .last }
    // A server that was just stopped leaves connections behind that are still being closed.
    var yes: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
    guard unsafe bind(descriptor, first.pointee.ai_addr, first.pointee.ai_addrlen) == 0,
      listen(descriptor, Self.backlog) == 0, let name = Self.name(of: descriptor)
    else {
      let failure = ListeningError.last
      Glibc.close(descriptor)
      throw failure
    }
    self.descriptor = descriptor
    (address, self.port) = name
  }

  /// Closes it.
  consuming func close() { Glibc.close(descriptor) }

  private static func name(of descriptor: Int32) -> (address: String, port: Int)? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return unsafe withUnsafeMutablePointer(to: &storage) { storage in
      let address = unsafe UnsafeMutableRawPointer(storage).assumingMemoryBound(to: sockaddr.self)
      guard unsafe getsockname(descriptor, address, &length) == 0 else { return nil }
      return unsafe numericName(of: address, length)
    }
  }
}

extension ListeningError {
  static var last: ListeningError {
    let code = errno
    return ListeningError(code: code, reason: unsafe String(cString: strerror(code)))
  }
}

/// A socket's address in digits.
private func numericName(
  of address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> (address: String, port: Int)? {
  var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
  var service = [CChar](repeating: 0, count: Int(NI_MAXSERV))
  let flags = NI_NUMERICHOST | NI_NUMERICSERV
  let code = unsafe getnameinfo(
    address, length, &host, socklen_t(host.count), &service, socklen_t(service.count), flags)
  guard code == 0 else { return nil }
  let text = { (bytes: [CChar]) in
    String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
  // The scope of a link-local address means nothing to others.
  let name = text(host).prefix { $0 != "%" }
  return Int(text(service)).map { (String(name), $0) }
}

/// The addresses of this machine in its networks, numeric, those of version 4 first; without
/// loopback, and without link-local ones.
public func machineAddresses() -> [String] {
  var list: UnsafeMutablePointer<ifaddrs>?
  guard unsafe getifaddrs(&list) == 0 else { return [] }
  defer { unsafe freeifaddrs(list) }
  var addresses: [(isOld: Bool, text: String)] = []
  var next = unsafe list
  while let entry = unsafe next {
    unsafe next = entry.pointee.ifa_next
    guard let address = unsafe entry.pointee.ifa_addr,
      unsafe entry.pointee.ifa_flags & UInt32(IFF_LOOPBACK) == 0
    else { continue }
    let family = Int32(unsafe address.pointee.sa_family)
    guard family == AF_INET || family == AF_INET6 else { continue }
    let size =
      family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
    guard let name = unsafe numericName(of: address, socklen_t(size)),
      !name.address.hasPrefix("fe80:")
    else { continue }
    addresses.append((family == AF_INET, name.address))
  }
  return addresses.filter(\.isOld).map(\.text) + addresses.filter { !$0.isOld }.map(\.text)
}

/// Lets this process open as many files and connections as it is allowed to.
///
/// - Returns: How many that are.
public func raiseOpenFileLimit() -> Int {
  var limit = rlimit()
  guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
    return 1024
  }
  var wanted = limit
  // Nobody needs more, and what walks over all possible descriptors gets slow.
  wanted.rlim_cur = min(limit.rlim_max, 65_536)
  guard wanted.rlim_cur > limit.rlim_cur,
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &wanted) == 0
  else { return Int(clamping: limit.rlim_cur) }
  return Int(clamping: wanted.rlim_cur)
}
