import HIDEvents
import TestHarness
import Testing

/// What router and applications say comes out as it went in; anything else is an error, and no crash.
@Suite("Messages of the router", .hangLimit)
struct RoutingMessageTests {
  static let description = ClientDescription(
    name: "notes é", wantsForeground: true, wantsRemoteControl: true,
    windows: [.init(x: 1, y: -2, width: 300.5, height: 400), .init(x: 0, y: 0, width: 0, height: 0)])

  static let messages: [RoutingMessage] = [
    .hello(description), .changed(.init(name: "", wantsForeground: false)), .bringToFront(name: "notes"),
    .lock(true),
    .lock(false), .list, .control, .refused(.notOwner), .refused(.nameTaken),
    .welcome(client: 7, width: 390, height: 844),
    .event(HIDEvent(timestamp: 5, .digitizer([.init(1, .began, x: 2, y: 3)]))), .overrun(dropped: 4711),
    .refused(.tooOften), .clients([]),
    .clients([.init(number: 3, process: 4, name: "x", state: .focused, touches: 2, delivered: 9)]),
    .share(buffer: 1, width: 800, height: 16384), .unshare(buffer: .max), .arrange([]),
    .arrange([.init(window: 3, frame: .init(x: -1.5, y: 0, width: 20, height: 0))]), .awaitBeat,
    .show(window: 3, buffer: 1, changed: [.init(x: 1, y: 2, width: 3, height: .max)]),
    .show(window: 0, buffer: 0, changed: []), .free(buffer: 5), .beat(time: .max),
    .screen(.init(width: 1920, height: 1080, scale: 1.5, interval: 16_666_667)),
    .refused(.tooManyPictures), .refused(.badMemory),
  ]

  @Test("come out as they went in", arguments: messages)
  func roundTrip(_ message: RoutingMessage) throws {
    #expect(try RoutingMessage(packet: message.packet()) == message)
  }

  @Test("cut short anywhere, or with bytes behind, are errors", arguments: messages)
  func cut(_ message: RoutingMessage) {
    let packet = message.packet()
    for length in 0..<packet.count {
      #expect(throws: PacketError.self) { try RoutingMessage(packet: Array(packet[..<length])) }
    }
    #expect(throws: PacketError.self) { try RoutingMessage(packet: packet + [0]) }
  }

  @Test("with a byte changed are another message or an error", arguments: messages)
  func changed(_ message: RoutingMessage) {
    let packet = message.packet()
    for place in packet.indices {
      for value: UInt8 in [0, 1, 0x7f, 0xff] {
        var bytes = packet
        bytes[place] = value
        if let read = try? RoutingMessage(packet: bytes) {
          // What is read can be written, and read again.
          #expect((try? RoutingMessage(packet: read.packet())) != nil)
        }
      }
    }
  }

  @Test("of a later version, of an unknown kind or with impossible values are refused with the reason")
  func refused() {
    var packet = RoutingMessage.list.packet()
    packet[2] = 9
    #expect(throws: PacketError.unknownVersion(9)) { try RoutingMessage(packet: packet) }
    packet[2] = 1
    packet[3] = 50
    #expect(throws: PacketError.unknownKind(50)) { try RoutingMessage(packet: packet) }
    let broken = RoutingMessage.hello(.init(name: "", windows: [.init(x: .nan, y: 0, width: 1, height: 1)]))
    #expect(throws: PacketError.badValue(field: "window", value: 0)) {
      try RoutingMessage(packet: broken.packet())
    }
    for (width, height): (UInt32, UInt32) in [(0, 1), (1, 0), (16385, 1), (1, .max)] {
      #expect(throws: PacketError.self) {
        try RoutingMessage(
          packet: RoutingMessage.share(buffer: 1, width: width, height: height).packet())
      }
    }
    for scale in [0, -1, .nan, .infinity] as [Double] {
      #expect(throws: PacketError.badValue(field: "scale", value: 0)) {
        let screen = RoutingMessage.Screen(width: 1, height: 1, scale: scale, interval: 0)
        return try RoutingMessage(packet: RoutingMessage.screen(screen).packet())
      }
    }
    let nowhere = RoutingMessage.WindowPlace(
      window: 1, frame: .init(x: 0, y: .infinity, width: 1, height: 1))
    #expect(throws: PacketError.badValue(field: "window", value: 0)) {
      try RoutingMessage(packet: RoutingMessage.arrange([nowhere]).packet())
    }
    #expect(throws: PacketError.notAPacket) {
      try RoutingMessage(packet: HIDEvent(timestamp: 1, .remoteControl(.play)).packet())
    }
  }

  @Test("from an application fit what the router takes, however much it says")
  func bounds() throws {
    let window = ClientDescription.Window(x: 0, y: 0, width: 1, height: 1)
    let much = ClientDescription(
      name: String(repeating: "é", count: 1000), windows: Array(repeating: window, count: 1000))
    let packet = RoutingMessage.hello(much).packet()
    #expect(packet.count <= RoutingMessage.longestFromClient)
    guard case .hello(let read) = try RoutingMessage(packet: packet) else {
      Issue.record("not a hello")
      return
    }
    #expect(
      read.windows.count == ClientDescription.mostWindows
        && read.name.utf8.count <= ClientDescription.longestName)
    let place = RoutingMessage.WindowPlace(window: 1, frame: window)
    let part = RoutingMessage.Part(x: 0, y: 0, width: 1, height: 1)
    let pictures: [RoutingMessage] = [
      .arrange(Array(repeating: place, count: 1000)),
      .show(window: 1, buffer: 1, changed: Array(repeating: part, count: 1000)),
    ]
    for message in pictures {
      let packet = message.packet()
      #expect(packet.count <= RoutingMessage.longestFromClient)
      #expect(throws: Never.self) { try RoutingMessage(packet: packet) }
    }
  }
}
