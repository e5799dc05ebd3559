import StallMonitoring

/// What was injected, and what the monitor reported meanwhile.
struct TrialEvidence {
  var log: [Truth]
  var records: [StallRecord]
  /// The run of the records; nil when it could not be read.
  var run: StallRun?
  /// Nanoseconds.
  var threshold: UInt64

  /// How each injected stall was judged, and the reports that nothing stands behind.
  func judge() -> Trial.Result {
    var left = records.filter { $0.kind != .processorHigh && $0.kind != .memoryHigh }
      .sorted { $0.id < $1.id }
    let names = SymbolNames(
      images: run.map { run in records.first.map { run.modules(of: $0) } ?? [] } ?? [])
    var judgements: [Judgement] = []
    for truth in log where !truth.cause.isEmpty {
      guard let injector = Injector.all.first(where: { $0.name == truth.cause }),
        case .stall(let cause, let function, let lock) = injector.expectation
      else { continue }
      var judgement = Judgement(truth: truth)
      if let place = left.firstIndex(where: { Self.overlap($0, truth) && $0.callout.label == truth.label })
        ?? left.firstIndex(where: { Self.overlap($0, truth) })
      {
        let record = left.remove(at: place)
        judgement.record = record
        judgement.wasStarved = truth.queued * 2 >= truth.time
        // Work that had no processor for half of its time was starved, whatever it was. Not so of a disk's: its
        // completion is booked as such on some machines.
        judgement.isCauseRight =
          record.diagnosis.cause == cause
          || (judgement.wasStarved && cause != .fileIO && record.diagnosis.cause == .starved)
        judgement.isCalloutRight = record.callout.label == truth.label
        let stack = record.pointSample.map { names.frames(record.samples[$0].addresses) } ?? []
        judgement.isStackRight = function.isEmpty || stack.contains { $0.name.contains(".\(function)(") }
        judgement.isOwnerRight =
          record.diagnosis.lockOwner.map {
            $0.kind == lock && ($0.thread == truth.owner || $0.thread == record.thread || $0.readers > 0)
          } ?? (lock == nil)
        if !injector.says.isEmpty, !judgement.wasStarved, let run {
          judgement.fault = injector.fault(in: StallReport(record, of: run).sentence, owner: truth.owner)
        }
      }
      judgements.append(judgement)
    }
    // A loop that was starved on purpose is rightly reported as starved.
    let starving = log.filter { $0.cause == "starve" || $0.cause == "quota" }
    let told = left.filter { record in
      record.kind == .starved && starving.contains { Self.overlap(record, $0) }
    }
    let toldIDs = Set(told.map(\.id))
    left.removeAll { toldIDs.contains($0.id) }
    // The rest: a loop that was really stalled for this time, because the machine was busy.
    // Not so while the process was stopped: then every callout is long.
    let windows = log.filter { truth in Injector.others.contains { $0.name == truth.cause } }
    let real = left.filter { record in
      let isInWindow = windows.contains { Self.overlap(record, $0) }
      let isStarving = starving.contains { Self.overlap(record, $0) }
      return log.contains { truth in
        truth.asked > 0 && record.started < truth.known && record.lastSeen > truth.asked && !isStarving
          && (truth.queued >= threshold / 2 || (!isInWindow && truth.time >= threshold * 9 / 10))
      }
    }
    let realIDs = Set(real.map(\.id))
    var result = Trial.Result(
      judgements: judgements, falseOnes: left.filter { !realIDs.contains($0.id) }, realOnes: real,
      starvedOnes: told)
    result.faults = judgements.compactMap(\.fault) + faults(in: told)
    return result
  }

  private func faults(in told: [StallRecord]) -> [String] {
    guard let run, let injector = Injector.all.first(where: { $0.name == "quota" }) else { return [] }
    let limited = log.filter { $0.cause == injector.name }
    return told.filter { record in limited.contains { Self.overlap(record, $0) } }
      .compactMap { injector.fault(in: StallReport($0, of: run).sentence, owner: 0) }
  }

  private static func overlap(_ record: StallRecord, _ truth: Truth) -> Bool {
    record.started < truth.ended && record.lastSeen > truth.started
  }
}
