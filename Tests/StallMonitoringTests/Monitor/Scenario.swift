import RunLoopCore

@testable import StallMonitoring

/// What a loop does and what befalls it, at times in seconds: reported to our monitor through a heartbeat line, and to
/// the model of WeChat's through activities.
struct LoopScenario {
  enum Event: Equatable {
    /// A run begins, and ends; inside a callout: an inner one.
    case entry, exit
    /// The loop begins to wait, and has waited.
    case wait, wake
    /// A turn goes by without a wait.
    case turn
    case begin(String)
    case end
    /// The whole process stands for so many seconds.
    case freeze(Double)
    /// It could run and gets no processor.
    case starve(Double)
    /// The machine sleeps.
    case suspend(Double)
    /// Somebody sets the wall clock.
    case wallStep(Double)
  }

  private(set) var events: [(time: Double, event: Event)] = []

  init() {}

  mutating func at(_ time: Double, _ events: Event...) {
    for event in events { self.events.append((time, event)) }
  }

  /// Wakes, makes one callout, and waits again.
  mutating func callout(_ label: String, at time: Double, for duration: Double) {
    at(time, .wake, .turn, .begin(label))
    at(time + duration, .end, .turn, .wait)
  }

  /// In order of time, those of one time in order of writing.
  var ordered: [(time: Double, event: Event)] {
    events.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  /// A loop that begins to run and waits.
  static var waiting: LoopScenario {
    var scenario = LoopScenario()
    scenario.at(0.001, .entry, .turn, .wait)
    return scenario
  }
}

/// Our monitor's rules over scenarios.
final class Simulation {
  let world = SimulatedWorld()
  let sink = RecordingSink()
  let reported = RecordingSink()
  let delegate = RecordingDelegate()
  let core: MonitorCore
  private let began: UInt64
  private var pending: [(time: UInt64, order: Int, action: () -> Void)] = []
  private var isSorted = true
  private var next = 0
  private var memories: [HeartbeatMemory] = []
  var parkings = 0
  private var timeOfEnd: UInt64 = 0

  init(_ change: (inout StallMonitor.Settings) -> Void = { _ in }) {
    var settings = StallMonitor.Settings()
    settings.processorShare = nil
    change(&settings)
    core = MonitorCore(world: world, settings: settings)
    core.countingSinks = [sink]
    core.reportSinks = [reported]
    core.delegate = delegate
    began = world.now
  }

  func time(_ seconds: Double) -> UInt64 { began + UInt64(seconds * 1e9) }
  func seconds(_ time: UInt64) -> Double { (Double(time) - Double(began)) / 1e9 }

  func at(_ seconds: Double, _ action: @escaping () -> Void) {
    pending.append((time(seconds), pending.count, action))
    isSorted = false
  }

  /// Plays the scenario on a loop of its own.
  func play(
    _ scenario: LoopScenario, label: String = "main", thread: Int32 = 1, isMain: Bool = true
  ) {
    let memory = HeartbeatMemory()
    memories.append(memory)
    let line = memory.line
    var runs: [HeartbeatLine.Saved] = []
    core.add(WatchedLoop(.line(line), label: label, thread: thread, isMain: isMain))
    for (seconds, event) in scenario.ordered {
      at(seconds) { [unowned self] in
        // A marked line's loop reads the clock: here, ours.
        let stamp = line.load(HeartbeatLine.Word.time)
        defer {
          if line.load(HeartbeatLine.Word.time) != stamp { line.store(world.now, HeartbeatLine.Word.time) }
        }
        switch event {
        case .entry: runs.append(line.beginRun(mode: 0))
        case .exit: if let saved = runs.popLast() { line.endRun(saved) }
        case .wait: line.beginWait()
        case .wake: line.endWait()
        case .turn: break
        case .begin(let label):
          let number = CalloutNames.number(foreign: label, file: #fileID, line: 1)
          line.enter(callout: UInt64(CalloutKind.timer.rawValue) | UInt64(number) << 8, code: 0x1234)
        case .end: line.leave()
        case .freeze(let length): stand(length)
        case .starve(let length):
          world.ownQueueTime += UInt64(length * 1e9)
          stand(length)
        case .suspend(let length): world.suspendedTime += UInt64(length * 1e9)
        case .wallStep(let length): world.wallOffset += Int64(length * 1e9)
        }
      }
    }
  }

  /// Nothing runs for so long: all that is to come comes later.
  func stand(_ seconds: Double) {
    let length = UInt64(seconds * 1e9)
    world.now += length
    for index in pending.indices[next...] { pending[index].time += length }
    timeOfEnd += length
  }

  func run(to seconds: Double) {
    timeOfEnd = time(seconds)
    while world.now < timeOfEnd {
      let next = core.pass()
      let rings = HeartbeatWatcher.ringCount
      if next == nil { parkings += 1 }
      var isRung = false
      while !isRung {
        if !isSorted { pending[self.next...].sort { ($0.time, $0.order) < ($1.time, $1.order) } }
        isSorted = true
        guard self.next < pending.count else { break }
        let first = pending[self.next]
        guard first.time <= min(next ?? .max, timeOfEnd) else { break }
        self.next += 1
        world.now = max(world.now, first.time)
        first.action()
        // Other tests' loops may ring too: then this monitor looks once more.
        isRung = next == nil && HeartbeatWatcher.ringCount != rings
      }
      if isRung {
        core.unmark()
      } else {
        world.now = max(world.now, min(next ?? timeOfEnd, timeOfEnd))
      }
    }
  }

  /// What was found, as "kind label".
  var found: [String] { sink.began.map { "\($0.kind) \($0.callout.label)" } }
  var stalls: [StallRecord] { sink.began.filter { $0.kind != .busyBurst } }
}
