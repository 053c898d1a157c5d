internal import CYAML

/// One step of libyaml through a text.
struct YAMLEvent {
  enum Kind {
    case documentStart, documentEnd, sequenceEnd, mappingEnd, streamStart, streamEnd
    case sequenceStart(anchor: String?, tag: String?)
    case mappingStart(anchor: String?, tag: String?)
    case scalar(text: String, style: Style, anchor: String?, tag: String?)
    case alias(String)
  }

  enum Style {
    case plain, quoted, block
  }

  var kind: Kind
  /// Characters from the start of the text to the first that belongs to it.
  var start: Int
  /// Characters from the start of the text to the first after it.
  var end: Int
}

/// Why libyaml stopped, in its own words, with places as characters from the start of the text.
struct YAMLFailure: Error {
  var problem: String
  var place: Int
  var context: String
  var contextPlace: Int
}

/// The one owner of a libyaml parser and of the bytes it reads.
@safe final class EventReader {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeMutableBufferPointer<UInt8>

  init(_ bytes: some Collection<UInt8>) throws(YAMLFailure) {
    // The parser keeps a pointer to its input and to itself: neither may move.
    unsafe parser = .allocate(capacity: 1)
    unsafe input = .allocate(capacity: bytes.count)
    _ = unsafe input.initialize(from: bytes)
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      // deinit runs for a throwing initializer too; an emptied parser is safe to delete.
      unsafe parser.initialize(to: yaml_parser_t())
      throw YAMLFailure(problem: "out of memory", place: 0, context: "", contextPlace: 0)
    }
    // Said outright, since libyaml would otherwise guess UTF-16 from the first two bytes.
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe input.deallocate()
  }

  /// The next event.
  func next() throws(YAMLFailure) -> YAMLEvent {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw failure() }
    defer { unsafe yaml_event_delete(&event) }
    return unsafe YAMLEvent(
      kind: kind(of: event), start: Int(event.start_mark.index), end: Int(event.end_mark.index))
  }

  private func kind(of event: yaml_event_t) -> YAMLEvent.Kind {
    switch unsafe event.type {
    case YAML_STREAM_START_EVENT: return .streamStart
    case YAML_DOCUMENT_START_EVENT: return .documentStart
    case YAML_DOCUMENT_END_EVENT: return .documentEnd
    case YAML_SEQUENCE_START_EVENT:
      let data = unsafe event.data.sequence_start
      return unsafe .sequenceStart(anchor: text(data.anchor), tag: text(data.tag))
    case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
    case YAML_MAPPING_START_EVENT:
      let data = unsafe event.data.mapping_start
      return unsafe .mappingStart(anchor: text(data.anchor), tag: text(data.tag))
    case YAML_MAPPING_END_EVENT: return .mappingEnd
    case YAML_ALIAS_EVENT: return unsafe .alias(text(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let data = unsafe event.data.scalar
      let value = unsafe UnsafeBufferPointer(start: data.value, count: data.length)
      return unsafe .scalar(
        text: String(decoding: value, as: UTF8.self), style: style(of: data.style),
        anchor: text(data.anchor), tag: text(data.tag))
    default: return .streamEnd
    }
  }

  private func style(of style: yaml_scalar_style_t) -> YAMLEvent.Style {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE: .quoted
    case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
    default: .plain
    }
  }

  private func failure() -> YAMLFailure {
    unsafe YAMLFailure(
      problem: parser.pointee.problem.map { unsafe String(cString: $0) } ?? "out of memory",
      place: Int(parser.pointee.problem_mark.index),
      context: parser.pointee.context.map { unsafe String(cString: $0) } ?? "",
      contextPlace: Int(parser.pointee.context_mark.index))
  }

  private func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    unsafe pointer.map { unsafe String(cString: $0) }
  }
}
