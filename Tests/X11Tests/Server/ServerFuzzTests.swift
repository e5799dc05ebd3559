import Foundation
import HIDEvents
import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import EventRouting

/// Anything at all from a server: no crash, no hang, no growth.
@Suite(.hangLimit) struct ServerFuzzTests {
  /// Bytes in each test; more with MAINSPRING_FUZZ.
  static let amount = Int(ProcessInfo.processInfo.environment["MAINSPRING_FUZZ"] ?? "") ?? 400_000

  @Test func randomSetupsAreRefused() throws {
    var dice = SplitMix(1)
    var tally = FuzzTally("setups")
    var rest = Self.amount / 4
    while rest > 0 {
      let server = FakeServer()
      var bytes = dice.bytes(Int.random(in: 0...2000, using: &dice))
      if bytes.count > 40, Int.random(in: 0..<10, using: &dice) > 0 {
        // A setup with a true length, and nonsense in it: others are cut off before they are looked at.
        bytes.replaceSubrange(0..<8, with: server.setup().prefix(8))
        withUnsafeBytes(of: UInt16((bytes.count - 8) / 4)) { bytes.replaceSubrange(6..<8, with: $0) }
        bytes[0] = [1, 1, 1, 0, 2][Int.random(in: 0..<5, using: &dice)]
      } else if !bytes.isEmpty {
        bytes[0] = UInt8.random(in: 0...2, using: &dice)
      }
      rest -= bytes.count + 100
      server.send(bytes)
      server.hangUp()
      let failure = try Self.failure(server)
      #expect(failure != nil)
      // What is cut off is just lost.
      tally.count(failure != nil && failure != .lost)
    }
    tally.expectMostStepsDidSomething()
  }

  /// Why a server is no server.
  private static func failure(_ server: FakeServer) throws -> X11Error? {
    let socket = try X11Socket(adopting: server.client)
    do throws(X11Error) {
      _ = try X11Display(socket, X11DisplayName(":9"), cookie: nil, timeout: .seconds(20))
      return nil
    } catch {
      return error
    }
  }

