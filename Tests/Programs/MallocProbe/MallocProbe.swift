import CMallocCount
import HIDEvents
import LinuxSystem
import ResponderKit
import RunLoopCore

/// Counts the memory that turns of a loop cost, and events of moving fingers, from the queue or from a port to a view twelve levels down and
/// to five recognizers. Prints a line for each way.
@main
enum MallocProbe {
  static func main() throws {
    alarm(280)
    guard malloc_count() >= 0 else { return print("not counted") }
    let check = malloc_count()
    // Not a call that the compiler can do without.
    kept = .allocate(byteCount: 1000, alignment: 8)
    guard malloc_count() == check + 1 else { return print("malloc is not replaced") }
    for line in LoopCosts.lines() { print(line) }
    for (name, fingers, recognizers, summed) in [
      ("one finger", 1, false, 1), ("one finger, recognizers", 1, true, 1),
      ("two fingers, recognizers", 2, true, 1), ("five fingers, recognizers", 5, true, 1),
      ("summed up by threes", 1, true, 3),
    ] {
      let stage = Stage(recognizers: recognizers)
      print("\(name): \(try stage.count(fingers, summed) { stage.application.post($0) })")
      stage.application.terminate()
    }
    let stage = Stage(recognizers: true)
    let (ours, theirs) = try RunLoop.MessagePort.pair()
    try stage.application.connect(to: ours)
    print("through a port: \(try stage.count(throughPort: theirs))")
    stage.application.terminate()
  }

  static let events = 1000

  /// Of the thousand that costs least among the last three: whatever is made once has been made before, or is made in
  /// one of them only.
  static func cost(_ count: Int, _ body: (Int) throws -> Void) rethrows -> String {
    for index in 0..<count - 3 * events { try body(index) }
    var (made, stay) = (Int.max, Int.max)
    for part in 0..<3 {
      let first = count - (3 - part) * events
      let (calls, bytes) = (malloc_count(), malloc_bytes())
      for index in first..<first + events { try body(index) }
      // Counted before there is a text, which costs memory.
      made = min(made, Int(malloc_count() - calls))
      stay = min(stay, max(Int(malloc_bytes() - bytes), 0))
    }
    return "\(made) calls, \(stay) bytes stay"
  }

  nonisolated(unsafe) static var kept: UnsafeMutableRawPointer?
}

private final class Stage: UIGestureRecognizerDelegate {
  let application = UIApplication()
  private let window = UIWindow()
  private let view: CountingView
  private var time: UInt64

  init(recognizers wanted: Bool) {
    view = CountingView(frame: window.bounds)
    time = UInt64(max(application.loop.now.nanoseconds, 0))
    var views: [UIView] = [window]
    for _ in 0..<11 { views.append(UIView(frame: window.bounds)) }
    views.append(view)
    for (outer, inner) in zip(views, views.dropFirst()) { outer.addSubview(inner) }
    view.isMultipleTouchEnabled = true
    window.makeKeyAndVisible()
    guard wanted else { return }
    let recognizers = [
      UITapGestureRecognizer(), UILongPressGestureRecognizer(), UIPanGestureRecognizer(),
      UIPinchGestureRecognizer(), UIRotationGestureRecognizer(),
    ]
    for (index, recognizer) in recognizers.enumerated() {
      recognizer.cancelsTouchesInView = false
      recognizer.delegate = self
      recognizer.addAction { [unowned self] _ in view.actions += 1 }
      views[views.count - 1 - 2 * index].addGestureRecognizer(recognizer)
    }
  }

  func gestureRecognizer(
    _ recognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer
  ) -> Bool { true }

  private func event(_ fingers: Int, _ phase: HIDEvent.Contact.Phase, _ step: Int) -> HIDEvent {
    time += 1_000_000
    let contacts = (0..<fingers).map { finger -> HIDEvent.Contact in
      let (x, y) = (40 + 60 * finger + step % 2 * (20 + 10 * finger), 100 + finger * step % 3 * 10)
      return .init(UInt32(finger + 1), phase, x: Double(x), y: Double(y))
    }
    return HIDEvent(timestamp: time, .digitizer(contacts))
  }

  private func turn() { application.loop.run(mode: .default, for: .zero) }

  /// How often memory is asked for by a thousand moved events, `summed` of which come at a time, and how many bytes are
  /// not given back. The events are there before.
  func count(_ fingers: Int, _ summed: Int, _ send: (HIDEvent) -> Void) throws -> String {
    send(event(fingers, .began, 0))
    turn()
    let events = (1...5 * MallocProbe.events).map { event(fingers, .moved, $0) }
    let cost = MallocProbe.cost(events.count) { index in
      send(events[index])
      if index % summed == summed - 1 { turn() }
    }
    check(events.count / summed)
    send(event(fingers, .ended, 0))
    turn()
    return cost
  }

  func count(throughPort port: RunLoop.MessagePort) throws -> String {
    application.post(event(1, .began, 0))
    turn()
    let packets = (1...5 * MallocProbe.events).map { event(1, .moved, $0).packet() }
    let cost = try MallocProbe.cost(packets.count) { index in
      try port.send(packets[index])
      // The port's turn, and the source's.
      turn()
      turn()
    }
    check(packets.count)
    return cost
  }

  private func check(_ wanted: Int) {
    if view.moves < wanted - 1 { print("only \(view.moves) of \(wanted) moves came") }
    view.moves = 0
  }
}

private final class CountingView: UIView {
  var moves = 0
  var actions = 0
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { moves += 1 }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
}
