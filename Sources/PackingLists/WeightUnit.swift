/// A unit that weights are written in.
public enum WeightUnit: String, Sendable, Codable, CaseIterable {
  case grams = "g"
  case kilograms = "kg"
  case ounces = "oz"
  case pounds = "lb"

  /// Knows a unit by its sign or its name, in lower case: `g`, `grams`, `kg`, `oz`, `lbs`.
  public init?(named name: some StringProtocol) {
    switch String(name) {
    case "g", "gram", "grams", "gramm", "gramme", "grammes", "gramos", "gramo": self = .grams
    case "kg", "kgs", "kilo", "kilos", "kilogram", "kilograms", "kilogramm", "kilogramme",
      "kilogrammes", "kilogramos", "kilogramo":
      self = .kilograms
    case "oz", "ounce", "ounces": self = .ounces
    case "lb", "lbs", "pound", "pounds": self = .pounds
    default: return nil
    }
  }

  /// The mass of one, in millionths of a milligram: exact for each unit.
  var nanograms: Int {
    switch self {
    case .grams: 1_000_000_000
    case .kilograms: 1_000_000_000_000
    case .ounces: 28_349_523_125
    case .pounds: 453_592_370_000
    }
  }
}
