import HIDEvents
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import EventRouting

/// What pointers, keyboards and touch screens of a compositor become: the same events as an X server's.
@Suite(.hangLimit) struct WaylandInputTests {
  typealias Stage = WaylandWindowTests.Stage

  // MARK: Pointer

  @Test func aPressedPointerIsAContactAndOthersHover() throws {
    let stage = try Stage.active()
    let (compositor, surface) = (stage.compositor, stage.window.surface)
    stage.window.scale = 2
    stage.window.origin = (100, 200)
    compositor.send("wl_pointer", 0, [9, surface, fixed(4), fixed(6)])
    compositor.send("wl_pointer", 2, [1, fixed(5), fixed(8)])
    compositor.send("wl_pointer", 3, [10, 2, 0x110, 1])
    compositor.send("wl_pointer", 2, [3, fixed(20), fixed(30)])
    compositor.send("wl_pointer", 3, [11, 4, 0x111, 1])
    compositor.send("wl_pointer", 3, [12, 5, 0x110, 0])
    compositor.send("wl_pointer", 3, [13, 6, 0x111, 0])
    compositor.send("wl_pointer", 1, [14, surface])
    stage.serve()
    let pointers = stage.events.pointers
    #expect(pointers.map(\.phase) == [.entered, .moved, .left])
    #expect(pointers[0].x == 102 && pointers[0].y == 203 && pointers[1].x == 102.5)
    let contacts = stage.events.contacts.flatMap { $0 }
    #expect(contacts.map(\.phase) == [.began, .moved, .moved, .moved, .ended])
    #expect(contacts.map(\.buttons) == [.primary, .primary, [.primary, .secondary], .secondary, []])
    #expect(contacts.allSatisfy { $0.kind == .pointer })
    #expect(contacts[1].x == 110 && contacts[1].y == 215)
    // The usual arrow is asked for with the serial of the entering.
    compositor.answer()
    #expect(compositor.requests.first { $0.name == "wp_cursor_shape_device_v1.1" }?.words == [9, 1])
  }

  @Test func withoutTheCompositorsArrowThereIsAnother() throws {
    let compositor = FakeCompositor()
    compositor.globals.removeAll { $0.0 == "wp_cursor_shape_manager_v1" }
    let stage = try Stage(compositor)
    stage.configure()
    for serial in [9, 10] as [UInt32] {
      compositor.send("wl_pointer", 0, [serial, stage.window.surface, 0, 0])
      stage.serve()
    }
    let shown = compositor.requests.filter { $0.name == "wl_pointer.0" }.map(\.words)
    #expect(shown.map(\.first) == [9, 10] && shown[0][1] == shown[1][1])
    #expect(compositor.requests.first { $0.name == "wl_shm_pool.0" }?.words.dropFirst(2) == [12, 19, 48, 0])
  }

  @Test func aPointerThatLeavesPressedIsCancelled() throws {
    let stage = try Stage.active()
    stage.compositor.send("wl_pointer", 0, [9, stage.window.surface, 0, 0])
    stage.compositor.send("wl_pointer", 3, [10, 2, 0x110, 1])
    stage.compositor.send("wl_pointer", 1, [14, stage.window.surface])
    stage.serve()
    #expect(stage.events.contacts.flatMap { $0 }.map(\.phase) == [.began, .cancelled])
  }

  @Test func aNotchIsAsFarAsOnXAndAPadAsFarAsItSays() throws {
    let stage = try Stage.active()
    stage.compositor.send("wl_pointer", 0, [9, stage.window.surface, 0, 0])
    // One notch away from the hand, which the compositor takes for 15 units.
    stage.compositor.send("wl_pointer", 6, [0])
    stage.compositor.send("wl_pointer", 9, [0, UInt32(bitPattern: -120)])
    stage.compositor.send("wl_pointer", 4, [1, 0, fixed(-15)])
    stage.compositor.send("wl_pointer", 5)
    // A pad, in both directions at once.
    stage.compositor.send("wl_pointer", 4, [2, 0, fixed(7.5)])
    stage.compositor.send("wl_pointer", 4, [2, 1, fixed(-2)])
    stage.compositor.send("wl_pointer", 5)
    stage.compositor.send("wl_pointer", 5)
    stage.serve()
    let scrolls = stage.events.pointers.filter { $0.phase == .scrolled }
    #expect(scrolls.map(\.scrollY) == [40, -7.5])
    #expect(scrolls.map(\.scrollX) == [0, 2])
  }

