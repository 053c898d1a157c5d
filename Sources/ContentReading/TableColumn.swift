import PackingLists

/// What a column of a table says about the item in its row.
public enum TableColumn: String, Sendable, Hashable, CaseIterable {
  case item, weight, quantity, price, note, category, packed, link, bag, traveller
}

/// What a column's header says.
struct TableHeader {
  /// The header as it is shown before values that nothing else is known about.
  var title: String
  /// What it holds; nil where that is not known.
  var column: TableColumn?
  /// The unit of bare numbers in a column of weights.
  var unit: WeightUnit?

  init(title: String, extra: [String: TableColumn]) {
    self.title = title
    let words = Self.words(of: title)
    let whole = words.joined(separator: " ")
    if let column = extra[foldedName(title)] ?? extra[whole] ?? Self.names[whole] {
      self.column = column
      return
    }
    // "Weight (g)", "Weight in g", "g"
    guard let last = words.last, let unit = WeightUnit(named: last) else { return }
    var rest = words.dropLast()
    if let word = rest.last, ["in", "en", "per", "pro"].contains(word) { rest = rest.dropLast() }
    let base = rest.joined(separator: " ")
    guard base.isEmpty || (extra[base] ?? Self.names[base]) == .weight else { return }
    column = .weight
    self.unit = unit
  }

  /// The headers of a table; a word that means two things is settled by the others.
  static func headers(_ titles: [String], extra: [String: TableColumn]) -> [TableHeader] {
    var headers = titles.map { TableHeader(title: $0, extra: extra) }
    // "nombre" is a name in Spanish and a number in French.
    if let index = headers.firstIndex(where: { foldedName($0.title) == "nombre" }) {
      let hasItem = headers.contains { $0.column == .item }
      headers[index].column = hasItem ? .quantity : .item
    }
    // The first of two columns that say the same counts; the other is told in the note.
    var seen: Set<TableColumn> = []
    for index in headers.indices {
      guard let column = headers[index].column, column != .note else { continue }
      if !seen.insert(column).inserted { headers[index].column = nil }
    }
    return headers
  }

  /// The folded words of a header, without signs.
  private static func words(of title: String) -> [String] {
    foldedName(title).unicodeScalars
      .split { !($0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "#") }
      .map { String(Substring($0)) }
  }

  private static let names: [String: TableColumn] = {
    let byColumn: [TableColumn: String] = [
      .item: """
      item|items|item name|name|gear|thing|things|what|product|equipment|object|piece of gear
      gegenstand|artikel|sache|ausrustung|bezeichnung|was|teil
      article|objet|equipement|materiel|nom|quoi
      articulo|objeto|cosa|equipo|equipamiento|producto|que
      """,
      .weight: """
      weight|wt|mass|weight each|unit weight|weight per item|gewicht|poids|peso
      """,
      .quantity: """
      qty|quantity|count|number|amount|pcs|pieces|#|how many|menge|anzahl|stuck|stk
      quantite|qte|cantidad|cant|unidades|numero
      """,
      .price: "price|cost|preis|kosten|prix|cout|precio|coste|costo",
      .note: """
      note|notes|comment|comments|remark|remarks|description|details
      notiz|notizen|bemerkung|bemerkungen|anmerkung|anmerkungen|kommentar|beschreibung|hinweis
      remarque|remarques|commentaire|commentaires|nota|notas|comentario|comentarios
      observaciones|descripcion
      """,
      .category: """
      category|section|group|kategorie|gruppe|bereich|categorie|groupe|rubrique
      categoria|grupo|seccion
      """,
      .packed: """
      packed|done|check|checked|ready|gepackt|eingepackt|erledigt|emballe|pris|fait
      empacado|hecho|listo
      """,
      .link: "link|url|website|lien|enlace",
      .bag: "bag|tasche|sac|bolsa",
      .traveller: "who|traveller|traveler|person|carrier|wer|personne|qui|persona|quien",
    ]
    var names: [String: TableColumn] = [:]
    for (column, words) in byColumn {
      for word in words.split(whereSeparator: { $0 == "|" || $0 == "\n" }) {
        names[String(word)] = column
      }
    }
    return names
  }()
}
