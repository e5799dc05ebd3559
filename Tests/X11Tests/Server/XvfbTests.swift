import DesktopWindows
import EventRouting
import HIDEvents
import LinuxSystem
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Windows on a real server without a screen, driven by xdotool.
@Suite(.hangLimit, .serialized, .enabled(if: Programs.xvfb))
struct XvfbTests {
  /// An application whose window is on the server's display.
  static func withWindow(
    _ size: Size = Size(400, 300), on server: XServer, fill: ((UIWindow) -> Void)? = nil,
    _ body: (UIApplication, DesktopWindow, Log) throws -> Void
  ) throws {
    let application = UIApplication(screen: size, scale: 1)
    defer { application.terminate() }
    let window = UIWindow()
    window.backgroundColor = .white
    fill?(window)
    let log = Log()
    let host = try application.host(
      window, on: .x11(server.display, authority: server.authority), title: "test")
    host.onEvent = { log.events.append($0) }
    defer { host.close() }
    #expect(application.run { host.x11!.isShown && host.isReady && host.renderer.pictures > 0 })
    try body(application, host, log)
  }

  final class Log {
    var events: [HIDEvent] = []
    var contacts: [HIDEvent.Contact] {
      events.flatMap { event -> [HIDEvent.Contact] in
        if case .digitizer(let contacts) = event.payload { contacts } else { [] }
      }
    }
    var keys: [HIDEvent.Key] {
      events.compactMap { if case .key(let key) = $0.payload { key } else { nil } }
    }
    var pointers: [HIDEvent.Pointer] {
      events.compactMap { if case .pointer(let pointer) = $0.payload { pointer } else { nil } }
    }
  }

  /// Runs xdotool while the application runs.
  static func xdotool(_ words: String, _ server: XServer, _ application: UIApplication) throws {
    let child = try ChildProgram(
      "xdotool", words.split(separator: " ").map(String.init), environment: server.environment)
    application.run { child.status != nil }
    #expect(child.status == 0, "\(child.errors)")
  }

  @Test(.enabled(if: Programs.xdotool)) func aClickPressesTheButtonUnderThePointer() throws {
    try onFreshThread {
      let server = try XServer()
      var presses = 0
      let button = UIButton(frame: Rect(50, 40, 120, 44), primaryAction: UIAction { _ in presses += 1 })
      try Self.withWindow(on: server, fill: { $0.addSubview(button) }) { application, _, log in
        try Self.xdotool("mousemove 100 60 click 1", server, application)
        #expect(application.run { presses == 1 })
        try Self.xdotool("mousemove 300 200 click 1 mousemove 320 210", server, application)
        #expect(application.run { log.pointers.last.map { $0.x == 320 && $0.y == 210 } ?? false })
        #expect(presses == 1)
        #expect(log.contacts.map(\.phase) == [.began, .ended, .began, .ended])
        #expect(log.contacts.allSatisfy { $0.kind == .pointer })
        #expect(log.contacts.first.map { ($0.x, $0.y) == (100, 60) } == true)
        #expect(log.events.map(\.timestamp) == log.events.map(\.timestamp).sorted())
      }
    }
  }

  @Test(.enabled(if: Programs.xdotool)) func aDragIsAContactThatMovesAndTheWheelScrolls() throws {
    try onFreshThread {
      let server = try XServer()
      let scroll = UIScrollView(frame: Rect(0, 0, 400, 300))
      scroll.contentSize = Size(400, 2000)
      try Self.withWindow(on: server, fill: { $0.addSubview(scroll) }) { application, _, log in
        try Self.xdotool("mousemove 200 150 click 5 click 5 click 4", server, application)
        #expect(application.run { log.pointers.filter { $0.phase == .scrolled }.count == 3 })
        #expect(application.run { scroll.contentOffset.y == 40 })
        // One by one: moves that come in the same turn are one.
        try Self.xdotool("mousedown 1 mousemove 200 100", server, application)
        #expect(application.run { log.contacts.last?.phase == .moved })
        try Self.xdotool("mousemove 200 50", server, application)
        #expect(application.run { log.contacts.last?.y == 50 })
        try Self.xdotool("mouseup 1", server, application)
        #expect(application.run { log.contacts.last?.phase == .ended })
        #expect(application.run { scroll.contentOffset.y > 60 })
      }
    }
  }

