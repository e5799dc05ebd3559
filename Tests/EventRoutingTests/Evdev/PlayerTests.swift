import HIDEvents
import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import EventRouting

/// A recording is played as if its device were there.
@Suite("A recording", .hangLimit)
struct PlayerTests {
  /// Three frames, 8 ms and 400 ms apart.
  private static var recording: Recording {
    get throws {
      var device = Device()
      device.down(1, 10, 10)
      device.synchronize()
      device.move(20, 10)
      device.synchronize()
      device.time += 392_000_000
      device.up()
      device.synchronize()
      return try Recording(device.bytes, device: .touchscreen("", width: 390, height: 844))
    }
  }

  private final class Log: @unchecked Sendable {
    var lines: [String] = []
    var times: [UInt64] = []
    var ends = 0
  }

  private static func play(
    _ pace: RecordingPlayer.Pace, _ run: @escaping @Sendable (RunLoop, RecordingPlayer, Log) -> Void
  ) throws -> Log {
    try onFreshThread(SimulatedClock()) {
      let log = Log()
      let loop = RunLoop.current
      let begin = loop.now
      let player = try RecordingPlayer(
        recording, pace: pace,
        emit: { event in
          let milliseconds = begin.duration(to: RunLoop.Instant.now) / .milliseconds(1)
          log.lines.append("\(Int(milliseconds)): \(event.short)")
          log.times.append(event.timestamp &- UInt64(begin.nanoseconds))
        }, ended: { log.ends += 1 })
      run(loop, player, log)
      return log
    }
  }

  @Test("in recorded time: each frame when it is due, and the end once, after the last")
  func recorded() throws {
    let log = try Self.play(.recorded) { loop, player, log in
      player.start(after: .milliseconds(100))
      loop.run(mode: .default, for: .milliseconds(300))
      #expect(log.ends == 0 && !player.isOver)
      loop.run(mode: .default, for: .seconds(2))
      #expect(player.isOver)
    }
    #expect(
      log.lines == ["100: began 1 (10.0 10.0)", "108: moved 1 (20.0 10.0)", "508: ended 1 (20.0 10.0)"])
    #expect(log.times == [100_000_000, 108_000_000, 508_000_000])
    #expect(log.ends == 1)
  }

  @Test("fast: a frame a turn, with times as if the last one happened now")
  func fast() throws {
    let log = try Self.play(.fast) { loop, player, log in
      player.start()
      for turn in 1...2 {
        loop.run(mode: .default, for: .zero)
        #expect(log.lines.count == turn && log.ends == 0)
      }
      loop.run(mode: .default, for: .seconds(1))
    }
    #expect(log.lines == ["0: began 1 (10.0 10.0)", "0: moved 1 (20.0 10.0)", "0: ended 1 (20.0 10.0)"])
    #expect(log.times.last == 0 && log.times.first == 0 &- 408_000_000)
    #expect(log.ends == 1)
  }

  @Test("stopped: no event more, and no end")
  func stopped() throws {
    let log = try Self.play(.recorded) { loop, player, _ in
      player.start()
      loop.run(mode: .default, for: .milliseconds(50))
      player.stop()
      loop.run(mode: .default, for: .seconds(2))
    }
    #expect(log.lines.count == 2 && log.ends == 0)
  }

  @Test(
    "stopped by the receiver of its last event: no end", arguments: [RecordingPlayer.Pace.recorded, .fast])
  func stoppedInside(_ pace: RecordingPlayer.Pace) throws {
    let (events, ends) = try onFreshThread(SimulatedClock()) {
      var (player, events, ends): (RecordingPlayer?, Int, Int) = (nil, 0, 0)
      player = try RecordingPlayer(
        Self.recording, pace: pace,
        emit: { _ in
          events += 1
          if events == 3 { player?.stop() }
        }, ended: { ends += 1 })
      player?.start()
      RunLoop.current.run(mode: .default, for: .seconds(2))
      return (events, ends)
    }
    #expect(events == 3 && ends == 0)
  }

  @Test("as text: its times may have any number of decimal places up to six")
  func places() throws {
    func duration(_ time: String) throws -> UInt64 {
      try Recording(Array("E: 1.0 0000 0000 0\nE: \(time) 0000 0000 0\n".utf8)).duration
    }
    #expect(try duration("1.5") == 500_000_000)
    #expect(try duration("1.05") == 50_000_000)
    #expect(try duration("2.000001") == 1_000_001_000)
    #expect(try duration("0.9") == 0)
    for time in ["1", "1.", "1.0000001", "-1.0", "1.5x"] {
      #expect(throws: EvdevError.self, "\(time)") { try duration(time) }
    }
  }

  @Test("as text: an axis has its resolution in the sixth column")
  func resolution() throws {
    let device = try Recording(Array("N: pad\nA: 35 -5 99 1 2 40\nA: 36 0 49 1 2\n".utf8)).device
    #expect(device.axes == [0x35: .init(-5, 99, resolution: 40), 0x36: .init(0, 49)])
  }

  /// Of two devices, the second one with an axis twice as long.
  private static let twoDevices = """
    # EVEMU 1.3
    N: first
    A: 2f 0 9 0 0 0
    A: 35 0 99 0 0 0
    A: 36 0 99 0 0 0
    E: 1.000000 0003 0039 1
    E: 1.000000 0003 0035 50
    E: 1.000000 0000 0000 0
    N: second
    A: 35 0 199 0 0 0
    E: 2.000000 0003 0039 2
    E: 2.000000 0003 0035 50
    E: 2.000000 0000 0000 0

    """

  @Test("that describes another device in its midst: what the first had begun is cancelled")
  func described() throws {
    let (words, name) = try onFreshThread {
      let ends = try Ends.pipe()
      var words: [String] = []
      var isOver = false
      var settings = EvdevReader.Settings()
      (settings.width, settings.height, settings.device) = (100, 100, 7)
      let reader = try EvdevReader(
        owning: ends.reading, name: "text", settings: settings,
        emit: { event in
          words.append(event.short)
          guard case .digitizer(let contacts) = event.payload else { return }
          #expect(contacts.map { $0.identity >> 24 } == [7], "contacts of this reader's number")
        },
        ended: { _ in isOver = true })
      try reader.start()
      ends.write(Array(Self.twoDevices.utf8))
      close(ends.writing)
      runUntil { isOver }
      return (words, reader.description.name)
    }
    #expect(
      words == [
        "began 1 (50.0 0.0)", "cancelled 1 (50.0 0.0)", "began 1 (25.0 0.0)", "cancelled 1 (25.0 0.0)",
      ])
    #expect(name == "second")
  }
}
