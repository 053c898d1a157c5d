import ModelStore
public import Mustache
import PackingLists

/// The goals: those that were achieved, newest first, and those to come, in the file's order.
public struct GoalsPage: Page {
  private let heading: EntryHeading
  @Query(
    filter: #Predicate<Goal> { $0.isAchieved },
    sort: [SortDescriptor(\.dateAchieved, order: .reverse), SortDescriptor(\.position)])
  private var achieved: [Goal]
  @Query(filter: #Predicate<Goal> { !$0.isAchieved }, sort: \.position)
  private var upcoming: [Goal]

  /// Makes the page of all goals in the store.
  public init(_ heading: EntryHeading) { self.heading = heading }

  /// `goals.html`.
  public var address: PageAddress { .goals }
  /// `goals.mustache`.
  public var template: String { "goals" }

  /// What the template is given.
  public func viewData(in context: PageContext) -> MustacheValue {
    let title = heading.title ?? context.words[.goals]
    return data(
      title: title, in: context,
      heading.members(title: title) + [
        ("achieved", .list(achieved.map { GoalRow(goal: $0).value(in: context) })),
        ("hasAchieved", .bool(!achieved.isEmpty)),
        ("upcoming", .list(upcoming.map { GoalRow(goal: $0).value(in: context) })),
        ("hasUpcoming", .bool(!upcoming.isEmpty)),
        (
          "progressText",
          .text(context.done(achieved.count, of: achieved.count + upcoming.count))
        ),
      ])
  }
}

/// What stands above the goals, or the books.
public struct EntryHeading: Sendable {
  /// The file's own title; nil where it says none.
  let title: String?
  private let introductionHTML: String

  /// Takes what a file says.
  public init(title: String?, introductionHTML: String) {
    self.title = title
    self.introductionHTML = introductionHTML
  }

  func members(title: String) -> [(String, MustacheValue)] {
    [
      ("title", .text(title)),
      ("introduction", .text(introductionHTML)),
      ("hasIntroduction", .bool(!introductionHTML.isEmpty)),
    ]
  }
}
