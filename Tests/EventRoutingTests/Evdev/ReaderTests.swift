import HIDEvents
import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import EventRouting

/// A reader takes any descriptor, and bytes split anywhere.
@Suite("A reader of devices", .hangLimit)
struct ReaderTests {
  private static let screen = DeviceDescription.touchscreen("screen", width: 100, height: 200)

  /// Some taps and a drag of three fingers.
  private static var device: Device {
    var device = Device()
    for tap in 0..<3 {
      device.down(Int32(tap), 10, 20)
      device.synchronize()
      device.up()
      device.synchronize()
    }
    for finger in 0..<3 {
      device.slot(Int32(finger))
      device.down(10 + Int32(finger), 10 * Int32(finger), 50)
    }
    device.synchronize()
    for step in 0..<20 {
      for finger in 0..<3 {
        device.slot(Int32(finger))
        device.move(10 * Int32(finger), 51 + Int32(step))
      }
      device.synchronize()
    }
    for finger in 0..<3 {
      device.slot(Int32(finger))
      device.up()
    }
    device.synchronize()
    return device
  }
  private static let wanted = TouchCounts(6, 60, 6, most: 3, sequences: 4)

  /// What comes of a descriptor until it ends.
  private static func read(
    _ descriptor: Int32, _ settings: EvdevReader.Settings = .init(), description: DeviceDescription? = screen,
    feeding feed: (RunLoop) -> Void = { _ in }
  ) throws -> (events: [HIDEvent], failure: EvdevError?) {
    var events: [HIDEvent] = []
    var isOver = false
    let reader = try EvdevReader(
      owning: descriptor, name: "test", description: description, settings: settings,
      emit: { events.append($0) },
      ended: { _ in isOver = true })
    try reader.start()
    feed(RunLoop.current)
    let limit = RunLoop.Instant.now.advanced(by: .seconds(20))
    while !isOver, RunLoop.Instant.now < limit {
      RunLoop.current.run(mode: .default, for: .milliseconds(100), returnAfterSourceHandled: true)
    }
    try #require(isOver)
    return (events, reader.failure)
  }

  @Test("reads pipes and sockets byte by byte, and the end of the stream ends it", arguments: [false, true])
  func splitAnywhere(_ isSocket: Bool) throws {
    let counts = try onFreshThread {
      let ends = isSocket ? try Ends.socket() : try Ends.pipe()
      let (events, failure) = try Self.read(ends.reading) { loop in
        for byte in Self.device.bytes {
          ends.write([byte])
          loop.run(mode: .default, for: .zero)
        }
        close(ends.writing)
      }
      #expect(failure == nil)
      return TouchCounts(events)
    }
    #expect(counts == Self.wanted, "\(counts)")
  }

  @Test("reads pieces of every size alike", arguments: [1, 5, 23, 24, 25, 100, 1537])
  func pieces(_ size: Int) throws {
    let counts = try onFreshThread {
      let ends = try Ends.pipe()
      return TouchCounts(
        try Self.read(ends.reading) { loop in
          var bytes = Self.device.bytes[...]
          while !bytes.isEmpty {
            ends.write(Array(bytes.prefix(size)))
            bytes = bytes.dropFirst(size)
            loop.run(mode: .default, for: .zero)
          }
          close(ends.writing)
        }.events)
    }
    #expect(counts == Self.wanted, "\(counts)")
  }

  @Test("reads files and FIFOs, as records and as text", arguments: [false, true])
  func files(_ isText: Bool) throws {
    let folder = try TemporaryFolder()
    let device = Self.device
    let bytes = isText ? Array(device.text(Self.screen).utf8) : device.bytes
    let path = folder.path + "/file"
    let file = open(path, O_CREAT | O_WRONLY, 0o600)
    Ends(reading: -1, writing: file).write(bytes)
    close(file)
    let fifo = folder.path + "/fifo"
    try #require(mkfifo(fifo, 0o600) == 0)
    let counts = try onFreshThread {
      let fromFile = try Self.read(open(path, O_RDONLY), description: isText ? nil : Self.screen).events
      let reading = open(fifo, O_RDONLY | O_NONBLOCK)
      let ends = Ends(reading: reading, writing: open(fifo, O_WRONLY))
      let fromFIFO = try Self.read(reading, description: isText ? nil : Self.screen) { loop in
        let half = bytes.count / 2
        ends.write(Array(bytes[..<half]))
        loop.run(mode: .default, for: .zero)
        ends.write(Array(bytes[half...]))
        close(ends.writing)
      }.events
      return [TouchCounts(fromFile), TouchCounts(fromFIFO)]
    }
    #expect(counts == [Self.wanted, Self.wanted], "\(counts)")
  }

