/// A file of the default theme.
public struct ThemeFile: Sendable {
  /// Its name, by which a site's own file replaces it: `trip.mustache`.
  public let name: String
  /// Its content.
  public let bytes: [UInt8]
}

/// The look that Valise brings along, embedded in the program.
public enum DefaultTheme {
  /// All files, in the order of their names.
  public static let files: [ThemeFile] = [
    ThemeFile(name: "activities.mustache", bytes: PackageResources.activities_mustache),
    ThemeFile(name: "activity.mustache", bytes: PackageResources.activity_mustache),
    ThemeFile(name: "archive.mustache", bytes: PackageResources.archive_mustache),
    ThemeFile(name: "checklist-tools.mustache", bytes: PackageResources.checklist_tools_mustache),
    ThemeFile(name: "checklist.js", bytes: PackageResources.checklist_js),
    ThemeFile(name: "collection.mustache", bytes: PackageResources.collection_mustache),
    ThemeFile(name: "collections.mustache", bytes: PackageResources.collections_mustache),
    ThemeFile(name: "goal-filters.mustache", bytes: PackageResources.goal_filters_mustache),
    ThemeFile(name: "goals.mustache", bytes: PackageResources.goals_mustache),
    ThemeFile(name: "home.mustache", bytes: PackageResources.home_mustache),
    ThemeFile(name: "icon.svg", bytes: PackageResources.icon_svg),
    ThemeFile(name: "item.mustache", bytes: PackageResources.item_mustache),
    ThemeFile(name: "itinerary.mustache", bytes: PackageResources.itinerary_mustache),
    ThemeFile(name: "layout.mustache", bytes: PackageResources.layout_mustache),
    ThemeFile(name: "list.mustache", bytes: PackageResources.list_mustache),
    ThemeFile(name: "lists.mustache", bytes: PackageResources.lists_mustache),
    ThemeFile(name: "not-found.mustache", bytes: PackageResources.not_found_mustache),
    ThemeFile(name: "offline.js", bytes: PackageResources.offline_js),
    ThemeFile(name: "offline.mustache", bytes: PackageResources.offline_mustache),
    ThemeFile(name: "pager.mustache", bytes: PackageResources.pager_mustache),
    ThemeFile(name: "print-item.mustache", bytes: PackageResources.print_item_mustache),
    ThemeFile(name: "print-sheet.mustache", bytes: PackageResources.print_sheet_mustache),
    ThemeFile(name: "print.css", bytes: PackageResources.print_css),
    ThemeFile(name: "print.mustache", bytes: PackageResources.print_mustache),
    ThemeFile(name: "progress.js", bytes: PackageResources.progress_js),
    ThemeFile(name: "progress.mustache", bytes: PackageResources.progress_mustache),
    ThemeFile(name: "reading.mustache", bytes: PackageResources.reading_mustache),
    ThemeFile(name: "reports.mustache", bytes: PackageResources.reports_mustache),
    ThemeFile(name: "reports/book.mustache", bytes: PackageResources.book_mustache),
    ThemeFile(name: "reports/head.mustache", bytes: PackageResources.head_mustache),
    ThemeFile(name: "reports/message.mustache", bytes: PackageResources.message_mustache),
    ThemeFile(name: "reports/sheets.mustache", bytes: PackageResources.sheets_mustache),
    ThemeFile(name: "search.js", bytes: PackageResources.search_js),
    ThemeFile(name: "search.mustache", bytes: PackageResources.search_mustache),
    ThemeFile(name: "service-worker.js", bytes: PackageResources.service_worker_js),
    ThemeFile(name: "style.css", bytes: PackageResources.style_css),
    ThemeFile(name: "trip-line.mustache", bytes: PackageResources.trip_line_mustache),
    ThemeFile(name: "trip.mustache", bytes: PackageResources.trip_mustache),
    ThemeFile(name: "trips.mustache", bytes: PackageResources.trips_mustache),
  ]
}
