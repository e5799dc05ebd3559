import BenchmarkKit
import StallMonitoring

/// The results of a trial, as tables.
enum VerifyReport {
  static func table(_ judgements: [Judgement], _ injectors: [Injector]) -> String {
    var table = TextTable([
      ("cause", .left), ("injected", .right), ("found", .right), ("cause", .right), ("callout", .right),
      ("stack", .right), ("owner", .right), ("found after p50", .right), ("p99", .right),
      ("off by p50", .right),
      ("p95", .right), ("max", .right), ("stacks", .right), ("none", .right), ("else taken for", .left),
    ])
    for injector in injectors {
      guard case .stall(_, _, let lock) = injector.expectation else { continue }
      let these = judgements.filter { $0.truth.cause == injector.name }
      let found = these.compactMap(\.record)
      let (latency, error) = (latencies(these), errors(these))
      let others = Set(
        these.filter { $0.record != nil && !$0.isCauseRight }.compactMap {
          $0.record?.diagnosis.cause.rawValue
        })
      func text(_ time: UInt64) -> String { found.isEmpty ? "" : StallReport.time(time) }
      table.add([
        injector.name, "\(these.count)", "\(found.count)", "\(these.count { $0.isCauseRight })",
        "\(these.count { $0.isCalloutRight })", "\(these.count { $0.isStackRight })",
        lock == nil ? "" : "\(these.count { $0.isOwnerRight })", text(latency.median),
        text(latency.percentile(99)),
        text(error.median), text(error.percentile(95)), text(error.max),
        "\(found.reduce(0) { $0 + $1.samples.count })",
        "\(found.reduce(0) { $0 + $1.samples.count { $0.addresses.isEmpty } })",
        others.sorted().joined(separator: ", "),
      ])
    }
    return table.text
  }

  private static func latencies(_ judgements: [Judgement]) -> Times {
    Times(
      judgements.compactMap { judgement in
        judgement.record.map { $0.found > judgement.truth.started ? $0.found - judgement.truth.started : 0 }
      })
  }

  private static func errors(_ judgements: [Judgement]) -> Times {
    Times(
      judgements.compactMap { judgement in
        judgement.record.map { record in
          let (told, real) = (record.duration, judgement.truth.time)
          return told > real ? told - real : real - told
        }
      })
  }

  /// Events that are no stalls: how often each was made, happened and was reported.
  static func windows(_ trial: Trial, _ result: Trial.Result, _ injectors: [Injector]) -> String {
    var table = TextTable([
      ("no stall", .left), ("made", .right), ("happened", .right), ("reported", .right), ("", .left),
    ])
    for injector in injectors where Injector.others.contains(where: { $0.name == injector.name }) {
      let these = trial.log.filter { $0.cause == injector.name }
      func count(_ records: [StallRecord]) -> Int {
        records.count { record in these.contains { record.started < $0.ended && record.lastSeen > $0.started }
        }
      }
      let starved = injector.name == "starve" ? "reported as starved \(count(result.starvedOnes))" : ""
      table.add([
        injector.name, "\(these.count)", "\(these.count(where: \.happened))", "\(count(result.falseOnes))",
        starved,
      ])
    }
    return table.text + "\n"
  }

  /// A line about the callouts that were not injected.
  static func remark(on log: [Truth], threshold: UInt64, reported: Int) -> String {
    let ordinary = log.filter { $0.cause.isEmpty }
    var text = "\(ordinary.count) ordinary callouts"
    let late = ordinary.count { $0.time >= threshold }
    if late > 0 { text += ", \(late) of which took longer than the threshold because the machine was busy" }
    return text + "; \(reported) such stalls reported\n"
  }

  /// The inconclusive bars.
  static func remarks(
    _ judgements: [Judgement], _ trial: Trial, _ result: Trial.Result
  ) -> String {
    var text = remark(on: trial.log, threshold: trial.plan.threshold, reported: result.realOnes.count)
    let starved = judgements.count { $0.wasStarved && $0.record != nil }
    if starved > 0 {
      text +=
        "\(starved) of the injected stalls had no processor for half of their time or more; of those 'starved' is right, too\n"
    }
    for record in result.falseOnes {
      text +=
        "reported, and nothing behind it: \(StallReport.time(record.duration)) \(record.kind) \(record.diagnosis.cause.rawValue)"
        + " in '\(record.callout.label)'\n"
    }
    for fault in result.faults { text += "a wrong sentence: \(fault)\n" }
    text +=
      "the monitor used \(Quantity.fixed(trial.cost.share, 2)) % of a processor over \(StallReport.time(trial.cost.wallTime));"
    text += " it interrupted \(trial.place.interruptionCount) system calls\n"
    text +=
      "it slept \(trial.cost.waits) times; as many sleeps cost a thread that does nothing else"
      + " \(Quantity.fixed(trial.cost.shareOfWaking(trial.oneSleep), 2)) % of a processor here,"
      + " \(Quantity.fixed(Double(trial.oneSleep) / 1000, 1)) µs each\n"
    return text
  }

