import Diagnostics
import PackingLists

/// What the words of one item say.
struct ItemText {
  /// Something in the words that was probably meant otherwise.
  struct Problem {
    var code: DiagnosticCode
    var message: String
    var hint: String?
    /// The words that are meant, as they stand in the file.
    var words: [UInt8]
  }

  var name = ""
  var note: String?
  var isLeftBehind = false
  var quantity: Int?
  var expression: QuantityExpression?
  var weight: Weight?
  var marks = ItemMarks()
  var url: String?
  var problems: [Problem] = []
}

extension ItemDraft {
  /// Makes an item of what its words say.
  init(
    _ words: consuming ItemText, category: String, position: FilePosition, bytes: Range<Int>
  ) {
    self.category = category
    self.position = position
    self.bytes = bytes
    name = words.name
    note = words.note
    isLeftBehind = words.isLeftBehind
    quantity = words.quantity ?? 1
    quantityExpression = words.expression
    weight = words.weight
    url = words.url
    priceInCents = words.marks.priceInCents
    traveller = words.marks.traveller
    bag = words.marks.bag
    isConsumable = words.marks.isConsumable
    isEssential = words.marks.isEssential
    isToBuy = words.marks.isToBuy
    isUnused = words.marks.isUnused
    isPrivate = words.marks.isPrivate
    switch words.marks.worn {
    case .none: break
    case .all: isWornWhole = true
    case .pieces(let count): wornCount = count
    }
  }
}

/// The marks at the end of an item's words.
struct ItemMarks {
  enum Worn: Equatable {
    case none, all
    case pieces(Int)
  }

  var worn = Worn.none
  var isConsumable = false
  var isEssential = false
  var isToBuy = false
  var isUnused = false
  var isPrivate = false
  var traveller: String?
  var bag: String?
  var priceInCents: Int?

  /// Takes in one mark, or says that it is none.
  ///
  /// A mark that was already said differently is no mark: its words stay.
  mutating func take(_ word: ArraySlice<UInt8>) -> Bool {
    guard let first = word.first else { return false }
    switch first {
    case UInt8(ascii: "*") where word.count == 1:
      isEssential = true
      return true
    case 0xE2 where word.elementsEqual("★".utf8):
      isEssential = true
      return true
    case UInt8(ascii: "#"): return takeFlag(String(decoding: word.dropFirst(), as: UTF8.self))
    case UInt8(ascii: "@"):
      return Self.set(&traveller, to: Self.traveller(word.dropFirst()))
    case UInt8(ascii: "b"), UInt8(ascii: "B"):
      guard let value = Self.value(of: "bag:", in: word) else { return false }
      return Self.set(&bag, to: Self.unquoted(value))
    case UInt8(ascii: "p"), UInt8(ascii: "P"):
      guard let value = Self.value(of: "price:", in: word) else { return false }
      return Self.set(&priceInCents, to: Price.cents(of: String(decoding: value, as: UTF8.self)))
    default: return false
    }
  }

  private mutating func takeFlag(_ flag: String) -> Bool {
    switch flag.lowercased() {
    case "worn": worn = .all
    case "consumable": isConsumable = true
    case "buy": isToBuy = true
    case "unused": isUnused = true
    case "private": isPrivate = true
    case let other:
      guard other.hasPrefix("worn:"), let count = Int(other.dropFirst(5)), count > 0,
        count <= QuantityExpression.maximumQuantity
      else { return false }
      worn = .pieces(count)
    }
    return true
  }

  private static func set<Value>(_ place: inout Value?, to value: Value?) -> Bool {
    guard place == nil, let value else { return false }
    place = value
    return true
  }

  private static func traveller(_ word: ArraySlice<UInt8>) -> String? {
    if let quoted = unquoted(word), quoted.utf8.count < word.count { return quoted }
    guard let first = word.first, first.isASCIILetter || first >= 0x80,
      !word.contains(UInt8(ascii: "@"))
    else { return nil }
    return PlainWords.tidied(word)
  }

  private static func value(of key: String, in word: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard word.count > key.utf8.count,
      String(decoding: word.prefix(key.utf8.count), as: UTF8.self).lowercased() == key
    else { return nil }
    return word.dropFirst(key.utf8.count)
  }

  private static func unquoted(_ word: ArraySlice<UInt8>) -> String? {
    var word = word
    for (opening, closing) in [("\"", "\""), ("“", "”"), ("„", "“")] {
      guard word.starts(with: opening.utf8), word.count > opening.utf8.count,
        word.suffix(closing.utf8.count).elementsEqual(closing.utf8)
      else { continue }
      word = word.dropFirst(opening.utf8.count).dropLast(closing.utf8.count)
      break
    }
    let text = PlainWords.tidied(word)
    return text.isEmpty ? nil : text
  }
}
