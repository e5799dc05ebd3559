import HIDEvents
import ResponderKit
import RunLoopCore
import Synchronization

/// Plays gestures as a touch surface would: frames of contacts, 120 a second, with the time at which they happen.
final class Fingers {
  private struct Finger {
    let identity: UInt32
    let phase: HIDEvent.Contact.Phase
    let way: [ScriptPlace]
    /// The part of the way that it has covered, from 0 to 1.
    let part: Double
  }

  private var steps: [(after: Double, fingers: [Finger])] = []
  private var timer: RunLoop.Timer?
  private var next = 0
  private var identity: UInt32 = 100
  /// Fingers that the script leaves down.
  private var left: [Finger] = []

  private let application: UIApplication
  private let marks: MarkView
  private let end: () -> Void
  /// When the script began; later by what it was held up for.
  private var start: RunLoop.Instant

  /// - Parameter end: called after the last gesture.
  init(
    _ script: [Gesture], in application: UIApplication, marks: MarkView, end: @escaping () -> Void
  ) {
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

  /// Does what is due. If the loop was held up, the script continues from there: gestures keep their length.
  private func step() {
    let now = application.loop.now
    var elapsed = Double(start.duration(to: now) / .microseconds(1)) / 1e6
    if next < steps.count, elapsed - steps[next].after > 0.1 {
      elapsed = steps[next].after
      start = now.advanced(by: .seconds(-elapsed))
    }
    while next < steps.count, steps[next].after <= elapsed {
      next += 1
      post(steps[next - 1].fingers)
    }
    guard next == steps.count, let timer else { return }
    self.timer = nil
    timer.invalidate()
    end()
  }

  private func post(_ fingers: [Finger]) {
    guard let first = fingers.first else { return }
    if first.phase == .began { first.way.first?.reveal() }
    let contacts = fingers.map { finger in
      let place = Self.place(on: finger.way, finger.part)
      return HIDEvent.Contact(
        finger.identity, finger.phase, x: place.x, y: place.y, force: 1, radius: 12)
    }
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

  /// Ends the touches that the script has left down.
  func lift() {
    post(left)
    left = []
  }

  private func add(_ gesture: Gesture) {
    let now = steps.last?.after ?? 0.2
    switch gesture {
    case .pause(let seconds): steps.append((now + seconds, []))
    case .tap(let view): add([[ScriptPlace(view: view)]], from: now, seconds: 0.1, lifts: true)
    case .strokes(let ways, let seconds, let lifts): add(ways, from: now, seconds: seconds, lifts: lifts)
    }
  }

  private func add(_ ways: [[ScriptPlace]], from begin: Double, seconds: Double, lifts: Bool) {
    let count = max(Int(seconds * 120), 2)
    func fingers(_ phase: HIDEvent.Contact.Phase, _ part: Double) -> [Finger] {
      ways.enumerated().map { index, way in
        Finger(identity: identity + UInt32(index), phase: phase, way: way, part: part)
      }
    }
    for step in 0...count {
      let part = Double(step) / Double(count)
      let isLast = lifts && step == count
      steps.append(
        (begin + 0.05 + part * seconds, fingers(step == 0 ? .began : isLast ? .ended : .moved, part)))
    }
    if !lifts { left += fingers(.ended, 1) }
    identity += UInt32(ways.count)
    steps.append((begin + seconds + 0.15, []))
  }

  private static func place(on way: [ScriptPlace], _ part: Double) -> Point {
    guard way.count > 1 else { return way.first?.inWindow ?? .zero }
    let at = part * Double(way.count - 1)
    let index = min(Int(at), way.count - 2)
    let share = at - Double(index)
    let (start, end) = (way[index].inWindow, way[index + 1].inWindow)
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
        mark.layer.borderColor = CGColor(white: 1, alpha: 0.9)
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
