import Diagnostics

/// What the live part of a page says, in the page's language.
struct PreviewWords: Sendable {
  /// A word or sentence; its raw value is its name in the script.
  ///
  /// `{1}` stands for a name or number.
  enum Word: String, CaseIterable, Sendable {
    case add, addItem, addTo, close, example, notSaved, notThere, oneProblem
    case problems, unreachable
  }

  /// The language's own tag, `en`.
  let language: String
  private let words: [Word: String]

  /// The words for a language, named as in BCP 47; English where there are none in it.
  static func of(language tag: String) -> PreviewWords {
    switch tag.lowercased().prefix(while: { $0 != "-" && $0 != "_" }) {
    case "de": german
    case "es": spanish
    case "fr": french
    default: english
    }
  }

  /// Every table, for a test that none has a gap.
  static let all = [english, french, german, spanish]

  /// One word; its name where the table has none, which a test rules out.
  subscript(word: Word) -> String { words[word] ?? word.rawValue }

  /// Whether every word is there.
  var isComplete: Bool { Word.allCases.allSatisfy { words[$0] != nil } }

  /// All words, as the script reads them.
  var json: String {
    "{"
      + Word.allCases.map { "\(JSONText.quoted($0.rawValue)):\(JSONText.quoted(self[$0]))" }
      .joined(separator: ",") + "}"
  }

  private static let english = PreviewWords(
    language: "en",
    words: [
      .add: "Add", .addItem: "Add an item", .addTo: "Add to {1}", .close: "Close",
      .example: "Socks x3", .notSaved: "Not saved: {1}", .oneProblem: "Something is wrong",
      .problems: "{1} things are wrong",
      .notThere: "There is nothing at this address.",
      .unreachable: "“valise serve” does not answer: what you tick now is not saved.",
    ])

  private static let french = PreviewWords(
    language: "fr",
    words: [
      .add: "Ajouter", .addItem: "Ajouter un objet", .addTo: "Ajouter à {1}", .close: "Fermer",
      .example: "Chaussettes x3", .notSaved: "Non enregistré : {1}",
      .oneProblem: "Il y a une erreur",
      .problems: "Il y a {1} erreurs",
      .notThere: "Il n’y a rien à cette adresse.",
      .unreachable: "« valise serve » ne répond pas : ce que vous cochez n’est pas enregistré.",
    ])

  private static let german = PreviewWords(
    language: "de",
    words: [
      .add: "Hinzufügen", .addItem: "Etwas hinzufügen", .addTo: "Hinzufügen zu {1}",
      .close: "Schließen", .example: "Socken x3", .notSaved: "Nicht gespeichert: {1}",
      .oneProblem: "Etwas stimmt nicht", .problems: "{1} Dinge stimmen nicht",
      .notThere: "Unter dieser Adresse gibt es nichts.",
      .unreachable:
        "„valise serve“ antwortet nicht: Was jetzt abgehakt wird, ist nicht gespeichert.",
    ])

  private static let spanish = PreviewWords(
    language: "es",
    words: [
      .add: "Añadir", .addItem: "Añadir un objeto", .addTo: "Añadir a {1}", .close: "Cerrar",
      .example: "Calcetines x3", .notSaved: "No se guardó: {1}", .oneProblem: "Hay un error",
      .problems: "Hay {1} errores",
      .notThere: "No hay nada en esta dirección.",
      .unreachable: "«valise serve» no responde: lo que marque ahora no se guarda.",
    ])
}
