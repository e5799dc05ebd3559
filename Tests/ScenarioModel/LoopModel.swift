import Scenarios

/// An executable model of CFRunLoop: plays a scenario in simulated time and says what the trace must be.
///
/// It is written from the numbered rules of the specification alone and shares nothing with any
/// implementation: modes and items are lists, ready ports a queue, time an agenda, nested runs recursion.
/// Comments name the rules.
public final class LoopModel {
  /// The result of a scenario's play.
  public struct Outcome: Sendable {
    /// The trace, with `end` or the reason why it ends early as the last line.
    public var lines: [String]
    public var ending: Ending
    /// Pairs of moments too close to rely on their order; such a scenario should not be compared with a real
    /// loop.
    public var ties: [Tie]

    public var text: String { lines.map { $0 + "\n" }.joined() }
  }

  public enum Ending: String, Sendable, Error {
    case end
    /// Too many lines.
    case budget = "BUDGET"
    /// It would sleep forever.
    case deadlock = "DEADLOCK"
    /// It continues forever without a line.
    case hang = "HANG"
  }

  /// Plays a scenario. `tieTolerance`, in ticks: moments nearer than this are reported as ties.
  public static func play(
    _ scenario: Scenario, fixes: Fixes = [], budget: Int = 4000, tieTolerance: Double = 0.015
  ) -> Outcome {
    let model = LoopModel(scenario, fixes: fixes, budget: budget, tieTolerance: tieTolerance)
    return model.play()
  }

  let scenario: Scenario
  let fixes: Fixes
  var writer: TraceWriter
  var tieFinder: TieFinder
  let items: [ModelItem]
  let itemsByName: [String: ModelItem]
  let loop = ModelLoop(name: nil)
  let otherLoops: [ModelLoop]
  var modeCount = 0
  var runCount = 0

  /// Nanoseconds since the start.
  var now: Int64 = 0
  var agenda = Agenda()
  /// Clock readings and signals so far: orders those of equal time.
  var readings = 0
  /// Passes since the last line.
  var idlePasses = 0

  /// The thread that operates: nil for the scenario's own, `bg` or a loop's name.
  var who: String?
  /// The number of `run` operations going on.
  var depth = 0

  let isMainThread: Bool
  /// The main dispatch queue: blocks, and whether its port is readable.
  var mainQueue: [ModelItem] = []
  var isMainQueueReadable = false
  /// A main-queue drain is on the stack.
  var isDraining = false
  /// The mode whose wait includes the main-queue port at present.
  var mainQueueWaiter: ModelMode?

  private init(_ scenario: Scenario, fixes: Fixes, budget: Int, tieTolerance: Double) {
    self.scenario = scenario
    self.fixes = fixes
    writer = TraceWriter(budget: budget)
    tieFinder = TieFinder(tolerance: ModelTime.nanoseconds(tieTolerance))
    items = scenario.items.enumerated().map { ModelItem($1, index: $0) }
    itemsByName = Dictionary(items.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    otherLoops = scenario.loops.map { ModelLoop(name: $0) }
    isMainThread = scenario.thread == .main
  }

  private func play() -> Outcome {
    for loop in [loop] + otherLoops { _ = mode("default", of: loop) }  // L-2
    for (item, description) in zip(items, scenario.items) where item.kind == .timer {
      createTimer(item, description)
    }
    for (index, event) in scenario.events.enumerated() {
      agenda.add(.event(index), at: ModelTime.nanoseconds(event.at))
    }
    var ending = Ending.end
    do throws(Ending) {
      try perform(scenario.program)
      try trace("end")
    } catch {
      ending = error
      writer.flush()
      writer.lines.append(error.rawValue)
    }
    return Outcome(lines: writer.lines, ending: ending, ties: tieFinder.ties)
  }

  func trace(_ text: String, sortable: Bool = false) throws(Ending) {
    idlePasses = 0
    let prefix = "\(ModelTime.text(hundredths: (now + 50_000) / 1_000_000)) [\(who ?? String(depth))] "
    if !writer.write(prefix: prefix, text, sortable: sortable) { throw .budget }
  }

  /// The order of things that happen at one time.
  func reading() -> Int {
    readings += 1
    return readings
  }

  /// The callout of an item: counts it and performs what the scenario says (`activity` 0: no observer).
  func call(_ item: ModelItem, activity: UInt32 = 0) throws(Ending) {
    item.calls += 1
    let call = item.calls
    var callForActivity = 0
    if activity != 0 {
      callForActivity = (item.callsByActivity[activity] ?? 0) + 1
      item.callsByActivity[activity] = callForActivity
    }
    for handler in item.handlers {
      if handler.activity != 0 && handler.activity & activity == 0 { continue }
      let number = handler.activity == 0 ? call : callForActivity
      if handler.firstCall <= number && number <= handler.lastCall { try perform(handler.operations) }
    }
  }

  // MARK: Time

  /// Lets the first thing happen that is due not later than `limit`; false when there is none.
  func step(until limit: Int64) throws(Ending) -> Bool {
    guard let entry = agenda.next(notLaterThan: limit) else { return false }
    tieFinder.moment(entry.nanoseconds, entry.happening, pending: agenda.entries)
    now = max(now, entry.nanoseconds)
    switch entry.happening {
    case .timerPort(let index, _):
      if let mode = loop.modes.first(where: { $0.index == index }) { timerPortFires(mode) }
    case .deadline(let run):
      deadlineComes(run)
    case .event(let index):
      let previous = who
      who = "bg"
      try perform(scenario.events[index].operations)
      writer.flush()
      who = previous
    }
    return true
  }

  /// The loop's thread is busy for so long; other things go on.
  func sleep(_ nanoseconds: Int64) throws(Ending) {
    let end = now + max(nanoseconds, 0)
    while try step(until: end) {}
    tieFinder.moment(end, nil, pending: agenda.entries)
    now = max(now, end)
  }
}
