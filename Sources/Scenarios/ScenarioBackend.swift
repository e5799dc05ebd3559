/// The interface of a run loop that a scenario can drive.
///
/// All times are seconds; dates are seconds since the scenario's start, whatever the loop's own clock counts
/// from. Mode names are the scenario's: `default` and `common` stand for the loop's own constants. One
/// backend serves one scenario.
public protocol ScenarioBackend: AnyObject, Sendable {
  associatedtype Loop: Sendable
  /// A source, port, timer or observer.
  associatedtype Item: Sendable

  // MARK: Time and threads

  /// Called first, on the scenario's thread: take control of its time, make its loop.
  ///
  /// `deadlocked` must be called on the scenario's thread when it would never wake; it does not return.
  func prepare(deadlocked: @escaping @Sendable () -> Void)
  /// The scenario starts: `now` is 0 here.
  func start()
  /// Seconds since the start.
  var now: Double { get }
  /// The scenario's thread computes or sleeps for so long; the loop does not run. A negative time is no time.
  func sleep(_ seconds: Double)
  /// What another thread does, and when: sorted by time, to be done in this order by one thread, each while
  /// the scenario's thread sleeps or computes. Called once, after `start`. A time may have passed already.
  func schedule(_ events: [ScenarioEvent])
  /// The scenario has ended in good order: no further event.
  func finish()

  // MARK: Items

  func source(
    order: Int, perform: @escaping @Sendable () -> Void,
    schedule: @escaping @Sendable (_ mode: String) -> Void,
    cancel: @escaping @Sendable (_ mode: String) -> Void
  ) -> Item
  /// A source served when its descriptor is readable.
  func port(order: Int, perform: @escaping @Sendable () -> Void) -> Item
  /// The date and the interval may be infinite, negative or not a number.
  func timer(at date: Double, every interval: Double, order: Int, fire: @escaping @Sendable () -> Void)
    -> Item
  /// Activities as CFRunLoop numbers them.
  func observer(
    activities: UInt32, repeats: Bool, order: Int, call: @escaping @Sendable (_ activity: UInt32) -> Void
  ) -> Item

  func add(_ item: Item, to mode: String, of loop: Loop)
  func remove(_ item: Item, from mode: String, of loop: Loop)
  func contains(_ item: Item, in mode: String, of loop: Loop) -> Bool
  func invalidate(_ item: Item)
  func isValid(_ item: Item) -> Bool
  /// Marks a source; makes a port's descriptor readable.
  func signal(_ item: Item)
  /// The scenario gives up its own reference to the item.
  func release(_ item: Item)
  /// `nil`: none.
  func fireDate(of timer: Item) -> Double?
  func setFireDate(of timer: Item, to date: ScenarioDate)

  // MARK: Loops

  /// The calling thread's loop.
  func currentLoop() -> Loop
  func wakeUp(_ loop: Loop)
  func stop(_ loop: Loop)
  func addCommonMode(_ mode: String, to loop: Loop)
  /// One mode is given to the loop as a mode, several as a list.
  func perform(in modes: [String], of loop: Loop, _ block: @escaping @Sendable () -> Void)
  func dispatchMain(_ block: @escaping @Sendable () -> Void)
  /// Runs the calling thread's loop.
  func run(_ mode: String, seconds: Double, returnAfterSourceHandled: Bool) -> ScenarioRunResult
  /// Runs the calling thread's loop in the default mode until it is stopped.
  func runForever()
  /// `nil`: none.
  func nextFireDate(in mode: String, of loop: Loop) -> Double?
  func currentMode(of loop: Loop) -> String?
  func modes(of loop: Loop) -> [String]
  func isWaiting(_ loop: Loop) -> Bool
}

/// What `fire` sets a date to.
public enum ScenarioDate: Equatable, Sendable {
  /// Seconds since the start; may be infinite or not a number.
  case at(Double)
  /// Seconds from now, by the loop's own clock.
  case after(Double)
  /// A million seconds before the start.
  case past
  /// A date that never comes.
  case never
}

/// Something that another thread does.
public struct ScenarioEvent: Sendable {
  /// Seconds since the start; finite.
  public let at: Double
  public let body: @Sendable () -> Void

  public init(at: Double, body: @escaping @Sendable () -> Void) {
    self.at = at
    self.body = body
  }
}

/// Why a run returned, as the trace prints it.
public enum ScenarioRunResult: String, Sendable {
  case finished, stopped, timedOut, handledSource
}

/// How a scenario ended; the raw value is the trace's last line, without its time.
public enum ScenarioEnding: String, Sendable {
  case end
  /// Too many lines, or too many runs inside one another.
  case budget = "BUDGET"
  /// In virtual time: it would never wake.
  case deadlock = "DEADLOCK"
  /// In real time: it takes too long.
  case hang = "HANG"
}
