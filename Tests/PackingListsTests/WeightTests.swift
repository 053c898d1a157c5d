import PackingLists
import Testing

@Suite("Weights")
struct WeightTests {
  @Test(
    "are read to the milligram",
    arguments: [
      ("350 g", 350_000), ("350g", 350_000), ("1.2 kg", 1_200_000), ("1,5 kg", 1_500_000),
      ("0,35 kg", 350_000), ("1,250 kg", 1_250_000), ("1,250 g", 1_250_000), ("1.250 g", 1250),
      ("1,250.5 g", 1_250_500), ("1.250,5 g", 1_250_500), ("1,234,567 g", 1_234_567_000),
      ("2.6 oz", 73_709), ("2 lb 3 oz", 992_233), ("2lb 3oz", 992_233), ("1 oz", 28_350),
      ("1 lb", 453_592), ("0.5 g", 500), ("0.0004 g", 0), ("0.0005 g", 1), ("500 grams", 500_000),
      ("2 pounds 3 ounces", 992_233), ("1\u{A0}050 g", 1_050_000), ("1\u{202F}050 g", 1_050_000),
      (" 7 kg ", 7_000_000), ("1'050 g", 1_050_000), ("0 g", 0), ("16 oz", 453_592),
    ])
  func read(text: String, milligrams: Int) {
    #expect(Weight(parsing: text)?.milligrams == milligrams)
  }

  @Test(
    "are not guessed",
    arguments: [
      "", "g", "350", "350 ml", "5 G", "5 KG", "-1 kg", "1 kg 2 g", "2 lb 3", "2 oz 3 lb",
      "1 050 g",
      "1,2,3 kg", "1..2 kg", "1. kg", "12,34 567 g", "9999999999999999999 kg", "2000000 kg",
      "350 g x", "1/2 lb", "٣ g", "1e3 g", "0x10 g",
    ])
  func refused(text: String) {
    #expect(Weight(parsing: text) == nil)
  }

  @Test(
    "in a cell may lean on its column",
    arguments: [
      ("1 050", 1_050_000), ("1050", 1_050_000), ("9", 9000), ("1,050", 1_050_000),
      ("2 oz", 56_699), ("12 345 678", 12_345_678_000),
    ])
  func cells(text: String, milligrams: Int) {
    let weight = Weight(parsing: text, defaultUnit: .grams, spacesGroupDigits: true)
    #expect(weight?.milligrams == milligrams)
  }

  @Test("are rounded once, as a sum")
  func roundedOnce() {
    // 0.1 lb is 45,359.237 mg and 0.1 oz is 2,834.9523125 mg: together 48,194.19 mg.
    #expect(Weight(parsing: "0.1 lb 0.1 oz")?.milligrams == 48_194)
  }

  @Test(
    "are shown in a site's unit",
    arguments: [
      (350_000, WeightUnit.grams, "350 g"), (1_250_000, .grams, "1.25 kg"),
      (73_709, .grams, "74 g"), (9000, .grams, "9 g"), (500, .grams, "0.5 g"), (0, .grams, "0 g"),
      (999_499, .grams, "999 g"), (999_500, .grams, "1 kg"), (9949, .grams, "9.9 g"),
      (9950, .grams, "10 g"), (12_345_678, .grams, "12.35 kg"), (1_005_000, .grams, "1.01 kg"),
      (350_000, .kilograms, "0.35 kg"), (23_000_000, .kilograms, "23 kg"),
      (992_233, .ounces, "2 lb 3 oz"), (73_709, .ounces, "2.6 oz"), (453_592, .pounds, "1 lb"),
      (453_000, .pounds, "1 lb"), (28_350, .pounds, "1 oz"), (-350_000, .grams, "−350 g"),
    ])
  func shown(milligrams: Int, unit: WeightUnit, text: String) {
    #expect(Weight(rawValue: milligrams).formatted(in: unit) == text)
  }

  @Test(
    "have the decimal sign of the language",
    arguments: [
      ("en", "1.25 kg"), ("de", "1,25 kg"), ("de-AT", "1,25 kg"), ("de-CH", "1.25 kg"),
      ("fr", "1,25 kg"), ("es-MX", "1.25 kg"), ("ja", "1.25 kg"), ("", "1.25 kg"),
    ])
  func decimals(language: String, text: String) {
    let separator = Weight.decimalSeparator(of: language)
    #expect(
      Weight(rawValue: 1_250_000).formatted(in: .grams, decimalSeparator: separator) == text)
  }

  @Test("as shown are read back within what is shown", arguments: WeightUnit.allCases)
  func roundTrip(unit: WeightUnit) throws {
    for milligrams in stride(from: 0, through: 5_000_000, by: 7919) {
      let shown = Weight(rawValue: milligrams).formatted(in: unit)
      let read = try #require(Weight(parsing: shown), "\(shown)")
      // Half of the last digit shown: 0.05 oz, 0.5 oz from a pound on, 5 g from a kilogram on.
      #expect(abs(read.milligrams - milligrams) <= 14_175, "\(shown)")
    }
  }
}
