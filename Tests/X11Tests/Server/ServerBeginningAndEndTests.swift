import LinuxSystem
import TestHarness
import Testing

@testable import EventRouting

/// What a server says of itself, in other forms than usual, and its end.
@Suite(.hangLimit) struct ServerBeginningAndEndTests {
  private static let bytes = {
    let server = FakeServer()
    defer { close(server.client) }
    return server.setup()
  }()

  /// Where a value of the setup is.
  private enum Place {
    static let (resourceMask, vendorLength, longestRequest) = (16, 24, 26)
    static let (screenCount, formatCount, imageOrder, firstKeycode, lastKeycode) = (28, 29, 30, 34, 35)
    static let (vendor, formatDepth, formatBits) = (40, 44, 45)
    static let (screen, depthCount, depth, visualCount) = (52, 91, 92, 94)
    static let (visual, visualClass, red, green, blue, end) = (100, 104, 108, 112, 116, 124)
  }

  /// Where a value of a screen is, from its beginning on.
  private enum ScreenPlace {
    static let (root, colormap, width, height, rootVisual, visual) = (0, 4, 20, 22, 32, 48)
  }

  @Test func theNameOfTheVendorMayHaveAnyLength() throws {
    let names = ["", "a", "four", "The X.Org Foundation"]
    for name in names {
      var bytes = Self.bytes
      let padding = [UInt8](repeating: 0, count: (4 - name.utf8.count % 4) % 4)
      bytes.replaceSubrange(Place.vendor..<Place.formatDepth, with: Array(name.utf8) + padding)
      bytes.put(UInt16(name.utf8.count), at: Place.vendorLength)
      let setup = try X11Setup(X11Packet(bytes))
      #expect(setup.formats[24]?.bitsPerPixel == 32)
      #expect(setup.screens.map(\.width) == [1024] && setup.screens.map(\.height) == [768])
      #expect(try setup.visual(of: setup.screens[0]).identifier == 0x21)
    }
  }

  @Test func theRootsVisualIsPreferredToOthersThatFit() throws {
    var bytes = Self.bytes
    // Another one before it, which has the same colors.
    let root = Array(bytes[Place.visual..<Place.end])
    var other = root
    other.put(UInt32(0x20), at: 0)
    bytes.replaceSubrange(Place.visual..<Place.end, with: other + root)
    bytes.put(UInt16(2), at: Place.visualCount)
    let setup = try X11Setup(X11Packet(bytes))
    #expect(setup.screens[0].visuals.map(\.identifier) == [0x20, 0x21])
    #expect(try setup.visual(of: setup.screens[0]).identifier == 0x21)
    // The root's is of another kind: then the one that fits.
    bytes[Place.visualClass + root.count] = 0
    let unfit = try X11Setup(X11Packet(bytes))
    #expect(try unfit.visual(of: unfit.screens[0]).identifier == 0x20)
  }

  /// The setup with other values at some places, or cut off.
  private static func setup(
    bytes: [Int: UInt8] = [:], shorts: [Int: UInt16] = [:], words: [Int: UInt32] = [:], count: Int = .max
  ) throws(X11Error) -> X11Setup {
    var setup = Self.bytes
    for (place, value) in bytes { setup[place] = value }
    for (place, value) in shorts { setup.put(value, at: place) }
    for (place, value) in words { setup.put(value, at: place) }
    return try X11Setup(X11Packet(Array(setup.prefix(count))))
  }

  private static func fault(_ make: () throws(X11Error) -> X11Setup) -> String? {
    do throws(X11Error) { _ = try make() } catch {
      if case .malformed(let what) = error { return what }
    }
    return nil
  }

  private static func fault(firstKey: UInt8, lastKey: UInt8) -> String? {
    fault { () throws(X11Error) in
      try setup(bytes: [Place.firstKeycode: firstKey, Place.lastKeycode: lastKey])
    }
  }

  @Test func aSetupWithoutWhatIsNeededIsRefused() {
    #expect(Self.fault { () throws(X11Error) in try Self.setup() } == nil)
    #expect(Self.fault { () throws(X11Error) in try Self.setup(count: 39) } == "the setup is too short")
    #expect(
      Self.fault { () throws(X11Error) in try Self.setup(words: [Place.resourceMask: 0]) }
        == "the setup has no room for identifiers")
    #expect(
      Self.fault { () throws(X11Error) in try Self.setup(shorts: [Place.longestRequest: 63]) }
        == "the setup allows no requests"
    )
    #expect(Self.fault { () throws(X11Error) in try Self.setup(shorts: [Place.longestRequest: 64]) } == nil)
    for (first, last) in [(7, 255), (0, 0), (100, 99)] as [(UInt8, UInt8)] {
      #expect(Self.fault(firstKey: first, lastKey: last) == "the setup has no keys")
    }
    #expect(Self.fault(firstKey: 255, lastKey: 255) == nil)
    #expect(
      Self.fault { () throws(X11Error) in try Self.setup(bytes: [Place.screenCount: 0]) }
        == "the setup has no screen")
  }

  @Test func aSetupThatEndsBeforeItsListsIsRefused() {
    for count in Place.vendor..<Place.end {
      let fault = Self.fault { () throws(X11Error) in try Self.setup(count: count) }
      #expect(fault == (count < Place.depth ? "the setup ends in a screen" : "the setup ends in a visual"))
    }
    // Lengths that say more than there is: of the vendor's name, of formats, screens, depths, visuals.
    for (bytes, shorts) in [
      ([:], [Place.vendorLength: .max]), ([Place.formatCount: 255], [:]), ([Place.screenCount: 2], [:]),
      ([Place.depthCount: 255], [:]), ([:], [Place.visualCount: 2]), ([:], [Place.visualCount: .max]),
    ] as [([Int: UInt8], [Int: UInt16])] {
      let fault = Self.fault { () throws(X11Error) in try Self.setup(bytes: bytes, shorts: shorts) }
      #expect(fault?.hasPrefix("the setup ends in a ") == true)
    }
  }

  @Test func eachFormatIsThatOfItsDepthAndAScreensWordsAreAtTheirPlaces() throws {
    var bytes = Self.bytes
    // A second format before the first one, and a second screen.
    var screen = Array(bytes[Place.screen...])
    screen.put(UInt32(0x200), at: ScreenPlace.root)
    screen.put(UInt32(0x201), at: ScreenPlace.colormap)
    for place in [ScreenPlace.rootVisual, ScreenPlace.visual] { screen.put(UInt32(0x31), at: place) }
    screen.put(UInt16(640), at: ScreenPlace.width)
    screen.put(UInt16(480), at: ScreenPlace.height)
    (bytes[Place.screenCount], bytes[Place.formatCount], bytes[Place.imageOrder]) = (2, 2, 1)
    let (head, rest) = (bytes[..<Place.formatDepth], bytes[Place.formatDepth...])
    bytes = head + [1, 1, 8, 0, 0, 0, 0, 0] + rest + screen
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
      try Self.setup(bytes: [Place.visualClass: 3]), try Self.setup(bytes: [Place.depth: 32]),
      try Self.setup(bytes: [Place.formatBits: 24]), try Self.setup(bytes: [Place.formatDepth: 16]),
      try Self.setup(words: [Place.red: 0xFF]), try Self.setup(words: [Place.green: 0xFF]),
      try Self.setup(words: [Place.blue: 0xFF00]),
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
        var screen = Array(bytes[Place.screen...])
        screen.put(UInt32(0x200), at: ScreenPlace.root)
        bytes[Place.screenCount] = 2
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