  /// By a person's way: a click, keys, a selection, copied and pasted into the next field.
  @Test(.enabled(if: Programs.xdotool)) func whatIsTypedIsInTheField() throws {
    try onFreshThread {
      let server = try XServer()
      let fields = [20.0, 100].map { UITextField(frame: Rect(20, $0, 300, 40)) }
      try Self.withWindow(on: server, fill: { for field in fields { $0.addSubview(field) } }) {
        application, _, _ in
        try Self.xdotool("mousemove 60 40 click 1", server, application)
        #expect(application.run { fields[0].isFirstResponder })
        try Self.xdotool("type --delay 20 Hello,World:42x", server, application)
        try Self.xdotool("key BackSpace key Home key shift+Right key shift+Right", server, application)
        #expect(application.run { fields[0].selectedTextRange == 0..<2 })
        #expect(fields[0].text == "Hello,World:42")
        try Self.xdotool("key ctrl+c key Tab key ctrl+v", server, application)
        #expect(application.run { fields[1].text == "He" }, "\(fields[1].text ?? "")")
        #expect(fields[1].isFirstResponder && fields[0].text == "Hello,World:42")
      }
    }
  }

  /// The keymap that a person has chosen: its dead keys join the letter that follows.
  @Test(
    .enabled(if: Programs.xdotool),
    .enabled(if: Programs.keymaps, "setxkbmap or xkbcomp is not installed: see x11-xkb-utils"))
  func deadKeysOfAServersKeymapMakeALetter() throws {
    try onFreshThread {
      let server = try XServer()
      let keymap = try ChildProgram("setxkbmap", ["us", "-variant", "intl"], environment: server.environment)
      #expect(keymap.wait() == 0, "\(keymap.errors)")
      let field = UITextField(frame: Rect(20, 20, 300, 40))
      try Self.withWindow(on: server, fill: { $0.addSubview(field) }) { application, _, log in
        try Self.xdotool("mousemove 60 40 click 1", server, application)
        #expect(application.run { field.isFirstResponder })
        try Self.xdotool("key dead_acute key e", server, application)
        #expect(application.run { field.text == "é" }, "\(field.text ?? "")")
        #expect(field.text?.unicodeScalars.count == 1)
        // A layout's other dead keys, with Shift, and one that is followed by a space.
        try Self.xdotool("key dead_diaeresis key u key dead_circumflex key space key a", server, application)
        #expect(application.run { field.text == "éü^a" }, "\(field.text ?? "")")
        // The letter has come by a press of the key e.
        #expect(log.keys.contains { $0.phase == .down && $0.usage == 8 && $0.characters == "é" })
      }
    }
  }

  @Test(.enabled(if: Programs.xdotool)) func keysComeWithUsagesModifiersAndCharacters() throws {
    try onFreshThread {
      let server = try XServer()
      try Self.withWindow(on: server) { application, _, log in
        try Self.xdotool(
          "mousemove 50 50 key a key shift+b key Return key ctrl+c key F5 key Up", server, application)
        #expect(application.run { log.keys.last.map { $0.usage == 82 && $0.phase == .up } ?? false })
        let down = log.keys.filter { $0.phase == .down }
        func key(_ usage: UInt16) -> HIDEvent.Key? { down.first { $0.usage == usage } }
        #expect(key(4)?.characters == "a")
        #expect(key(5)?.characters == "B")
        #expect(key(5)?.charactersIgnoringModifiers == "b")
        #expect(key(5)?.modifiers.contains(.shift) == true)
        #expect(key(40)?.characters == "\r")
        #expect(key(6)?.modifiers.contains(.control) == true)
        #expect(key(62)?.characters == "")
        #expect(key(225)?.modifiers == .shift)
        // Whatever goes down comes up.
        #expect(Set(down.map(\.usage)) == Set(log.keys.filter { $0.phase == .up }.map(\.usage)))
      }
    }
  }

