import HIDEvents
import LinuxSystem
import RunLoopCore
import TestHarness
import Testing

import class RunLoopCore.RunLoop

@testable import EventRouting

/// What a server can do to a client: cut off, answer in pieces, or say anything at all.
@Suite(.hangLimit) struct FakeServerTests {
  static func withWindow(_ server: FakeServer, _ body: (X11Display, X11Window, Told) throws -> Void) throws {
    let display = try server.connect()
    defer { display.close() }
    let window = try X11Window(display, title: "fake", width: 300, height: 200)
    let told = Told()
    window.handler = { told.take($0) }
    window.show()
    server.answer()
    try body(display, window, told)
  }

  final class Told {
    var inputs: [HIDEvent] = []
    var ends = 0
    var sizes: [Int] = []
    var exposed: [PixelRect] = []
    func take(_ event: X11Window.Event) {
      switch event {
      case .input(let event): inputs.append(event)
      case .ended: ends += 1
      case .resized(let width, let height): sizes += [width, height]
      case .exposed(let x, let y, let width, let height):
        exposed.append(PixelRect(x: x, y: y, width: width, height: height))
      case .ready, .closeRequested: break
      }
    }
  }

  /// An event of the core protocol, for the window.
  static func core(
    _ server: FakeServer, _ window: X11Window, _ kind: UInt8, _ detail: UInt8, x: Int16 = 0, y: Int16 = 0,
    mode: UInt8 = 0
  ) -> [UInt8] {
    var request = X11Request(kind, detail)
    for value in [UInt32(0), 1, kind > 8 ? 0 : window.identifier, 0] { request.add(value) }
    for value in [0, 0, x, y] { request.add(value) }
    request.add(UInt16(0))
    request.add([mode, 0])
    var bytes = server.event(request.bytes)
    if kind > 8 { withUnsafeBytes(of: window.identifier) { bytes.replaceSubrange(4..<8, with: $0) } }
    if kind > 8 { bytes[8] = mode }
    return bytes
  }

  static func touch(_ server: FakeServer, _ window: X11Window, _ kind: UInt16, _ id: UInt32, time: UInt32 = 5)
    -> [UInt8]
  {
    var bytes = server.event([35, 131]) + [UInt8](repeating: 0, count: 32)
    func set(_ value: UInt32, _ offset: Int) {
      withUnsafeBytes(of: value) { bytes.replaceSubrange(offset..<(offset + 4), with: $0) }
    }
    set(8, 4)
    set(UInt32(kind), 8)
    set(time, 12)
    set(id, 16)
    set(window.identifier, 24)
    set(10 << 16 | 0x8000, 40)
    set(20 << 16, 44)
    return bytes
  }

