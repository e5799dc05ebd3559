import HIDEvents
import TestHarness
import Testing

@testable import EventRouting

/// The router's decisions at their edges: limits, ends, and what is said to whom in which order.
@Suite("The router's rules", .hangLimit)
struct RoutingRulesTests {
  private typealias Basics = RoutingTableTests
  private static let full = Basics.full
  private static let left = Basics.left
  private static let right = Basics.right

  private static func words(_ deliveries: [RoutingTable.Delivery]) -> [String] { Basics.words(deliveries) }
  private static func words(_ decision: RoutingTable.Decision) -> [String] { Basics.words(decision) }
  private static func pointer(_ phase: HIDEvent.Pointer.Phase, _ x: Double) -> HIDEvent {
    HIDEvent(timestamp: 1, .pointer(.init(phase, x: x, y: 1)))
  }

  @Test("farewells come before greetings, wherever in the stack their clients are")
  func order() {
    let table = Board()
    _ = table.add(1, .init(name: "under", windows: Self.full), at: 1)
    _ = table.add(2, .init(name: "over", windows: Self.full), at: 1)
    #expect(
      Self.words(table.bringToFront(1, at: 2)) == [
        "2: willResignActive", "2: didEnterBackground", "1: willEnterForeground", "1: didBecomeActive",
      ])
  }

  @Test(
    "windows that move leave the stack as it is; only a client that wants to be seen now comes to the front")
  func stacking() {
    let table = Board()
    _ = table.add(1, .init(name: "back", windows: Self.left), at: 1)
    _ = table.add(2, .init(name: "front", windows: Self.right), at: 1)
    _ = table.change(1, .init(name: "back", windows: Self.left + Self.left), at: 2)
    #expect(table.focused?.id == 2)
    _ = table.change(1, .init(name: "back", wantsForeground: false, windows: Self.left), at: 3)
    _ = table.change(1, .init(name: "back", windows: Self.left), at: 4)
    #expect(table.focused?.id == 1)
    // Who is brought to the front is seen, also when it did not ask for it.
    _ = table.add(3, .init(name: "music", wantsForeground: false, windows: Self.full), at: 5)
    #expect(
      Self.words(table.bringToFront(3, at: 6)).suffix(2) == ["3: willEnterForeground", "3: didBecomeActive"])
    #expect(table.focused?.id == 3)
  }

  @Test("a switch of the focus takes all in turn")
  func turns() {
    let table = Board()
    for id: UInt32 in 1...3 { _ = table.add(id, .init(name: "\(id)", windows: Self.full), at: 1) }
    var seen: [UInt32?] = [table.focused?.id]
    for _ in 0..<3 {
      _ = table.switchFocus(at: 2)
      seen.append(table.focused?.id)
    }
    #expect(seen == [3, 2, 1, 3])
  }

  @Test(
    "when the front one has ended, the one behind it comes to the front; a client alone gets nothing more")
  func gone() {
    let table = Board()
    _ = table.add(1, .init(name: "under", windows: Self.full), at: 1)
    _ = table.add(2, .init(name: "over", windows: Self.full), at: 1)
    _ = table.route(Basics.key(4, .down))
    #expect(Self.words(table.remove(2, at: 2)) == ["1: willEnterForeground", "1: didBecomeActive"])
    #expect(Self.words(table.route(Basics.key(4, .up))) == [], "the key was the other one's")
    #expect(Self.words(table.remove(2, at: 2)) == [])
  }

  @Test("1,024 contacts are routed; more are the router's own until one has ended")
  func contacts() {
    let table = Board()
    _ = table.add(1, .init(name: "app", windows: Self.full), at: 1)
    for identity in 0..<UInt32(1024) {
      #expect(table.route(Basics.touch(.began, 10, identity)).own == nil)
    }
    #expect(table.route(Basics.touch(.began, 10, 5000)).own != nil)
    #expect(table.touchCount(of: 1) == 1024)
    #expect(Self.words(table.route(Basics.touch(.moved, 11, 5000))) == [], "it is not routed")
    _ = table.route(Basics.touch(.cancelled, 10, 7))
    #expect(table.route(Basics.touch(.began, 10, 5001)).own == nil)
  }

  @Test("a contact that begins again has a new owner")
  func again() {
    let table = Board()
    _ = table.add(1, .init(name: "left", windows: Self.left), at: 1)
    _ = table.route(Basics.touch(.began, 10))
    // Its end was lost; it begins beside the application.
    #expect(Self.words(table.route(Basics.touch(.began, 80))) == ["own: began 1 (80.0 10.0)"])
    #expect(Self.words(table.route(Basics.touch(.moved, 20))) == [])
    #expect(table.touchCount(of: 1) == 0)
  }

  @Test("a contact is cancelled where it was last, and contacts in the order of their numbers")
  func places() {
    let table = Board()
    _ = table.add(1, .init(name: "app", windows: Self.full), at: 1)
    _ = table.route(Basics.touch(.began, 10, 2))
    _ = table.route(Basics.touch(.began, 20, 1))
    _ = table.route(Basics.touch(.moved, 70, 2))
    #expect(
      Self.words(table.lock(true, at: 2)).first == "1: cancelled 1 (20.0 10.0), cancelled 2 (70.0 10.0)")
  }

  @Test("a device's loss of its contacts is forwarded to their owners")
  func lost() {
    let table = Board()
    _ = table.add(1, .init(name: "left", windows: Self.left), at: 1)
    _ = table.add(2, .init(name: "right", windows: Self.right), at: 1)
    _ = table.route(Basics.touch(.began, 10))
    let lost = HIDEvent(timestamp: 1, .system(.contactsLost))
    #expect(Self.words(table.route(lost)) == ["1: contactsLost"])
    #expect(Self.words(table.route(lost)) == [])
    let other = HIDEvent(timestamp: 1, .system(.didBecomeActive))
    #expect(Self.words(table.route(other)) == ["own: didBecomeActive"], "no device says who is in front")
  }

  @Test("a key that went up is not cancelled; one that is down is, once")
  func keys() {
    let table = Board()
    _ = table.add(1, .init(name: "left", windows: Self.left), at: 1)
    _ = table.add(2, .init(name: "right", windows: Self.right), at: 1)
    _ = table.route(Basics.key(4, .down))
    #expect(Self.words(table.route(Basics.key(4, .repeated))) == ["2: key 4 repeated ''"])
    _ = table.route(Basics.key(5, .down))
    _ = table.route(Basics.key(4, .up))
    #expect(Self.words(table.bringToFront(1, at: 2)) == ["2: key 5 cancelled ''"])
    #expect(Self.words(table.route(Basics.key(5, .repeated))) == [])
    #expect(Self.words(table.bringToFront(2, at: 3)) == [])
  }

  @Test("the system's keys act once, volume again and again; Tab without Alt is the application's")
  func system() {
    let table = Board()
    _ = table.add(1, .init(name: "app", windows: Self.full), at: 1)
    #expect(Self.words(table.route(Basics.key(0x2b, .down))) == ["1: key 43 down ''"])
    #expect(Self.words(table.route(Basics.key(0x2b, .up))) == ["1: key 43 up ''"])
    #expect(table.route(Basics.key(0x7f, .down)).action == .mute)
    #expect(table.route(Basics.key(0x7f, .repeated)).action == nil)
    #expect(table.route(Basics.key(0x81, .down)).action == .volumeDown)
    #expect(table.route(Basics.key(0x81, .repeated)).action == .volumeDown)
    #expect(table.route(Basics.key(0x81, .up)).action == nil)
  }

  @Test("a pointer that a client had leaves it when the client leaves, and once")
  func leaving() {
    let table = Board()
    _ = table.add(1, .init(name: "app", windows: Self.full), at: 1)
    _ = table.route(Self.pointer(.moved, 10))
    #expect(
      Self.words(table.lock(true, at: 2)) == [
        "1: left (10.0 1.0)", "1: willResignActive", "1: didEnterBackground",
      ])
    #expect(Self.words(table.route(Self.pointer(.moved, 20))) == ["own: moved (20.0 1.0)"])
    _ = table.lock(false, at: 3)
    #expect(
      Self.words(table.route(Self.pointer(.moved, 30))) == ["1: entered (30.0 1.0)", "1: moved (30.0 1.0)"])
    table.forget(1)
    #expect(Self.words(table.lock(true, at: 4)) == ["1: willResignActive", "1: didEnterBackground"])
  }

  @Test("a device's own words about its pointer are not said twice")
  func pointers() {
    let table = Board()
    _ = table.add(1, .init(name: "app", windows: Self.full), at: 1)
    #expect(Self.words(table.route(Self.pointer(.entered, 10))) == ["1: entered (10.0 1.0)"])
    #expect(
      Self.words(table.route(Self.pointer(.scrolled, 10))) == ["1: scrolled (10.0 1.0) by (0.0 0.0)"])
    #expect(Self.words(table.route(Self.pointer(.left, 10))) == ["1: left (10.0 1.0)"])
    #expect(Self.words(table.route(Self.pointer(.left, 10))) == ["own: left (10.0 1.0)"])
  }

  @Test(
    "remote control that no client wants goes to the focused one; motion is not routed while the screen is locked"
  )
  func remote() {
    let table = Board()
    let play = HIDEvent(timestamp: 1, .remoteControl(.play))
    _ = table.add(1, .init(name: "app", windows: Self.full), at: 1)
    #expect(Self.words(table.route(play)) == ["1: play"])
    _ = table.add(2, .init(name: "music", wantsForeground: false, wantsRemoteControl: true), at: 1)
    _ = table.lock(true, at: 2)
    #expect(Self.words(table.route(play)) == ["2: play"])
    let motion = HIDEvent(timestamp: 1, .acceleration(.init(x: 0, y: 0, z: 1)))
    #expect(table.route(motion).own == motion)
  }

  @Test("a window has its first edges and not its last ones; it covers what is as large as it")
  func edges() {
    let window = ClientDescription.Window(x: 10, y: 20, width: 30, height: 40)
    #expect(window.contains(10, 20) && window.contains(39.9, 59.9))
    for (x, y) in [(9.9, 30.0), (40.0, 30.0), (20.0, 19.9), (20.0, 60.0)] { #expect(!window.contains(x, y)) }
    #expect(window.covers(window))
    for (x, y, width, height) in [
      (9.0, 20.0, 30.0, 40.0), (10, 19, 30, 40), (10, 20, 31, 40), (10, 20, 30, 41), (11, 20, 30, 40),
      (10, 21, 30, 40),
    ] {
      #expect(!window.covers(.init(x: x, y: y, width: width, height: height)))
    }
    #expect(window.covers(.init(x: 11, y: 21, width: 29, height: 39)))
  }
}