  @Test(.enabled(if: Programs.xdotool)) func aHeldKeyRepeatsWithoutGoingUp() throws {
    try onFreshThread {
      let server = try XServer(repeatsKeys: true)
      try Self.withWindow(on: server) { application, _, log in
        try Self.xdotool("mousemove 50 50 keydown x", server, application)
        #expect(application.run { log.keys.filter { $0.phase == .repeated }.count >= 3 })
        try Self.xdotool("keyup x", server, application)
        #expect(application.run { log.keys.last?.phase == .up })
        #expect(log.keys.filter { $0.phase == .up }.count == 1)
        #expect(log.keys.filter { $0.phase == .down }.count == 1)
      }
    }
  }

  @Test func aWindowThatIsResizedIsLaidOutAndDrawnAnew() throws {
    try onFreshThread {
      let server = try XServer()
      try Self.withWindow(on: server) { application, host, _ in
        host.window.backgroundColor = .blue
        host.x11!.resize(width: 500, height: 350)
        #expect(application.run { host.window.bounds.size == Size(500, 350) })
        #expect(application.screen.bounds.size == Size(500, 350))
        #expect(application.run { host.isReady && host.renderer.bitmap.width == 500 })
        let shown = try host.x11!.pixels()
        #expect(shown.count == 500 * 350)
        #expect(shown.allSatisfy { $0 == 0x0000FF })
      }
    }
  }

  @Test func theServersPictureIsTheCommitsPicture() throws {
    try onFreshThread {
      let server = try XServer()
      let box = UIView(frame: Rect(30, 20, 100, 80))
      box.backgroundColor = .orange
      box.layer.cornerRadius = 12
      try Self.withWindow(on: server, fill: { $0.addSubview(box) }) { application, host, _ in
        for step in 1..<6 {
          box.frame = Rect(30 + Double(step) * 37, 20 + Double(step) * 21, 100, 80)
          box.alpha = 1 - Double(step) * 0.12
          let before = host.renderer.pictures
          #expect(application.run { host.isReady && host.renderer.pictures > before })
          let shown = try host.x11!.pixels()
          let drawn = host.renderer.bitmap.withPixels { $0.map { $0 & 0xFFFFFF } }
          #expect(shown == drawn)
        }
        #expect(host.x11!.display.problems.isEmpty)
      }
    }
  }

  @Test func aWrongKeyIsRefusedWithTheServersReason() throws {
    try onFreshThread {
      let server = try XServer()
      #expect(throws: X11Error.self) { try X11Display(server.display, authority: "/dev/null") }
      do {
        _ = try X11Display(server.display, authority: "/dev/null")
      } catch X11Error.refused(let reason) {
        #expect(!reason.isEmpty)
      }
      let display = try X11Display(server.display, authority: server.authority)
      #expect(display.isOpen)
      display.close()
      #expect(!display.isOpen)
    }
  }

  @Test(.enabled(if: Programs.xdotool)) func whenTheServerDiesTouchesAreCancelledAndItIsReportedOnce() throws
  {
    try onFreshThread {
      let server = try XServer()
      var ends: [DesktopError?] = []
      let view = RecordingView(frame: Rect(0, 0, 400, 300))
      try Self.withWindow(on: server, fill: { $0.addSubview(view) }) { application, host, _ in
        host.onEnd = { ends.append($0) }
        try Self.xdotool("mousemove 200 150 mousedown 1", server, application)
        #expect(application.run { view.phases == ["began"] })
        server.kill()
        #expect(application.run { !ends.isEmpty && view.phases.count == 2 })
        #expect(view.phases == ["began", "cancelled"])
        #expect(ends == [.x11(.lost)])
        // Drawing continues without an error; the loop sleeps.
        view.backgroundColor = .red
        application.loop.settle()
        #expect(application.loop.turns(in: .milliseconds(300)) < 5)
        #expect(ends.count == 1)
        #expect(!host.isOpen)
      }
    }
  }
}

final class RecordingView: UIView {
  var phases: [String] = []
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { phases.append("began") }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { phases.append("ended") }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { phases.append("cancelled") }
}
