extension Compiler {
  /// Begins a section or inverted section.
  mutating func openSection(_ tag: Tag) {
    if case .parent = open.last?.role {
      report(
        "a section right inside a parent shows nothing", at: tag.range,
        hint: "put the section into a block")
    }
    endText(before: tag)
    // A section that cannot be shown is still read, so that its end fits.
    let name = addName(tag.name, of: tag)
    let isInverted = tag.kind == .inverted
    let index = append(.lineStart)
    if let name {
      replace(
        index, with: isInverted ? .inverted(name: name, end: 0) : .section(name: name, end: 0))
    }
    push(isInverted ? .inverted(index) : .section(index), tag)
  }

  /// Begins a parent: a partial whose blocks are overridden by what stands inside.
  mutating func openParent(_ tag: Tag) {
    let line = source.blankLineStart(before: tag.range.lowerBound).flatMap {
      $0 >= textStart ? $0 : nil
    }
    emitText(upTo: line ?? tag.range.lowerBound)
    textStart = tag.range.upperBound
    // The blanks in front are an indent if nothing follows the closing tag either, and else text:
    // this step is for that text.
    let blanks = line.map { $0..<tag.range.lowerBound }
    _ = append(.literal(start: 0, end: 0, startsLine: false))
    let index = append(.lineStart)
    let use = addPartial(tag, isStandalone: false) ?? -1
    push(.parent(index, use: use, blanks: blanks), tag)
  }

  /// Begins a block: right inside a parent it overrides, anywhere else it can be overridden.
  mutating func openBlock(_ tag: Tag, _ blockNumbers: inout [String: Int]) {
    let isNamed = isName(tag.name, of: tag)
    let name = source.text(tag.name)
    let block = isNamed ? blockNumbers[name, default: blockNumbers.count] : -1
    if isNamed { blockNumbers[name] = block }

    if case .parent(_, let use, _) = open.last?.role {
      let own = ownIndent(after: tag)
      reportRepeated(block, in: use, tag)
      let line = source.blankLineEnd(after: tag.range.upperBound)
      let code = template.code.count
      push(
        .override(block: block, code: code, startsLine: line != nil, outerStrip: strip), tag)
      textStart = line ?? tag.range.upperBound
      strip = own?.count ?? 0
      return
    }

    let blanks = source.blankLineStart(before: tag.range.lowerBound).map {
      $0..<tag.range.lowerBound
    }
    let isStandalone = endText(before: tag)
    let inside = isStandalone ? ownIndent(after: tag) : nil
    let indent = (inside ?? blanks).map { self.indent($0) } ?? []
    let use = append(BlockUse(block: block, indent: indent, isInline: !isStandalone))
    push(.block(append(.block(use, end: 0))), tag)
  }

  /// The blanks before the first text inside a block, if that stands in a line of its own.
  private func ownIndent(after tag: Tag) -> Range<Int>? {
    guard var line = source.blankLineEnd(after: tag.range.upperBound) else { return nil }
    while line < source.bytes.count {
      let text = source.blankEnd(from: line)
      guard let next = source.blankLineEnd(after: line) else {
        return scanner.isCloseTag(at: text) ? nil : line..<text
      }
      line = next
    }
    return nil
  }

  private mutating func reportRepeated(_ block: Int, in use: Int, _ tag: Tag) {
    guard use >= 0, block >= 0 else { return }
    if template.partials[use].overrides.contains(where: { $0.block == block }) {
      report(
        "the block \"\(source.text(tag.name))\" is given twice; the first is used", at: tag.range,
        hint: "delete one of the two")
    }
  }

  private mutating func push(_ role: OpenTag.Role, _ tag: Tag) {
    open.append(OpenTag(role: role, name: source.text(tag.name), range: tag.range))
  }
}
