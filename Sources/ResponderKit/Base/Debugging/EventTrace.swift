import RunLoopCore
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
  /// The recorded lines.
  private let includes: (AnyObject) -> Bool

  init(_ includes: @escaping (AnyObject) -> Bool, _ write: @escaping (String) -> Void) {
    self.write = write
    self.includes = includes
  }

  /// How many applications have one: programs without pay for one load.
  private static let count = Atomic<Int>(0)

  @inline(__always)
  static var isOn: Bool { count.load(ordering: .relaxed) > 0 }

  private static let current = ThreadKey<EventTrace>()

  /// The application of the calling thread has another trace, or none.
  static func changed(from old: EventTrace?, to new: EventTrace?) {
    count.add((new == nil ? 0 : 1) - (old == nil ? 0 : 1), ordering: .relaxed)
    current.value = new
  }

  /// Writes a line about the object, if the thread's trace includes it.
  static func note<Subject: AnyObject>(_ subject: Subject, _ line: (Subject) -> String) {
    guard let trace = current.value, trace.includes(subject) else { return }
    trace.write(line(subject))
  }
}
