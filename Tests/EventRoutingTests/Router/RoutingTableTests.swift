import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import EventRouting

/// The router's decisions: who gets an event.
@Suite("The router decides", .hangLimit)
struct RoutingTableTests {
  static let full = [ClientDescription.Window(x: 0, y: 0, width: 100, height: 100)]
  static let left = [ClientDescription.Window(x: 0, y: 0, width: 50, height: 100)]
  static let right = [ClientDescription.Window(x: 50, y: 0, width: 50, height: 100)]

  static func event(_ contacts: HIDEvent.Contact...) -> HIDEvent {
    HIDEvent(timestamp: 1, .digitizer(contacts))
  }
  static func touch(_ phase: HIDEvent.Contact.Phase, _ x: Double = 10, _ identity: UInt32 = 1)
    -> HIDEvent
  {
    event(.init(identity, phase, x: x, y: 10))
  }
  static func key(
    _ usage: UInt16, _ phase: HIDEvent.Key.Phase, _ modifiers: HIDEvent.Key.Modifiers = []
  ) -> HIDEvent {
    HIDEvent(timestamp: 1, .key(.init(usage: usage, phase, modifiers: modifiers)))
  }
  static func words(_ deliveries: [RoutingTable.Delivery]) -> [String] {
    deliveries.map { "\($0.client): \($0.event.short)" }
  }
  static func words(_ decision: RoutingTable.Decision) -> [String] {
    words(decision.deliveries) + (decision.own.map { ["own: \($0.short)"] } ?? [])
      + (decision.action.map { ["\($0)"] } ?? [])
  }

  /// The same event, two states of the router, one receiver each time.
  @Test(
    "S001-7, S004-2, S000-10: an event is the desktop's with nothing in front, and the application's with one in front"
  )
  func desktop() {
    let table = Board()
    #expect(Self.words(table.route(Self.touch(.began))) == ["own: began 1 (10.0 10.0)"])
    #expect(Self.words(table.route(Self.touch(.ended))) == [])
    _ = table.add(7, .init(name: "app", windows: Self.full), at: 1)
    #expect(Self.words(table.route(Self.touch(.began))) == ["7: began 1 (10.0 10.0)"])
    #expect(Self.words(table.route(Self.touch(.ended))) == ["7: ended 1 (10.0 10.0)"])
    #expect(Self.words(table.route(Self.key(4, .down))) == ["7: key 4 down ''"])
  }

