import HIDEvents
import TestHarness
import Testing

@testable import EventRouting

/// What a server reports of a window becomes events of the receiver.
@Suite(.hangLimit) struct WindowInputTests {
  private static func words(_ events: [HIDEvent]) -> [String] {
    events.map { event in
      switch event.payload {
      case .digitizer(let contacts): contacts.map { "\($0.phase) \($0.x) \($0.y)" }.joined(separator: ", ")
      case .pointer(let pointer):
        pointer.phase == .scrolled
          ? "scrolled \(pointer.scrollX) \(pointer.scrollY)" : "\(pointer.phase) \(pointer.x) \(pointer.y)"
      case .key(let key): "\(key.phase)"
      case .system(let change): "\(change)"
      default: "?"
      }
    }
  }

  /// What becomes of a server's bytes, which come at once.
  private static func told(
    _ server: FakeServer = FakeServer(), _ prepare: (X11Window) -> Void = { _ in },
    _ bytes: (FakeServer, X11Window) -> [[UInt8]]
  ) throws -> [String] {
    var words: [String] = []
    try FakeServerTests.withWindow(server) { display, window, told in
      prepare(window)
      server.send(bytes(server, window).flatMap { $0 })
      display.serve()
      words = Self.words(told.inputs)
    }
    return words
  }

