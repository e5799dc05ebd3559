/// A parsed scenario: its items, its events, and the operations of the main program.
///
/// `ScenarioParser` makes one from text; `description` gives the text back (a shrinker edits the value and
/// prints the result); `ScenarioDriver` interprets it against any loop that conforms to `ScenarioBackend`.
public struct Scenario: Equatable, Sendable {
  /// The thread that the main program runs on.
  public enum Thread: String, Sendable {
    /// A fresh secondary thread.
    case worker
    /// The process's main thread: the main queue takes part.
    case main
  }

  public var name: String
  public var tags: [String]
  public var thread: Thread
  /// Other threads' loops, which never run; addressed as `MODE@NAME`.
  public var loops: [String]
  /// All items and blocks, in order of declaration, which is also the order of creation.
  public var items: [Item]
  /// What another thread does, and when.
  public var events: [Event]
  /// The main program.
  public var program: [Operation]

  public init(
    name: String = "", tags: [String] = [], thread: Thread = .worker, loops: [String] = [],
    items: [Item] = [],
    events: [Event] = [], program: [Operation] = []
  ) {
    self.name = name
    self.tags = tags
    self.thread = thread
    self.loops = loops
    self.items = items
    self.events = events
    self.program = program
  }

  public enum Kind: String, Sendable {
    case source, port, timer, observer, block
  }

  /// A source, port, timer, observer or block, and what happens in its callout.
  public struct Item: Equatable, Sendable {
    public var kind: Kind
    public var name: String
    public var order: Int
    /// Timers: the first date, in ticks after the start. May be infinite or negative.
    public var at: Double
    /// Timers: the interval in ticks; 0 when it does not repeat.
    public var every: Double
    /// Observers: the activities as CFRunLoop numbers them; `Scenario.allActivities` for `all`.
    public var activities: UInt32
    /// Observers: called for the first matching activity only.
    public var once: Bool
    public var handlers: [Handler]
    /// The line of the declaration, from 1.
    public var line: Int

    public init(
      kind: Kind, name: String, order: Int = 0, at: Double = 0, every: Double = 0, activities: UInt32 = 0,
      once: Bool = false, handlers: [Handler] = [], line: Int = 0
    ) {
      self.kind = kind
      self.name = name
      self.order = order
      self.at = at
      self.every = every
      self.activities = activities
      self.once = once
      self.handlers = handlers
      self.line = line
    }
  }

  /// `on NAME [ACTIVITY] [#N|#N-M|#N-]: …`
  public struct Handler: Equatable, Sendable {
    /// One activity's number, or 0 for any; with one, calls are counted for that activity alone.
    public var activity: UInt32
    public var firstCall: Int
    /// `Int.max` when the range is open.
    public var lastCall: Int
    public var operations: [Operation]

    public init(activity: UInt32 = 0, firstCall: Int = 1, lastCall: Int = .max, operations: [Operation] = [])
    {
      self.activity = activity
      self.firstCall = firstCall
      self.lastCall = lastCall
      self.operations = operations
    }
  }

  /// `bg T: …`: another thread does this at `start + T` ticks.
  public struct Event: Equatable, Sendable {
    public var at: Double
    public var operations: [Operation]

    public init(at: Double, operations: [Operation]) {
      self.at = at
      self.operations = operations
    }
  }

  /// One operation and the line it stands on.
  public struct Operation: Equatable, Sendable {
    public var verb: Verb
    public var line: Int

    public init(_ verb: Verb, line: Int = 0) {
      self.verb = verb
      self.line = line
    }
  }

  /// `MODE` or `MODE@LOOP`. `default` and `common` are the well-known modes, any other word is a mode of that
  /// name.
  public struct Place: Equatable, Hashable, Sendable {
    public var mode: String
    /// `nil`: the scenario's own loop.
    public var loop: String?

    public init(mode: String, loop: String? = nil) {
      self.mode = mode
      self.loop = loop
    }
  }

  /// A number of ticks that the trace repeats as it was written.
  public struct Ticks: Equatable, Hashable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    public let value: Double
    /// The word in the scenario: `1.50` stays `1.50`.
    public let text: String

    public init(_ value: Double, text: String) {
      self.value = value
      self.text = text
    }

    public init(_ value: Double) { self.init(value, text: Scenario.text(of: value)) }
    public init(floatLiteral value: Double) { self.init(value) }
    public init(integerLiteral value: Int) { self.init(Double(value)) }

    /// By text, so that `nan` equals `nan`.
    public static func == (left: Ticks, right: Ticks) -> Bool { left.text == right.text }
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }

  /// When `fire` sets a timer's date to.
  public enum Date: Equatable, Sendable {
    /// This number of ticks after the start.
    case at(Double)
    /// This number of ticks after now.
    case after(Double)
    case past
    case never
  }

  public enum Verb: Equatable, Sendable {
    case add(item: String, Place)
    case remove(item: String, Place)
    case contains(item: String, Place)
    case invalidate(item: String)
    case valid(item: String)
    case signal(item: String)
    case wakeUp(loop: String?)
    case stop(loop: String?)
    /// Several modes when the list has several.
    case perform(block: String, modes: [String], loop: String?)
    case dispatch(block: String)
    /// `handled`: also return after a source was handled.
    case run(mode: String, seconds: Ticks, handled: Bool)
    case runForever
    case sleep(Double)
    case fire(timer: String, Date)
    case fireDate(timer: String)
    case nextFire(Place)
    case addCommon(Place)
    case mode
    case modes
    case waiting
    case print(String)
    case release(item: String)
    case exitLoop(String)
  }

  /// The activities by name, as CFRunLoop numbers them.
  public static let activities: [(name: String, number: UInt32)] = [
    ("entry", 1), ("beforeTimers", 2), ("beforeSources", 4), ("beforeWaiting", 32), ("afterWaiting", 64),
    ("exit", 128),
  ]
  /// `all`.
  public static let allActivities: UInt32 = 0x0FFF_FFFF
}