  /// An application that goes to the background in the middle of a touch.
  @Test("S001-7: a touch whose application leaves the foreground is cancelled, and has no owner afterwards")
  func background() {
    let table = Board()
    _ = table.add(1, .init(name: "under", windows: Self.full), at: 1)
    _ = table.add(2, .init(name: "over", windows: Self.full), at: 1)
    _ = table.route(Self.touch(.began))
    _ = table.route(Self.key(4, .down))
    let description = ClientDescription(name: "over", wantsForeground: false, windows: Self.full)
    #expect(
      Self.words(table.change(2, description, at: 5)) == [
        "2: key 4 cancelled ''", "2: cancelled 1 (10.0 10.0)", "2: willResignActive", "2: didEnterBackground",
        "1: willEnterForeground", "1: didBecomeActive",
      ])
    for phase in [HIDEvent.Contact.Phase.moved, .ended] {
      #expect(Self.words(table.route(Self.touch(phase))) == [])
    }
    #expect(Self.words(table.route(Self.key(4, .up))) == [])
    #expect(table.touches.isEmpty)
    #expect(Self.words(table.route(Self.touch(.began))) == ["1: began 1 (10.0 10.0)"])
  }

  @Test(
    "a touch stays with the application that it began in, wherever it goes; a frame is split among its owners"
  )
  func owners() {
    let table = Board()
    _ = table.add(1, .init(name: "left", windows: Self.left), at: 1)
    #expect(
      Self.words(table.add(2, .init(name: "right", windows: Self.right), at: 1))
        == ["2: willEnterForeground", "2: didBecomeActive"])
    let began = Self.event(
      .init(1, .began, x: 10, y: 0), .init(2, .began, x: 50, y: 0), .init(3, .began, x: 20, y: 0))
    #expect(
      Self.words(table.route(began)) == [
        "1: began 1 (10.0 0.0), began 3 (20.0 0.0)", "2: began 2 (50.0 0.0)",
      ])
    let moved = Self.event(
      .init(1, .moved, x: 90, y: 0), .init(2, .stationary, x: 50, y: 0), .init(3, .stationary, x: 20, y: 0))
    #expect(Self.words(table.route(moved)) == ["1: moved 1 (90.0 0.0), stationary 3 (20.0 0.0)"])
    _ = table.remove(1, at: 1)
    #expect(table.touchCount(of: 1) == 0 && table.touchCount(of: 2) == 1)
    #expect(Self.words(table.route(Self.touch(.moved, 60, 1))) == [])
  }

  @Test("windows in front are hit first; a client that is covered by one of them is in the background")
  func stacking() {
    let table = Board()
    _ = table.add(1, .init(name: "full", windows: Self.full), at: 1)
    #expect(
      Self.words(table.add(2, .init(name: "left", windows: Self.left), at: 1))
        == ["2: willEnterForeground", "2: didBecomeActive"])
    #expect(Self.words(table.route(Self.touch(.began, 10, 1))) == ["2: began 1 (10.0 10.0)"])
    #expect(Self.words(table.route(Self.touch(.began, 60, 2))) == ["1: began 2 (60.0 10.0)"])
    let deliveries = Self.words(table.bringToFront(1, at: 3))
    #expect(deliveries == ["2: cancelled 1 (10.0 10.0)", "2: willResignActive", "2: didEnterBackground"])
    #expect(Self.words(table.route(Self.touch(.began, 10, 3))) == ["1: began 3 (10.0 10.0)"])
  }

  @Test("a new application that wants no foreground is notified that it is in the background")
  func newcomer() {
    let table = Board()
    #expect(
      Self.words(table.add(1, .init(name: "music", wantsForeground: false), at: 1))
        == ["1: willResignActive", "1: didEnterBackground"])
    #expect(Self.words(table.route(HIDEvent(timestamp: 1, .remoteControl(.play)))) == ["own: play"])
  }

  @Test("keys follow the focus; those that are down are cancelled when it goes, and Alt+Tab is the router's")
  func focus() {
    let table = Board()
    _ = table.add(1, .init(name: "left", windows: Self.left), at: 1)
    _ = table.add(2, .init(name: "right", windows: Self.right), at: 1)
    _ = table.add(3, .init(name: "background", wantsForeground: false), at: 1)
    #expect(Self.words(table.route(Self.key(4, .down))) == ["2: key 4 down ''"])
    let tab = table.route(Self.key(0x2b, .down, .alternate))
    #expect(tab.action == .switchFocus && tab.deliveries.isEmpty)
    #expect(Self.words(table.switchFocus(at: 2)) == ["2: key 4 cancelled ''"])
    #expect(Self.words(table.route(Self.key(0x2b, .up))) == ["own: key 43 up ''"])
    #expect(Self.words(table.route(Self.key(4, .up))) == [])
    #expect(Self.words(table.route(Self.key(5, .down))) == ["1: key 5 down ''"])
    _ = table.switchFocus(at: 3)
    #expect(table.focused?.id == 2)
  }

  @Test("the keys of the system are its own, whichever application is in front; while it is locked, none is")
  func system() {
    let table = Board()
    _ = table.add(1, .init(name: "app", windows: Self.full), at: 1)
    _ = table.route(Self.touch(.began))
    #expect(table.route(Self.key(0x80, .down)).action == .volumeUp)
    #expect(table.route(Self.key(0x80, .repeated)).action == .volumeUp)
    #expect(table.route(Self.key(0x66, .down)).action == .lock)
    #expect(table.route(Self.key(0x66, .repeated)).action == nil)
    #expect(
      Self.words(table.lock(true, at: 2)) == [
        "1: cancelled 1 (10.0 10.0)", "1: willResignActive", "1: didEnterBackground",
      ])
    #expect(Self.words(table.route(Self.touch(.began))) == ["own: began 1 (10.0 10.0)"])
    #expect(Self.words(table.route(Self.key(4, .down))) == ["own: key 4 down ''"])
    _ = table.lock(false, at: 3)
    // What the router took for itself stays its own until it goes up.
    #expect(Self.words(table.route(Self.key(4, .up))) == ["own: key 4 up ''"])
    #expect(Self.words(table.route(Self.touch(.moved))) == [])
  }

  @Test("motion goes to the focus, remote control to a client that asked for it, also in the background")
  func motion() {
    let table = Board()
    let shake = HIDEvent(timestamp: 1, .acceleration(.init(x: 1, y: 0, z: 0)))
    #expect(table.route(shake).own == shake)
    _ = table.add(1, .init(name: "music", wantsForeground: false, wantsRemoteControl: true), at: 1)
    _ = table.add(2, .init(name: "app", windows: Self.full), at: 1)
    #expect(table.route(shake).deliveries.map(\.client) == [2])
    #expect(Self.words(table.route(HIDEvent(timestamp: 1, .remoteControl(.pause)))) == ["1: pause"])
  }

  @Test("how the device is held goes to the focus, and to a client that gets the focus later")
  func sensors() {
    let table = Board()
    let turned = HIDEvent(timestamp: 1, .orientation(.landscapeLeft))
    #expect(table.route(turned).own == turned)
    let words = Self.words(table.add(1, .init(name: "app", windows: Self.full), at: 1))
    #expect(words == ["1: willEnterForeground", "1: didBecomeActive", "1: orientation landscapeLeft"])
    #expect(
      Self.words(table.route(HIDEvent(timestamp: 2, .proximity(.near)))) == ["1: proximity near"])
    let next = Self.words(table.add(2, .init(name: "next", windows: Self.full), at: 3))
    #expect(
      next.filter { $0.hasPrefix("2: ") } == [
        "2: willEnterForeground", "2: didBecomeActive", "2: orientation landscapeLeft", "2: proximity near",
      ])
    // One that has the focus already hears nothing twice.
    #expect(
      Self.words(table.change(2, .init(name: "next", windows: Self.left), at: 4)).filter {
        $0.hasPrefix("2: ")
      } == [])
  }

  @Test("the pointer enters and leaves applications as it moves")
  func pointer() {
    let table = Board()
    _ = table.add(1, .init(name: "left", windows: Self.left), at: 1)
    _ = table.add(2, .init(name: "right", windows: Self.right), at: 1)
    func move(_ x: Double) -> [String] {
      Self.words(table.route(HIDEvent(timestamp: 1, .pointer(.init(.moved, x: x, y: 1)))))
    }
    #expect(move(10) == ["1: entered (10.0 1.0)", "1: moved (10.0 1.0)"])
    #expect(move(60) == ["1: left (60.0 1.0)", "2: entered (60.0 1.0)", "2: moved (60.0 1.0)"])
    #expect(move(500) == ["2: left (500.0 1.0)"])
    #expect(move(501) == ["own: moved (501.0 1.0)"])
  }

  @Test("a device that lost track of its contacts ends everybody's")
  func lost() {
    let table = Board()
    _ = table.add(1, .init(name: "app", windows: Self.full), at: 1)
    _ = table.route(Self.touch(.began))
    #expect(Self.words(table.route(HIDEvent(timestamp: 1, .system(.contactsLost)))) == ["1: contactsLost"])
    #expect(table.touches.isEmpty)
  }

  @Test("whatever happens, each client hears of one end for each beginning, and of nothing after it has left")
  func random() {
    var random = SplitMix(11)
    var tally = FuzzTally("the router's decisions")
    for _ in 0..<50 {
      let table = Board()
      var heard: [UInt32: TouchCounts] = [:]
      var inFront: [UInt32: Bool] = [:]
      var didSomething = false
      func take(_ deliveries: [RoutingTable.Delivery]) {
        if !deliveries.isEmpty { didSomething = true }
        for delivery in deliveries {
          heard[delivery.client, default: TouchCounts()].add(delivery.event)
          switch delivery.event.payload {
          case .system(.didBecomeActive): inFront[delivery.client] = true
          case .system(.didEnterBackground):
            inFront[delivery.client] = false
            #expect(heard[delivery.client]?.isOver ?? true)
          case .digitizer, .key: #expect(inFront[delivery.client] == true)
          default: break
          }
        }
      }
      func route(_ event: HIDEvent) {
        let decision = table.route(event)
        if decision.own != nil { didSomething = true }
        take(decision.deliveries)
      }
      for id: UInt32 in 1...2 { take(table.add(id, .init(name: "\(id)", windows: Self.full), at: 1)) }
      var live: Set<UInt32> = []
      var keys: Set<UInt16> = []
      for step in 0..<400 {
        let id = UInt32(random.next() % 4) + 1
        let windows = [Self.full, Self.full, Self.left, Self.right, []][Int(random.next() % 5)]
        let wantsForeground = random.next() % 3 > 0
        let isThere = table.client(id) != nil
        didSomething = false
        switch random.next() % 12 {
        case 0:
          didSomething = true
          if !isThere {
            heard[id] = nil
            inFront[id] = nil
            take(
              table.add(id, .init(name: "\(id)", wantsForeground: wantsForeground, windows: windows), at: 1))
          } else {
            take(table.change(id, .init(name: "", wantsForeground: wantsForeground, windows: windows), at: 1))
          }
        case 1 where isThere && random.next() % 6 == 0:
          didSomething = true
          take(table.remove(id, at: 1))
        case 2 where isThere && table.focused?.id != id:
          didSomething = true
          take(table.bringToFront(id, at: 1))
        // Locked only for a short time: then little happens.
        case 3 where table.isLocked || random.next() % 8 == 0:
          didSomething = true
          take(table.lock(!table.isLocked, at: 1))
        case 4 where (1...4).count { table.client($0)?.description.wantsForeground ?? false } > 1:
          didSomething = true
          take(table.switchFocus(at: 1))
        case 5:
          let key = UInt16(random.next() % 6) + 4
          let phase: HIDEvent.Key.Phase =
            keys.contains(key) ? [.repeated, .up][Int(random.next() % 2)] : .down
          if phase == .up { keys.remove(key) } else { keys.insert(key) }
          route(Self.key(key, phase))
          if !didSomething { keys.remove(key) }
        default:
          let contact = UInt32(random.next() % 5)
          let phase: HIDEvent.Contact.Phase =
            !live.contains(contact)
            ? .began : [.moved, .moved, .moved, .moved, .ended, .cancelled][Int(random.next() % 6)]
          if phase == .began { live.insert(contact) } else if phase != .moved { live.remove(contact) }
          route(Self.touch(phase, Double(random.next() % 104), contact))
          // A contact without an owner does little: move it only now and then.
          if table.touches[contact] == nil, !didSomething || random.next() % 4 > 0 { live.remove(contact) }
        }
        tally.count(didSomething)
        #expect(heard.values.allSatisfy { $0.nonsense == 0 }, "step \(step)")
      }
    }
    tally.expectMostStepsDidSomething()
  }
}

