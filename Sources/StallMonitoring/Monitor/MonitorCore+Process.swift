import RunLoopCore

/// Findings about the process as a whole: R14–R18.
extension MonitorCore {
  /// When to look again while a crash is being handled, since loops and threads then do the crash handler's work. Nil
  /// when there is none, or the process survived it: its thread moved on, or a minute passed.
  func waitForCrash(_ now: UInt64) -> UInt64? {
    let thread = world.crashingThread
    guard thread != 0 else {
      crash = nil
      return nil
    }
    let since = crash ?? now
    crash = since
    let hasMovedOn = watches.contains { $0.loop.thread == thread && LineReading($0.loop.line) != $0.last }
    if hasMovedOn || now &- since >= 60_000_000_000 {
      world.forgetCrash()
      crash = nil
      return nil
    }
    standing.park()
    return now &+ 100_000_000
  }

  func checkProcess(_ now: UInt64) {
    if processorWatch.isDue(now) {
      let findings = processorWatch.note(world.processTime, now: now, processors: world.processorCount)
      let busy = findings.isEmpty ? nil : busyThreads(now)
      for finding in findings {
        switch finding {
        case .now(let share): delegate?.processorUseIsHigh(share, isLong: false)
        case .long(let share):
          delegate?.processorUseIsHigh(share, isLong: true)
          if settings.recordsProcessorUse { tellPowerStacks(now, share) }
        }
        // R9: a stall is reported before high use.
        foundKind = foundKind ?? .processorHigh
      }
      if let busy, settings.recordsProcessorUse { keepPowerStacks(busy, now) }
      if findings.isEmpty, settings.recordsProcessorUse { _ = busyThreads(now) }
    }
    if memoryWatch.isDue(now) {
      let bytes = world.residentMemory
      if memoryWatch.note(bytes, now: now) {
        delegate?.memoryIsHigh(bytes)
        foundKind = foundKind ?? .memoryHigh
      }
    }
  }

  /// The threads that used more than 5 % of a processor since the last reading, busiest first, and their shares.
  private func busyThreads(_ now: UInt64) -> [(thread: Int32, name: String, share: Double)] {
    guard settings.recordsProcessorUse else { return [] }
    let threads = world.threads(limit: 64)
    defer {
      power.lastTimes = (now, Dictionary(threads.map { ($0.thread, $0.processorTime) }) { first, _ in first })
    }
    guard let (then, times) = power.lastTimes, now > then else { return [] }
    return threads.compactMap { thread in
      guard let before = times[thread.thread], thread.processorTime > before else { return nil }
      let share = Double(thread.processorTime - before) / Double(now - then)
      return share > 0.05 ? (thread.thread, thread.name, share) : nil
    }.sorted { $0.share > $1.share }
  }

  /// R16: a stack of each busy thread; the ring keeps the last hundred.
  private func keepPowerStacks(_ threads: [(thread: Int32, name: String, share: Double)], _ now: UInt64) {
    for thread in threads.prefix(3) {
      power.stacks.append((thread.thread, thread.name, thread.share, world.sample(thread: thread.thread)))
    }
    power.stacks.removeFirst(max(power.stacks.count - 100, 0))
  }

  /// R17: one record with the stacks of the three busiest threads, each weighted by its share in twentieths.
  private func tellPowerStacks(_ now: UInt64, _ share: Double) {
    guard !power.stacks.isEmpty else { return }
    var record = StallRecord()
    lastRecordID += 1
    record.id = lastRecordID
    record.kind = .processorHigh
    record.started = now &- settings.longProcessorWindow.inNanoseconds
    record.found = now
    record.lastSeen = now
    record.startedWall = world.wallTime
    record.hasEnded = true
    record.samples = power.stacks.map(\.sample)
    record.repeatCounts = power.stacks.map { max(Int($0.share * 20), 1) }
    record.pointSample = record.repeatCounts.indices.max { record.repeatCounts[$0] < record.repeatCounts[$1] }
    record.diagnosis.cause = .processor
    record.diagnosis.shares.processor = min(share, 1)
    record.notes = degradations
    var shares: [Int32: (name: String, share: Double)] = [:]
    for stack in power.stacks {
      shares[stack.thread] = (stack.name, max(shares[stack.thread]?.share ?? 0, stack.share))
    }
    for (thread, use) in shares.sorted(by: { $0.value.share > $1.value.share }).prefix(3) {
      record.notes["thread \(thread) \(use.name)"] = "\(Int(use.share * 100)) % of a processor"
    }
    power.stacks = []
    guard delegate?.shouldReport(&record) ?? true else { return }
    addNames(to: &record)
    for sink in reportSinks { sink.stallEnded(record) }
    delegate?.stallEnded(record)
  }
}

/// R16: the stacks of busy threads.
struct PowerStacks {
  var stacks: [(thread: Int32, name: String, share: Double, sample: StackSample)] = []
  var lastTimes: (time: UInt64, used: [Int32: UInt64])?
}