  static func bars(
    _ short: [Judgement], _ long: [Judgement], _ trial: Trial, _ result: Trial.Result,
    cost: (alone: Double, watched: Double), killed: KillTrial, ended: EndTrial, kept: KeepTrial,
    load: MachineLoad
  ) -> Bars {
    var bars = Bars(load)
    let added = cost.watched - cost.alone
    bars.add(
      "B1", "watching adds at most 1 ns to a callout",
      "\(Quantity.fixed(added, 2)) ns (\(Quantity.fixed(cost.alone, 1)) alone)", isMet: added <= 1,
      needs: .quiet)
    let threshold = trial.plan.threshold
    let latency = latencies(short)
    bars.add(
      "B2",
      "found within \(StallReport.time(threshold * 3 / 2)) (p99), threshold \(StallReport.time(threshold))",
      "\(StallReport.time(latency.percentile(99))), median \(StallReport.time(latency.median)), max \(StallReport.time(latency.max))",
      isMet: latency.percentile(99) <= threshold * 3 / 2, needs: .quiet)
    if !long.isEmpty {
      let limit = trial.plan.longThreshold + 100_000_000
      let worst = latencies(long).max
      bars.add(
        "B2",
        "found within \(StallReport.time(limit)), threshold \(StallReport.time(trial.plan.longThreshold))",
        "\(StallReport.time(worst)) at most of \(long.count)",
        isMet: long.allSatisfy { $0.record != nil } && worst <= limit, needs: .quiet)
    }
    let found = short.count { $0.record != nil }
    bars.add(
      "B3", "no injected stall is missed", "\(short.count - found) of \(short.count)",
      isMet: found == short.count)
    let falseOnes = result.falseOnes
    let windows = trial.log.filter { truth in
      truth.happened && Injector.others.contains { $0.name == truth.cause }
    }
    let ordinary = trial.log.count { $0.cause.isEmpty }
    bars.add(
      "B4", "nothing is reported where there is nothing",
      "\(falseOnes.count) of \(ordinary) ordinary callouts and \(windows.count) other windows; precision "
        + share(found, found + falseOnes.count), isMet: falseOnes.isEmpty,
      needs: .room)
    func part(_ name: String, _ promise: String, _ right: Int, of all: Int, percent: Double) {
      guard all > 0 else { return }
      bars.add(
        name, promise, "\(right) of \(all), \(share(right, all))",
        isMet: Double(right) * 100 >= Double(all) * percent, needs: name == "B5" ? .room : .nothing)
    }
    part("B5", "callout right, 99 %", short.count { $0.isCalloutRight }, of: short.count, percent: 99)
    part("B5", "cause right, 95 %", short.count { $0.isCauseRight }, of: short.count, percent: 95)
    part(
      "B5", "the function on the stack, 95 %", short.count { $0.isStackRight }, of: short.count, percent: 95)
    let locks = short.filter { judgement in
      ["lock", "mutex", "rwlock", "readers", "join", "self-lock", "abba", "three-locks"]
        .contains(judgement.truth.cause)
    }
    part(
      "B5", "owner of the lock right, 100 %", locks.count { $0.isOwnerRight }, of: locks.count, percent: 100)
    let stacks = short.compactMap(\.record).flatMap(\.samples)
    let taken = stacks.filter { !$0.addresses.isEmpty }
    part(
      "B6", "stacks complete to the thread's start, 99.9 %", taken.count(where: \.isComplete),
      of: taken.count,
      percent: 99.9)
    let calls = trial.place.interruptionCount
    bars.add("B7", "no system call is interrupted", "\(calls), by \(taken.count) stacks", isMet: calls == 0)
    bars.add(
      "B8", "the monitor uses at most 0.5 % of a processor", "\(Quantity.fixed(trial.cost.share, 2)) %",
      isMet: trial.cost.share <= 0.5, needs: .quiet)
    if killed.kills > 0 {
      bars.add(
        "B9", "kill -9 in a stall leaves a record with a stack, and nothing torn",
        "\(killed.found) of \(killed.kills), torn \(killed.torn), last callout \(killed.lastCallouts)",
        isMet: killed.found == killed.kills && killed.torn == 0 && killed.lastCallouts == killed.kills)
    }
    let error = errors(short)
    bars.add(
      "B11", "duration off by at most one look, 12.5 ms (p95)",
      "\(StallReport.time(error.percentile(95))), median \(StallReport.time(error.median)), max \(StallReport.time(error.max))",
      isMet: error.percentile(95) <= 12_500_000, needs: .quiet)
    let sentences =
      short.count { judgement in
        !judgement.wasStarved && judgement.record != nil
          && Injector.all.contains { $0.name == judgement.truth.cause && !$0.says.isEmpty }
      } + result.starvedOnes.count
    if sentences > 0 {
      bars.add(
        "B12", "no sentence names a wrong function, thread or cause",
        "\(result.faults.count) of \(sentences)", isMet: result.faults.isEmpty, needs: .room)
    }
    if ended.tried > 0 {
      bars.add(
        "B13", "how a process ended is reported, or that it is not known", "\(ended.right) of \(ended.tried)",
        isMet: ended.right == ended.tried)
    }
    if kept.tried > 0 {
      bars.add(
        "B14", "records outlive restarts, forks, quiet starts and the program's file, with their names",
        "\(kept.right) of \(kept.tried)", isMet: kept.faults.isEmpty)
    }
    return bars
  }

  private static func share(_ part: Int, _ all: Int) -> String {
    all == 0 ? "–" : Quantity.fixed(Double(part) / Double(all) * 100, 1) + " %"
  }
}
