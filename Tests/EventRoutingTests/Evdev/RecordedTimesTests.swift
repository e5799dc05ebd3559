import HIDEvents
import TestHarness
import Testing

@testable import EventRouting

/// The clocks of streams of records, and recordings that end early.
@Suite(.hangLimit) struct RecordedTimesTests {
  private static let second: UInt64 = 1_000_000_000

  /// The times of records, given in seconds and read at seconds of the loop's clock.
  private static func times(_ time: EvdevTime, told: [Double], readAt: [Double]) throws -> [Double] {
    var stream = RecordStream(DeviceDescription(), format: .records, time: time)
    var times: [Double] = []
    let nanoseconds = { (seconds: Double) in UInt64(seconds * Double(second)) }
    for (told, now) in zip(told, readAt) {
      let record = InputRecord(time: nanoseconds(told), InputCode.synchronization, InputCode.report, 0)
      try record.bytes.withRawBytes { bytes throws(EvdevError) in
        try stream.add(bytes, now: nanoseconds(now)) { item in
          if case .record(let record) = item { times.append(Double(record.time) / Double(second)) }
        }
      }
    }
    return times
  }

  @Test func timesOfAnotherClockBeginNowAndKeepTheirDistances() throws {
    let clocks: [EvdevTime] = [.fromFirst, .automatic]
    for time in clocks {
      let times = try Self.times(time, told: [1, 1.5, 4], readAt: [20, 20.125, 21])
      #expect(times == [20, 20.5, 23])
    }
    let told = try Self.times(.asTold, told: [1, 1.5], readAt: [20, 20.125])
    #expect(told == [1, 1.5])
  }

  @Test func aClockThatIsNearIsTheLoopsWhetherBehindOrAhead() throws {
    let firsts: [Double] = [15, 20.25, 10, 30]
    for first in firsts {
      #expect(try Self.times(.automatic, told: [first, first + 1], readAt: [20, 20]) == [first, first + 1])
    }
    let others: [Double] = [9, 31]
    for first in others {
      #expect(try Self.times(.automatic, told: [first, first + 1], readAt: [20, 20]) == [20, 21])
    }
  }

  @Test func aDescriptionWithoutRecordsIsARecordingOfItsDevice() throws {
    let text = "# EVEMU 1.3\nN: Pad\nA: 2f 0 9 0 0 0\nA: 35 0 99 0 0 0\nA: 36 0 49 0 0 0\n"
    let recording = try Recording(Array(text.utf8))
    #expect(recording.device.name == "Pad" && recording.device.axes[InputCode.contactX]?.maximum == 99)
    #expect(try recording.events(width: 10, height: 10).isEmpty && recording.duration == 0)
  }

  @Test func aTouchThatIsDownAtTheEndIsCancelled() throws {
    var device = Device()
    device.down(1, 10, 10)
    device.synchronize()
    device.move(20, 10)
    device.synchronize()
    let recording = try Recording(device.bytes, device: .touchscreen("", width: 390, height: 844))
    let events = try recording.events(width: 390, height: 844, start: 5 * Self.second)
    #expect(
      events.map(\.short) == ["began 1 (10.0 10.0)", "moved 1 (20.0 10.0)", "cancelled 1 (20.0 10.0)"])
    #expect(events.map(\.timestamp).prefix(2) == [5_000_000_000, 5_008_000_000])
  }
}
