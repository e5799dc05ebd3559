import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import EventRouting

/// Whatever a device or a recording says.
@Suite("Random records", .hangLimit)
struct ReaderFuzzTests {
  private static let screen = DeviceDescription.touchscreen("screen", width: 100, height: 200)

  /// Mostly about contacts, for of all records only few are.
  private static func record(_ random: inout SplitMix) -> InputRecord {
    let value =
      random.next() % 8 == 0 ? Int32(truncatingIfNeeded: random.next()) : Int32(random.next() % 12) - 1
    let time = random.next() % 4 == 0 ? random.next() : 5
    switch random.next() % 16 {
    case 0:
      // Protocol A's report ends it at once, and behind a loss little happens.
      let code = [InputCode.contactReport, InputCode.dropped, InputCode.dropped][Int(random.next() % 3)]
      return InputRecord(time: time, InputCode.synchronization, random.next() % 16 == 0 ? code : 1, value)
    case 1: return InputRecord(time: time, InputCode.key, UInt16(random.next() % 0x200), value)
    case 2: return InputRecord(time: time, UInt16(random.next() % 6), UInt16(random.next() % 0x40), value)
    case 3, 4, 5: return InputRecord(time: time, InputCode.synchronization, InputCode.report, 0)
    case 6: return InputRecord(time: time, InputCode.relative, UInt16(random.next() % 2), value)
    default:
      let code = [InputCode.slot, InputCode.trackingID, InputCode.contactX, InputCode.contactY, InputCode.x]
      return InputRecord(time: time, InputCode.absolute, code[Int(random.next() % 5)], value)
    }
  }

  /// As bytes, some of which are wrong.
  private static func bytes(_ records: [InputRecord], _ random: inout SplitMix) -> [UInt8] {
    var bytes = records.flatMap(\.bytes)
    for _ in 0..<(random.next() % 4) {
      bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
    }
    return bytes
  }

  /// As lines, the last of which is wrong now and then.
  private static func lines(_ records: [InputRecord], _ random: inout SplitMix) -> [UInt8] {
    var device = Device()
    device.records = records
    // What no clock shows has too many digits for a recording.
    for index in records.indices { device.records[index].time %= 1 << 60 }
    var bytes = Array(device.text(Self.screen).utf8)
    if random.next() % 2 == 0 {
      let place = bytes.count - 1 - Int(random.next() % 30)
      bytes[place] = UInt8(truncatingIfNeeded: random.next())
    }
    return bytes
  }

  @Test("as bytes and as text: no crash, no orphan; most of them make events")
  func records() throws {
    var random = SplitMix(7)
    var tally = FuzzTally("random records")
    for round in 0..<600 {
      let isText = round % 3 == 2
      let records = (0..<100).map { _ in Self.record(&random) }
      let bytes = isText ? Self.lines(records, &random) : Self.bytes(records, &random)
      var stream = RecordStream(Self.screen, format: isText ? .text : .records, time: .automatic)
      var decoder = try EvdevDecoder(
        round % 2 == 0 ? Self.screen : DeviceDescription(), width: 10, height: 10)
      var counts = TouchCounts()
      var events = 0
      try? bytes.withRawBytes { bytes throws(EvdevError) in
        try stream.add(bytes, now: 5) { item throws(EvdevError) in
          guard case .record(let record) = item else { return }
          try decoder.add(record) {
            counts.add($0)
            events += 1
          }
        }
      }
      decoder.cancelAll { counts.add($0) }
      #expect(counts.nonsense == 0 && counts.isOver)
      tally.count(counts.began > 0 && events > 3)
    }
    tally.expectMostStepsDidSomething()
  }

  @Test("that are nothing but noise: no crash, no orphan")
  func noise() throws {
    var random = SplitMix(8)
    for round in 0..<60 {
      let bytes = (0..<2400).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      var stream = RecordStream(
        Self.screen, format: [.records, .text, .automatic][round % 3], time: .automatic)
      var decoder = try EvdevDecoder(Self.screen, width: 10, height: 10)
      var counts = TouchCounts()
      try? bytes.withRawBytes { bytes throws(EvdevError) in
        try stream.add(bytes, now: 5) { item throws(EvdevError) in
          if case .record(let record) = item { try decoder.add(record) { counts.add($0) } }
        }
      }
      decoder.cancelAll { counts.add($0) }
      #expect(counts.nonsense == 0 && counts.isOver)
    }
  }
}