  @Test func aSetupThatIsCutOffAnywhereIsAnError() throws {
    let whole = FakeServer().setup()
    for length in stride(from: 0, to: whole.count, by: 3) {
      let server = FakeServer()
      server.send(Array(whole[..<length]))
      server.hangUp()
      let socket = try X11Socket(adopting: server.client)
      #expect(throws: X11Error.self) {
        try X11Display(socket, X11DisplayName(":9"), cookie: nil, timeout: .seconds(20))
      }
    }
  }

  @Test func randomBytesEndTheConnectionOrAreIgnored() throws {
    var dice = SplitMix(2)
    var tally = FuzzTally("bytes of a server")
    var rest = Self.amount
    while rest > 0 {
      let server = FakeServer()
      try FakeServerTests.withWindow(server) { display, window, _ in
        while display.isOpen, rest > 0 {
          var bytes = dice.bytes(Int.random(in: 1...400, using: &dice))
          // Zeros and ones are errors and replies, of which random bytes have few.
          if Int.random(in: 0..<64, using: &dice) == 0 { bytes[0] = UInt8.random(in: 0...1, using: &dice) }
          // A wrong number of a request ends the connection at once: then nothing else is looked at.
          for place in stride(from: 0, to: bytes.count - 3, by: 32)
          where Int.random(in: 0..<256, using: &dice) > 0 {
            withUnsafeBytes(of: server.sequence) {
              bytes.replaceSubrange((place + 2)..<(place + 4), with: $0)
            }
          }
          // What the next one begins with is where an event begins.
          bytes.removeLast(Int.random(in: 0..<8, using: &dice) > 0 ? bytes.count % 32 : 0)
          rest -= bytes.count + 1
          guard server.send(bytes) else { break }
          display.serve()
          tally.count(display.isOpen)
          server.answer()
          #expect(display.connection.heldBytes < 4 << 20)
          if Int.random(in: 0..<8, using: &dice) == 0 { window.title = "\(rest)" }
        }
        if !display.isOpen { #expect(!window.isOpen) }
      }
    }
    tally.expectMostStepsDidSomething()
  }

  @Test func randomEventsAndErrorsKeepTheConnection() throws {
    var dice = SplitMix(3)
    var tally = FuzzTally("events of a server")
    let server = FakeServer()
    try FakeServerTests.withWindow(server) { display, window, told in
      var sent = 0
      while sent < Self.amount {
        var stream: [UInt8] = []
        for _ in 0..<64 {
          let (event, isTheWindows) = Self.event(server, window, &dice)
          stream += event
          tally.count(isTheWindows && display.isOpen)
        }
        #expect(server.send(stream))
        sent += stream.count
        display.serve()
        server.answer()
        told.inputs.removeAll(keepingCapacity: true)
        #expect(display.connection.heldBytes < 4 << 20)
        #expect(window.input.touches.count <= 256)
        if !display.isOpen { break }
      }
      #expect(display.isOpen, "\(String(describing: display.end))")
    }
    tally.expectMostStepsDidSomething()
  }

  /// An event or an error with nonsense in it, and whether it is the window's, of a kind that means something to it.
  private static func event(_ server: FakeServer, _ window: X11Window, _ dice: inout SplitMix) -> (
    [UInt8], Bool
  ) {
    var event = server.event(dice.bytes(32))
    func set(_ value: UInt32, _ place: Int) {
      withUnsafeBytes(of: value) { event.replaceSubrange(place..<(place + 4), with: $0) }
    }
    let sender: UInt8 = Bool.random(using: &dice) ? 0x80 : 0
    guard Int.random(in: 0..<10, using: &dice) > 0 else {
      event[0] = UInt8.random(in: 2...40, using: &dice) | sender
      // It is not destroyed, and nothing follows.
      if event[0] & 0x7F == 17 || event[0] & 0x7F == 35 { event[0] = 13 }
      return (event, false)
    }
    let kinds: [UInt8] = [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 18, 19, 22, 33, 34, 35, 35, 35, 35]
    let kind = kinds[Int.random(in: kinds.indices, using: &dice)]
    event[0] = kind == 0 ? 0 : kind | sender
    // Buttons and details of crossings are small numbers, modes mostly none.
    if kind > 3, kind < 11 { event[1] = UInt8.random(in: 0...8, using: &dice) }
    if Bool.random(using: &dice) { event[kind < 9 ? 30 : 8] = 0 }
    switch kind {
    case 2...8: set(window.identifier, 12)
    case 9, 10, 12: set(window.identifier, 4)
    case 18, 19, 22:
      set(window.identifier, 4)
      set(window.identifier, 8)
    case 33:
      event[1] = 32
      set(window.identifier, 4)
      set(window.display.atoms["WM_PROTOCOLS"] ?? 0, 8)
      if Bool.random(using: &dice) { set(window.display.atoms["_NET_WM_PING"] ?? 0, 12) }
    case 35:
      let words = Int.random(in: 0...40, using: &dice)
      event[1] = 131
      set(UInt32(words), 4)
      set(UInt32.random(in: 17...20, using: &dice), 8)
      // Few touches, so that they go on.
      set(UInt32.random(in: 0..<6, using: &dice), 16)
      set(window.identifier, 24)
      event += dice.bytes(words * 4)
    default: break
    }
    return (event, true)
  }

  @Test func randomAuthorityFilesGiveKeysOrNone() throws {
    var dice = SplitMix(4)
    var tally = FuzzTally("authority files")
    for _ in 0..<2000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 2...4, using: &dice) {
        let fields: [[UInt8]] = [
          dice.bytes(Int.random(in: 0...9, using: &dice)), Bool.random(using: &dice) ? [] : [48],
          Bool.random(using: &dice) ? Array(X11Authority.cookieName.utf8) : dice.bytes(5), dice.bytes(16),
        ]
        bytes += [[0, 0], [1, 0], [255, 255]][Int.random(in: 0..<3, using: &dice)]
        for field in fields { bytes += [0, UInt8(field.count)] + field }
      }
      // A wrong byte now and then, and an end that comes too early: of one entry that leaves nothing.
      for _ in 0..<Int.random(in: 0...1, using: &dice) {
        bytes[Int.random(in: bytes.indices, using: &dice)] = UInt8.random(in: .min ... .max, using: &dice)
      }
      bytes = bytes.dropLast(Int.random(in: 0...30, using: &dice))
      let authority = X11Authority(bytes)
      let key = authority.cookie(for: try X11DisplayName(":0"), host: "here")
      #expect(key == nil || !authority.entries.isEmpty)
      tally.count(!authority.entries.isEmpty)
    }
    tally.expectMostStepsDidSomething()
  }
}

extension SplitMix {
  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }
}
