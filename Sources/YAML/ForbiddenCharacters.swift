extension SourceText {
  /// A problem for each character YAML does not allow anywhere, and for the first bytes that are
  /// not UTF-8.
  ///
  /// libyaml would stop at the first, and at times before it delivers what stands in front of it.
  func forbiddenCharacters() -> [YAMLProblem] {
    // A file that is no text at all must not become a million problems.
    let limit = 20
    var problems: [YAMLProblem] = []
    var decoder = Unicode.UTF8.ForwardParser()
    var input = bytes[start...].makeIterator()
    var offset = start
    while problems.count < limit {
      switch decoder.parseScalar(from: &input) {
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        if !isAllowed(scalar.value) { problems.append(problem(scalar, encoded.count, at: offset)) }
        offset += encoded.count
      case .emptyInput:
        return problems
      case .error(let length):
        problems.append(
          YAMLProblem(
            kind: .syntax, message: "these bytes are not UTF-8 text",
            position: position(ofOffset: offset), length: length,
            hint: "save the file with the encoding UTF-8"))
        return problems
      }
    }
    return problems
  }

  private func problem(_ scalar: Unicode.Scalar, _ length: Int, at offset: Int) -> YAMLProblem {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    return YAMLProblem(
      kind: .syntax, message: "the invisible character \(code) cannot stand in YAML",
      position: position(ofOffset: offset), length: length, hint: "delete it")
  }

  private func isAllowed(_ value: UInt32) -> Bool {
    switch value {
    case 0x20...0x7E, 0x09, 0x0A, 0x0D, 0x85: true
    case 0xFEFF: false
    case 0xA0...0xFFFD, 0x10000...: true
    default: false
    }
  }
}
