import Synchronization

/// Interprets a scenario against a loop and prints the trace.
///
/// A driver serves one scenario once. It has no state outside itself, so that a process can drive one
/// scenario after the other, on whatever threads. `run` is called on the scenario's thread and returns after
/// `end`; any other ending stops the scenario's threads where they are, for there may be a loop's frames
/// between the driver's: the caller leaves the process in `ended`, or continues without those threads.
public final class ScenarioDriver<Backend: ScenarioBackend>: Sendable {
  /// Another thread with a loop that does not run.
  private struct OtherLoop {
    let thread: ScenarioThread
    let exit: ScenarioSemaphore
  }

  struct State: Sendable {
    fileprivate var items: [String: Backend.Item] = [:]
    fileprivate var calls: [String: Calls] = [:]
    fileprivate var loop: Backend.Loop?
    fileprivate var loops: [String: Backend.Loop] = [:]
  }

  /// How often an item was called: in all, and by activity.
  fileprivate struct Calls {
    var total = 0
    var byActivity: [UInt32: Int] = [:]
  }

  let scenario: Scenario
  let backend: Backend
  /// Seconds a tick.
  let tick: Double
  let trace: ScenarioTrace
  private let declarations: [String: Scenario.Item]
  private let state = Mutex(State())
  private let others = Mutex<[String: OtherLoop]>([:])

  /// - Parameters:
  ///   - tick: the length of a tick in seconds.
  ///   - sink: takes each line, without a newline; on any thread, but never two at a time.
  ///   - ended: called with the ending after the last line, on the thread it happened on. It may exit the process.
  public init(
    _ scenario: Scenario, on backend: Backend, tick: Double = 0.1, options: ScenarioTraceOptions = .init(),
    sink: @escaping @Sendable (String) -> Void, ended: @escaping @Sendable (ScenarioEnding) -> Void = { _ in }
  ) {
    self.scenario = scenario
    self.backend = backend
    self.tick = tick
    trace = ScenarioTrace(options, now: { backend.now / tick }, sink: sink, ended: ended)
    declarations = Dictionary(scenario.items.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Runs the main program on the calling thread; returns after `end`.
  public func run() {
    let trace = trace
    backend.prepare(deadlocked: { trace.close(.deadlock) })
    let loop = backend.currentLoop()
    state.withLock { $0.loop = loop }
    for name in scenario.loops { startLoop(name) }
    backend.start()
    for item in scenario.items where item.kind != .block {
      let made = make(item)
      state.withLock { $0.items[item.name] = made }
    }
    backend.schedule(events())
    perform(scenario.program)
    trace.close(.end)
    backend.finish()
    for name in scenario.loops { exitLoop(name) }
    state.withLock { $0 = State() }
  }

  /// Gives the scenario up: for a watchdog on another thread. Does not return, unless the scenario has ended.
  public func hang() { trace.close(.hang) }

  // MARK: What there is

  /// Only a scenario that `checkReferences` accepts can be driven.
  func item(_ name: String) -> Backend.Item {
    guard let item = state.withLock({ $0.items[name] }) else { preconditionFailure("unknown item '\(name)'") }
    return item
  }

  /// `nil` names the scenario's own loop; the result is `nil` for another thread's ended loop.
  func loop(_ name: String?) -> Backend.Loop? {
    state.withLock { state in
      guard let name else { return state.loop }
      return state.loops[name]
    }
  }

  private func make(_ item: Scenario.Item) -> Backend.Item {
    let trace = trace
    let name = item.name
    switch item.kind {
    case .source:
      return backend.source(
        order: item.order,
        perform: { self.called("src \(name)", item) },
        schedule: { mode in trace.line("sched \(name) \(mode)", sortable: true) },
        cancel: { mode in trace.line("cancel \(name) \(mode)", sortable: true) })
    case .port:
      return backend.port(order: item.order, perform: { self.called("port \(name)", item) })
    case .timer:
      return backend.timer(
        at: item.at * tick, every: item.every * tick, order: item.order,
        fire: { self.called("timer \(name)", item) })
    case .observer:
      return backend.observer(
        activities: item.activities, repeats: !item.once, order: item.order,
        call: { activity in
          let word = Scenario.activities.first { $0.number == activity }?.name ?? "?"
          self.called("obs \(name) \(word)", item, activity: activity)
        })
    case .block:
      preconditionFailure("a block is not an item of a loop")
    }
  }

  // MARK: Callouts

  /// The callout of a block: `perform` and `dispatch` name it differently.
  func called(_ event: String, block name: String) {
    guard let block = declarations[name] else { preconditionFailure("unknown block '\(name)'") }
    called(event, block)
  }

  /// One callout: its line, then the operations of its handlers.
  private func called(_ event: String, _ item: Scenario.Item, activity: UInt32 = 0) {
    trace.line(event)
    let (call, callForActivity) = state.withLock { state -> (Int, Int) in
      state.calls[item.name, default: Calls()].total += 1
      state.calls[item.name, default: Calls()].byActivity[activity, default: 0] += 1
      let calls = state.calls[item.name, default: Calls()]
      return (calls.total, calls.byActivity[activity, default: 0])
    }
    for handler in item.handlers where handler.activity == 0 || handler.activity & activity != 0 {
      let number = handler.activity == 0 ? call : callForActivity
      if number >= handler.firstCall, number <= handler.lastCall { perform(handler.operations) }
    }
  }

  // MARK: Other threads

  /// What the other thread does, sorted by time. When it sleeps, the rest of it is a later event, and nothing
  /// else of that thread happens before.
  private func events() -> [ScenarioEvent] {
    var events: [ScenarioEvent] = []
    var free = -Double.infinity
    for event in scenario.events.enumerated().sorted(by: {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }) {
      free = max(free, event.element.at)
      var rest = event.element.operations[...]
      repeat {
        let end = rest.firstIndex { if case .sleep = $0.verb { true } else { false } } ?? rest.endIndex
        let operations = Array(rest[..<end])
        events.append(
          ScenarioEvent(at: free * tick) {
            self.trace.enterThread("bg")
            self.perform(operations)
            self.trace.flush()
            self.trace.leaveThread()
          })
        if end < rest.endIndex, case .sleep(let time) = rest[end].verb { free += max(time, 0) }
        rest = rest[end...].dropFirst()
      } while !rest.isEmpty
    }
    return events
  }

  /// Starts a thread that makes its loop and then waits.
  private func startLoop(_ name: String) {
    let exit = ScenarioSemaphore()
    let ready = ScenarioSemaphore()
    let thread = ScenarioThread {
      self.trace.enterThread(name)
      self.adoptLoop(name)
      ready.signal()
      exit.wait()
    }
    ready.wait()
    others.withLock { $0[name] = OtherLoop(thread: thread, exit: exit) }
  }

  /// Nothing on the thread's stack may hold the loop when the thread exits: its teardown is part of the
  /// trace.
  @inline(never)
  private func adoptLoop(_ name: String) {
    let loop = backend.currentLoop()
    state.withLock { $0.loops[name] = loop }
  }

  /// Lets the thread exit and waits until its loop has ended.
  func exitLoop(_ name: String) {
    guard let other = others.withLock({ $0.removeValue(forKey: name) }) else { return }
    _ = state.withLock { $0.loops.removeValue(forKey: name) }
    other.exit.signal()
    other.thread.join()
    trace.forgetThread(name)
  }
}
