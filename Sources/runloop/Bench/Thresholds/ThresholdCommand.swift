import BenchmarkKit
import Glibc
import LoopWorkloads

/// `runloop bench --thresholds FILE`: counts what is stored there, and says what differs.
enum ThresholdCommand {
  /// Ends with status 1 when anything differs, and with 0 when nothing does or nothing can be counted here.
  static func run(_ name: String, rewrites: Bool) -> Never {
    guard let bytes = CountedRun.bytes(of: name) else {
      Tool.fail("bench: \(name) can not be read: \(String(cString: strerror(errno)))")
    }
    let file: ThresholdFile
    do { file = try ThresholdFile(String(decoding: bytes, as: UTF8.self)) } catch {
      Tool.fail("bench: \(name) is no file of thresholds: \(error)")
    }
    for threshold in file.thresholds { check(threshold, name) }
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
      let (updated, differences) = count(file, counters, run)
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

  /// Ends the program when a stored workload cannot be run.
  private static func check(_ threshold: Threshold, _ name: String) {
    do throws(BenchOptions.Wrong) {
      let choice = try BenchOptions.choice(threshold.workload)
      guard WorkloadKind(rawValue: choice.workload.name) != nil, choice.variants.count == 1 else {
        throw .init("is not one workload of the core with all its parameters")
      }
    } catch {
      Tool.fail("bench: \(name): \(threshold.workload): \(error)")
    }
  }

  /// The file with what was counted, and how many figures differ.
  private static func count(
    _ file: ThresholdFile, _ counters: [CountedRun.Counter], _ run: CountedRun
  ) -> (ThresholdFile, Int) {
    var (updated, moved, held) = (file, 0, 0)
    let progress = Progress()
    for (index, line) in file.lines.enumerated() {
      guard case .threshold(let threshold) = line else { continue }
      progress.show(threshold.workload)
      func figure(_ counter: CountedRun.Counter, _ stored: Double?) -> Double? {
        guard stored != nil, counters.contains(counter) else { return nil }
        let count = run.count(counter, threshold.workload, operations: threshold.operations)
        if count == nil {
          progress.clear()
          print("skipped: \(threshold.workload): \(counter.rawValue) counted nothing")
        }
        return count
      }
      let count = Threshold.Count(
        instructions: figure(.valgrind, threshold.instructions), calls: figure(.strace, threshold.calls))
      held += [count.instructions, count.calls].count { $0 != nil }
      for difference in threshold.differences(from: count) {
        progress.clear()
        print("moved: \(difference)")
        moved += 1
      }
      updated.lines[index] = .threshold(threshold.updated(by: count))
    }
    progress.clear()
    print("\(held) figures counted, \(moved) moved by more than 3 %")
    return (updated, moved)
  }

  private static func print(_ line: String) { Tool.write("\(line)\n", to: 1) }
}
