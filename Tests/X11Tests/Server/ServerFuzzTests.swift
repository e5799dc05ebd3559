import Foundation
import Glibc
import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import EventRouting

/// Anything at all from a server: no crash, no hang, no growth.
@Suite(.hangLimit) struct ServerFuzzTests {
  /// Bytes in each test; more with MAINSPRING_FUZZ.
  static let amount = Int(ProcessInfo.processInfo.environment["MAINSPRING_FUZZ"] ?? "") ?? 1_000_000

  @Test func randomSetupsAreRefused() throws {
    var dice = SplitMix(1)
    var rest = Self.amount / 4
    while rest > 0 {
      let server = FakeServer()
      var bytes = dice.bytes(Int.random(in: 0...2000, using: &dice))
      if !bytes.isEmpty, Bool.random(using: &dice) { bytes[0] = UInt8.random(in: 0...2, using: &dice) }
      if bytes.count > 40, Bool.random(using: &dice) {
        // A setup with a true length, and nonsense in it.
        bytes.replaceSubrange(0..<8, with: server.setup().prefix(8))
        withUnsafeBytes(of: UInt16((bytes.count - 8) / 4)) { bytes.replaceSubrange(6..<8, with: $0) }
      }
      rest -= bytes.count + 100
      server.send(bytes)
      server.hangUp()
      let socket = try X11Socket(adopting: server.client)
      #expect(throws: X11Error.self) {
        try X11Display(socket, X11DisplayName(":9"), cookie: nil, timeout: .seconds(20))
      }
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
    var rest = Self.amount
    while rest > 0 {
      try FakeServerTests.withWindow(FakeServer()) { _, _, _ in }
      let server = FakeServer()
      try FakeServerTests.withWindow(server) { display, window, _ in
        while display.isOpen, rest > 0 {
          var bytes = dice.bytes(Int.random(in: 1...5000, using: &dice))
          // Zeros and ones are errors and replies, of which random bytes have few.
          if Bool.random(using: &dice) { bytes[0] = UInt8.random(in: 0...1, using: &dice) }
          rest -= bytes.count
          guard server.send(bytes) else { break }
          display.serve()
          server.answer()
          #expect(display.connection.heldBytes < 4 << 20)
          if Bool.random(using: &dice) { window.title = "\(rest)" }
        }
        if !display.isOpen { #expect(!window.isOpen) }
      }
    }
  }

  @Test func randomEventsAndErrorsKeepTheConnection() throws {
    var dice = SplitMix(3)
    let server = FakeServer()
    try FakeServerTests.withWindow(server) { display, window, told in
      var sent = 0
      while sent < Self.amount {
        var stream: [UInt8] = []
        for _ in 0..<64 {
          var event = server.event(dice.bytes(32))
          event[0] = UInt8.random(in: 2...40, using: &dice) | (Bool.random(using: &dice) ? 0x80 : 0)
          if Int.random(in: 0..<10, using: &dice) == 0 { event[0] = 0 }
          let words = Int.random(in: 0...40, using: &dice)
          let place = [4, 12, 24][Int.random(in: 0..<3, using: &dice)]
          withUnsafeBytes(of: window.identifier) { event.replaceSubrange(place..<(place + 4), with: $0) }
          if event[0] & 0x7F == 35 {
            if Bool.random(using: &dice) { event[1] = 131 }
            withUnsafeBytes(of: UInt32(words)) { event.replaceSubrange(4..<8, with: $0) }
            event[8] = UInt8.random(in: 16...22, using: &dice)
            event[9] = 0
            withUnsafeBytes(of: window.identifier) { event.replaceSubrange(24..<28, with: $0) }
            event += dice.bytes(words * 4)
          } else if event[0] & 0x7F == 17 {
            // It is not destroyed.
            event[8] ^= 0xFF
          }
          stream += event
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
  }

  @Test func randomAuthorityFilesGiveKeysOrNone() throws {
    var dice = SplitMix(4)
    for _ in 0..<2000 {
      var bytes = dice.bytes(Int.random(in: 0...200, using: &dice))
      for index in bytes.indices where index % 2 == 0 && Bool.random(using: &dice) { bytes[index] = 0 }
      _ = X11Authority(bytes).cookie(for: try X11DisplayName(":0"))
    }
  }
}

extension SplitMix {
  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }
}
