import ContentReading
import Diagnostics
import Files
import PackingLists
import SiteBuild

extension Packing {
  /// The option that takes boxes over from a list.
  static let from = OptionDescription(
    name: "from", value: "FILE", help: "pack and unpack as a copy of the list has it")

  /// Gives a trip's items the boxes that they have in another list.
  ///
  /// Such a list is what a page of the site makes after packing with a telephone. Nothing else of
  /// the trip changes.
  static func takeOver(
    _ file: String, into trip: EditedTrip, _ run: EditRun
  ) throws -> ExitCode {
    let session = run.session
    let path = session.directory == "." ? file : try Path.resolved(file)
    let (draft, problems) = TripReader.read(
      bytes: try readFile(path), path: path, options: run.editor.readingOptions)
    session.report(problems.filter { $0.severity == .error })
    guard let draft, !draft.items.isEmpty else {
      throw Diagnostic(
        .error, .importFile, "no item was found in this file", at: FilePosition(path: path),
        hint: "it has to be a list like the one that \"Download\" makes on the trip's page")
    }
    var boxes: [[String]: [Bool]] = [:]
    for item in draft.items where !item.isLeftBehind {
      boxes[key(of: item), default: []].append(item.isPacked)
    }
    return try run.edit([trip]) { editors in
      var unpacked = 0
      var left = boxes
      // Those first: packing may make an item of a base list the trip's own, and so move others.
      let changing = Self.changing(editors[0].items, by: &left)
      unpacked = try editors[0].setPacked(false, changing.filter(\.item.isPacked))
      var again = boxes
      let packed = try editors[0].setPacked(
        true, Self.changing(editors[0].items, by: &again).filter { !$0.item.isPacked })
      let unknown = left.values.reduce(0) { $0 + $1.count }
      return "packed \(packed), unpacked \(unpacked): \(editors[0].progress)"
        + (unknown > 0 ? "; \(unknown) of the list \(unknown == 1 ? "is" : "are") not in it" : "")
    }
  }

  /// The items whose box is another in the list; what was found there is taken out of it.
  private static func changing(
    _ items: [TripItem], by boxes: inout [[String]: [Bool]]
  ) -> [TripItem] {
    items.filter { item in
      guard !item.item.isLeftBehind, let box = boxes[key(of: item.item)]?.first else {
        return false
      }
      boxes[key(of: item.item)]?.removeFirst()
      return box != item.item.isPacked
    }
  }

  private static func key(of item: ItemDraft) -> [String] {
    [foldedName(item.category), foldedName(item.name)]
  }
}