  @Test("cancels what is down when the stream ends, and when it is closed")
  func unplugged() throws {
    var device = Device()
    device.down(1, 5, 5)
    device.key(30, 1)
    device.synchronize()
    let bytes = device.bytes
    let (atEnd, closed) = try onFreshThread {
      let ends = try Ends.pipe()
      let atEnd = try Self.read(ends.reading) { _ in
        ends.write(bytes)
        close(ends.writing)
      }.events.map(\.short)
      let other = try Ends.pipe()
      var events: [String] = []
      let reader = try EvdevReader(
        owning: other.reading, name: "test", description: Self.screen, emit: { events.append($0.short) },
        ended: { _ in events.append("ended") })
      try reader.start()
      other.write(bytes)
      RunLoop.current.run(mode: .default, for: .seconds(5), returnAfterSourceHandled: true)
      reader.close()
      close(other.writing)
      return (atEnd, events)
    }
    let wanted = ["key 4 down 'a'", "began 1 (19.5 21.1)", "key 4 cancelled 'a'", "cancelled 1 (19.5 21.1)"]
    #expect(atEnd == wanted && closed == wanted)
  }

  @Test("a receiver of an event may close the reader")
  func closedInside() throws {
    let device = Self.device
    let count = try onFreshThread {
      let ends = try Ends.pipe()
      var reader: EvdevReader?
      var counts = TouchCounts()
      reader = try EvdevReader(
        owning: ends.reading, name: "test", description: Self.screen,
        emit: { event in
          counts.add(event)
          reader?.close()
        })
      try reader?.start()
      ends.write(device.bytes)
      RunLoop.current.run(mode: .default, for: .milliseconds(50))
      close(ends.writing)
      #expect(counts.isOver)
      return counts.began
    }
    #expect(count >= 1)
  }

  @Test("times of the loop's clock are kept; those of another begin when they come")
  func times() throws {
    let (near, far) = try onFreshThread {
      func first(_ time: UInt64) throws -> UInt64 {
        var device = Device(time: time)
        device.down(1, 1, 1)
        device.synchronize()
        let bytes = device.bytes
        let ends = try Ends.pipe()
        return try Self.read(ends.reading) { _ in
          ends.write(bytes)
          close(ends.writing)
        }.events[0].timestamp
      }
      let now = UInt64(RunLoop.Instant.now.nanoseconds) / 1000 * 1000
      let near = try first(now - 5_000_000)
      let far = try first(1_357_751_031_716_015_000)
      return (near == now - 5_000_000, far >= now && far < now + 10_000_000_000)
    }
    #expect(near && far)
  }

  @Test("an invalid line of a recording is reported with its number, and ends it")
  func badText() throws {
    let failure = try onFreshThread {
      let ends = try Ends.pipe()
      return try Self.read(ends.reading) { _ in
        ends.write(Array("# EVEMU 1.3\nE: 1.000000 0003 0039 1\nE: nonsense\n".utf8))
        close(ends.writing)
      }.failure
    }
    #expect(failure == .badLine(number: 3, text: "E: nonsense"))
    #expect(throws: EvdevError.self) { try Recording(Array("# E".utf8) + Array(repeating: 65, count: 5000)) }
    #expect(throws: EvdevError.self) { try Recording(path: "/nonexistent/recording") }
  }

  @Test("a directory, and a descriptor that is closed, are refused")
  func refused() throws {
    let errors = onFreshThread {
      ["/tmp", "/nonexistent"].map { path -> String in
        do {
          try EvdevReader(path: path, emit: { _ in }).start()
          return ""
        } catch {
          return "\(error)"
        }
      }
    }
    #expect(errors[0].contains("can not be watched") && errors[1].contains("No such file"))
  }
}
