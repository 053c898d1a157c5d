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
    ThemeFile(
      name: "checklist-tools.mustache", bytes: PackageResources.checklist_tools_mustache),
    ThemeFile(name: "checklist.js", bytes: PackageResources.checklist_js),
    ThemeFile(name: "home.mustache", bytes: PackageResources.home_mustache),
    ThemeFile(name: "item.mustache", bytes: PackageResources.item_mustache),
    ThemeFile(name: "layout.mustache", bytes: PackageResources.layout_mustache),
    ThemeFile(name: "print-item.mustache", bytes: PackageResources.print_item_mustache),
    ThemeFile(name: "print-sheet.mustache", bytes: PackageResources.print_sheet_mustache),
    ThemeFile(name: "print.css", bytes: PackageResources.print_css),
    ThemeFile(name: "print.mustache", bytes: PackageResources.print_mustache),
    ThemeFile(name: "progress.mustache", bytes: PackageResources.progress_mustache),
    ThemeFile(name: "reports/book.mustache", bytes: PackageResources.book_mustache),
    ThemeFile(name: "reports/head.mustache", bytes: PackageResources.head_mustache),
    ThemeFile(name: "reports/sheets.mustache", bytes: PackageResources.sheets_mustache),
    ThemeFile(name: "style.css", bytes: PackageResources.style_css),
    ThemeFile(name: "trip.mustache", bytes: PackageResources.trip_mustache),
  ]
}
