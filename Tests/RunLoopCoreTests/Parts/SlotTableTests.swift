import TestHarness
import Testing

@testable import RunLoopCore

/// The table of slots by descriptor, against a dictionary.
@Suite(.hangLimit) struct SlotTableTests {
  /// Whether both have the same for each of the numbers.
  private func isSame(_ table: borrowing SlotTable, _ model: [Int32: Int], _ numbers: some Sequence<Int32>)
    -> Bool
  {
    var isSame = table.count == model.count
    for number in numbers where table[number] != model[number] { isSame = false }
    return isSame
  }

  /// Few numbers, so that searches meet each other, and wrap around at the end.
  @Test(arguments: [[1, 4], [3, 1 << 16], [1_000, 1 << 30]] as [[Int32]])
  func everyStepIsADictionarys(_ range: [Int32]) {
    var dice = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var table = SlotTable()
      var model: [Int32: Int] = [:]
      let numbers =
        (0..<Int32.random(in: 1...24, using: &dice)).map { range[0] &+ $0 &* range[1] } + [-1, .min, .max]
      for slot in 0..<200 {
        // Never empty.
        let number = numbers.randomElement(using: &dice)!
        if Bool.random(using: &dice) {
          table.set(slot, of: number)
          model[number] = slot
        } else {
          table.remove(number)
          model[number] = nil
        }
        guard isSame(table, model, numbers) else {
          Issue.record("\(number) of \(numbers): \(model)")
          return
        }
      }
    }
  }

  @Test func anEmptyTableHasNothing() {
    var table = SlotTable()
    table.remove(0)
    let isEmpty = isSame(table, [:], [0, -1])
    #expect(isEmpty)
  }

  /// There is one for each watched descriptor.
  @Test func aSlotOfAPortSetTakesFortyBytes() {
    #expect(MemoryLayout<PortSet.Slot>.stride == 40)
  }
}
