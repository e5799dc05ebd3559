import DesktopWindows
import EventRouting
import HIDEvents
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

/// Touches from a real server: the driver `inputtest` of Xorg is the screen, the input extension brings them to us.
@Suite(.hangLimit, .serialized, .enabled(if: Programs.xorg))
struct XorgTests {
  static let size = Size(1024, 768)

  /// A window that fills the screen, with a view that takes all fingers.
  static func withTouches(
    _ body: (UIApplication, FingersView, XvfbTests.Log, TouchInjector) throws -> Void
  ) throws {
    let server = try XServer(.xorg)
    let view = FingersView(frame: Rect(origin: .zero, size: size))
    try XvfbTests.withWindow(size, on: server, fill: { $0.addSubview(view) }) { application, host, log in
      #expect(host.x11!.display.hasTouch)
      let injector = try TouchInjector(server.touchSocket)
      try body(application, view, log, injector)
      #expect(host.x11!.display.problems.isEmpty)
    }
  }

  @Test func aFingerIsATouchOfItsOwnAndNoPointer() throws {
    try onFreshThread {
      try Self.withTouches { application, view, log, injector in
        injector.touch(7, .began, 0.25, 0.5)
        #expect(application.run { view.live == 1 })
        injector.touch(7, .moved, 0.5, 0.5)
        injector.touch(8, .began, 0.75, 0.25)
        #expect(application.run { view.live == 2 })
        injector.touch(7, .ended, 0.5, 0.5)
        injector.touch(8, .ended, 0.75, 0.25)
        #expect(application.run { view.live == 0 && view.ways.count == 2 })
        #expect(view.ways.map { $0.phases.first } == ["began", "began"])
        #expect(view.ways.map { $0.phases.last } == ["ended", "ended"])
        #expect(log.contacts.allSatisfy { $0.kind == .finger })
        let first = try #require(view.ways.first)
        #expect(abs(first.places[0].x - 256) < 0.02)
        #expect(abs(first.places[0].y - 384) < 0.02)
      }
    }
  }

  struct Expected: Sendable, CustomStringConvertible {
    var name: String
    var width: Double
    var height: Double
    var counts: [Int]
    var atOnce: Int
    var description: String { name }
  }

  static let recordings = [
    Expected(
      name: "Atmel maXTouch Touchscreen.4-finger-drag-down", width: 800, height: 480, counts: [4, 98, 4],
      atOnce: 4),
    Expected(
      name: "Atmel maXTouch Touchscreen.1-finger-fast-taps", width: 800, height: 480, counts: [9, 0, 9],
      atOnce: 1),
    Expected(
      name: "EP0430M09.2-finger-scroll-down", width: 1280, height: 768, counts: [2, 180, 2], atOnce: 2),
    Expected(name: "Wacom DTH2242 Finger", width: 4649, height: 2557, counts: [66, 4000, 66], atOnce: 10),
  ]

