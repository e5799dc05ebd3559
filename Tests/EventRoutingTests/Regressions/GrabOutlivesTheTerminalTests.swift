import HIDEvents
import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import EventRouting

/// A program on a screen of its own kept its devices to itself while the user was at another virtual terminal, which so had neither
/// keys nor a pointer.
@Suite("Another terminal has the devices", .hangLimit) struct GrabOutlivesTheTerminalTests {
  /// A reader of a device whose records a test writes, and whose state a test says.
  private final class Place {
    let ends: Ends
    let reader: EvdevReader
    private let heard: Heard
    private var isUnplugged = false

    final class Heard {
      var words: [String] = []
      var grabs: [Bool] = []
      var state = DeviceState(slots: [], currentSlot: 0, keys: [])
    }

    init(isDevice: Bool = true, starts: Bool = true) throws {
      let heard = Heard()
      self.heard = heard
      ends = try Ends.pipe()
      var settings = EvdevReader.Settings()
      (settings.width, settings.height, settings.grabs) = (100, 200, true)
      let screen = DeviceDescription.touchscreen("screen", width: 100, height: 200)
      reader = try EvdevReader(
        owning: ends.reading, name: "test", told: isDevice ? screen : nil, state: { _ in heard.state },
        grab: { heard.grabs.append($0) }, description: screen, settings: settings,
        emit: { heard.words.append($0.short) }, ended: { _ in heard.words.append("over") })
      if starts { try reader.start() }
    }

    func hold(_ slots: DeviceState.Slot..., keys: Set<UInt16> = []) {
      heard.state = DeviceState(slots: slots, currentSlot: 0, keys: keys)
    }

    func say(_ play: (inout Device) -> Void) {
      var device = Device()
      play(&device)
      ends.write(device.bytes)
      run()
    }

    func run() { RunLoop.current.settle() }
    /// The device is removed.
    func unplug() {
      if !isUnplugged { close(ends.writing) }
      isUnplugged = true
    }

    func words() -> [String] {
      defer { heard.words = [] }
      return heard.words
    }
    func grabs() -> [Bool] {
      defer { heard.grabs = [] }
      return heard.grabs
    }

    deinit { unplug() }
  }

  @Test("what is down is cancelled, and what is said meanwhile is others'")
  func pause() throws {
    try onFreshThread {
      let place = try Place()
      #expect(place.grabs() == [true])
      place.say { device in
        device.key(30, 1)
        device.down(1, 5, 5)
        device.synchronize()
      }
      #expect(place.words() == ["key 4 down 'a'", "began 1 (5.0 5.0)"])
      place.reader.pause()
      place.reader.pause()
      #expect(place.reader.isPaused && place.grabs() == [false])
      #expect(place.words() == ["key 4 cancelled 'a'", "cancelled 1 (5.0 5.0)"])
      place.say { device in
        device.key(31, 1)
        device.move(9, 9)
        device.synchronize()
      }
      #expect(place.words() == [] && RunLoop.current.turns(in: .milliseconds(20)) < 3)
      // The key is held, and a finger is down.
      place.hold(.init(tracking: 2, x: 20, y: 30), keys: [31])
      try place.reader.resume()
      try place.reader.resume()
      place.run()
      #expect(!place.reader.isPaused && place.grabs() == [true])
      #expect(place.words() == ["began 2 (20.0 30.0)"])
      place.say { device in
        device.key(31, 0)
        device.move(21, 30)
        device.synchronize()
        device.key(31, 1)
        device.synchronize()
      }
      #expect(place.words() == ["moved 2 (21.0 30.0)", "key 22 down 's'"])
      place.reader.pause()
      #expect(place.words() == ["key 22 cancelled 's'", "cancelled 2 (21.0 30.0)"])
      place.reader.close()
      try place.reader.resume()
      #expect(place.words() == [] && place.grabs() == [false])
    }
  }

  @Test("a stream waits, and nothing of it is lost")
  func stream() throws {
    try onFreshThread {
      let place = try Place(isDevice: false)
      place.reader.pause()
      place.say { device in
        device.down(1, 5, 5)
        device.synchronize()
      }
      #expect(place.words() == [])
      try place.reader.resume()
      place.run()
      #expect(place.words() == ["began 1 (5.0 5.0)"] && place.grabs() == [])
    }
  }

  @Test("a file waits, too")
  func file() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/records"
    let file = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    Ends(reading: -1, writing: file).write(Self.down)
    close(file)
    try onFreshThread {
      var words: [String] = []
      let reader = try EvdevReader(
        path: path, emit: { words.append($0.short) }, ended: { _ in words.append("over") })
      try reader.start()
      reader.pause()
      RunLoop.current.settle()
      #expect(words == [])
      try reader.resume()
      RunLoop.current.settle()
      #expect(words == ["began 1 (5.0 5.0)", "cancelled 1 (5.0 5.0)", "over"])
    }
  }

  @Test(
    "a reader that starts while it is paused waits, and begins with what is down then",
    arguments: [true, false])
  func startPaused(_ isDevice: Bool) throws {
    try onFreshThread {
      let place = try Place(isDevice: isDevice, starts: false)
      place.reader.pause()
      place.hold(.init(tracking: 1, x: 5, y: 5))
      place.ends.write(Self.down)
      try place.reader.start()
      #expect(RunLoop.current.turns(in: .milliseconds(20)) < 3)
      #expect(place.words() == [])
      place.hold(.init(tracking: 2, x: 20, y: 30))
      try place.reader.resume()
      place.run()
      #expect(place.words() == [isDevice ? "began 1 (20.0 30.0)" : "began 1 (5.0 5.0)"])
      #expect(place.grabs() == (isDevice ? [true, false, true] : []))
    }
  }

  private static var down: [UInt8] {
    var device = Device()
    device.down(1, 5, 5)
    device.synchronize()
    return device.bytes
  }

  @Test("a device that was unplugged meanwhile has ended")
  func unplugged() throws {
    try onFreshThread {
      let place = try Place()
      place.reader.pause()
      place.unplug()
      place.run()
      #expect(place.words() == [])
      try place.reader.resume()
      place.run()
      #expect(place.words() == ["over"] && place.reader.isClosed)
    }
  }
}
