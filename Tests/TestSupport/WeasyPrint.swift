import Foundation

/// A second engine that turns pages into PDF files; it knows the parts of CSS that are for paper.
public enum WeasyPrint {
  /// The program.
  public static let tool = ExternalTool("weasyprint", package: "weasyprint")

  /// Prints a page to a PDF file.
  ///
  /// - Parameters:
  ///   - page: The page's file.
  ///   - file: The PDF file to make.
  ///   - styleSheet: More CSS, such as the size of the paper.
  /// - Throws: `ExternalTool.Failure` where it is missing or does not print.
  public static func print(_ page: URL, to file: URL, styleSheet: String) throws {
    let folder = try TemporaryFolder()
    let sheet = try folder.write(styleSheet, to: "extra.css")
    try tool.run(
      ["--quiet", "--stylesheet", sheet.path, page.path, file.path], in: folder.url)
  }
}