  @Test(.enabled(if: Recording.folder != nil), arguments: recordings)
  func aRecordingGivesTheSameTouchesThroughTheServerAsDecoded(_ expected: Expected) throws {
    try onFreshThread {
      let recording = try Recording(expected.name, width: expected.width, height: expected.height)
      #expect([recording.count(.began), recording.count(.moved), recording.count(.ended)] == expected.counts)
      try Self.withTouches { application, view, log, injector in
        var received: [HIDEvent.Contact] = []
        var injected = 0
        for frame in recording.frames {
          for contact in frame {
            injector.touch(
              contact.identity, contact.phase == .began ? .began : contact.phase == .moved ? .moved : .ended,
              contact.x, contact.y)
          }
          injected += frame.count
          // What is under way is bounded, as by a screen's rate.
          if injected - received.count > 20 {
            application.run {
              received = log.contacts
              return received.count >= injected
            }
          }
        }
        // What has come to the application is given to the view a little later.
        let fingers = recording.count(.began)
        #expect(
          application.run { log.contacts.count >= injected && view.live == 0 && view.ways.count >= fingers })
        received = log.contacts
        let decoded = recording.frames.flatMap { $0 }
        #expect(received.map { "\($0.phase)" } == decoded.map(\.phase.rawValue))
        let errors = zip(received, decoded).map {
          max(abs($0.x - $1.x * Self.size.width), abs($0.y - $1.y * Self.size.height))
        }
        #expect(errors.max() ?? 1 <= 0.02)
        // One number of the server for one of the device, as long as the contact lasts.
        var names: [UInt32: UInt32] = [:]
        for (ours, theirs) in zip(received, decoded) {
          if theirs.phase == .began { names[theirs.identity] = ours.identity }
          #expect(names[theirs.identity] == ours.identity)
        }
        try Self.compare(view, decoded, expected)
      }
    }
  }

  /// The views' touches are the device's contacts: as many, as long, in the same places.
  static func compare(_ view: FingersView, _ decoded: [Recording.Contact], _ expected: Expected) throws {
    #expect(view.most == expected.atOnce)
    var open: [UInt32: Int] = [:]
    var ways: [[Recording.Contact]] = []
    for contact in decoded {
      if contact.phase == .began {
        open[contact.identity] = ways.count
        ways.append([])
      }
      if let index = open[contact.identity] { ways[index].append(contact) }
    }
    #expect(view.ways.count == ways.count)
    // A finger that stays where it is has not moved: views do not hear of it.
    func moving(_ way: [(String, Point)]) -> [(String, Point)] {
      way.indices.filter { index in
        way[index].0 != "moved" || index == 0 || way[index].1.distance(to: way[index - 1].1) > 0.001
      }.map { way[$0] }
    }
    // Fingers that come down together have no order: each contact has a touch with the same way.
    var rest = view.ways
    for way in ways {
      let wanted = moving(way.map { ($0.phase.rawValue, Point($0.x * size.width, $0.y * size.height)) })
      let index = rest.firstIndex { touch in
        let got = moving(Array(zip(touch.phases, touch.places)))
        return got.map(\.0) == wanted.map(\.0)
          && zip(got, wanted).allSatisfy { max(abs($0.1.x - $1.1.x), abs($0.1.y - $1.1.y)) <= 0.02 }
      }
      rest.remove(at: try #require(index, "no touch for \(way[0])"))
    }
    if expected.counts[1] == 0 { #expect(view.ways.map(\.tapCount) == Array(1...expected.counts[0])) }
  }
}

/// Takes any number of fingers and keeps what each does.
final class FingersView: UIView {
  struct Way {
    var phases: [String] = []
    var places: [Point] = []
    var tapCount = 0
  }

  private(set) var ways: [Way] = []
  private var indices: [ObjectIdentifier: Int] = [:]
  private(set) var most = 0
  var live: Int { indices.count }

  override init(frame: Rect) {
    super.init(frame: frame)
    isMultipleTouchEnabled = true
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    for touch in touches {
      indices[ObjectIdentifier(touch)] = ways.count
      ways.append(Way())
      add(touch, "began")
    }
    most = max(most, live)
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    for touch in touches {
      for sample in event?.coalescedTouches(for: touch) ?? [touch] { add(touch, "moved", sample) }
    }
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { finish(touches, "ended") }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    finish(touches, "cancelled")
  }

  private func finish(_ touches: Set<UITouch>, _ phase: String) {
    for touch in touches {
      add(touch, phase)
      indices[ObjectIdentifier(touch)] = nil
    }
  }

  private func add(_ touch: UITouch, _ phase: String, _ sample: UITouch? = nil) {
    guard let index = indices[ObjectIdentifier(touch)] else { return }
    ways[index].phases.append(phase)
    ways[index].places.append((sample ?? touch).location(in: self))
    ways[index].tapCount = touch.tapCount
  }
}
