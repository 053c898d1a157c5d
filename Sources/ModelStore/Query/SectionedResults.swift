/// The objects of a query in sections, which are in the order of their titles.
public struct SectionedResults<Element: PersistentModel, SectionTitle: Hashable>:
  RandomAccessCollection
{
  private let sections: [ResultsSection<Element, SectionTitle>]
  private let indexes: [SectionTitle: Int]

  /// No sections.
  public init() {
    sections = []
    indexes = [:]
  }

  /// Cuts objects, which are in order of title, into sections.
  init(_ elements: [Element], title: (Element) -> SectionTitle) {
    var sections: [ResultsSection<Element, SectionTitle>] = []
    var indexes: [SectionTitle: Int] = [:]
    var first = 0
    while first < elements.count {
      let name = title(elements[first])
      var end = first + 1
      while end < elements.count, title(elements[end]) == name { end += 1 }
      indexes[name] = sections.count
      sections.append(ResultsSection(title: name, elements: elements[first..<end]))
      first = end
    }
    self.sections = sections
    self.indexes = indexes
  }

  /// The place of the first section.
  public var startIndex: Int { 0 }
  /// The place after the last section.
  public var endIndex: Int { sections.count }
  /// The section at a place.
  public subscript(position: Int) -> ResultsSection<Element, SectionTitle> { sections[position] }

  /// The section of that title; nil where there is none.
  public subscript(sectionTitle title: SectionTitle) -> ResultsSection<Element, SectionTitle>? {
    indexes[title].map { sections[$0] }
  }
}

/// The objects of one section, in the query's order.
public struct ResultsSection<Element: PersistentModel, SectionTitle: Hashable>:
  RandomAccessCollection, Identifiable
{
  /// What all its objects have in common.
  public let title: SectionTitle
  private let elements: ArraySlice<Element>

  init(title: SectionTitle, elements: ArraySlice<Element>) {
    self.title = title
    self.elements = elements
  }

  /// The title.
  public var id: SectionTitle { title }
  /// The place of the first object.
  public var startIndex: Int { 0 }
  /// The place after the last object.
  public var endIndex: Int { elements.count }
  /// The object at a place.
  public subscript(position: Int) -> Element { elements[elements.startIndex + position] }
}