  @Test func placesAreThePixelsDividedByTheScaleFromTheOrigin() throws {
    let words = try Self.told {
      $0.scale = 2; $0.origin = (100, 200)
    } _: { server, window in
      [
        server.input(window, 7, x: 10, y: 20), server.input(window, 6, x: 11, y: 20),
        server.input(window, 4, 1, x: 12, y: -6), server.input(window, 6, x: 14, y: 20),
        server.input(window, 5, 1, x: 14, y: 20), server.input(window, 8, x: 0, y: 0),
      ]
    }
    #expect(
      words == [
        "entered 105.0 210.0", "moved 105.5 210.0", "began 106.0 197.0", "moved 107.0 210.0",
        "ended 107.0 210.0", "left 100.0 200.0",
      ])
  }

  @Test func wheelsScrollInFourDirectionsAndOtherButtonsPress() throws {
    let words = try Self.told { server, window in
      [4, 5, 6, 7, 2, 3, 8].flatMap { [server.input(window, 4, $0), server.input(window, 5, $0)] }
    }
    let presses = (0..<3).flatMap { _ in ["began 0.0 0.0", "ended 0.0 0.0"] }
    #expect(
      words == ["scrolled 0.0 40.0", "scrolled 0.0 -40.0", "scrolled 40.0 0.0", "scrolled -40.0 0.0"]
        + presses)
  }

  @Test func grabsAndInnerWindowsAreNoCrossing() throws {
    let words = try Self.told { server, window in
      [
        server.input(window, 7, x: 1, mode: 1), server.input(window, 7, 2, x: 2),
        server.input(window, 7, x: 3),
        server.input(window, 7, x: 4), server.input(window, 8, x: 5, mode: 2),
        server.input(window, 8, 2, x: 6), server.input(window, 8, x: 7), server.input(window, 8, x: 8),
        server.input(window, 6, x: 9),
      ]
    }
    #expect(words == ["entered 3.0 0.0", "left 7.0 0.0", "entered 9.0 0.0"])
  }

  @Test func aButtonIsPressedOnceAndReleasedOnce() throws {
    let words = try Self.told { server, window in
      [5, 4, 4, 5, 5].map { server.input(window, $0, 1) }
    }
    #expect(words == ["began 0.0 0.0", "ended 0.0 0.0"])
  }

  @Test func aContactLastsFromTheFirstButtonToTheLast() throws {
    let words = try Self.told { server, window in
      [(4, 3), (4, 1), (5, 3), (5, 1)].map { server.input(window, $0.0, $0.1) }
    }
    #expect(words == ["began 0.0 0.0", "moved 0.0 0.0", "moved 0.0 0.0", "ended 0.0 0.0"])
  }

  /// Without the extension, a held key goes up and down at the same moment.
  @Test func aReleaseAndAPressAtOneMomentAreARepetition() throws {
    let server = FakeServer()
    server.hasExtensions = false
    let words = try Self.told(server) { server, window in
      [
        server.input(window, 2, 38, time: 1), server.input(window, 3, 38, time: 5),
        server.input(window, 2, 38, time: 5), server.input(window, 3, 38, time: 6),
        server.input(window, 2, 38, time: 7), server.input(window, 3, 38, time: 8),
        server.input(window, 2, 39, time: 8), server.input(window, 3, 39, time: 9),
        // One that never went down here does not go up.
        server.input(window, 3, 40, time: 9),
      ]
    }
    #expect(words == ["down", "repeated", "up", "down", "up", "down", "up"])
  }

  @Test func withTheExtensionEveryPressOfAHeldKeyIsARepetition() throws {
    let words = try Self.told { server, window in
      [
        server.input(window, 2, 38, time: 1), server.input(window, 2, 38, time: 2),
        server.input(window, 3, 38, time: 3), server.input(window, 2, 38, time: 3),
      ]
    }
    #expect(words == ["down", "repeated", "up", "down"])
  }

  @Test func touchesOfOneMomentAreOneFrameAndOthersAreNot() throws {
    let words = try Self.told { server, window in
      [
        FakeServerTests.touch(server, window, 18, 1, time: 5),
        FakeServerTests.touch(server, window, 18, 2, time: 5),
        FakeServerTests.touch(server, window, 18, 2, time: 5),
        FakeServerTests.touch(server, window, 19, 1, time: 6),
        FakeServerTests.touch(server, window, 19, 1, time: 6),
        FakeServerTests.touch(server, window, 19, 9, time: 6),
        FakeServerTests.touch(server, window, 20, 1, time: 6),
        FakeServerTests.touch(server, window, 19, 1, time: 7),
        FakeServerTests.touch(server, window, 20, 2, time: 8),
        server.input(window, 6, x: 3, y: 3),
      ]
    }
    #expect(
      words == [
        "began 10.5 20.0, began 10.5 20.0", "moved 10.5 20.0", "moved 10.5 20.0", "ended 10.5 20.0",
        "ended 10.5 20.0", "entered 3.0 3.0",
      ])
  }

  @Test func aWindowHas256TouchesAtMost() throws {
    let words = try Self.told { server, window in
      (0..<300).map { FakeServerTests.touch(server, window, 18, UInt32($0)) }
    }
    #expect(words.count == 1 && words[0].split(separator: ",").count == 256)
  }

  @Test func timesNeverGoBackAndAreNeverAhead() throws {
    let server = FakeServer()
    try FakeServerTests.withWindow(server) { display, window, told in
      let now = UInt32(truncatingIfNeeded: X11Socket.milliseconds)
      for time in [now &- 500, now &- 300, now &- 400, now &+ 60_000, now &- 9_999_999, 0, now] {
        server.send(server.input(window, 6, x: Int16(told.inputs.count), time: time))
        display.serve()
      }
      let times = told.inputs.map(\.timestamp)
      #expect(times.count == 7 && times == times.sorted())
      #expect(times[1] - times[0] >= 150_000_000, "200 ms apart")
      #expect(times[6] / 1_000_000 <= X11Socket.milliseconds)
    }
  }

  @Test func anotherSizeIsReportedAndTheSameIsNot() throws {
    let server = FakeServer()
    try FakeServerTests.withWindow(server) { display, window, told in
      for (width, height): (UInt16, UInt16) in [(300, 200), (300, 201), (299, 201), (0, 5), (299, 201)] {
        server.send(server.configured(window, width, height))
      }
      display.serve()
      #expect(told.sizes == [300, 201, 299, 201])
    }
  }

  @Test func aWindowManagersMessagesAreAnswered() throws {
    let server = FakeServer()
    try FakeServerTests.withWindow(server) { display, window, _ in
      var closes = 0
      window.handler = { if case .closeRequested = $0 { closes += 1 } }
      server.send(server.message(window, "WM_DELETE_WINDOW"))
      display.serve()
      #expect(closes == 1 && window.isOpen)
      server.send(server.message(window, "_NET_WM_PING") + server.message(window, "UTF8_STRING"))
      display.serve()
      server.answer()
      let answers = server.requests.filter { $0[0] == 25 }
      // To the root, with the root as its window.
      #expect(answers.count == 1 && answers.first.map { X11Packet($0).uint32(4) } == 0x100)
      #expect(answers.first.map { X11Packet($0).uint32(16) } == 0x100)
      #expect(closes == 1)
    }
  }

  /// Without a window manager nothing else gives it the keyboard.
  @Test func aShownWindowTakesTheFocus() throws {
    let server = FakeServer()
    try FakeServerTests.withWindow(server) { display, window, _ in
      #expect(!window.isShown)
      server.send(server.mapped(window))
      display.serve()
      server.answer()
      #expect(window.isShown && server.requests.count { $0[0] == 42 } == 1)
      server.send(server.mapped(window, false))
      display.serve()
      #expect(!window.isShown)
    }
  }

  @Test func aWindowManagerGivesTheFocus() throws {
    let server = FakeServer()
    try FakeServerTests.withWindow(server) { display, window, _ in
      display.hasWindowManager = true
      server.send(server.mapped(window))
      display.serve()
      server.answer()
      #expect(window.isShown && server.requests.count { $0[0] == 42 } == 0)
    }
  }

  @Test func aGrabAndThePointerAloneAreNoLossOfFocus() throws {
    let server = FakeServer()
    try FakeServerTests.withWindow(server) { display, window, told in
      // A grab that begins and one that ends; of an inner window; of the pointer.
      for (detail, mode) in [(0, 1), (0, 2), (2, 0), (5, 0), (7, 0)] as [(UInt8, UInt8)] {
        server.send(FakeServerTests.core(server, window, 10, detail, mode: mode))
        server.send(FakeServerTests.core(server, window, 9, detail, mode: mode))
      }
      display.serve()
      #expect(told.inputs.isEmpty)
      // While another program has the keyboard, the focus may go all the same.
      server.send(FakeServerTests.core(server, window, 10, 3, mode: 3))
      display.serve()
      #expect(Self.words(told.inputs) == ["willResignActive"])
    }
  }

  @Test func aGrabOfTheKeyboardReleasesTheKeysThatAreDown() throws {
    let words = try Self.told { server, window in
      [
        server.input(window, 2, 38), FakeServerTests.core(server, window, 10, 0, mode: 1),
        // The release is the other program's, or comes after the grab.
        FakeServerTests.core(server, window, 9, 0, mode: 2), server.input(window, 3, 38, time: 5),
        server.input(window, 2, 38, time: 9),
      ]
    }
    #expect(words == ["down", "cancelled", "down"])
  }

  /// The server ends the grab of a pointer in a window that is hidden, and reports no release.
  @Test func whatIsDownInAWindowThatIsHiddenIsCancelled() throws {
    let words = try Self.told { server, window in
      [
        server.mapped(window), server.input(window, 4, 1), server.mapped(window, false),
        server.mapped(window), server.input(window, 4, 1), server.input(window, 5, 1),
      ]
    }
    #expect(words == ["began 0.0 0.0", "contactsLost", "began 0.0 0.0", "ended 0.0 0.0"])
  }

  @Test func aDeadKeyIsForgottenWithTheFocus() throws {
    let server = FakeServer()
    try FakeServerTests.withWindow(server) { display, window, told in
      display.keymap = X11Keymap(
        first: 8, perKey: 2, keysyms: [0xFE51, 0xFE51, 0x61, 0x41], modifiers: [])
      func text(_ between: [UInt8]) -> [String] {
        told.inputs = []
        server.send(server.input(window, 2, 8) + server.input(window, 3, 8, time: 2) + between)
        server.send(server.input(window, 2, 9, time: 3) + server.input(window, 3, 9, time: 4))
        display.serve()
        return told.inputs.compactMap { event in
          guard case .key(let key) = event.payload, key.phase == .down else { return nil }
          return key.characters
        }
      }
      #expect(text([]) == ["", "á"])
      let away = FakeServerTests.core(server, window, 10, 0) + FakeServerTests.core(server, window, 9, 0)
      #expect(text(away) == ["", "a"])
    }
  }

  @Test func whenItEndsWhatIsDownIsCancelledAndThePointerLeaves() throws {
    let server = FakeServer()
    try FakeServerTests.withWindow(server) { display, window, told in
      server.send(server.input(window, 7) + server.input(window, 2, 38) + server.input(window, 4, 1))
      display.serve()
      window.close()
      #expect(
        Self.words(told.inputs).suffix(3) == ["contactsLost", "cancelled", "left 0.0 0.0"])
      #expect(told.ends == 1)
      window.close()
      #expect(told.ends == 1)
    }
  }
}
