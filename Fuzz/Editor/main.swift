import ContentReading
import Diagnostics
import FuzzSupport

// A file and one edit of it. Whatever the file is, all of it that the edit is not about stays, byte
// for byte; or the edit is refused with a reason.
Fuzzer.run { bytes in
  var numbers = ChosenNumbers(bytes)
  let choice = numbers.byte()
  let place = Int(numbers.byte())
  let edit = RandomEdit(choice: choice, words: Int(numbers.byte()))
  let file = numbers.rest()
  do throws(Diagnostic) {
    let editor = try ListEditor(bytes: file, path: "a.md")
    guard !editor.draft.items.isEmpty else { return }
    try edit.tried(on: editor, index: place % editor.draft.items.count)
  } catch {
    require(error.severity == .error, "\(error)")
  }
}