  // MARK: Touch

  @Test func touchesOfOneMomentAreOneFrame() throws {
    let stage = try Stage.active()
    let (compositor, surface) = (stage.compositor, stage.window.surface)
    compositor.send("wl_touch", 0, [1, 10, surface, 0, fixed(1), fixed(2)])
    compositor.send("wl_touch", 0, [2, 10, surface, 5, fixed(3), fixed(4)])
    compositor.send("wl_touch", 3)
    stage.serve()
    compositor.send("wl_touch", 2, [11, 5, fixed(30), fixed(40)])
    compositor.send("wl_touch", 5, [0, fixed(8), fixed(4)])
    compositor.send("wl_touch", 2, [11, 0, fixed(10), fixed(20)])
    compositor.send("wl_touch", 3)
    compositor.send("wl_touch", 1, [3, 12, 5])
    compositor.send("wl_touch", 3)
    // The number is free again; the contact is another one.
    compositor.send("wl_touch", 0, [4, 13, surface, 5, fixed(3), fixed(4)])
    compositor.send("wl_touch", 3)
    compositor.send("wl_touch", 4)
    stage.serve()
    let frames = stage.events.contacts
    #expect(
      frames.map { $0.map(\.phase) } == [
        [.began, .began], [.moved, .moved], [.ended], [.began], [.cancelled, .cancelled],
      ])
    #expect(frames[1][0].identity == frames[0][1].identity && frames[1][0].x == 30)
    #expect(frames[1][1].radius == 3)
    #expect(frames[3][0].identity != frames[0][1].identity)
  }

  @Test func aNumberThatIsDownDoesNotComeDownAgain() throws {
    let stage = try Stage.active()
    for _ in 0..<2 {
      stage.compositor.send("wl_touch", 0, [1, 10, stage.window.surface, 0, fixed(1), fixed(2)])
      stage.compositor.send("wl_touch", 3)
    }
    stage.serve()
    #expect(stage.events.contacts.map { $0.map(\.phase) } == [[.began]])
  }

  @Test func aTouchThatGoesUpInTheFrameInWhichItCameIsBoth() throws {
    let stage = try Stage.active()
    stage.compositor.send("wl_touch", 0, [1, 10, stage.window.surface, 0, fixed(1), fixed(2)])
    stage.compositor.send("wl_touch", 1, [1, 10, 0])
    stage.compositor.send("wl_touch", 3)
    // Unknown touches and windows are none of ours.
    stage.compositor.send("wl_touch", 1, [1, 10, 0])
    stage.compositor.send("wl_touch", 2, [1, 3, 0, 0])
    stage.compositor.send("wl_touch", 0, [1, 10, 4242, 1, 0, 0])
    stage.compositor.send("wl_touch", 3)
    stage.serve()
    #expect(stage.events.contacts.map { $0.map(\.phase) } == [[.began], [.ended]])
    #expect(stage.display.isOpen)
  }

  @Test func whatIsDownIsCancelledWhenTheWindowOrTheDeviceEnds() throws {
    for isUnplugged in [false, true] {
      let stage = try Stage.active()
      stage.compositor.send("wl_touch", 0, [1, 10, stage.window.surface, 0, 0, 0])
      stage.compositor.send("wl_touch", 3)
      stage.compositor.send("wl_pointer", 0, [9, stage.window.surface, 0, 0])
      stage.compositor.send("wl_pointer", 3, [10, 2, 0x110, 1])
      stage.compositor.send("wl_keyboard", 1, [1, stage.window.surface, 0])
      stage.compositor.send("wl_keyboard", 3, [1, 1, 30, 1])
      stage.serve()
      if isUnplugged {
        stage.compositor.send("wl_seat", 0, [0])
        stage.serve()
        let names = stage.compositor.requests.map(\.name)
        #expect(
          names.contains("wl_pointer.1") && names.contains("wl_keyboard.0") && names.contains("wl_touch.0"))
      } else {
        stage.window.close()
      }
      #expect(stage.events.contacts.flatMap { $0 }.filter { $0.phase == .cancelled }.count == 2)
      #expect(stage.events.keys.map(\.phase) == [.down, .cancelled])
      #expect(stage.display.isOpen)
    }
  }

  @Test func aWindowThatIsNotActiveAnyMoreForgetsWhatIsDown() throws {
    let stage = try Stage.active()
    stage.compositor.send("wl_touch", 0, [1, 10, stage.window.surface, 0, 0, 0])
    stage.compositor.send("wl_touch", 3)
    stage.serve()
    stage.configure()
    stage.compositor.send("wl_touch", 1, [1, 10, 0])
    stage.compositor.send("wl_touch", 3)
    stage.serve()
    // The receiver of `willResignActive` has cancelled the touch itself.
    #expect(stage.events.contacts.map { $0.map(\.phase) } == [[.began]])
  }

  // MARK: Keyboard

  static let keymap = """
    xkb_keymap {
    xkb_keycodes "(unnamed)" {
      minimum = 8; maximum = 255;
      <AE01> = 10; <AD01> = 24; <AC01> = 38; <LFSH> = 50; <RALT> = 108; <LVL3> = 92; <AC11> = 48; <LEFT> = 113;
      <LWIN> = 133; <LALT> = 64;
      indicator 1 = "Caps Lock";
      alias <LatQ> = <AD01>;
    };
    xkb_types "complete" { virtual_modifiers NumLock,Alt; type "ONE_LEVEL" { modifiers= none; level_name[1]= "Any"; }; };
    xkb_compatibility "complete" { interpret Alt_L+AnyOf(all) { action= SetMods(modifiers=modMapMods,clearLocks); }; };
    xkb_symbols "pc_de_ru" {
      name[1]="German"; name[2]="Russian";
      key <AE01> { [ 1, exclam, onesuperior, exclamdown ] };
      key <AD01> { type[1]= "FOUR_LEVEL", symbols[1]= [ q, Q, at, U03A9 ], symbols[2]= [ Cyrillic_shorti, Cyrillic_SHORTI ] };
      key <AC01> { type= "ALPHABETIC", symbols[Group1]= [ a, A ] };
      key <AC11> { [ dead_acute, adiaeresis ] };
      key <LFSH> { repeat= No, symbols[1]= [ Shift_L ], actions[1]= [ SetMods(modifiers=Shift,clearLocks) ] };
      key <LEFT> { [ Left ] };
      key <LVL3> { [ ISO_Level3_Shift ] };
      key <LWIN> { [ Super_L ] };
      key <LALT> { [ Alt_L, { Meta_L, Meta_R } ] };
      modifier_map Shift { <LFSH> };
      modifier_map Mod1 { <LALT> };
      modifier_map Mod4 { <LWIN> };
      modifier_map Mod5 { <LVL3> };
    };
    };
    """

  @Test func keysMeanWhatTheKeymapSays() throws {
    let stage = try Stage.active()
    let compositor = stage.compositor
    compositor.keymap(Self.keymap)
    compositor.send("wl_keyboard", 1, [1, stage.window.surface, 0])
    func press(_ code: UInt32, _ modifiers: UInt32 = 0, _ layout: UInt32 = 0) {
      compositor.send("wl_keyboard", 4, [2, modifiers, 0, 0, layout])
      compositor.send("wl_keyboard", 3, [3, 5, code, 1])
      compositor.send("wl_keyboard", 3, [4, 6, code, 0])
    }
    press(30)
    press(30, 1)
    press(16, 0x80)
    press(16, 0, 1)
    press(16, 1, 1)
    // The second layout has no key of its own there.
    press(30, 0, 1)
    press(105)
    press(2, 0x40)
    // A dead key and its letter.
    press(40)
    press(30)
    stage.serve()
    let downs = stage.events.keys.filter { $0.phase == .down }
    #expect(downs.map(\.characters) == ["a", "A", "@", "й", "Й", "a", "", "1", "", "á"])
    #expect(downs.map(\.usage) == [4, 4, 20, 20, 20, 4, 80, 30, 52, 4])
    #expect(downs[1].modifiers == .shift && downs[1].charactersIgnoringModifiers == "a")
    #expect(downs[7].modifiers == .command)
    #expect(stage.events.keys.count { $0.phase == .up } == 10)
    #expect(stage.display.isOpen)
  }

  @Test func aHeldKeyRepeatsUnderTheLoopsTimer() throws {
    try onFreshThread {
      SimulatedClock().install()
      let stage = try Stage.active()
      let loop = RunLoop.current
      try stage.display.attach(to: loop)
      let compositor = stage.compositor
      compositor.keymap(Self.keymap)
      compositor.send("wl_keyboard", 5, [20, 300])
      compositor.send("wl_keyboard", 1, [1, stage.window.surface, 0])
      compositor.send("wl_keyboard", 3, [3, 0, 50 - 8, 1])
      stage.serve()
      loop.run(for: .seconds(1))
      #expect(stage.events.keys.map(\.phase) == [.down], "a modifier does not repeat")
      compositor.send("wl_keyboard", 3, [3, 0, 30, 1])
      stage.serve()
      loop.run(for: .milliseconds(295))
      #expect(stage.events.keys.map(\.phase) == [.down, .down])
      loop.run(for: .milliseconds(110))
      #expect(stage.events.keys.suffix(3).map(\.phase) == [.repeated, .repeated, .repeated])
      #expect(stage.events.keys.last?.characters == "a")
      compositor.send("wl_keyboard", 3, [3, 0, 30, 0])
      stage.serve()
      let count = stage.events.count
      loop.run(for: .seconds(2))
      #expect(stage.events.count == count)
      stage.display.close()
    }
  }

  @Test func aKeymapThatLiesAboutItsSizeIsReadAsFarAsItGoesAndADamagedOneIsAnError() throws {
    let longer = try Stage.active()
    longer.compositor.keymap(Self.keymap, size: 100_000)
    longer.serve()
    #expect(longer.display.isOpen)
    for (text, size) in [
      ("no keymap", nil), (Self.keymap, UInt32(1 << 30)), ("xkb_keymap { xkb_symbols", nil),
    ] {
      let stage = try Stage.active()
      stage.compositor.keymap(text, size: size)
      stage.serve()
      if case .malformed? = stage.display.end {} else { Issue.record("\(text.prefix(20)) was taken") }
    }
  }

  @Test func aKeymapCutAnywhereIsReadOrRefused() {
    let bytes = Array(Self.keymap.utf8)
    for length in stride(from: 0, to: bytes.count, by: 7) {
      _ = XKBKeymap(String(decoding: bytes[..<length], as: UTF8.self))
    }
    #expect(XKBKeymap(Self.keymap) != nil)
    #expect(KeysymNames.keysym("adiaeresis") == 0xE4 && KeysymNames.keysym("U20AC") == 0x0100_20AC)
    #expect(KeysymNames.keysym("0x100263a") == 0x0100_263A && KeysymNames.keysym("NoSymbol") == 0)
    #expect(KeysymNames.keysym("XF86AudioPlay") == 0 && KeysymNames.keysym("Down") == 0xFF54)
  }
}
