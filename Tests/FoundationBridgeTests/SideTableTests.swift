import LinuxSystem
import Synchronization
import TestHarness
import TestSupport
import Testing

@testable import FoundationBridge

/// The table from objects of CF's to records.
@Suite(.hangLimit) struct SideTableTests {
  final class Record {
    static let living = Mutex<[Int: Int]>([:])
    let table: Int
    let number: Int

    init(_ number: Int, of table: Int) {
      (self.number, self.table) = (number, table)
      Self.living.withLock { $0[table, default: 0] += 1 }
    }

    deinit { Self.living.withLock { $0[table, default: 0] -= 1 } }

    static func living(of table: Int) -> Int { living.withLock { $0[table] ?? 0 } }
  }

  /// What readers have found.
  final class Seen: Sendable {
    let isOver = Atomic<Bool>(false)
    let looks = Atomic<Int>(0)
    let wrong = Atomic<Int>(0)
  }

  /// Addresses as malloc gives them: some collide in any table.
  private func address(_ number: Int) -> UnsafeRawPointer {
    UnsafeRawPointer(bitPattern: 0x7f00_0000_0000 + 16 * number)!
  }

  @Test func findsWhatWasEnteredAndNothingElse() throws {
    let table = SideTable<Record>()
    for number in 1...1_000 { table.enter(Record(number, of: 1), for: address(number * 7)) }
    for number in 1...1_000 where number % 3 == 0 {
      #expect(table.remove(address(number * 7))?.number == number)
    }
    for number in 1...7_000 {
      let expected = number % 7 == 0 && number / 7 % 3 != 0 ? number / 7 : nil
      #expect(table[address(number)]?.number == expected)
      #expect(table.borrow(address(number))?.takeUnretainedValue().number == expected)
    }
    #expect(table.remove(address(7 * 3)) == nil)
    #expect(table.all.count == 667)
    #expect(Record.living(of: 1) == 667)
  }

  @Test func anAddressThatComesAgainHasTheNewRecord() {
    let table = SideTable<Record>()
    table.enter(Record(1, of: 2), for: address(1))
    table.enter(Record(2, of: 2), for: address(1))
    #expect(table.borrow(address(1))?.takeUnretainedValue().number == 2)
    #expect(table.all.count == 1)
    #expect(Record.living(of: 2) == 1)
  }

  @Test func theTableReleasesItsRecords() {
    do {
      let table = SideTable<Record>()
      for number in 1...200 { table.enter(Record(number, of: 3), for: address(number)) }
      #expect(Record.living(of: 3) == 200)
    }
    #expect(Record.living(of: 3) == 0)
  }

  /// Readers of records that stay, while others come and leave around them.
  @Test func readersWithoutTheLockFindTheirRecords() {
    let table = SideTable<Record>()
    let kept = (0..<40).map { 5 * $0 }
    for number in kept { table.enter(Record(number, of: 4), for: address(number)) }
    let seen = Seen()
    let readers = (0..<2).map { _ in
      FreshThread<Void> { [self] in
        while !seen.isOver.load(ordering: .acquiring) {
          for number in kept {
            let found = table.borrow(address(number))?._withUnsafeGuaranteedRef { $0.number }
            if found != number { seen.wrong.add(1, ordering: .relaxed) }
          }
          seen.looks.add(1, ordering: .relaxed)
        }
      }
    }
    // They make the table grow, and move the records that stay.
    for round in 0..<200 {
      let others = (0..<(20 + round)).map { 5 * $0 + 1 + round % 4 }
      for number in others { table.enter(Record(number, of: 4), for: address(number)) }
      for number in others { _ = table.remove(address(number)) }
    }
    while seen.looks.load(ordering: .relaxed) < 10 { usleep(1_000) }
    seen.isOver.store(true, ordering: .releasing)
    for reader in readers { _ = reader.join() }
    #expect(seen.wrong.load(ordering: .relaxed) == 0)
    #expect(Record.living(of: 4) == kept.count)
  }
}