/// A table whose decisions can be asked for inside an expectation.
final class Board {
  private var table = RoutingTable()

  func add(_ id: UInt32, _ description: ClientDescription, at time: UInt64) -> [RoutingTable.Delivery] {
    table.add(id, description, at: time)
  }
  func change(_ id: UInt32, _ description: ClientDescription, at time: UInt64) -> [RoutingTable.Delivery] {
    table.change(id, description, at: time)
  }
  func bringToFront(_ id: UInt32, at time: UInt64) -> [RoutingTable.Delivery] {
    table.bringToFront(id, at: time)
  }
  func remove(_ id: UInt32, at time: UInt64) -> [RoutingTable.Delivery] { table.remove(id, at: time) }
  func lock(_ isOn: Bool, at time: UInt64) -> [RoutingTable.Delivery] { table.lock(isOn, at: time) }
  func switchFocus(at time: UInt64) -> [RoutingTable.Delivery] { table.switchFocus(at: time) }
  func route(_ event: HIDEvent) -> RoutingTable.Decision { table.route(event) }
  func forget(_ id: UInt32) { table.forget(id) }
  func client(_ id: UInt32) -> RoutingTable.Client? { table.client(id) }
  func touchCount(of id: UInt32) -> Int { table.touchCount(of: id) }
  var touches: [UInt32: RoutingTable.Touch] { table.touches }
  var focused: RoutingTable.Client? { table.focused }
  var isLocked: Bool { table.isLocked }
}
