import LinuxSystem
import RunLoopCore

/// What turns cost, looked at and not: run by hand, also under `valgrind --tool=callgrind`. The environment says how
/// many callouts (ROUNDS), of what (KIND: block, source, observer, timer), and who looks (LOOK: nobody, metrics,
/// listener, recorder).
enum CostProbes {
  static let all: [String: @Sendable () -> Void] = ["turn-cost": turnCost]

  private final class State: @unchecked Sendable {
    var count = 0
    var source: RunLoop.Source?
    var recorder: RunLoop.Recorder?
  }

  private static func setting(_ name: String, _ other: String) -> String {
    getenv(name).map { String(cString: $0) } ?? other
  }

  private static func turnCost() {
    let rounds = Int(setting("ROUNDS", "100000")) ?? 0
    let (kind, look) = (setting("KIND", "block"), setting("LOOK", "nobody"))
    let loop = RunLoop.current
    let state = State()
    switch look {
    case "metrics": loop.startMetrics()
    case "listener": _ = loop.addTraceListener { _ in }
    case "recorder":
      state.recorder = try? RunLoop.Recorder(path: setting("FILE", "recording.json"), limit: 1 << 30)
      state.recorder?.record(loop)
    default: break
    }
    let count: @Sendable () -> Bool = {
      state.count += 1
      if state.count == rounds { loop.stop() }
      return state.count < rounds
    }
    switch kind {
    case "source":
      let source = RunLoop.Source {
        guard count() else { return }
        state.source?.signal()
        loop.wakeUp()
      }
      state.source = source
      loop.add(source)
      source.signal()
    case "observer":
      loop.add(RunLoop.Source {})
      loop.add(
        RunLoop.Observer(activities: .beforeTimers) { _ in if count() { loop.wakeUp() } })
    case "timer":
      loop.add(RunLoop.Timer(after: .zero, repeating: .nanoseconds(1)) { _ in _ = count() })
    default:
      @Sendable func next() { if count() { loop.post { next() } } }
      loop.post { next() }
    }
    let start = loop.now
    loop.run()
    let nanoseconds = Double(loop.now.nanoseconds - start.nanoseconds) / Double(max(rounds, 1))
    state.recorder?.stop()
    say("\(kind), \(look): \(Int(nanoseconds.rounded())) ns a turn")
  }
}
