import Scenarios

/// A source, port, timer, observer or block of the scenario, with what the loop knows of it.
final class ModelItem {
  let index: Int
  let kind: Scenario.Kind
  let name: String
  let order: Int
  let handlers: [Scenario.Handler]
  var isValid = true
  /// All callouts, and the callouts for each activity.
  var calls = 0
  var callsByActivity: [UInt32: Int] = [:]

  /// Every mode that it is in, of any loop.
  var modes: [ModelMode] = []
  /// The one loop a timer or observer belongs to while it is in any mode (T-1, O-1).
  var loop: ModelLoop? { modes.first?.loop }
  /// Timers and observers: the callout is on the stack.
  var isFiring = false

  // Version 0 sources: when it was first signalled since the last perform (Z-4), or nil.
  var signalled: Int?
  // Version 1 sources: the descriptor is readable.
  var isReadable = false

  // Observers.
  var activities: UInt32 = 0
  var once = false

  // Timers.
  /// The fire time (T-5); nil for a date that never comes.
  var fire: Moment?
  /// The date as `firedate` shows it: ticks since the start.
  var date = 0.0
  /// 0 for a one-shot.
  var interval: Int64 = 0
  /// The clock reading that a past date was replaced by: such dates are in a reliable order (T-5).
  var clamped: Int64?

  init(_ item: Scenario.Item, index: Int) {
    self.index = index
    kind = item.kind
    name = item.name
    order = item.order
    handlers = item.handlers
    activities = item.activities
    once = item.once
  }

  func isDue(at now: Int64) -> Bool {
    fire.map { $0.nanoseconds <= now } ?? false
  }
}

/// What can end a wait (W-1).
enum ModelPort: Equatable {
  case wake
  case timer
  case mainQueue
  /// A version 1 source.
  case source(Int)
}

/// One mode of one loop.
final class ModelMode {
  let index: Int
  let name: String
  unowned let loop: ModelLoop
  /// Version 0.
  var sources: [ModelItem] = []
  /// Version 1.
  var ports: [ModelItem] = []
  /// By ascending fire time (T-10).
  var timers: [ModelItem] = []
  /// By ascending order, ties in order of adding (O-2).
  var observers: [ModelItem] = []
  /// The ports that became ready, first come first, each with when it did (W-2). An entry whose port is no
  /// longer readable keeps its place until the list is looked at.
  var ready: [(port: ModelPort, since: Int64)] = []
  var isTimerPortReadable = false
  /// The fire time that the timer port is set for; nil when for none, and from the moment it is served.
  var armed: Moment?

  init(index: Int, name: String, loop: ModelLoop) {
    self.index = index
    self.name = name
    self.loop = loop
  }
}

/// The scenario's loop, or the never-running loop of another thread.
final class ModelLoop {
  struct PendingBlock {
    var item: ModelItem
    var modes: [String]
  }

  /// nil for the scenario's own loop.
  let name: String?
  var modes: [ModelMode] = []
  /// Names; `default` is common from the start (L-2).
  var commonModes = ["default"]
  var commonItems: [ModelItem] = []
  var blocks: [PendingBlock] = []
  /// The active runs, innermost last.
  var runs: [ModelRun] = []
  var isWakePending = false
  var isWaiting = false
  /// Its thread has ended.
  var isDead = false

  init(name: String?) {
    self.name = name
  }

  func mode(_ name: String) -> ModelMode? {
    modes.first { $0.name == name }
  }
}

/// One activation of the loop.
final class ModelRun {
  let identifier: Int
  let mode: ModelMode
  var isStopped = false
  var ignoresWakes = false
  /// nil: none.
  var deadline: Int64?

  init(identifier: Int, mode: ModelMode) {
    self.identifier = identifier
    self.mode = mode
  }
}
