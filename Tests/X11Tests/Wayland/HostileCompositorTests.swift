import LinuxSystem
import TestHarness
import Testing

@testable import EventRouting

/// What a compositor can send that is wrong: the connection ends with an error, or nothing happens.
@Suite(.hangLimit) struct HostileCompositorTests {
  typealias Stage = WaylandWindowTests.Stage

  private static func end(_ attack: (Stage, FakeCompositor) -> Void) throws -> WaylandError? {
    let stage = try Stage()
    stage.configure()
    stage.put(1)
    attack(stage, stage.compositor)
    for _ in 0..<4 { stage.display.serve() }
    return stage.display.end
  }

  private static func isMalformed(_ error: WaylandError?) -> Bool {
    if case .malformed? = error { return true }
    return false
  }

  /// A number of a layout that no next one follows.
  @Test func aKeymapWithSenselessNumbersIsRead() throws {
    let keymap = XKBKeymap(
      """
      xkb_keymap { xkb_keycodes { <A> = 38; <B> = 99999999999999999999; };
      xkb_symbols { key <A> { symbols[9223372036854775807]= [a], [b], [c], [d], symbols[1]= [e] }; }; };
      """)
    #expect(keymap?.keysym(38, state: 0, layout: 0) == 0x65)
  }

  @Test func whatIsNotTheProtocolEndsTheConnection() throws {
    let attacks: [(String, (Stage, FakeCompositor) -> Void)] = [
      ("an unknown object", { $1.send(9999, 0) }),
      ("an unknown event", { $1.send("wl_buffer", 5) }),
      ("an event of an object without events", { $1.send("wp_viewport", 0) }),
      ("missing arguments", { $1.send("wl_pointer", 2, [1]) }),
      ("the end of a living object", { $1.send(1, 1) { $0.add(1 as UInt32) } }),
      (
        "the end of a window",
        { stage, compositor in
          compositor.send(1, 1) { $0.add(stage.window.surface) }
        }
      ),
      ("a negative size", { $1.send("xdg_toplevel", 0, [.max, 10, 0]) }),
      ("an array longer than its event", { $1.send("xdg_toplevel", 0, [10, 10, 4000]) }),
      ("a keymap without its descriptor", { $1.send("wl_keyboard", 0, [1, 10]) }),
      ("a head of four bytes", { $1.raw([1, 0, 0, 0, 0, 0, 4, 0]) }),
      ("a scale of -1", { $1.send("wl_surface", 2, [.max]) }),
    ]
    for (name, attack) in attacks {
      #expect(Self.isMalformed(try Self.end(attack)), "\(name)")
    }
  }

  @Test func sizesThatNoMemoryHoldsAreNotTaken() throws {
    let stage = try Stage()
    stage.configure(Int32.max, Int32.max)
    #expect(stage.window.width == 40 && stage.window.height == 30 && stage.display.isOpen)
    stage.put(1)
    stage.compositor.send("wp_fractional_scale_v1", 0, [.max])
    stage.serve()
    #expect(stage.window.bufferScale == 8)
    stage.configure(16384, 1000)
    #expect(stage.window.width == 40)
    #expect(stage.display.isOpen)
  }

  @Test func descriptorsAreClosedOnceEach() throws {
    let stage = try Stage()
    stage.configure()
    let compositor = stage.compositor
    let keyboard = compositor.object("wl_keyboard")
    let (unasked, stale, wrong) = (Ends(), Ends(), Ends())
    // One that no event has asked for waits until the end.
    compositor.send(compositor.object("xdg_wm_base"), 0, descriptor: unasked.takeEnd()) {
      $0.add(1 as UInt32)
    }
    stage.serve()
    #expect(stage.display.isOpen && !unasked.isOver)
    // So another event gets it, and the next the one of that: each is closed.
    let send = { (ends: Ends) in
      compositor.send(keyboard, 0, descriptor: ends.takeEnd()) {
        $0.add(0 as UInt32)
        $0.add(10 as UInt32)
      }
    }
    send(wrong)
    stage.serve()
    #expect(unasked.isOver && !wrong.isOver && stage.display.isOpen)
    // The keyboard is given up; its events are stale.
    compositor.send("wl_seat", 0, [5])
    stage.display.serve()
    send(stale)
    stage.display.serve()
    #expect(wrong.isOver && !stale.isOver && stage.display.isOpen)
    stage.display.close()
    #expect(stale.isOver)
  }

  @Test func aKeymapThatIsNoFileIsRefused() throws {
    let stage = try Stage()
    stage.configure()
    let ends = Ends()
    stage.compositor.send(stage.compositor.object("wl_keyboard"), 0, descriptor: ends.takeEnd()) {
      $0.add(1 as UInt32)
      $0.add(10 as UInt32)
    }
    stage.serve()
    #expect(Self.isMalformed(stage.display.end) && ends.isOver)
  }

  /// A pair of sockets, of which one is given away.
  private final class Ends {
    private let kept: Int32
    private let given: Int32

    init() {
      guard let ends = try? Socket.pair(.stream) else { preconditionFailure("no sockets") }
      (kept, given) = (ends.0.number, ends.1.number)
    }

    deinit { close(kept) }

    func takeEnd() -> Int32 { given }

    /// Whether the given end is closed everywhere.
    var isOver: Bool {
      var byte: UInt8 = 0
      return read(kept, &byte, 1) == 0
    }
  }

  @Test func aCompositorThatDoesNotReadEndsTheConnection() throws {
    let stage = try Stage()
    stage.configure()
    // Each ping is answered; the answers are not read.
    for _ in 0..<4000 where stage.display.isOpen {
      for _ in 0..<100 { stage.compositor.send("xdg_wm_base", 0, [1]) }
      stage.display.serve()
    }
    #expect(stage.display.end == .notRead)
  }

  @Test(arguments: 0..<8) func randomEventsEndInAnErrorOrInNothing(_ seed: UInt64) throws {
    var random = SplitMix(seed)
    for _ in 0..<60 {
      let stage = try Stage()
      stage.configure()
      stage.put(1)
      for _ in 0..<40 where stage.display.isOpen {
        let object = stage.compositor.interfaces.keys.sorted().randomElement(using: &random) ?? 1
        let opcode = UInt16.random(in: 0...8, using: &random)
        if object == 1, opcode == 0 { continue }
        let count = Int.random(in: 0...6, using: &random)
        stage.compositor.send(object, opcode) { event in
          for _ in 0..<count {
            let words: [UInt32] = [0, 1, 2, 3, 40, 0x110, stage.window.surface, .max, 1 << 31]
            event.add(words.randomElement(using: &random) ?? 0)
          }
        }
        stage.display.serve()
        if stage.window.isReady { stage.put(2) }
        stage.compositor.answer()
      }
      stage.display.close()
      #expect(!stage.window.isOpen)
    }
  }
}
