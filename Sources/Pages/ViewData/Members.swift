import Mustache

extension MustacheMembers {
  /// These names, and then those of a part of the source.
  func with<Part>(
    _ others: MustacheMembers<Part>, of part: @escaping @Sendable (Source) -> Part
  ) -> MustacheMembers<Source> {
    with(others.list.map { member in (member.name, { member.value(part($0)) }) })
  }

  /// These names, and then others.
  func with(_ others: [Member]) -> MustacheMembers<Source> {
    MustacheMembers(list + others, keeping: keeping)
  }

  /// All names with their values.
  func pairs(of source: Source) -> [(String, MustacheValue)] {
    list.map { ($0.name, $0.value(source)) }
  }
}
