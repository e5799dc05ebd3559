import BenchmarkKit
import RunLoopCore

extension Workload {
  /// Counted: a run in which a source's callout signals the same source again, divided by the number of turns: so
  /// each is a signal, a turn and a callout. The other sources are in the same mode and never signalled.
  static let source = Workload(
    name: "source0", summary: "a source is signalled and performed; time per signal and turn",
    parameters: [.integer("idle", 0...1_000_000)], variants: [1, 100, 10_000].map { [.init("idle", $0)] }
  ) { bench, variant in
    try bench.measure { loop in
      for _ in 0..<variant.integer("idle") { loop.add(RunLoop.Source {}) }
      let again = Again(loop)
      return Contestant("") { repetitions in ProcessorTime.elapsed { again.run(repetitions) } }
    }
  }

  /// Counted: `run(mode:for: .zero)` in a mode that has an idle source: a run of one turn that finds nothing to do and
  /// does not sleep. Observers with `called=yes` are each called once in it, before the turn's sources; with
  /// `called=no` they are in the mode for what does not happen in such a turn, waking up: they shall cost nothing.
  static let turn = Workload(
    name: "turn", summary: "a run of one turn with nothing to do; time per run",
    parameters: [.integer("observers", 0...10_000), .choice("called", "yes", "no")],
    variants: [(0, "no"), (1, "yes"), (6, "yes"), (6, "no")].map {
      [.init("observers", $0.0), .init("called", .text($0.1))]
    }
  ) { bench, variant in
    try bench.measure { loop in
      loop.add(RunLoop.Source {})
      let activity: RunLoop.Activity = variant.text("called") == "yes" ? .beforeSources : .afterWaiting
      for _ in 0..<variant.integer("observers") { loop.add(RunLoop.Observer(activities: activity) { _ in }) }
      return Contestant("") { repetitions in
        ProcessorTime.elapsed {
          for _ in 0..<repetitions { loop.run(mode: .default, for: .zero) }
        }
      }
    }
  }

  /// Counted, each divided by the number of runs:
  /// - `switch`: runs of one turn, in two modes by turns; each mode has an idle source.
  /// - `nested`: as `source0`, and the callout runs another mode for one turn before it signals its source again.
  static let modes = Workload(
    name: "modes", summary: "runs of one turn in two modes by turns, or inside a callout; time per run",
    parameters: [.choice("kind", "switch", "nested")],
    variants: [[.init("kind", .text("switch"))], [.init("kind", .text("nested"))]]
  ) { bench, variant in
    try bench.measure { loop in
      let other: RunLoop.Mode = "bench.other"
      loop.add(RunLoop.Source {})
      loop.add(RunLoop.Source {}, to: other)
      guard variant.text("kind") == "switch" else {
        let again = Again(loop) { _ = loop.run(mode: other, for: .zero) }
        return Contestant("") { repetitions in ProcessorTime.elapsed { again.run(repetitions) } }
      }
      return Contestant("", operations: 2) { repetitions in
        ProcessorTime.elapsed {
          for _ in 0..<repetitions {
            loop.run(mode: .default, for: .zero)
            loop.run(mode: other, for: .zero)
          }
        }
      }
    }
  }
}

/// A source that signals itself, so many times.
private final class Again: @unchecked Sendable {
  private let loop: RunLoop
  private var source: RunLoop.Source?
  private var rest = 0

  init(_ loop: RunLoop) {
    self.loop = loop
    let source = RunLoop.Source(label: "again") { [unowned(unsafe) self] in next() }
    self.source = source
    loop.add(source)
  }

  /// The callout also calls something else.
  init(_ loop: RunLoop, inside: @escaping @Sendable () -> Void) {
    self.loop = loop
    let source = RunLoop.Source(label: "again") { [unowned(unsafe) self] in
      inside()
      next()
    }
    self.source = source
    loop.add(source)
  }

  @inline(__always)
  private func next() {
    rest -= 1
    if rest > 0 { source?.signal() } else { loop.stop() }
  }

  func run(_ times: Int) {
    rest = times
    source?.signal()
    loop.run()
  }
}
