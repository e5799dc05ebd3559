import LinuxSystem
import TestHarness
import Testing

@testable import EventRouting

/// What a server says of itself, in other forms than usual, and its end.
@Suite(.hangLimit) struct ServerBeginningAndEndTests {
  private static func bytes() -> [UInt8] {
    let server = FakeServer()
    defer { close(server.client) }
    return server.setup()
  }

  @Test func theNameOfTheVendorMayHaveAnyLength() throws {
    let names = ["", "a", "four", "The X.Org Foundation"]
    for name in names {
      var bytes = Self.bytes()
      let padding = [UInt8](repeating: 0, count: (4 - name.utf8.count % 4) % 4)
      bytes.replaceSubrange(40..<44, with: Array(name.utf8) + padding)
      withUnsafeBytes(of: UInt16(name.utf8.count)) { bytes.replaceSubrange(24..<26, with: $0) }
      let setup = try X11Setup(X11Packet(bytes))
      #expect(setup.formats[24]?.bitsPerPixel == 32)
      #expect(setup.screens.map(\.width) == [1024] && setup.screens.map(\.height) == [768])
      #expect(try setup.visual(of: setup.screens[0]).identifier == 0x21)
    }
  }

  @Test func theRootsVisualIsPreferredToOthersThatFit() throws {
    var bytes = Self.bytes()
    // Another one before it, which has the same colors.
    let root = Array(bytes[100..<124])
    var other = root
    withUnsafeBytes(of: UInt32(0x20)) { other.replaceSubrange(0..<4, with: $0) }
    bytes.replaceSubrange(100..<124, with: other + root)
    withUnsafeBytes(of: UInt16(2)) { bytes.replaceSubrange(94..<96, with: $0) }
    let setup = try X11Setup(X11Packet(bytes))
    #expect(setup.screens[0].visuals.map(\.identifier) == [0x20, 0x21])
    #expect(try setup.visual(of: setup.screens[0]).identifier == 0x21)
    // The root's is of another kind: then the one that fits.
    bytes[128] = 0
    let unfit = try X11Setup(X11Packet(bytes))
    #expect(try unfit.visual(of: unfit.screens[0]).identifier == 0x20)
  }

  @Test func theLastEventsOfALostConnectionAreNotReported() throws {
    let server = FakeServer()
    try FakeServerTests.withWindow(server) { display, window, _ in
      var (places, ends): ([Double], Int) = ([], 0)
      window.handler = { event in
        switch event {
        case .input(let event):
          guard case .pointer(let pointer) = event.payload, pointer.phase != .left else { return }
          places.append(pointer.x)
          // The answer to the event finds no reader.
          server.hangUp()
          window.takeFocus()
        case .ended: ends += 1
        default: break
        }
      }
      server.send(server.input(window, 6, x: 1) + server.input(window, 6, x: 2))
      display.serve()
      #expect(places == [1] && ends == 1 && display.end == .lost)
    }
  }
}
