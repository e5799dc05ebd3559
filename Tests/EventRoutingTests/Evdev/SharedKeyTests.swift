import HIDEvents
import RunLoopCore
import TestHarness
import Testing

@testable import EventRouting

/// Several keyboards of one user: a key that two of them hold is one press, which ends with the last release.
@Suite(.hangLimit) struct SharedKeyTests {
  /// Two keyboards of a seat; the keys that they begin with are down.
  private struct Desk {
    var keyboards: [EvdevDecoder] = []
    private let held: [Set<UInt16>]

    init(seats: [EvdevReader.Seat], held: [Set<UInt16>] = [[], []]) throws {
      self.held = held
      for (seat, keys) in zip(seats, held) {
        keyboards.append(
          try EvdevDecoder(
            DeviceDescription(), width: 1, height: 1, seat: seat,
            state: { DeviceState(slots: [], currentSlot: 0, keys: keys) }))
      }
    }

    /// What comes of a key's change.
    mutating func set(_ keyboard: Int, _ code: UInt16, _ value: Int32) throws -> [String] {
      var device = Device()
      device.key(code, value)
      device.synchronize()
      var events: [String] = []
      for record in device.records { try keyboards[keyboard].add(record) { events.append($0.short) } }
      return events
    }
  }

  @Test func theKeyIsPressedWithTheFirstAndReleasedWithTheLast() throws {
    let seat = EvdevReader.Seat()
    var desk = try Desk(seats: [seat, seat])
    #expect(try desk.set(0, 30, 1) == ["key 4 down 'a'"])
    #expect(try desk.set(1, 30, 1) == [])
    #expect(try desk.set(1, 30, 2) == ["key 4 repeated 'a'"])
    #expect(try desk.set(0, 30, 0) == [], "the other keyboard holds it")
    #expect(try desk.set(0, 30, 1) == [])
    #expect(try desk.set(1, 30, 0) == [])
    #expect(try desk.set(0, 30, 0) == ["key 4 up 'a'"])
    #expect(try desk.set(1, 30, 0) == [])
  }

  @Test func modifiersAndCapsLockCountForAllOfThem() throws {
    let seat = EvdevReader.Seat()
    var desk = try Desk(seats: [seat, seat])
    _ = try desk.set(0, 42, 1)
    #expect(try desk.set(1, 30, 1) == ["key 4 down 'A'"])
    _ = try desk.set(0, 42, 0)
    #expect(try desk.set(1, 30, 0) == ["key 4 up 'a'"])
    _ = try desk.set(0, 58, 1)
    _ = try desk.set(1, 58, 1)
    #expect(try desk.set(1, 30, 1) == ["key 4 down 'A'"], "it was pressed once")
  }

  @Test func otherUsersKeysAreTheirOwn() throws {
    var desk = try Desk(seats: [EvdevReader.Seat(), EvdevReader.Seat()])
    #expect(try desk.set(0, 30, 1) == ["key 4 down 'a'"])
    #expect(try desk.set(1, 30, 1) == ["key 4 down 'a'"])
    #expect(try desk.set(0, 30, 0) == ["key 4 up 'a'"])
  }

  @Test func aKeyboardThatIsUnpluggedCancelsWhatItAloneHolds() throws {
    let seat = EvdevReader.Seat()
    var desk = try Desk(seats: [seat, seat])
    _ = try desk.set(0, 30, 1)
    _ = try desk.set(1, 30, 1)
    _ = try desk.set(1, 48, 1)
    var events: [String] = []
    desk.keyboards[1].cancelAll { events.append($0.short) }
    #expect(events == ["key 5 cancelled 'b'"])
    #expect(try desk.set(0, 30, 0) == ["key 4 up 'a'"])
  }

  @Test func aKeyThatIsHeldOnBothAtTheStartIsPressedOnce() throws {
    let seat = EvdevReader.Seat()
    var desk = try Desk(seats: [seat, seat], held: [[30], [30]])
    var events: [String] = []
    for index in 0..<2 { desk.keyboards[index].begin(at: 1) { events.append($0.short) } }
    #expect(events == ["key 4 down 'a'"])
    #expect(try desk.set(0, 30, 0) == [])
    #expect(try desk.set(1, 30, 0) == ["key 4 up 'a'"])
  }
}