  @Test func whatComesInPiecesIsTheSameAsAtOnce() throws {
    for piece in [1, 3, 31, 33, 4096] {
      let server = FakeServer()
      server.piece = piece
      try Self.withWindow(server) { display, window, told in
        #expect(display.hasTouch && display.repeatsWithoutReleases)
        let stream =
          Self.core(server, window, 4, 1, x: 5, y: 6) + Self.core(server, window, 6, 0, x: 7, y: 8)
          + Self.core(server, window, 5, 1, x: 7, y: 8) + Self.touch(server, window, 18, 1)
          + Self.touch(server, window, 18, 2) + Self.touch(server, window, 20, 1, time: 6)
          + Self.touch(server, window, 20, 2, time: 6)
        var sent = 0
        while sent < stream.count {
          let end = min(sent + piece, stream.count)
          server.send(Array(stream[sent..<end]))
          sent = end
          display.serve()
        }
        let contacts = told.inputs.flatMap { event -> [HIDEvent.Contact] in
          if case .digitizer(let contacts) = event.payload { contacts } else { [] }
        }
        #expect(contacts.map(\.phase) == [.began, .moved, .ended, .began, .began, .ended, .ended])
        #expect(contacts.map(\.x) == [5, 7, 7, 10.5, 10.5, 10.5, 10.5])
        // At once, what happened at one moment is one frame.
        if piece == 4096 { #expect(told.inputs.count == 5) }
      }
    }
  }

  @Test func aPictureLargerThanTheLongestRequestComesInParts() throws {
    for isBigEndian in [false, true] {
      let server = FakeServer()
      server.hasExtensions = false
      server.longestRequest = 512
      server.imagesAreBigEndian = isBigEndian
      try Self.withWindow(server) { display, window, _ in
        let (width, height) = (300, 200)
        let pixels = (0..<(width * height)).map { UInt32($0) &* 2_654_435_761 }
        pixels.withUnsafeBufferPointer {
          window.put(
            $0.baseAddress!, stride: width,
            parts: [
              PixelRect(x: 0, y: 0, width: width, height: height),
              PixelRect(x: 10, y: 20, width: 5, height: 7),
            ])
        }
        #expect(!window.isReady)
        for _ in 0..<1000 where !window.isReady {
          server.answer()
          display.serve()
        }
        #expect(window.isReady)
        var picture = [UInt32](repeating: 0, count: width * height)
        var count = 0
        for request in server.requests where request[0] == 72 {
          #expect(request.count <= 512 * 4)
          count += 1
          let packet = X11Packet(request)
          let (w, h, x, y) = (
            Int(packet.uint16(12)), Int(packet.uint16(14)), packet.int16(16), packet.int16(18)
          )
          for row in 0..<h {
            for column in 0..<w {
              let word = packet.uint32(24 + 4 * (row * w + column))
              picture[(y + row) * width + x + column] = isBigEndian ? word.byteSwapped : word
            }
          }
        }
        #expect(count == 201)
        // Not shown when they differ: there are 60,000.
        #expect(picture.elementsEqual(pixels))
      }
    }
  }

  @Test func whatAFullSocketDoesNotTakeWaitsAndIsSentInOrder() throws {
    let server = FakeServer()
    try Self.withWindow(server) { display, window, _ in
      let pixels = [UInt32](repeating: 7, count: 300 * 200)
      for _ in 0..<20 {
        pixels.withUnsafeBufferPointer {
          window.put($0.baseAddress!, stride: 300, parts: [PixelRect(x: 0, y: 0, width: 300, height: 200)])
        }
      }
      #expect(display.connection.unsentBytes > 1_000_000)
      #expect(window.picturesUnderWay == 20)
      for _ in 0..<10_000 where window.picturesUnderWay > 0 {
        server.answer()
        display.serve()
      }
      #expect(window.picturesUnderWay == 0)
      #expect(server.requests.filter { $0[0] == 72 }.count == 20)
      #expect(display.connection.unsentBytes == 0)
    }
  }

  @Test(arguments: [(2, 1, false), (2, 2, true), (1, 9, false), (3, 0, true)] as [(UInt32, UInt32, Bool)])
  func touchesComeFromVersionTwoPointTwoOfTheInputExtensionOn(major: UInt32, minor: UInt32, isKnown: Bool)
    throws
  {
    let server = FakeServer()
    server.special = { request in
      request.uint8(0) == 131 && request.uint8(1) == 47 ? (0, [8: minor << 16 | major], []) : nil
    }
    try Self.withWindow(server) { display, _, _ in #expect(display.hasTouch == isKnown) }
  }

  @Test func aWindowAsksForItsEvents() throws {
    let server = FakeServer()
    try Self.withWindow(server) { _, window, _ in
      func words(_ bits: [UInt32]) -> UInt32 { bits.reduce(0) { $0 | 1 << $1 } }
      let touches = try #require(server.requests.first { $0[0] == 131 && $0[1] == 46 }.map(X11Packet.init))
      #expect(touches.uint32(4) == window.identifier && touches.uint16(8) == 1)
      // Of all master devices, in one word: touches begin, move and end.
      #expect(
        touches.uint16(12) == 1 && touches.uint16(14) == 1 && touches.uint32(16) == words([18, 19, 20]))
      // Keys, buttons, entering, leaving, moving; exposure, structure, focus, properties.
      let creation = try #require(server.requests.first { $0[0] == 1 }.map(X11Packet.init))
      #expect(creation.uint32(44) == words([0, 1, 2, 3, 4, 5, 6, 15, 17, 21, 22]))
    }
  }

  @Test func anExposedPartIsReportedAsItIs() throws {
    let server = FakeServer()
    try Self.withWindow(server) { display, window, told in
      var event = X11Request(12, 0)
      event.add(window.identifier)
      for value in [UInt16(10), 20, 30, 40] { event.add(value) }
      server.send(server.event(event.bytes))
      display.serve()
      #expect(told.exposed == [PixelRect(x: 10, y: 20, width: 30, height: 40)])
    }
  }

  @Test func theEndIsReportedOnceAndCancelsAllThatIsDown() throws {
    let server = FakeServer()
    try Self.withWindow(server) { display, window, told in
      var ends: [X11Error] = []
      display.onEnd = { ends.append($0) }
      server.send(Self.touch(server, window, 18, 1) + Self.core(server, window, 2, 38))
      display.serve()
      #expect(told.inputs.count == 2)
      server.hangUp()
      for _ in 0..<5 { display.serve() }
      #expect(ends == [.lost])
      #expect(told.ends == 1)
      #expect(told.inputs.dropFirst(2).map(\.payload).contains(.system(.contactsLost)))
      let isCancelled = told.inputs.contains {
        if case .key(let key) = $0.payload { key.phase == .cancelled } else { false }
      }
      #expect(isCancelled)
      // Nothing of this does any harm.
      window.show()
      window.title = "late"
      display.close()
      #expect(throws: X11Error.self) { try window.pixels() }
      #expect(ends.count == 1)
    }
  }

  @Test func aLossOfFocusForgetsWhatIsDown() throws {
    let server = FakeServer()
    try Self.withWindow(server) { display, window, told in
      server.send(
        Self.touch(server, window, 18, 1) + Self.core(server, window, 10, 0)
          + Self.touch(server, window, 19, 1)
          + Self.core(server, window, 9, 0) + Self.touch(server, window, 20, 1))
      display.serve()
      #expect(
        told.inputs.map(\.payload).dropFirst() == [.system(.willResignActive), .system(.didBecomeActive)])
      // Grabs are no loss.
      server.send(Self.core(server, window, 10, 0, mode: 1))
      display.serve()
      #expect(told.inputs.count == 3)
    }
  }

  @Test func aServerThatSaysNothingIsGivenUp() throws {
    let server = FakeServer()
    let socket = try X11Socket(adopting: server.client)
    let begin = ContinuousClock.now
    #expect(throws: X11Error.timedOut("the beginning of the connection")) {
      try X11Display(socket, X11DisplayName(":9"), cookie: nil, timeout: .milliseconds(50))
    }
    #expect(begin.duration(to: .now) < .seconds(5))
  }
}
