/// An event loop that is used from Swift, by the primitives that the workloads are made of.
///
/// The workloads are generic over it and written once. What would cost a loop something is kept out of them: functions
/// are static and inlined into a specialized workload, so that no witness table and no closure of another shape stands
/// between a workload and a loop's own function; and what a workload keeps is always an object, whose place in the
/// workload does not depend on the kind of loop.
protocol SwiftLoop: SendableMetatype {
  associatedtype Loop: AnyObject
  /// A wake-up of a loop by other threads, with its callback.
  associatedtype Bell: AnyObject
  associatedtype Source: AnyObject
  associatedtype Timer: AnyObject
  associatedtype Watch: AnyObject
  /// Its clock's time, as its timers take it.
  associatedtype Time

  static var name: String { get }
  /// The program that starts and calls back once.
  static var firstCallout: String { get }
  /// What of the loop is used for a workload, by its name.
  static func way(_ workload: String) -> Way

  // MARK: Loops

  /// Whether a loop is of a thread, and runs there.
  static var hasThread: Bool { get }
  /// The loop for the calling thread; `keepsProcessor`: nothing of it may run elsewhere.
  static func open(_ parameters: WorkloadParameters, keepsProcessor: Bool) -> Loop
  /// Until `stop`, which is called in a callout.
  static func run(_ loop: Loop)
  static func stop(_ loop: Loop)
  /// A run with nothing to do, which does not sleep.
  static func turn(_ loop: Loop)
  /// Called where callouts are: at once, for a loop of the calling thread.
  static func perform(_ loop: Loop, _ body: @escaping @Sendable () -> Void)

  // MARK: Primitives

  static func post<Posted: PostedBlock>(_ loop: Loop, _ block: Posted)

  static func makeBell(_ loop: Loop, _ served: @escaping @Sendable () -> Void) -> Bell
  static func ring(_ loop: Loop, _ bell: Bell)
  static func end(_ bell: Bell)

  static func makeSource(_ loop: Loop, _ perform: @escaping @Sendable () -> Void) -> Source
  static func signal(_ source: Source)
  static func end(_ source: Source)

  static var hasObservers: Bool { get }
  /// Observers of the beginning of a turn, or of something that does not happen in a turn that does not sleep.
  static func observe(_ loop: Loop, _ count: Int, areCalled: Bool)

  static func watch(
    _ loop: Loop, _ descriptor: Int32, _ readable: @escaping @Sendable () -> Void
  ) throws(Unprepared) -> Watch
  /// When it returns the descriptors can be closed.
  static func end(_ loop: Loop, _ watches: [Watch])

  // MARK: Timers, by nanoseconds from a time

  /// Whether one that has fired can not be started again.
  static var firedTimerIsSpent: Bool { get }
  static func now(_ loop: Loop) -> Time
  /// A timer that is pending.
  @discardableResult
  static func startTimer<Callee: TimerCallee>(
    _ loop: Loop, _ now: Time, _ delay: Int64, _ called: Callee
  ) -> Timer
  /// A pending timer that fires once and is not reused.
  static func startOneShot<Callee: TimerCallee>(_ loop: Loop, _ now: Time, _ delay: Int64, _ called: Callee)
    -> Timer
  /// Cancels the timer, which is no longer pending.
  static func cancel(_ loop: Loop, _ timer: Timer)
  /// Cancelled, and added with another date.
  static func renew(_ loop: Loop, _ timer: Timer, _ now: Time, _ delay: Int64)
  /// Given another date where it is.
  static func move(_ timer: Timer, _ now: Time, _ delay: Int64)
  /// Gives a date to a timer that was cancelled or, where that is possible, has fired, and adds it.
  static func restart(_ loop: Loop, _ timer: Timer, _ now: Time, _ delay: Int64)
  static func end(_ timer: Timer)
  static func end(_ timers: [Timer])
}

/// A loop's items for a workload.
enum Way {
  /// A plain one, or what it is.
  case plain
  case by(String)
  /// Why it has none.
  case none(String)
}

/// What a posted block does. A loop makes the closure, in the form that it takes: one that was made before, and is turned
/// into that form, would be counted twice.
protocol PostedBlock: Sendable {
  func run()
}

/// A block of which the time does not count.
struct PlainBlock: PostedBlock {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  func run() { body() }
}

/// The callback of a timer.
protocol TimerCallee: Sendable {
  func timerFired()
}

/// A callee of timers that never fire.
struct Nothing: TimerCallee {
  func timerFired() {}
}

extension SwiftLoop {
  @inline(__always)
  static func perform(_ loop: Loop, _ body: @escaping @Sendable () -> Void) { body() }

  static func end(_ timers: [Timer]) { for timer in timers { end(timer) } }

  static func observe(_ loop: Loop, _ count: Int, areCalled: Bool) {}
}

extension SwiftLoop {
  @inline(__always)
  static func startOneShot<Callee: TimerCallee>(
    _ loop: Loop, _ now: Time, _ delay: Int64, _ called: Callee
  ) -> Timer {
    startTimer(loop, now, delay, called)
  }

  @inline(__always)
  static func restart(_ loop: Loop, _ timer: Timer, _ now: Time, _ delay: Int64) { move(timer, now, delay) }
}
