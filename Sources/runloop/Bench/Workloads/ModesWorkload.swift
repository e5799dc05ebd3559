import BenchmarkKit
import RunLoopCore

extension Workload {
  /// Counted, each divided by the number of runs:
  /// - `switch`: runs of one turn, in two modes by turns; each mode has an idle source.
  /// - `nested`: a source's callout signals its source again, and before that runs another mode for one turn.
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

/// A source that signals itself a number of times.
private final class Again: @unchecked Sendable {
  private let loop: RunLoop
  private var source: RunLoop.Source?
  private var rest = 0

  /// - Parameter inside: what the callout also calls.
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
