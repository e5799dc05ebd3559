import Scenarios
import Synchronization

/// A loop that is hardly one, to see what the driver makes of it: a run performs the blocks and the signalled
/// sources, then lets all its time pass. Without end it is a deadlock.
final class FakeBackend: ScenarioBackend {
  typealias Loop = Int

  /// Any item; what it is made of is what the driver gave.
  final class Item: Sendable {
    let call: @Sendable (UInt32) -> Void
    let schedule: @Sendable (String) -> Void
    let cancel: @Sendable (String) -> Void

    init(
      call: @escaping @Sendable (UInt32) -> Void, schedule: @escaping @Sendable (String) -> Void = { _ in },
      cancel: @escaping @Sendable (String) -> Void = { _ in }
    ) {
      self.call = call
      self.schedule = schedule
      self.cancel = cancel
    }
  }

  private struct State {
    var now = 0.0
    var events: [ScenarioEvent] = []
    var ready: [@Sendable () -> Void] = []
    var added: [(item: ObjectIdentifier, mode: String)] = []
    var observers: [(item: Item, activities: UInt32)] = []
    var dates: [ObjectIdentifier: Double] = [:]
    var isStopped = false
    var loops = 0
  }

  private let state = Mutex(State())
  private let deadlocked = Mutex<(@Sendable () -> Void)?>(nil)

  // MARK: Time

  func prepare(deadlocked: @escaping @Sendable () -> Void) { self.deadlocked.withLock { $0 = deadlocked } }
  func start() {}
  var now: Double { state.withLock { $0.now } }
  /// By time, as a loop's timers would do them; those of one time in their order.
  func schedule(_ events: [ScenarioEvent]) {
    let sorted = events.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
    state.withLock { $0.events = sorted.map(\.element) }
  }
  func finish() {}

  func sleep(_ seconds: Double) {
    let end = now + max(seconds, 0)
    while let event = state.withLock({ state -> ScenarioEvent? in
      guard let first = state.events.first, first.at <= end else { return nil }
      state.now = max(state.now, first.at)
      return state.events.removeFirst()
    }) {
      ScenarioThread(event.body).join()
    }
    state.withLock { $0.now = end }
  }

  // MARK: Items

  func source(
    order: Int, perform: @escaping @Sendable () -> Void, schedule: @escaping @Sendable (String) -> Void,
    cancel: @escaping @Sendable (String) -> Void
  ) -> Item { Item(call: { _ in perform() }, schedule: schedule, cancel: cancel) }

  func port(order: Int, perform: @escaping @Sendable () -> Void) -> Item { Item(call: { _ in perform() }) }

  func timer(at date: Double, every interval: Double, order: Int, fire: @escaping @Sendable () -> Void)
    -> Item
  {
    let item = Item(call: { _ in fire() })
    state.withLock { $0.dates[ObjectIdentifier(item)] = date }
    return item
  }

  func observer(
    activities: UInt32, repeats: Bool, order: Int, call: @escaping @Sendable (UInt32) -> Void
  ) -> Item {
    let item = Item(call: call)
    state.withLock { $0.observers.append((item, activities)) }
    return item
  }

  /// Calls the observers of the mode that wait for the activity.
  private func observe(_ activity: UInt32, in mode: String) {
    let observers = state.withLock { state in
      state.observers.filter { observer in
        observer.activities & activity != 0
          && state.added.contains { $0.item == ObjectIdentifier(observer.item) && $0.mode == mode }
      }
    }
    for observer in observers { observer.item.call(activity) }
  }

  /// A source is scheduled in the mode, then in two more, in no good order.
  func add(_ item: Item, to mode: String, of loop: Int) {
    state.withLock { $0.added.append((ObjectIdentifier(item), mode)) }
    for mode in ["z", mode, "a"] { item.schedule(mode) }
  }

  func remove(_ item: Item, from mode: String, of loop: Int) {
    state.withLock { state in
      state.added.removeAll { $0.item == ObjectIdentifier(item) && $0.mode == mode }
    }
    item.cancel(mode)
  }

  func contains(_ item: Item, in mode: String, of loop: Int) -> Bool {
    state.withLock { $0.added.contains { $0.item == ObjectIdentifier(item) && $0.mode == mode } }
  }

  func invalidate(_ item: Item) {
    state.withLock { $0.added.removeAll { $0.item == ObjectIdentifier(item) } }
  }
  func isValid(_ item: Item) -> Bool {
    state.withLock { $0.added.contains { $0.item == ObjectIdentifier(item) } }
  }
  func signal(_ item: Item) { state.withLock { $0.ready.append { item.call(0) } } }
  func release(_ item: Item) {}
  func fireDate(of timer: Item) -> Double? { state.withLock { $0.dates[ObjectIdentifier(timer)] } }

  func setFireDate(of timer: Item, to date: ScenarioDate) {
    let date: Double? =
      switch date {
      case .at(let seconds): seconds
      case .after(let seconds): now + seconds
      case .past: -1e7
      case .never: nil
      }
    state.withLock { $0.dates[ObjectIdentifier(timer)] = date }
  }

  // MARK: Loops

  /// Loops are numbered; the scenario's own is the first.
  func currentLoop() -> Int {
    state.withLock { state in
      state.loops += 1
      return state.loops
    }
  }

  func wakeUp(_ loop: Int) {}
  func stop(_ loop: Int) { state.withLock { $0.isStopped = true } }
  func addCommonMode(_ mode: String, to loop: Int) {}

  func perform(in modes: [String], of loop: Int, _ block: @escaping @Sendable () -> Void) {
    state.withLock { $0.ready.append(block) }
  }

  func dispatchMain(_ block: @escaping @Sendable () -> Void) { state.withLock { $0.ready.append(block) } }

  /// Observers see its entry, its timers and its exit.
  func run(_ mode: String, seconds: Double, returnAfterSourceHandled: Bool) -> ScenarioRunResult {
    observe(1, in: mode)
    observe(2, in: mode)
    defer { observe(128, in: mode) }
    while let block = state.withLock({ $0.ready.isEmpty ? nil : $0.ready.removeFirst() }) { block() }
    let isStopped = state.withLock { state in
      defer { state.isStopped = false }
      return state.isStopped
    }
    if isStopped { return .stopped }
    guard seconds < .infinity else {
      deadlocked.withLock { $0 }?()
      return .finished
    }
    sleep(seconds)
    return .timedOut
  }

  func runForever() { _ = run("default", seconds: .infinity, returnAfterSourceHandled: false) }
  func nextFireDate(in mode: String, of loop: Int) -> Double? { loop == 1 ? nil : .infinity }
  func currentMode(of loop: Int) -> String? { nil }
  func modes(of loop: Int) -> [String] { ["default", "B", "A"] }
  func isWaiting(_ loop: Int) -> Bool { false }
}
