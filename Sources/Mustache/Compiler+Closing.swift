extension Compiler {
  /// Ends what a closing tag names, and reports what it leaves open.
  mutating func close(_ tag: Tag) {
    guard isName(tag.name, of: tag) || !tag.name.isEmpty else {
      // It belongs to an opening tag without a name, if there is one.
      if open.last?.name == "" { end(tag) } else { endText(before: tag) }
      return
    }
    let name = source.text(tag.name)
    guard let last = open.last else {
      report("\(quoted(tag.range)) closes nothing", at: tag.range, hint: "delete it")
      endText(before: tag)
      return
    }
    if closes(name, last) { return end(tag) }

    let here = source.place(tag.range.lowerBound)
    if open.contains(where: { closes(name, $0) }) {
      emitText(upTo: tag.range.lowerBound)
      textStart = tag.range.lowerBound
      while let inner = open.last, !closes(name, inner) {
        report(
          "\(quoted(inner.range)) is still open where \(quoted(tag.range)) in line \(here.line) "
            + "closes what is around it",
          at: inner.range, hint: "close it with \(closing(inner)) before that", related: here)
        finish(before: tag)
      }
      return end(tag)
    }
    report(
      "\(quoted(last.range)) is closed by \(quoted(tag.range)) in line \(here.line)",
      at: last.range, hint: "close it with \(closing(last))", related: here)
    end(tag)
  }

  /// Reports a tag that is still open at the end.
  mutating func reportUnclosed(_ tag: OpenTag) {
    report(
      "\(quoted(tag.range)) is never closed", at: tag.range,
      hint: "close it with \(closing(tag))")
  }

  /// Ends what is still open at the end, so that the program has no jump to nowhere.
  mutating func closeForgotten() {
    let end = source.bytes.count
    while !open.isEmpty { self.end(Tag(kind: .close, range: end..<end, name: end..<end)) }
  }

  private func closes(_ name: String, _ tag: OpenTag) -> Bool {
    // {{#if x}} is wrong by itself; {{/if}} after it is not another mistake.
    name == tag.name || tag.name.hasPrefix(name + " ") || isSameDynamicName(name, tag.name)
  }

  private func isSameDynamicName(_ left: String, _ right: String) -> Bool {
    guard left.hasPrefix("*"), right.hasPrefix("*") else { return false }
    return left.dropFirst().drop { $0.isWhitespace } == right.dropFirst().drop { $0.isWhitespace }
  }

  private func quoted(_ range: Range<Int>) -> String { source.text(range) }

  private func closing(_ tag: OpenTag) -> String { "{{/\(tag.name)}}" }

  // MARK: Ends

  /// Ends the innermost open tag at its closing tag.
  private mutating func end(_ tag: Tag) {
    guard let innermost = open.last else { return }
    switch innermost.role {
    case .section, .inverted, .block:
      endText(before: tag)
      finish(before: tag)
    case .override:
      let line = source.blankLineStart(before: tag.range.lowerBound)
      emitText(upTo: line.map { max($0, textStart) } ?? tag.range.lowerBound)
      textStart = tag.range.upperBound
      finish(before: tag)
    case .parent: endParent(tag)
    }
  }

  /// Ends the innermost open tag, after the text before its end is emitted.
  private mutating func finish(before tag: Tag) {
    guard let last = open.popLast() else { return }
    let next = template.code.count
    switch last.role {
    case .section(let index):
      guard case .section(let name, _) = template.code[index] else { return }
      _ = append(.endSection(start: index))
      replace(index, with: .section(name: name, end: next + 1))
    case .inverted(let index):
      guard case .inverted(let name, _) = template.code[index] else { return }
      replace(index, with: .inverted(name: name, end: next))
    case .block(let index):
      guard case .block(let use, _) = template.code[index] else { return }
      replace(index, with: .block(use, end: next))
    case .override(let block, let code, let startsLine, let outerStrip):
      strip = outerStrip
      guard case .parent(_, let use, _) = open.last?.role, use >= 0 else { return }
      let override = PartialUse.Override(
        block: block, code: code..<next, startsLine: startsLine)
      changePartial(use) { $0.overrides.append(override) }
    case .parent(let index, let use, _):
      guard use >= 0 else { return }
      replace(index, with: .parent(use, end: next))
    }
  }

  private mutating func endParent(_ tag: Tag) {
    guard case .parent(let index, let use, let blanks) = open.last?.role else { return }
    textStart = tag.range.upperBound
    if let blanks, let next = source.blankLineEnd(after: tag.range.upperBound) {
      textStart = next
      let indent = self.indent(blanks)
      if use >= 0 {
        changePartial(use) {
          $0.indent = indent
          $0.isStandalone = true
        }
      }
    } else if let blanks {
      let start = blanks.lowerBound + strippable(blanks)
      replace(
        index - 1, with: .literal(start: start, end: blanks.upperBound, startsLine: true))
    }
    finish(before: tag)
  }
}
