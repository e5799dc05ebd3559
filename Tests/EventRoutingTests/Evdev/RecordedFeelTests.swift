import HIDEvents
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import EventRouting

/// What people did on real screens, played into a scroll view at the recorded times, which are simulated.
@Suite("Recorded fingers", .hangLimit, .enabled(if: Recordings.areThere))
struct RecordedFeelTests {
  private static let drags = [
    "Atmel maXTouch Touchscreen.1-finger-drag-up-down", "EP0430M09.1-finger-drag-up-down",
    "Wacom ISDv4 E6 Finger.single-center-scroll", "Wacom ISDv4 E6 Finger.single-center-circle",
    "Wacom ISDv4 E6 Finger.single-top-swipe",
  ]
  private static let screen = Size(800, 480)

  /// A scroll view that fills the screen, in the middle of much content.
  private final class Stage {
    let clock: SimulatedClock
    let application = UIApplication(screen: RecordedFeelTests.screen, scale: 1)
    let scrollView: UIScrollView
    private(set) var taps = 0

    init(_ clock: SimulatedClock) {
      self.clock = clock
      let window = UIWindow()
      scrollView = UIScrollView(frame: window.bounds)
      scrollView.contentSize = Size(16_000, 9_600)
      scrollView.contentOffset = Point(8_000, 4_800)
      let content = UIView(frame: Rect(0, 0, 16_000, 9_600))
      let tap = UITapGestureRecognizer()
      tap.addAction { [unowned self] _ in taps += 1 }
      content.addGestureRecognizer(tap)
      scrollView.addSubview(content)
      window.addSubview(scrollView)
      window.makeKeyAndVisible()
    }

    /// Plays a recording; `look` is called after each frame of contacts.
    func play(_ name: String, _ look: ([HIDEvent.Contact]) -> Void = { _ in }) throws {
      let events = try Recordings.load(name).events(width: screen.width, height: screen.height)
      let first = events.first?.timestamp ?? 0
      let start = UInt64(clock.now.nanoseconds) + 10_000_000
      for event in events {
        let time = start + (event.timestamp - first)
        let now = UInt64(clock.now.nanoseconds)
        if time > now { application.run(for: .nanoseconds(Int64(time - now))) }
        application.post(HIDEvent(timestamp: time, event.payload))
        application.run(for: .microseconds(100))
        if case .digitizer(let contacts) = event.payload { look(contacts) }
      }
    }
  }

  private func onStage(_ body: @escaping @Sendable (Stage) throws -> Void) throws {
    let clock = SimulatedClock()
    try onFreshThread(clock) {
      let stage = Stage(clock)
      defer { stage.application.terminate() }
      try body(stage)
    }
  }

