import ContentReading
import FuzzSupport
import YAML

// A text as YAML, and as a site's settings.
Fuzzer.run { bytes in
  let (root, problems) = YAMLDocument.parse(utf8: bytes)
  var count = 0
  if let root { check(root, depth: 0, in: bytes, &count) }
  require(count <= bytes.count * 2 + YAMLDocument.aliasLimit + 16, "\(count) nodes")
  for problem in problems {
    require(isPlace(problem.position, in: bytes) && problem.length >= 0, "\(problem)")
    if let related = problem.related { require(isPlace(related, in: bytes), "\(problem)") }
  }
  let again = YAMLDocument.parse(String(decoding: bytes, as: UTF8.self))
  if String(validating: bytes, as: UTF8.self) != nil {
    require(again.root == root && again.problems == problems, "read twice, and not alike")
  }
  let read = SiteConfigurationReader.read(bytes: bytes, path: "valise.yml")
  _ = ReadingOptions(read.configuration)
}

@Sendable func isPlace(_ position: YAMLPosition, in bytes: [UInt8]) -> Bool {
  position.line >= 1 && position.column >= 1 && position.line <= bytes.count + 1
    && position.column <= bytes.count + 1
}

@Sendable func check(_ node: YAMLNode, depth: Int, in bytes: [UInt8], _ count: inout Int) {
  count += 1
  require(depth <= YAMLDocument.depthLimit, "too deep")
  require(isPlace(node.position, in: bytes), "\(node)")
  switch node {
  case .scalar: break
  case .sequence(let nodes, _):
    for node in nodes { check(node, depth: depth + 1, in: bytes, &count) }
  case .mapping(let entries, _):
    var keys: Set<String> = []
    for entry in entries {
      require(keys.insert(entry.key.text).inserted, "the key \(entry.key.text) twice")
      check(entry.value, depth: depth + 1, in: bytes, &count)
    }
  }
}
