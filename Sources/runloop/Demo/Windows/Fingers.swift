import HIDEvents
import ResponderKit
import RunLoopCore
import Synchronization

/// The gestures of a script's fingers, one after the other.
enum Gesture {
  /// Down and up.
  case tap(Point)
  /// Fingers that go down together, along their ways, and up.
  case strokes([[Point]], seconds: Double)
  case pause(seconds: Double)
}

/// Plays gestures as a touch surface would: frames of contacts, 120 a second, with the time at which they happen.
final class Fingers {
  private var steps: [(after: Double, contacts: [HIDEvent.Contact])] = []
  private var timer: RunLoop.Timer?
  private var next = 0
  private var identity: UInt32 = 100

  private let application: UIApplication
  private let marks: MarkView
  private let place: (Point) -> Point
  private let end: () -> Void
  private let start: RunLoop.Instant

  /// - Parameters:
  ///   - place: where in the window a place of the script is.
  ///   - end: called when the last gesture has ended.
  init(
    _ script: [Gesture], in application: UIApplication, marks: MarkView, place: @escaping (Point) -> Point,
    end: @escaping () -> Void
  ) {
    self.place = place
    self.application = application
    self.marks = marks
    self.end = end
    start = application.loop.now
    for gesture in script { add(gesture) }
    let fingers = Unshared(self)
    let timer = RunLoop.Timer(
      after: .milliseconds(16), repeating: .milliseconds(4), label: "script"
    ) { _ in fingers.value.step() }
    application.loop.add(timer, to: .common)
    self.timer = timer
  }

  /// Does what is due.
  private func step() {
    let elapsed = Double(start.duration(to: application.loop.now) / .microseconds(1)) / 1e6
    while next < steps.count, steps[next].after <= elapsed {
      let contacts = steps[next].contacts.map { contact in
        let place = self.place(Point(contact.x, contact.y))
        var shown = contact
        (shown.x, shown.y) = (place.x, place.y)
        return shown
      }
      next += 1
      guard !contacts.isEmpty else { continue }
      marks.apply(contacts)
      // Events have the screen's places.
      let corner = marks.window?.frame.origin ?? .zero
      let moved = contacts.map { contact in
        var contact = contact
        (contact.x, contact.y) = (contact.x + corner.x, contact.y + corner.y)
        return contact
      }
      let time = UInt64(max(application.loop.now.nanoseconds, 0))
      application.post(HIDEvent(timestamp: time, .digitizer(moved)))
    }
    guard next == steps.count, let timer else { return }
    self.timer = nil
    timer.invalidate()
    end()
  }

  private func add(_ gesture: Gesture) {
    let now = steps.last?.after ?? 0.2
    switch gesture {
    case .pause(let seconds): steps.append((now + seconds, []))
    case .tap(let place): add([[place, place]], from: now, seconds: 0.1)
    case .strokes(let ways, let seconds): add(ways, from: now, seconds: seconds)
    }
  }

  private func add(_ ways: [[Point]], from begin: Double, seconds: Double) {
    let count = max(Int(seconds * 120), 2)
    for step in 0...count {
      let part = Double(step) / Double(count)
      let phase: HIDEvent.Contact.Phase = step == 0 ? .began : step == count ? .ended : .moved
      let contacts = ways.enumerated().map { index, way in
        let place = Self.place(on: way, part)
        return HIDEvent.Contact(identity + UInt32(index), phase, x: place.x, y: place.y, force: 1, radius: 12)
      }
      steps.append((begin + 0.05 + part * seconds, contacts))
    }
    identity += UInt32(ways.count)
    steps.append((begin + seconds + 0.15, []))
  }

  private static func place(on way: [Point], _ part: Double) -> Point {
    guard way.count > 1 else { return way.first ?? .zero }
    let at = part * Double(way.count - 1)
    let index = min(Int(at), way.count - 2)
    let share = at - Double(index)
    let (start, end) = (way[index], way[index + 1])
    return Point(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share)
  }
}

/// Shows where fingers are, over everything.
final class MarkView: UIView {
  private var places: [UInt32: UIView] = [:]

  func apply(_ contacts: [HIDEvent.Contact]) {
    for contact in contacts {
      if contact.phase == .ended || contact.phase == .cancelled {
        places.removeValue(forKey: contact.identity)?.removeFromSuperview()
        continue
      }
      let mark = places[contact.identity] ?? UIView(frame: Rect(0, 0, 36, 36))
      if mark.superview == nil {
        mark.backgroundColor = UIColor(white: 0.2, alpha: 0.25)
        mark.layer.cornerRadius = 18
        mark.layer.borderWidth = 2
        mark.layer.borderColor = UIColor(white: 1, alpha: 0.9)
        mark.isUserInteractionEnabled = false
        addSubview(mark)
        places[contact.identity] = mark
      }
      mark.center = Point(contact.x, contact.y)
    }
  }
}

/// What stays on one thread although a closure that may be sent names it.
struct Unshared<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

final class Counter: Sendable {
  private let count = Atomic<Int>(0)
  var value: Int { count.load(ordering: .acquiring) }
  func add(_ number: Int) { count.add(number, ordering: .acquiringAndReleasing) }
}
