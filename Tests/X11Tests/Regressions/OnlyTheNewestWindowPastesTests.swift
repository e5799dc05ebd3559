import LinuxSystem
import ResponderKit
import TestHarness
import TestSupport
import Testing

@testable import DesktopWindows
@testable import EventRouting

/// Each window has a connection of its own. An application with two of them copied and pasted by that of the newest window only, which
/// the compositor ignores while the user works in the other one; when it was closed, by none.
@Suite("Copy and paste with two windows", .hangLimit) struct OnlyTheNewestWindowPastesTests {
  /// A window, and the compositor that a test plays to it.
  private struct Place {
    let compositor = FakeCompositor()
    let display: WaylandDisplay
    let host: DesktopWindow
    let application: UIApplication

    init(_ application: UIApplication) throws {
      self.application = application
      display = try compositor.connect()
      try display.attach(to: application.loop)
      host = try DesktopWindow(UIWindow(), of: application, display, title: "fake", scale: 1)
      compositor.answer()
    }

    var isOwner: Bool { display.selection(.clipboard)?.isOwned == true }

    func settle() {
      for _ in 0..<3 {
        compositor.answer()
        application.loop.settle()
      }
      compositor.answer()
    }

    /// A key is pressed in the window, which has got the focus.
    func press(_ serial: UInt32) {
      compositor.send("wl_keyboard", 1, [serial - 1, host.wayland?.surface ?? 0, 0])
      compositor.send("wl_keyboard", 3, [serial, 1, 30, 1])
      settle()
    }
  }

  private static func with(_ body: @escaping @Sendable (UIApplication, Place, Place) throws -> Void) throws {
    try onFreshThread {
      let application = UIApplication(screen: Size(40, 30), scale: 1)
      defer { application.terminate() }
      let (old, new) = (try Place(application), try Place(application))
      old.host.onEnd = { _ in }
      new.host.onEnd = { _ in }
      try body(application, old, new)
      old.host.close()
      new.host.close()
      #expect(UIPasteboard.general.desktop == nil && UIPasteboard.selection.desktop == nil)
    }
  }

  @Test("is done by the window that is used")
  func used() throws {
    try Self.with { application, old, new in
      new.press(5)
      UIPasteboard.general.string = "new"
      new.settle()
      #expect(new.isOwner && !old.isOwner)
      old.press(10)
      UIPasteboard.general.string = "old"
      old.settle()
      #expect(old.isOwner && old.compositor.selections["wl_data_device"]?.serial == 10)
      // Through the other connection, this program is another one.
      new.compositor.cancel()
      new.settle()
      #expect(!new.isOwner && UIPasteboard.general.string == "old")
      old.compositor.cancel()
      old.settle()
      #expect(UIPasteboard.general.string == nil)
      // Another program's text comes through the window that is used.
      var text: String?
      old.compositor.offer(SelectionPlace.first, ["TEXT"])
      old.settle()
      UIPasteboard.general.readString { text = $0 }
      old.settle()
      do {
        let last = old.compositor.wanted.popLast()
        let wanted = try #require(last)
        #expect(linux_write_pipe(wanted.end.descriptor, "theirs", 6) == 6)
      }
      #expect(application.run { text != nil } && text == "theirs")
    }
  }

  @Test("is done by the window that was clicked or touched last, or has become active")
  func usedWithoutKeys() throws {
    try Self.with { _, old, new in
      var serial: UInt32 = 5
      func copy() {
        serial += 10
        UIPasteboard.general.string = "text \(serial)"
        for place in [old, new] { place.settle() }
      }
      new.press(5)
      copy()
      #expect(new.isOwner && !old.isOwner)
      old.compositor.send("wl_pointer", 0, [8, old.host.wayland?.surface ?? 0, 0, 0])
      old.settle()
      copy()
      #expect(new.isOwner && !old.isOwner, "a pointer that passes is no work")
      old.compositor.send("wl_pointer", 3, [9, 1, 0x110, 1])
      old.settle()
      copy()
      #expect(old.isOwner)
      new.compositor.configure(40, 30, states: [4])
      new.settle()
      copy()
      let text = new.display.selection(.clipboard)
      #expect(text?.isOwned == true && new.compositor.selections["wl_data_device"] != nil)
      var read: String?
      text?.read { read = $0 }
      #expect(read == UIPasteboard.general.string)
    }
  }

  @Test("is done by a window that is left", arguments: [true, false])
  func closed(_ isNewest: Bool) throws {
    try Self.with { _, old, new in
      old.press(5)
      new.press(6)
      let (left, closed) = isNewest ? (old, new) : (new, old)
      closed.press(10)
      UIPasteboard.general.string = "text"
      closed.settle()
      #expect(closed.isOwner)
      closed.host.close()
      left.settle()
      // Others can still paste it.
      #expect(UIPasteboard.general.string == "text" && left.isOwner)
      left.press(20)
      UIPasteboard.general.string = "more"
      left.settle()
      #expect(left.compositor.selections["wl_data_device"]?.serial == 20)
      left.compositor.cancel()
      left.settle()
      #expect(UIPasteboard.general.string == nil)
    }
  }
}
