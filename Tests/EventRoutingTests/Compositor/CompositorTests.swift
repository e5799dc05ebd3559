import HIDEvents
import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import EventRouting

/// Several applications' pictures on one screen.
@Suite("A router's screen", .hangLimit)
struct CompositorTests {
  @Test("is described to an application after its welcome, in pixels, with its pace")
  func description() throws {
    try onFreshThread {
      let place = try ShownRouter()
      let client = try place.client("a", .init(x: 0, y: 0, width: 80, height: 48))
      place.run()
      client.raw.read()
      #expect(
        client.raw.others == [
          .welcome(client: 1, width: 80, height: 48),
          .screen(.init(width: 80, height: 48, scale: 1, interval: 16_000_000)),
        ])
      place.router.stop()
    }
  }

  @Test(
    "shows windows at their places, the front one over the others, and what is in front changes with the stack"
  )
  func stack() throws {
    try onFreshThread {
      let place = try ShownRouter()
      place.run()
      let places = [(5, 5), (25, 15), (45, 25), (70, 40)]
      #expect(place.screen.letters(places) == "....")
      let one = try place.client("one", .init(x: 0, y: 0, width: 40, height: 24))
      let two = try place.client("two", .init(x: 20, y: 10, width: 40, height: 24))
      one.appear("a")
      two.appear("b")
      place.blank()
      #expect(place.screen.letters(places) == "abb.")
      place.router.bringToFront("one")
      place.blank()
      #expect(place.screen.letters(places) == "aab.")
      place.router.lock(true)
      place.blank()
      #expect(place.screen.letters(places) == "....")
      place.router.lock(false)
      place.blank()
      #expect(place.screen.letters(places) == "aab.")
      // One that ends is not seen any more.
      one.raw.close()
      runUntil { place.router.list.count == 1 }
      place.blank()
      #expect(place.screen.letters(places) == ".bb.")
      place.router.stop()
    }
  }

  @Test("draws only what is different")
  func damage() throws {
    try onFreshThread {
      let place = try ShownRouter()
      let client = try place.client("a", .init(x: 10, y: 10, width: 20, height: 20))
      client.appear("a")
      place.blank()
      client.share(2, "a")
      client.paint(2, "b", at: [2 * 20 + 3])
      client.show(2, [.init(x: 3, y: 2, width: 1, height: 1)])
      place.blank()
      #expect(place.screen.puts.last == [PixelRect(x: 13, y: 12, width: 1, height: 1)])
      #expect(place.screen.letters([(12, 12), (13, 12), (14, 12)]) == "aba")
      // A window that moves uncovers what was behind it.
      let count = place.screen.puts.count
      client.frame.x = 50
      client.arrange()
      place.blank()
      #expect(
        place.screen.puts.last == [
          PixelRect(x: 10, y: 10, width: 20, height: 20), PixelRect(x: 50, y: 10, width: 20, height: 20),
        ])
      #expect(place.screen.puts.count == count + 1 && place.screen.letters([(12, 12), (55, 15)]) == ".a")
      // Nothing is different: nothing is put.
      place.blank()
      #expect(place.screen.puts.count == count + 1)
      place.router.stop()
    }
  }

  @Test("gives memory back when the next picture is on its way, and so sets the pace")
  func pace() throws {
    try onFreshThread {
      let place = try ShownRouter()
      let client = try place.client("a", .init(x: 0, y: 0, width: 20, height: 20))
      place.blank()
      client.appear("a")
      place.run()
      // The screen has not shown the first picture: the second waits, and what the first is in is not free.
      client.share(2, "b")
      client.show(2)
      place.run()
      #expect(client.freed == [] && place.screen.letters([(5, 5)]) == "a")
      place.blank()
      #expect(client.freed == [1] && place.screen.letters([(5, 5)]) == "b")
      // A picture that was never seen is free when the next comes.
      client.paint(1, "c", 400)
      client.show(1)
      client.share(3, "d")
      client.show(3)
      place.run()
      #expect(client.freed == [1, 1] && place.screen.letters([(5, 5)]) == "b")
      place.blank()
      #expect(client.freed == [1, 1, 2] && place.screen.letters([(5, 5)]) == "d")
      place.router.stop()
    }
  }

  @Test("gives back the next picture, too, of a window that loses its place")
  func forgotten() throws {
    try onFreshThread {
      let place = try ShownRouter()
      let client = try place.client("a", .init(x: 0, y: 0, width: 20, height: 20))
      client.appear("a")
      place.blank()
      client.share(2, "b")
      client.show(2)
      client.raw.send(.arrange([]))
      place.blank()
      #expect(client.freed.sorted() == [1, 2] && place.screen.letters([(5, 5)]) == ".")
      place.router.stop()
    }
  }

  @Test("has several pixels for a point")
  func scale() throws {
    try onFreshThread {
      let place = try ShownRouter(scale: 2)
      let client = try place.client("a", .init(x: 5, y: 5, width: 10.25, height: 10))
      client.share(1, "a", 40, 40)
      client.arrange()
      client.show(1)
      place.blank()
      #expect(place.screen.letters([(9, 10), (10, 9), (10, 10), (30, 29), (31, 29), (30, 30)]) == "..aa..")
      client.raw.read()
      #expect(
        client.raw.others.prefix(2) == [
          .welcome(client: 1, width: 40, height: 24),
          .screen(.init(width: 80, height: 48, scale: 2, interval: 16_000_000)),
        ])
      place.router.stop()
    }
  }

  @Test("takes the pictures of invisible applications at once, and sends them no beats")
  func background() throws {
    try onFreshThread {
      let place = try ShownRouter()
      let all = ClientDescription.Window(x: 0, y: 0, width: 80, height: 48)
      let behind = try place.client("behind", all)
      behind.appear("b")
      behind.raw.send(.awaitBeat)
      let front = try place.client("front", all)
      front.appear("f")
      front.raw.send(.awaitBeat)
      place.blank()
      behind.share(2, "c")
      behind.show(2)
      // The screen is busy, which does not matter.
      place.screen.isReady = false
      place.run()
      #expect(behind.freed == [1])
      place.screen.blank(77)
      place.run()
      front.raw.read()
      behind.raw.read()
      let beats = { (client: PaintingClient) in
        client.raw.others.compactMap { if case .beat(let time) = $0 { time } else { nil } }
      }
      // One for each that was asked for.
      #expect(beats(front).count == 1 && beats(behind).isEmpty)
      let asked = place.screen.beatsAsked
      place.router.bringToFront("behind")
      #expect(place.screen.beatsAsked == asked + 1)
      place.screen.blank(99)
      place.run()
      behind.raw.read()
      #expect(beats(behind) == [99] && place.screen.letters([(5, 5)]) == "c")
      place.router.stop()
    }
  }

  @Test("shows no application while another program has it")
  func hidden() throws {
    try onFreshThread {
      let place = try ShownRouter()
      let client = try place.client("a", .init(x: 0, y: 0, width: 80, height: 48))
      client.appear("a")
      place.blank()
      place.screen.isReady = false
      place.screen.tell(.hidden)
      place.run()
      client.raw.read()
      #expect(client.raw.words.suffix(2) == ["willResignActive", "didEnterBackground"])
      #expect(place.router.list.first?.state == .background)
      let count = place.screen.puts.count
      place.screen.isReady = true
      place.screen.tell(.exposed(PixelRect(x: 0, y: 0, width: 80, height: 48)))
      place.run()
      client.raw.read()
      #expect(client.raw.words.suffix(2) == ["willEnterForeground", "didBecomeActive"])
      // Devices are paused before and resumed after that: what they say of it has a receiver.
      #expect(place.shown.map(\.isShown) == [false, true])
      #expect(place.shown.allSatisfy { $0.state == .focused })
      #expect(place.screen.puts.count == count + 1 && place.screen.letters([(5, 5), (79, 47)]) == "aa")
      place.screen.tell(.ended("it was unplugged"))
      #expect(place.ends == ["it was unplugged"])
      place.router.stop()
    }
  }

  @Test("takes the keys that change the terminal; applications get the others")
  func terminalKeys() throws {
    try onFreshThread {
      let place = try ShownRouter()
      place.screen.terminalKeys = [0x3B]
      let client = try place.client("a", .init(x: 0, y: 0, width: 80, height: 48))
      for usage: UInt16 in [0x3B, 0x3C] {
        place.router.post(HIDEvent(timestamp: 1, .key(.init(usage: usage, .down))))
      }
      place.run()
      client.raw.read()
      let usages = client.raw.events.compactMap {
        if case .key(let key) = $0.payload { key.usage } else { nil }
      }
      #expect(usages == [0x3C])
      place.router.stop()
    }
  }

  @Test("shows the pointer where there is a mouse, over all windows")
  func pointer() throws {
    try onFreshThread {
      let screen = PlayedScreen()
      screen.needsPointer = true
      let place = try ShownRouter(screen)
      let client = try place.client("a", .init(x: 0, y: 0, width: 80, height: 48))
      client.appear("a")
      place.blank()
      place.router.post(HIDEvent(timestamp: 1, .pointer(.init(.moved, x: 30, y: 20))))
      place.blank()
      #expect(screen.pixel(30, 20) == 0xFF00_0000 && screen.letters([(29, 20), (41, 20)]) == "aa")
      // Its lowest row but one, inside.
      #expect(screen.pixel(38, 37) == 0xFFFF_FFFF || screen.pixel(37, 37) == 0xFFFF_FFFF)
      // A press is a contact.
      let contact = HIDEvent.Contact(9, .began, x: 50, y: 20, kind: .pointer)
      place.router.post(HIDEvent(timestamp: 2, .digitizer([contact])))
      place.blank()
      #expect(screen.pixel(50, 20) == 0xFF00_0000 && screen.letters([(30, 20)]) == "a")
      place.router.post(HIDEvent(timestamp: 3, .pointer(.init(.left, x: 50, y: 20))))
      place.blank()
      #expect(screen.letters([(30, 20), (50, 20)]) == "aa")
      place.router.stop()
    }
  }

  @Test("shows windows that are beyond its edges, and pictures that are larger or smaller than their windows")
  func edges() throws {
    try onFreshThread {
      let place = try ShownRouter()
      let client = try place.client("a", .init(x: -10, y: -10, width: 20, height: 20))
      client.share(1, "a", 30, 15)
      client.arrange()
      client.show(1)
      place.blank()
      #expect(place.screen.letters([(0, 0), (9, 4), (9, 5), (10, 4)]) == "aa..")
      client.frame = .init(x: 70, y: 40, width: 300, height: 300)
      client.arrange()
      place.blank()
      #expect(place.screen.letters([(0, 0), (69, 47), (70, 40), (79, 47)]) == "..aa")
      // Parts beyond the picture are cut off.
      client.share(2, "b", 30, 15)
      client.show(
        2, [.init(x: 5, y: 5, width: .max, height: .max), .init(x: .max, y: 0, width: 1, height: 1)])
      place.blank()
      #expect(place.screen.letters([(74, 45), (75, 45), (79, 47)]) == "abb")
      // Another picture's size is another picture.
      client.share(3, "c", 8, 8)
      client.show(3)
      place.blank()
      #expect(place.screen.letters([(70, 40), (77, 47), (78, 47)]) == "cc.")
      place.router.stop()
    }
  }
}
