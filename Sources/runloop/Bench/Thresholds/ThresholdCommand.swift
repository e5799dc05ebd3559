import BenchmarkKit
import LinuxSystem
import LoopWorkloads
import Synchronization

/// `runloop bench --thresholds FILE`: counts the stored figures again, and reports differences.
enum ThresholdCommand {
  /// Ends with status 1 when anything differs, and with 0 when nothing does or nothing can be counted here.
  static func run(_ name: String, rewrites: Bool) -> Never {
    guard let bytes = CountedRun.bytes(of: name) else {
      Tool.fail("bench: \(name) can not be read: \(Errno.last)")
    }
    let file: ThresholdFile
    do { file = try ThresholdFile(String(decoding: bytes, as: UTF8.self)) } catch {
      Tool.fail("bench: \(name) is no file of thresholds: \(error)")
    }
    var spared: Set<String> = []
    for threshold in file.thresholds where needsTwoProcessors(threshold, name) && Processors.allowed.count < 2
    {
      print(
        "skipped: \(threshold.workload): only processor \(Processors.allowed[0]) is allowed; this needs two")
      spared.insert(threshold.workload)
    }
    if Machine.current.build == "debug" {
      print("note: this is a debug build; the stored figures are of a release build")
    }
    let counters = CountedRun.Counter.allCases.filter { counter in
      if counter.path == nil {
        print("skipped: \(counter.rawValue) is not installed (apt install \(counter.rawValue))")
      }
      return counter.path != nil
    }
    do {
      let run = try CountedRun()
      let (updated, differences) = count(file, counters, spared, run, again: rewrites ? 0 : 6)
      run.remove()
      if rewrites {
        try ReportFile(name).write(updated.text)
        print("\(name) is written")
      }
      exit(rewrites || differences == 0 ? 0 : 1)
    } catch {
      Tool.write("runloop: bench: \(error)\n", to: 2)
      exit(1)
    }
  }

  /// Whether a stored workload needs them. Ends the program when it cannot be run at all.
  private static func needsTwoProcessors(_ threshold: Threshold, _ name: String) -> Bool {
    do throws(WrongCall) {
      let choice = try BenchOptions.choice(threshold.workload)
      guard let kind = WorkloadKind(rawValue: choice.workload.name), choice.variants.count == 1 else {
        throw .init("is not one workload of the core with all its parameters")
      }
      return kind.needsTwoProcessors(choice.variants[0])
    } catch {
      Tool.fail("bench: \(name): \(threshold.workload): \(error)")
    }
  }

  /// The file with the new counts, and the number of differences.
  ///
  /// - Parameter again: how often what differs is counted once more, with nothing beside it: a busy machine changes which
  ///   thread of a workload runs first, and how many timers are due together.
  private static func count(
    _ file: ThresholdFile, _ counters: [CountedRun.Counter], _ spared: Set<String>, _ run: CountedRun,
    again: Int
  ) -> (ThresholdFile, Int) {
    let thresholds = file.thresholds.filter { !spared.contains($0.workload) }
    var counts = counts(thresholds, counters, run)
    for (index, threshold) in thresholds.enumerated() {
      for attempt in 0..<again where !threshold.differences(from: counts[index]).isEmpty {
        // What disturbs it may last for seconds: other machines on the same processors, too.
        usleep(UInt32(250_000 << min(attempt, 5)))
        counts[index] = count(threshold, counters, run, worker: 0)
      }
    }
    var (updated, place, moved, held) = (file, 0, 0, 0)
    for (index, line) in file.lines.enumerated() {
      guard case .threshold(let threshold) = line, !spared.contains(threshold.workload) else { continue }
      let count = counts[place]
      place += 1
      for (counter, stored, figure) in [
        (CountedRun.Counter.valgrind, threshold.instructions, count.instructions),
        (.strace, threshold.calls, count.calls),
      ] where stored != nil && counters.contains(counter) {
        if figure == nil {
          print("skipped: \(threshold.workload): \(counter.rawValue) counted nothing")
        } else {
          held += 1
        }
      }
      for difference in threshold.differences(from: count) {
        print("moved: \(difference)")
        moved += 1
      }
      updated.lines[index] = .threshold(threshold.updated(by: count))
    }
    print("\(held) figures counted, \(moved) moved")
    return (updated, moved)
  }

  /// What is held of each threshold, as counted, by as many processes at a time as there are processors.
  private static func counts(
    _ thresholds: [Threshold], _ counters: [CountedRun.Counter], _ run: CountedRun
  ) -> [Threshold.Count] {
    let state = Mutex(
      (
        next: 0,
        counts: [Threshold.Count](repeating: .init(instructions: nil, calls: nil), count: thresholds.count)
      ))
    let progress = Progress()
    let workers = Processors.allowed.prefix(max(1, thresholds.count)).map { _ in
      PinnedThread {
        while true {
          let index = state.withLock { state in
            defer { state.next += 1 }
            if state.next < thresholds.count { progress.show(thresholds[state.next].workload) }
            return state.next
          }
          guard index < thresholds.count else { return }
          let count = count(thresholds[index], counters, run, worker: index)
          state.withLock { $0.counts[index] = count }
        }
      }
    }
    for worker in workers { worker.join() }
    progress.clear()
    return state.withLock { $0.counts }
  }

  private static func count(
    _ threshold: Threshold, _ counters: [CountedRun.Counter], _ run: CountedRun, worker: Int
  ) -> Threshold.Count {
    func figure(_ counter: CountedRun.Counter, _ stored: Double?) -> Double? {
      guard stored != nil, counters.contains(counter) else { return nil }
      return run.count(counter, threshold.workload, operations: threshold.operations, worker: worker)
    }
    return Threshold.Count(
      instructions: figure(.valgrind, threshold.instructions), calls: figure(.strace, threshold.calls))
  }

  private static func print(_ line: String) { Tool.write("\(line)\n", to: 1) }
}
