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

  /// The setup with other values at some places, cut off or with more behind it.
  private static func setup(
    bytes: [Int: UInt8] = [:], shorts: [Int: UInt16] = [:], words: [Int: UInt32] = [:], count: Int = .max,
    behind: [UInt8] = []
  ) throws(X11Error) -> X11Setup {
    var setup = Self.bytes() + behind
    for (place, value) in bytes { setup[place] = value }
    for (place, value) in shorts {
      withUnsafeBytes(of: value) { setup.replaceSubrange(place..<place + 2, with: $0) }
    }
    for (place, value) in words {
      withUnsafeBytes(of: value) { setup.replaceSubrange(place..<place + 4, with: $0) }
    }
    return try X11Setup(X11Packet(Array(setup.prefix(count))))
  }

  private static func fault(_ make: () throws(X11Error) -> X11Setup) -> String? {
    do throws(X11Error) { _ = try make() } catch {
      if case .malformed(let what) = error { return what }
    }
    return nil
  }

  @Test func aSetupWithoutWhatIsNeededIsRefused() {
    #expect(Self.fault { () throws(X11Error) in try Self.setup() } == nil)
    #expect(Self.fault { () throws(X11Error) in try Self.setup(count: 39) } == "the setup is too short")
    #expect(
      Self.fault { () throws(X11Error) in try Self.setup(words: [16: 0]) }
        == "the setup has no room for identifiers")
    #expect(
      Self.fault { () throws(X11Error) in try Self.setup(shorts: [26: 63]) } == "the setup allows no requests"
    )
    #expect(Self.fault { () throws(X11Error) in try Self.setup(shorts: [26: 64]) } == nil)
    for (first, last) in [(7, 255), (0, 0), (100, 99)] as [(UInt8, UInt8)] {
      let fault = Self.fault { () throws(X11Error) in try Self.setup(bytes: [34: first, 35: last]) }
      #expect(fault == "the setup has no keys")
    }
    #expect(Self.fault { () throws(X11Error) in try Self.setup(bytes: [34: 255, 35: 255]) } == nil)
    #expect(Self.fault { () throws(X11Error) in try Self.setup(bytes: [28: 0]) } == "the setup has no screen")
  }

  @Test func aSetupThatEndsBeforeItsListsIsRefused() {
    for count in 40..<124 {
      let fault = Self.fault { () throws(X11Error) in try Self.setup(count: count) }
      #expect(fault == (count < 92 ? "the setup ends in a screen" : "the setup ends in a visual"))
    }
    // Lengths that say more than there is: of the vendor's name, of formats, screens, depths, visuals.
    for (bytes, shorts) in [
      ([:], [24: .max]), ([29: 255], [:]), ([28: 2], [:]), ([91: 255], [:]), ([:], [94: 2]),
      ([:], [94: .max]),
    ] as [([Int: UInt8], [Int: UInt16])] {
      let fault = Self.fault { () throws(X11Error) in try Self.setup(bytes: bytes, shorts: shorts) }
      #expect(fault?.hasPrefix("the setup ends in a ") == true)
    }
  }

  @Test func eachFormatIsThatOfItsDepthAndAScreensWordsAreAtTheirPlaces() throws {
    var bytes = Self.bytes()
    // A second format before the first one, and a second screen.
    var screen = Array(bytes[52...])
    for (place, value) in [(0, 0x200), (4, 0x201), (32, 0x31), (48, 0x31)] as [(Int, UInt32)] {
      withUnsafeBytes(of: value) { screen.replaceSubrange(place..<place + 4, with: $0) }
    }
    for (place, value) in [(20, 640), (22, 480)] as [(Int, UInt16)] {
      withUnsafeBytes(of: value) { screen.replaceSubrange(place..<place + 2, with: $0) }
    }
    (bytes[28], bytes[29], bytes[30]) = (2, 2, 1)
    bytes = bytes[..<44] + [1, 1, 8, 0, 0, 0, 0, 0] + bytes[44...] + screen
    let setup = try X11Setup(X11Packet(bytes))
    #expect(setup.formats.count == 2 && setup.formats[1]?.pad == 8 && setup.formats[24]?.pad == 32)
    #expect(setup.formats[1]?.bitsPerPixel == 1 && setup.imagesAreBigEndian)
    #expect(setup.screens.map(\.root) == [0x100, 0x200])
    #expect(setup.screens.map(\.colormap) == [0x101, 0x201])
    #expect(setup.screens.map(\.width) == [1024, 640] && setup.screens.map(\.height) == [768, 480])
    #expect(setup.screens.map(\.rootVisual) == [0x21, 0x31])
    #expect(setup.screens.map { $0.visuals.map(\.identifier) } == [[0x21], [0x31]])
    let usual = try Self.setup()
    #expect(!usual.imagesAreBigEndian)
  }

  @Test func aVisualOfOtherPixelsDoesNotFit() throws {
    let setups = [
      try Self.setup(bytes: [104: 3]), try Self.setup(bytes: [92: 32]), try Self.setup(bytes: [45: 24]),
      try Self.setup(bytes: [44: 16]), try Self.setup(words: [108: 0xFF]),
      try Self.setup(words: [112: 0xFF]), try Self.setup(words: [116: 0xFF00]),
    ]
    for setup in setups {
      #expect(throws: X11Error.unsupported("true colors of 24 bits")) {
        try setup.visual(of: setup.screens[0])
      }
    }
  }

  @Test func theScreenIsTheOneThatTheDisplayNames() throws {
    for (name, root) in [(":9", 0x100), (":9.1", 0x200), (":9.2", nil)] as [(String, UInt32?)] {
      let server = FakeServer()
      server.changeSetup = { bytes in
        var screen = Array(bytes[52...])
        withUnsafeBytes(of: UInt32(0x200)) { screen.replaceSubrange(0..<4, with: $0) }
        bytes[28] = 2
        bytes += screen
      }
      if let root {
        let display = try server.connect(to: name)
        #expect(display.screen.root == root)
        display.close()
      } else {
        #expect(throws: X11Error.unsupported("screen 2: it has 2")) { try server.connect(to: name) }
      }
    }
  }

  @Test(
    "The reason of a refusal is shown on one line",
    arguments: [
      // Its length is that which it says: what is behind it fills up.
      (UInt8(0), UInt8(7), "No key.\0", "No key."), (0, 3, "No key.\0", "No "),
      (0, 255, "no\u{1B}[31m\nkey\r\t\u{7}é!", "no[31mkey!"), (0, 0, "....", "without a reason"),
      (0, 4, "\n\n\n\n", "without a reason"),
      // A wish for another proof has no length of its own.
      (2, 1, "Prove it", "Prove it"), (7, 0, "", "without a reason"),
    ])
  func refusals(_ kind: UInt8, _ count: UInt8, _ text: String, _ reason: String) throws {
    let server = FakeServer()
    server.changeSetup = { bytes in
      let padded = Array(text.utf8) + [UInt8](repeating: 0, count: -text.utf8.count & 3)
      bytes = [kind, count, 11, 0, 0, 0, UInt8(padded.count / 4), 0] + padded
    }
    #expect(throws: X11Error.refused(reason)) { try server.connect() }
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