  @Test("The content is under the finger: behind it by the slop at most", arguments: drags)
  func content(_ name: String) throws {
    try onStage { stage in
      var start: Point?
      var frames = 0
      try stage.play(name) { contacts in
        guard let contact = contacts.first, contact.phase != .ended else { return }
        let finger = Point(contact.x, contact.y)
        guard let start else { return start = finger }
        let way = Point(stage.scrollView.contentOffset.x - 8_000, stage.scrollView.contentOffset.y - 4_800)
        let (x, y) = (start.x - finger.x - way.x, start.y - finger.y - way.y)
        #expect(
          (x * x + y * y).squareRoot() <= 10.0001, "the finger is at \(finger), the content moved by \(way)")
        frames += 1
      }
      #expect(frames >= 50)
    }
  }

  @Test("A page is reached within half a second of the finger's leaving", arguments: drags)
  func pages(_ name: String) throws {
    try onStage { stage in
      stage.scrollView.isPagingEnabled = true
      try stage.play(name)
      stage.application.run(for: .milliseconds(500))
      let offset = stage.scrollView.contentOffset
      #expect(!stage.scrollView.isDecelerating && !stage.scrollView.isTracking)
      #expect(
        abs(offset.x.remainder(dividingBy: 800)) < 1e-6 && abs(offset.y.remainder(dividingBy: 480)) < 1e-6,
        "\(offset)")
    }
  }

  @Test(
    "No tap is swallowed",
    arguments: [
      ("Atmel maXTouch Touchscreen.1-finger-fast-taps", 9), ("Wacom ISDv4 E6 Finger.single-tap-center", 1),
      ("Wacom ISDv4 E6 Finger.double-tap-center", 2),
    ])
  func taps(_ name: String, _ wanted: Int) throws {
    try onStage { stage in
      try stage.play(name)
      stage.application.run(for: .seconds(1))
      #expect(stage.taps == wanted && stage.scrollView.contentOffset == Point(8_000, 4_800))
    }
  }

  /// The finger's places, and the speed that it had last: over the last eight of them in a tenth of a second.
  private struct FingerPath {
    private var places: [(time: Double, place: Point)] = []

    mutating func add(_ place: Point, at time: Double) {
      if let last = places.last, last.place == place { return }
      places.append((time, place))
    }

    func speed(before end: Double) -> Point {
      guard let newest = places.last, end - newest.time < 0.1 else { return .zero }
      let recent = places.suffix(8).filter { newest.time - $0.time <= 0.1 }
      guard let oldest = recent.first, oldest.time < newest.time else { return .zero }
      let (seconds, way) = (newest.time - oldest.time, newest.place - oldest.place)
      return Point(way.x / seconds, way.y / seconds)
    }
  }

  /// The content's places from the moment when the finger leaves.
  private final class ContentPath: UIScrollViewDelegate {
    let clock: SimulatedClock
    var places: [(time: Double, place: Point)] = []

    init(_ clock: SimulatedClock) { self.clock = clock }
    func scrollViewDidScroll(_ scrollView: UIScrollView) { note(scrollView) }
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate: Bool) {
      places = []
      note(scrollView)
    }
    private func note(_ scrollView: UIScrollView) {
      places.append((Double(clock.now.nanoseconds) / 1e9, scrollView.contentOffset))
    }
  }

  /// To the first picture, of pages too, it goes as fast as the finger went: neither faster nor slower by more than a twentieth.
  @Test("The content goes on with the finger's last speed", arguments: drags, [false, true])
  func lastSpeed(_ name: String, isPaging: Bool) throws {
    try onStage { stage in
      let content = ContentPath(stage.clock)
      stage.scrollView.isPagingEnabled = isPaging
      stage.scrollView.delegate = content
      var finger = FingerPath()
      var last: (speed: Point, time: Double)?
      try stage.play(name) { contacts in
        guard let contact = contacts.first else { return }
        let time = Double(stage.clock.now.nanoseconds) / 1e9
        if contact.phase == .began { finger = FingerPath() }
        finger.add(Point(contact.x, contact.y), at: time)
        if contact.phase == .ended { last = (finger.speed(before: time), time) }
      }
      stage.application.run(for: .milliseconds(50))
      let speed = try #require(last).speed
      let length = (speed.x * speed.x + speed.y * speed.y).squareRoot()
      // A finger that rests, or nearly, has no speed to go on with.
      guard length > 50 else { return print("\(name): the finger rested before it left") }
      try #require(content.places.count > 1)
      let (start, picture) = (content.places[0], content.places[1])
      let seconds = picture.time - start.time
      let way = picture.place - start.place
      let difference = Point(way.x / seconds + speed.x, way.y / seconds + speed.y)
      #expect(
        (difference.x * difference.x + difference.y * difference.y).squareRoot() <= 0.05 * length,
        "\(way.x / seconds) \(way.y / seconds) after \(-speed.x) \(-speed.y)")
    }
  }

  /// However the finger left, the content goes on from where it is: from one picture to the next never faster than it came.
  @Test("The content does not jump when the finger leaves", arguments: drags)
  func leaving(_ name: String) throws {
    final class Places: UIScrollViewDelegate {
      var places: [Point] = []
      func scrollViewDidScroll(_ scrollView: UIScrollView) { places.append(scrollView.contentOffset) }
      func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate: Bool) {
        places = [scrollView.contentOffset]
      }
    }
    try onStage { stage in
      let places = Places()
      stage.scrollView.delegate = places
      try stage.play(name)
      stage.application.run(for: .seconds(5))
      let steps = zip(places.places, places.places.dropFirst()).map { old, new in
        ((new.x - old.x) * (new.x - old.x) + (new.y - old.y) * (new.y - old.y)).squareRoot()
      }
      for (one, next) in zip(steps, steps.dropFirst()) {
        #expect(next <= one * 1.05 + 0.01, "\(steps.prefix(8))")
      }
    }
  }
}
