import ContentReading
import Foundation
import PackingLists
import Testing

/// One of the shapes that people write lists in, and the right reading of it.
struct ListShapeCase: Sendable, CustomTestStringConvertible {
  /// The name of the file, without its ending.
  var name: String
  var bytes: [UInt8]
  var expected: Expected

  var testDescription: String { name }

  struct Expected: Codable, Sendable, Equatable {
    var title: String?
    var items: [Item]
    var activities: [Activity]?
    var warnings: [String]?
    var prose: [String]?
  }

  struct Activity: Codable, Sendable, Equatable {
    var name: String
    var done: Bool
  }

  /// An item as the cases write it; what is left out has its default.
  struct Item: Codable, Sendable, Equatable {
    var category: String
    var name: String
    var quantity: Int
    var packed: Bool
    var weight_g: Double?
    var price: Double?
    var url: String?
    var note: String?
    var traveller: String?
    var bag: String?
    var parent: String?
    var worn: Worn?
    var consumable: Bool?
    var essential: Bool?
    var skipped: Bool?
    var buy: Bool?
    var unused: Bool?
    var `private`: Bool?
    var occurrence: Int?
  }

  /// `true` for all pieces, or how many.
  enum Worn: Codable, Sendable, Equatable {
    case all
    case pieces(Int)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let isWorn = try? container.decode(Bool.self) {
        self = isWorn ? .all : .pieces(0)
      } else {
        self = .pieces(try container.decode(Int.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .all: try container.encode(true)
      case .pieces(let count): try container.encode(count)
      }
    }
  }
}

extension ListShapeCase {
  /// How many cases there are; fewer were lost on the way.
  static let count = 43

  /// The folder of the cases, beside the repository.
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("../shared/inputs").standardizedFileURL

  static var isAvailable: Bool { FileManager.default.fileExists(atPath: folder.path) }

  /// All cases in the order of their names; none where the folder is missing.
  static let all: [ListShapeCase] = {
    do {
      guard isAvailable else { return [] }
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        .filter { $0.hasSuffix(".json") }
        .map { try ListShapeCase(named: String($0.dropLast(5))) }
    } catch {
      preconditionFailure("cannot read the cases in \(folder.path): \(error)")
    }
  }()

  init(named name: String) throws {
    self.name = name
    bytes = Array(
      try Data(contentsOf: Self.folder.appendingPathComponent(name + ".md")))
    expected = try JSONDecoder().decode(
      Expected.self, from: try Data(contentsOf: Self.folder.appendingPathComponent(name + ".json")))
  }
}

extension ListShapeCase.Item {
  /// An item of a draft, as the cases write it.
  init(_ item: ItemDraft) {
    category = item.category
    name = item.name
    quantity = item.quantity
    packed = item.isPacked
    weight_g = item.weight.map { Double($0.milligrams) / 1000 }
    price = item.priceInCents.map { Double($0) / 100 }
    url = item.url
    note = item.note
    traveller = item.traveller
    bag = item.bag
    parent = item.parent
    if item.wornCount > 0 {
      worn = item.wornCount == item.quantity && item.isWornWhole ? .all : .pieces(item.wornCount)
    }
    consumable = item.isConsumable ? true : nil
    essential = item.isEssential ? true : nil
    skipped = item.isLeftBehind ? true : nil
    buy = item.isToBuy ? true : nil
    unused = item.isUnused ? true : nil
    self.private = item.isPrivate ? true : nil
    occurrence = item.occurrence > 1 ? item.occurrence : nil
  }
}
