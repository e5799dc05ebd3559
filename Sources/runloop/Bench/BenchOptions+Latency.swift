import BenchmarkKit

extension BenchOptions {
  /// The workloads whose late callouts are explained: their loop runs in this process.
  static let explained = ["wake", "timer-lateness", "touch-latency"]

  /// A time with its unit, in nanoseconds: "200us", "1.5ms", "10s".
  static func duration(_ option: String, _ text: String) throws(WrongCall) -> UInt64 {
    for (unit, scale) in [("ns", 1.0), ("us", 1e3), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)]
    where text.hasSuffix(unit) {
      guard let number = Double(text.dropLast(unit.count)) else { break }
      guard number > 0, number * scale >= 1, number * scale <= 86_400e9 else { break }
      return UInt64(number * scale)
    }
    throw WrongCall(
      "\(option) needs a time from 1ns to 86400s with its unit, such as 500us or 2ms, not '\(text)'")
  }

  /// Leaves the workloads that `--break-at` can watch.
  mutating func checkBreak(named: Bool) throws(WrongCall) {
    guard breakAt != nil else { return }
    if let other = choices.first(where: { !Self.explained.contains($0.workload.name) }), named {
      throw WrongCall(
        "--break-at watches \(Self.explained.joined(separator: ", ")); leave '\(other.workload.name)' out")
    }
    choices.removeAll { !Self.explained.contains($0.workload.name) }
  }

  /// The processors of `--cpus`.
  static func processors(_ text: String) throws(WrongCall) -> [Int] {
    guard let numbers = LatencyAdvice.numbers(text) else {
      throw WrongCall("--cpus needs numbers of processors such as 0,2-3, not '\(text)'")
    }
    return numbers
  }

  /// `--soak` takes one variant; `--cyclictest` has its own.
  mutating func chooseLongRun(named: Bool) throws(WrongCall) {
    guard soak != nil || usesCyclictest else { return }
    if soak != nil, usesCyclictest {
      throw WrongCall("--soak and --cyclictest do not go together; leave one of them out")
    }
    if !named || usesCyclictest {
      if named {
        throw WrongCall("--cyclictest measures \(Cyclictest.workload), and takes no workload; leave it out")
      }
      choices = [try Self.choice(Cyclictest.workload)]
    }
    guard count == 1, Self.explained.contains(choices[0].workload.name) else {
      throw WrongCall(
        "--soak takes one variant of \(Self.explained.joined(separator: ", ")), such as \(Cyclictest.workload)"
      )
    }
  }

  /// The watch of a workload's late callouts. Switches are not recorded where that would show in the figures: the shortest
  /// wake-ups take two microseconds.
  func watch(of workload: Workload) -> CauseWatch {
    CauseWatch(
      breakAt: breakAt,
      recordsSwitches: workload.name == "timer-lateness" || breakAt != nil || soak != nil)
  }
}
