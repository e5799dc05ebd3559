import Synchronization

/// Writes down which views were asked in hit tests and which responders got touches, in the words of an old way of
/// looking at it: a view class that logs in each method.
///
///     whiteView -[TestView hitTest:withEvent:]
///     whiteView pointInside
///     blueView touchBegan
///
/// It needs no such class: `application.trace = EventTrace { print($0) }`.
public final class EventTrace {
  private let write: (String) -> Void
  /// Which responders are written down.
  private let includes: (UIResponder) -> Bool

  /// A trace that calls `write` with each line, on the application's thread, for the responders that
  /// `including` is true of.
  public init(including: @escaping (UIResponder) -> Bool = { _ in true }, _ write: @escaping (String) -> Void)
  {
    self.write = write
    includes = including
  }

  /// How many applications have one: programs without pay for one load.
  private static let count = Atomic<Int>(0)

  @inline(__always)
  static var isOn: Bool { count.load(ordering: .relaxed) > 0 }

  static func changed(from old: EventTrace?, to new: EventTrace?) {
    count.add((new == nil ? 0 : 1) - (old == nil ? 0 : 1), ordering: .relaxed)
  }

  // MARK: Lines

  @inline(never)
  static func noteHitTest(_ view: UIView) {
    note(view) { "\($0) -[\(type(of: $0)) hitTest:withEvent:]" }
  }

  @inline(never)
  static func notePointInside(_ view: UIView) { note(view) { "\($0) pointInside" } }

  @inline(__always)
  static func noteDelivery(_ phase: UITouch.Phase, to responder: UIResponder) {
    if isOn { note(responder) { "\($0) \(words(phase))" } }
  }

  private static func note(_ responder: UIResponder, _ line: (UIResponder) -> String) {
    guard let trace = UIApplication.current?.trace, trace.includes(responder) else { return }
    trace.write(line(responder))
  }

  private static func words(_ phase: UITouch.Phase) -> String {
    switch phase {
    case .began: "touchBegan"
    case .moved: "touchesMoved"
    case .ended: "touchesEnded"
    case .cancelled: "touchesCancelled"
    default: "\(phase)"
    }
  }
}
