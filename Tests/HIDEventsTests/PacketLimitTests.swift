import HIDEvents
import TestHarness
import Testing

/// Packets and messages at the limits of what they may hold.
@Suite(.hangLimit) struct PacketLimitTests {
  private typealias Window = ClientDescription.Window

  private static func failure(_ packet: [UInt8]) -> PacketError? {
    do throws(PacketError) {
      _ = try RoutingMessage(packet: packet)
      return nil
    } catch {
      return error
    }
  }

  @Test func aFrameHasAtMost4096Contacts() throws {
    func frame(_ count: UInt32) -> HIDEvent {
      HIDEvent(timestamp: 1, .digitizer((0..<count).map { .init($0, .moved, x: 1, y: 2) }))
    }
    #expect(try HIDEvent(packet: frame(4096).packet()) == frame(4096))
    #expect(try HIDEvent(packet: frame(5000).packet()) == frame(4096))
  }

  @Test func aTextHasAtMost1024Bytes() throws {
    func key(_ count: Int) -> HIDEvent {
      HIDEvent(timestamp: 1, .key(.init(usage: 4, .down, characters: String(repeating: "x", count: count))))
    }
    #expect(try HIDEvent(packet: key(1024).packet()) == key(1024))
    #expect(try HIDEvent(packet: key(1025).packet()) == key(1024))
    // One that claims to be longer is refused, whatever follows.
    var packet = key(1024).packet() + [UInt8](repeating: 120, count: 8)
    packet[4] += 8
    // Behind header, usage, phase and modifiers.
    packet[23] = 1
    #expect(throws: PacketError.tooLarge(field: "text", count: 1025)) { try HIDEvent(packet: packet) }
  }

  @Test func anApplicationReportsItsFrontmostWindows() throws {
    let windows = (0..<100).map { Window(x: Double($0), y: 0, width: 1, height: 1) }
    guard
      case .hello(let read) = try RoutingMessage(
        packet: RoutingMessage.hello(.init(name: "many", windows: windows)).packet())
    else { return }
    #expect(read.windows == Array(windows.suffix(64)))
    let most = RoutingMessage.changed(.init(name: "64", windows: Array(windows.prefix(64))))
    #expect(try RoutingMessage(packet: most.packet()) == most)
  }

  @Test func anApplicationPlacesTheWindowsInFront() throws {
    func places(_ numbers: Range<UInt32>) -> RoutingMessage {
      .arrange(numbers.map { .init(window: $0, frame: Window(x: Double($0), y: 0, width: 1, height: 1)) })
    }
    #expect(try RoutingMessage(packet: places(0..<64).packet()) == places(0..<64))
    #expect(try RoutingMessage(packet: places(0..<100).packet()) == places(36..<100))
  }

  /// Whatever a writer of another make says.
  @Test func moreThanTheLimitIsRefused() {
    let window = Window(x: 0, y: 0, width: 1, height: 1)
    let part = RoutingMessage.Part(x: 0, y: 0, width: 1, height: 1)
    let place = RoutingMessage.WindowPlace(window: 1, frame: window)
    // The message, the place of its count, and the size of what is counted.
    let messages: [(RoutingMessage, Int, Int, String)] = [
      (.hello(.init(name: "", windows: Array(repeating: window, count: 64))), 11, 32, "windows"),
      (.arrange(Array(repeating: place, count: 64)), 8, 36, "windows"),
      (.show(window: 1, buffer: 1, changed: Array(repeating: part, count: 64)), 16, 16, "parts"),
    ]
    for (message, count, size, field) in messages {
      var packet = message.packet()
      #expect(Self.failure(packet) == nil)
      packet += packet.suffix(size)
      packet[count] = 65
      (packet[4], packet[5]) = (UInt8(packet.count & 0xff), UInt8(packet.count >> 8))
      #expect(Self.failure(packet) == .tooLarge(field: field, count: 65))
    }
  }

  @Test func aListHasAtMost256Clients() throws {
    func list(_ count: UInt32) -> RoutingMessage {
      .clients((0..<count).map { .init(number: $0, process: 1, name: "\($0)", state: .background) })
    }
    #expect(try RoutingMessage(packet: list(256).packet()) == list(256))
    #expect(try RoutingMessage(packet: list(300).packet()) == list(256))
  }

  @Test func valuesThatDoNotExistAreRefused() {
    func changed(_ message: RoutingMessage, _ place: Int, _ value: UInt8) -> [UInt8] {
      var packet = message.packet()
      packet[place] = value
      return packet
    }
    #expect(Self.failure(changed(.lock(true), 8, 2)) == .badValue(field: "lock", value: 2))
    let hello = RoutingMessage.hello(.init(name: "", wantsForeground: true, wantsRemoteControl: true))
    #expect(Self.failure(changed(hello, 8, 3)) == nil)
    #expect(Self.failure(changed(hello, 8, 4)) == .badValue(field: "client flags", value: 4))
    #expect(Self.failure(changed(.refused(.ended), 8, 7)) == nil)
    #expect(Self.failure(changed(.refused(.ended), 8, 12)) == .badValue(field: "refusal", value: 12))
    #expect(Self.failure(changed(.refused(.ended), 8, 0)) == .badValue(field: "refusal", value: 0))
    for (width, height) in [(-1.0, 1.0), (1.0, -1.0), (.infinity, 1), (1, .nan)] {
      let window = Window(x: 0, y: 0, width: width, height: height)
      let good = Window(x: 0, y: 0, width: 0, height: 0)
      #expect(
        Self.failure(RoutingMessage.changed(.init(name: "", windows: [good, window])).packet())
          == .badValue(field: "window", value: 1))
    }
    #expect(Self.failure([0x48, 0x52, 1, 5, 7, 0, 0, 0]) == .badValue(field: "length", value: 7))
  }
}
