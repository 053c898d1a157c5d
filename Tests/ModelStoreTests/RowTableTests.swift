import Testing

@testable import ModelStore

@Suite("The table of living objects")
struct RowTableTests {
  private final class Thing {
    let record = ModelRecord()
  }

  /// Rows as stores have them: one after the other, with gaps, far apart, and negative.
  @Test("says what a dictionary would say", arguments: [1, 16, 4096, 1 << 40, -7] as [Int64])
  func saysWhatADictionaryWouldSay(stride: Int64) {
    var dice = Dice(state: UInt64(bitPattern: stride))
    var table = RowTable()
    var expected: [Int64: Thing] = [:]
    var things: [Thing] = []
    for _ in 0..<20_000 {
      let id = Int64.random(in: 0..<700, using: &dice) &* stride
      if Bool.random(using: &dice) {
        let thing = Thing()
        things.append(thing)
        table.insert(RowTable.Entry(id: id, object: thing, record: thing.record))
        expected[id] = thing
      } else if let thing = expected.removeValue(forKey: id) {
        table.remove(id, thing.record)
      }
      let asked = Int64.random(in: 0..<700, using: &dice) &* stride
      #expect(table.find(asked)?.object === expected[asked])
      #expect(table.count == expected.count)
    }
    #expect(
      Set(table.objects.map(ObjectIdentifier.init))
        == Set(expected.values.map(ObjectIdentifier.init)))
  }

  @Test("an entry stays when another record leaves")
  func anEntryStaysWhenAnotherRecordLeaves() {
    var table = RowTable()
    let (old, new) = (Thing(), Thing())
    table.insert(RowTable.Entry(id: 1, object: old, record: old.record))
    table.insert(RowTable.Entry(id: 1, object: new, record: new.record))
    table.remove(1, old.record)
    #expect(table.find(1)?.object === new)
    table.remove(1, new.record)
    #expect(table.find(1)?.object == nil)
    #expect(table.count == 0)
  }
}
