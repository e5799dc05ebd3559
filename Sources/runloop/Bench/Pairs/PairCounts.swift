import BenchmarkKit
import LoopWorkloads

/// Counts of an operation that are the same in each process, of two programs: by valgrind and strace, of the workloads of the core.
enum PairCounts {
  /// Counts by a row's subject. Empty, with a message, where neither counter is installed.
  static func counts(
    of rows: [PairedComparison.Row], _ first: String, _ options: BenchOptions
  ) -> [String: PairedComparison.Counts] {
    let counters = CountedRun.Figure.allCases.filter { figure in
      if figure.counter.path != nil { return true }
      Tool.write("not counted: \(figure.rawValue): \(figure.counter.rawValue) is not installed\n", to: 2)
      return false
    }
    guard !counters.isEmpty else { return [:] }
    let progress = Progress()
    defer { progress.clear() }
    var counts: [String: PairedComparison.Counts] = [:]
    do throws(Descriptors.Failure) {
      let runs = (try CountedRun(of: first), try CountedRun())
      defer {
        runs.0.remove()
        runs.1.remove()
      }
      for row in rows where !Interruption.isRequested {
        guard let kind = WorkloadKind(rawValue: row.workload) else { continue }
        progress.show("\(row.subject): counting")
        let unit = kind.unit(row.parameters)
        let operations = max(unit, (200 + unit - 1) / unit * unit)
        let word = Self.word(row)
        counts[row.subject] = .init(
          counters.map { figure in
            func count(_ run: CountedRun) -> Double? {
              run.count(figure, word, operations: operations, worker: 0)
            }
            return (figure.rawValue, count(runs.0), count(runs.1))
          })
      }
    } catch {
      Tool.write("not counted: \(error)\n", to: 2)
    }
    return counts
  }

  /// The row as an argument: `pipes:pipes=100,active=10`.
  private static func word(_ row: PairedComparison.Row) -> String {
    row.parameters.isEmpty
      ? row.workload
      : "\(row.workload):\(row.parameters.map(\.description).joined(separator: ","))"
  }
}
