import LinuxSystem
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import DesktopWindows
@testable import EventRouting

/// Text that is exchanged with other programs through a compositor.
@Suite(.hangLimit) struct WaylandSelectionTests {
  private static let first = SelectionPlace.first

  @Test(
    "others get what this program has, until another has it",
    arguments: [
      (WaylandSelection.Kind.clipboard, "wl_data_source", UInt16(1), "wl_data_device.1"),
      (.primary, "zwp_primary_selection_source_v1", 0, "zwp_primary_selection_device_v1.0"),
    ])
  func giving(_ kind: WaylandSelection.Kind, _ source: String, _ send: UInt16, _ set: String) throws {
    try onFreshThread {
      let place = try SelectionPlace()
      let selection = try place.selection(kind)
      // The compositor wants to know by which input it came.
      place.press(99)
      selection.own("Grüße 你好")
      place.settle()
      #expect(
        place.compositor.requests.last { $0.name == set }?.words == [place.compositor.object(source), 99])
      #expect(place.fetch("text/plain;charset=utf-8", from: source, send) == "Grüße 你好")
      #expect(place.fetch("UTF8_STRING", from: source, send) == "Grüße 你好")
      #expect(place.fetch("image/png", from: source, send) == "")
      #expect(
        place.fetchBytes("STRING", from: source, send) == [0x47, 0x72, 0xFC, 0xDF, 0x65, 0x20, 0x3F, 0x3F])
      // More than a pipe holds.
      let long = String(repeating: "0123456789", count: 50_000)
      let old = place.compositor.object(source)
      place.press(100)
      selection.own(long)
      // The compositor's word of what was before, which is on its way, changes nothing.
      place.compositor.send(old, send + 1)
      place.settle()
      #expect(selection.isOwned && place.lost == 0)
      let isWhole = place.fetch("text/plain", from: source, send) == long
      #expect(isWhole)
      var own: String?
      selection.read { own = $0 }
      #expect(own?.count == long.count)
      place.compositor.send(source, send + 1)
      place.settle()
      #expect(!selection.isOwned && place.lost == 1)
      place.display.close()
      #expect(place.lost == 1)
    }
  }

  @Test(
    "another program's text is read, in the best of its forms",
    arguments: [
      (WaylandSelection.Kind.clipboard, "wl_data_device", "wl_data_offer.2"),
      (.primary, "zwp_primary_selection_device_v1", "zwp_primary_selection_offer_v1.1"),
    ])
  func taking(_ kind: WaylandSelection.Kind, _ device: String, _ destroy: String) throws {
    try onFreshThread {
      let place = try SelectionPlace()
      let selection = try place.selection(kind)
      var texts: [String?] = []
      selection.read { texts.append($0) }
      #expect(texts == [nil], "nobody has any")
      place.compositor.offer(Self.first, ["image/png", "TEXT", "text/plain;charset=utf-8"], to: device)
      place.settle()
      #expect(place.display.end == nil)
      // Both who ask get the one text.
      texts = []
      for _ in 0..<2 { selection.read { texts.append($0) } }
      #expect(place.run { !place.compositor.wanted.isEmpty })
      #expect(place.compositor.wanted.map(\.type) == ["text/plain;charset=utf-8"] && texts.isEmpty)
      let long = String(repeating: "é", count: 20_000)
      try place.write(long)
      let areSame = place.run { texts.count == 2 } && texts == [long, long]
      #expect(areSame)
      // While the keys are another program's it has none; between two windows it gets nothing new.
      place.focus(false)
      place.settle()
      texts = []
      selection.read { texts.append($0) }
      #expect(texts == [nil])
      place.focus(true)
      place.settle()
      selection.read { texts.append($0) }
      #expect(place.run { !place.compositor.wanted.isEmpty })
      try place.write("again")
      #expect(place.run { texts.count == 2 } && texts[1] == "again")
      // A new selection: the offer of before is given up.
      place.compositor.offer(Self.first + 1, ["image/png"], to: device)
      place.settle()
      #expect(place.compositor.requests.filter { $0.name == destroy }.map(\.object) == [Self.first])
      texts = []
      selection.read { texts.append($0) }
      #expect(texts == [nil], "a picture is no text")
      place.compositor.offerNothing(to: device)
      place.settle()
      #expect(place.compositor.requests.filter { $0.name == destroy }.count == 2)
      place.compositor.offer(Self.first + 2, ["STRING"], to: device)
      place.settle()
      selection.read { texts.append($0) }
      #expect(place.run { !place.compositor.wanted.isEmpty })
      try place.write([0x47, 0xFC])
      #expect(place.run { texts.count == 2 } && texts[1] == "Gü")
      place.display.close()
    }
  }

  @Test("a program that says nothing, or only half, keeps no reader waiting")
  func silence() throws {
    try onFreshThread(SimulatedClock()) {
      let place = try SelectionPlace()
      let selection = try place.selection()
      place.compositor.offer(Self.first, ["text/plain"])
      place.settle()
      var texts: [String?] = []
      selection.read { texts.append($0) }
      #expect(place.run { texts == [nil] })
      // It goes on writing for longer than that, and is waited for.
      texts = []
      selection.read { texts.append($0) }
      place.settle()
      let end = try #require(place.compositor.wanted.last).end
      for _ in 0..<5 {
        #expect(linux_write_pipe(end.descriptor, "ab", 2) == 2)
        place.run(for: 2_000)
      }
      #expect(texts.isEmpty)
      // Its end stays open.
      #expect(place.run { !texts.isEmpty })
      #expect(texts == [nil])
      withExtendedLifetime(end) {}
      // The connection ends while a text is awaited.
      texts = []
      selection.timeout = .seconds(100)
      selection.read { texts.append($0) }
      place.settle()
      place.compositor.hangUp()
      #expect(place.run { texts == [nil] })
      selection.read { texts.append($0) }
      selection.own("x")
      #expect(texts == [nil, nil] && !selection.isOwned)
    }
  }

  @Test("a text that is too long is not taken", arguments: [(1000, true), (1001, false)])
  func tooMuch(_ length: Int, _ isTaken: Bool) throws {
    try onFreshThread {
      let place = try SelectionPlace()
      let selection = try place.selection()
      #expect(selection.longest == WaylandSelection.longestText)
      selection.longest = 1000
      place.compositor.offer(Self.first, ["text/plain"])
      place.settle()
      var texts: [String?] = []
      selection.read { texts.append($0) }
      place.settle()
      let text = String(repeating: "x", count: length)
      try place.write(text)
      #expect(place.run { !texts.isEmpty })
      #expect(texts == [isTaken ? text : nil])
      place.display.close()
    }
  }

  @Test("a program that wants a text and does not read holds nothing up, nor does one that is gone")
  func slowReaders() throws {
    try onFreshThread {
      let place = try SelectionPlace()
      try place.selection().own(String(repeating: "x", count: 1 << 20))
      place.settle()
      let source = place.compositor.object("wl_data_source")
      var kept: [Int32] = []
      for _ in 0..<20 {
        var ends: [Int32] = [-1, -1]
        precondition(linux_pipe(&ends) == 0)
        place.compositor.send(source, 1, descriptor: ends[1]) { $0.add("TEXT") }
        kept.append(ends[0])
      }
      place.settle()
      #expect(RunLoop.current.turns(in: .milliseconds(20)) < 5)
      // Four too many: the oldest have ended. The others wait. A process that is being started may still have the ends.
      #expect(place.run { kept.prefix(4).allSatisfy { place.poll($0) & Int16(POLLHUP) != 0 } })
      #expect(kept.dropFirst(4).allSatisfy { place.poll($0) == Int16(POLLIN) })
      // A reader that goes is no signal that ends the program.
      for end in kept { close(end) }
      place.settle()
      #expect(place.fetch("TEXT", from: "wl_data_source", 1).count == 1 << 20)
      place.display.close()
    }
  }

  /// It would block, and become this program's own terminal.
  @Test("a text is not written into a terminal")
  func terminals() throws {
    try onFreshThread {
      let place = try SelectionPlace()
      try place.selection().own("text")
      place.settle()
      let far = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      // unlockpt(3) and ptsname(3), which Glibc's module does not have: TIOCSPTLCK and TIOCGPTN.
      var (lock, number) = (Int32(0), UInt32(0))
      try #require(far >= 0 && ioctl(far, 0x4004_5431, &lock) == 0 && ioctl(far, 0x8004_5430, &number) == 0)
      let near = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
      try #require(near >= 0)
      place.compositor.send(place.compositor.object("wl_data_source"), 1, descriptor: near) { $0.add("TEXT") }
      #expect(place.run { place.poll(far) & Int16(POLLHUP) != 0 }, "it is closed")
      #expect(place.poll(far) & Int16(POLLIN) == 0)
      close(far)
      place.display.close()
    }
  }

  @Test("a text that is dragged over a window is left alone")
  func drags() throws {
    try onFreshThread {
      let place = try SelectionPlace()
      let compositor = place.compositor
      compositor.offer(Self.first, ["TEXT"])
      compositor.send("wl_data_device", 0, [Self.first + 1])
      compositor.interfaces[Self.first + 1] = "wl_data_offer"
      compositor.send(Self.first + 1, 1) { $0.add(3 as UInt32) }
      compositor.send("wl_data_device", 1, [5, 1, 0, 0, Self.first + 1])
      compositor.send("wl_data_device", 3, [7, 0, 0])
      // The next one comes before that has left.
      compositor.send("wl_data_device", 0, [Self.first + 2])
      compositor.interfaces[Self.first + 2] = "wl_data_offer"
      compositor.send("wl_data_device", 1, [8, 1, 0, 0, Self.first + 2])
      compositor.send("wl_data_device", 4)
      compositor.send("wl_data_device", 2)
      place.settle()
      #expect(place.display.end == nil)
      let dropped = compositor.requests.filter { $0.name == "wl_data_offer.2" }.map(\.object)
      #expect(dropped == [Self.first + 1, Self.first + 2])
      // The clipboard is what it was.
      try place.selection().read { _ in }
      #expect(place.run { compositor.wanted.count == 1 })
      place.display.close()
    }
  }

  @Test("without a seat there is none; another seat has its own")
  func seats() throws {
    try onFreshThread {
      let place = try SelectionPlace()
      let selection = try place.selection()
      selection.own("mine")
      place.settle()
      let seat = UInt32(place.compositor.globals.firstIndex { $0.0 == "wl_seat" }! + 1)
      let registry = place.compositor.object("wl_registry")
      place.compositor.send(registry, 1) { $0.add(seat) }
      place.settle()
      #expect(!selection.isOwned && place.lost == 1)
      #expect(place.compositor.requests.contains { $0.name == "wl_data_device.2" })
      selection.own("nobody's")
      #expect(!selection.isOwned)
      place.compositor.send(registry, 0) {
        $0.add(99 as UInt32)
        $0.add("wl_seat")
        $0.add(5 as UInt32)
      }
      place.settle()
      selection.own("mine again")
      place.settle()
      #expect(place.fetch("TEXT", from: "wl_data_source", 1) == "mine again")
      place.display.close()
    }
  }

  @Test("a compositor without selections is one to show windows on")
  func none() throws {
    try onFreshThread {
      let compositor = FakeCompositor()
      compositor.globals.removeAll { $0.0.contains("primary") || $0.0.contains("data") }
      let place = try SelectionPlace(compositor)
      #expect(place.display.selection(.clipboard) == nil && place.display.selection(.primary) == nil)
      place.display.close()
    }
  }

  @Test("offers without end are no protocol")
  func hostile() throws {
    try onFreshThread {
      let place = try SelectionPlace()
      for number in 0..<40 { place.compositor.send("wl_data_device", 0, [Self.first + UInt32(number)]) }
      place.run({ !place.display.isOpen }, for: 2_000)
      #expect(place.display.end == .malformed("too many offers of text"))
    }
  }

  @Test("the pasteboards of an application are the compositor's")
  func pasteboards() throws {
    try onFreshThread {
      let compositor = FakeCompositor()
      let display = try compositor.connect()
      let application = UIApplication(screen: Size(40, 30), scale: 1)
      defer { application.terminate() }
      try display.attach(to: application.loop)
      let window = UIWindow()
      let host = try DesktopWindow(window, of: application, display, title: "fake", scale: 1)
      UIPasteboard.general.string = "copied"
      UIPasteboard.selection.string = "selected"
      application.loop.run(for: .milliseconds(5))
      #expect(display.selection(.clipboard)?.isOwned == true && display.selection(.primary)?.isOwned == true)
      compositor.answer()
      compositor.send("wl_data_source", 2)
      #expect(application.run { UIPasteboard.general.string == nil })
      #expect(UIPasteboard.selection.string == "selected")
      host.close()
      #expect(UIPasteboard.general.desktop == nil)
    }
  }
}
