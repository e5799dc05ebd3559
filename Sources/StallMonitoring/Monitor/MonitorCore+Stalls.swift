import RunLoopCore

/// A stall from the first suspicion to its end.
extension MonitorCore {
  func lookForStall(_ index: Int, _ now: UInt64, isLaunching: Bool) {
    let calloutTime = watches[index].calloutTime(now)
    if let stall = watches[index].stall {
      // One of the burst's callouts is a stall of its own.
      guard stall.isBurst, calloutTime >= threshold else {
        if now >= stall.pace.next || hasTurned(index) { goOn(index, now) }
        return
      }
      endStall(index, at: watches[index].calloutBegan)
    }
    if calloutTime >= threshold / 2, watches[index].suspicion == nil {
      watches[index].suspiciousUse = world.machineUse(for: watches[index].loop.thread)
      watches[index].suspicion = world.read(thread: watches[index].loop.thread, isBrief: false)
    }
    if calloutTime >= threshold {
      begin(index, now, isBurst: false, isLaunching: isLaunching)
    } else if watches[index].burstTime(now) >= burstThreshold, !watches[index].burstWasFound,
      calloutTime < threshold / 2
    {
      // A callout that is already long may become a stall itself.
      watches[index].burstWasFound = true
      begin(index, now, isBurst: true, isLaunching: isLaunching)
    }
  }

  private var burstThreshold: UInt64 {
    max(settings.burstThreshold?.inNanoseconds ?? max(threshold &* 2, 1_000_000_000), threshold)
  }

  private func begin(_ index: Int, _ now: UInt64, isBurst: Bool, isLaunching: Bool) {
    let watch = watches[index]
    let reading = world.read(thread: watch.loop.thread, isBrief: false)
    // Only this thread is stopped, from outside: its clock does not run.
    if reading?.state.isStopped == true {
      watches[index].calloutClock = now
      watches[index].burstClock = now
      watches[index].burstWasFound = false
      watches[index].suspicion = nil
      return
    }
    var record = StallRecord()
    lastRecordID += 1
    record.id = lastRecordID
    record.loop = watch.loop.label
    record.thread = watch.loop.thread
    record.threadName = world.name(of: watch.loop.thread)
    record.callout = watch.loop.describe(watch.last)
    record.outerCallouts = watch.last.outer.map { watch.loop.describe($0.0, $0.1, mode: watch.last.mode) }
    record.started = isBurst ? watch.burstClock : watch.calloutBegan
    record.isAtLeast = !isBurst && watch.beganEarlier
    record.found = now
    record.lastSeen = now
    let wall = world.wallTime
    let age = Int64(clamping: now &- record.started)
    let nanoseconds = wall.seconds &* 1_000_000_000 &+ wall.nanoseconds &- age
    record.startedWall = (nanoseconds / 1_000_000_000, nanoseconds % 1_000_000_000)
    record.threshold = isBurst ? burstThreshold : threshold
    record.notes = degradations
    record.otherLoops = watches.indices.filter { $0 != index }.map {
      watches[$0].loop.describe(watches[$0].last)
    }
    record.kind =
      isBurst
      ? .busyBurst
      : !watch.loop.isMain
        ? .stall
        : isLaunching ? .launchStall : mainKind
    let stall = OpenStall(
      record, isBurst: isBurst, pace: SamplingPace(settings, now: now),
      stacks: StackRing(capacity: settings.keptStacks))
    stall.readings = [watch.suspicion, reading].compactMap { $0 }
    stall.use = watch.suspiciousUse ?? world.machineUse(for: watch.loop.thread)
    stall.starvedLooks = watch.starvedLooks
    (stall.sequence, stall.waits) = (watch.last.sequence, watch.last.waits)
    watches[index].stall = stall
    // It may have ended just before it was read.
    if !isStill(index) { stall.readings = [watch.suspicion].compactMap { $0 } }
    takeStack(index)
    diagnose(index, now)
    judge(index, now)
    foundKind = stall.record.kind
  }

  private var mainKind: RecordKind {
    if world.threadCount > RecordKind.manyThreads { return .stallWithManyThreads }
    return processorWatch.isHigh ? .stallUnderLoad : .mainThreadStall
  }

  /// R20: takes one stack of a stall, and drops it if the callout ended meanwhile.
  private func takeStack(_ index: Int) {
    guard let stall = watches[index].stall else { return }
    let sample = world.sample(thread: watches[index].loop.thread)
    let isStill = self.isStill(index)
    let functions = sample.addresses.enumerated().map { place, address in
      // A return address may be the first of the next function.
      world.functionStart(of: place == 0 ? address : address &- 1)
    }
    stall.lastStack = sample.time
    if isStill { stall.stacks.add(sample, functions: functions) } else { stall.lostStacks += 1 }
    let print = functions.isEmpty ? nil : StackRing.fingerprint(functions)
    stall.pace.took(print, now: world.now)
  }

  private func diagnose(_ index: Int, _ now: UInt64) {
    guard let stall = watches[index].stall else { return }
    stall.record.samples = stall.stacks.samples
    stall.record.droppedSamples = stall.stacks.dropped + stall.lostStacks
    stall.record.pointSample = stall.stacks.pointSample
    stall.record.repeatCounts = stall.stacks.repeatCounts
    stall.record.diagnosis = world.diagnose(
      thread: stall.record.thread, readings: stall.evidence.leavingOut(stall.record.frozenTime),
      samples: stall.stacks.samples)
    // The thread had no processor for most of it, whether the monitor had one or not: the machine is the cause. Preliminary:
    // the final diagnosis may differ.
    let isStarved =
      stall.record.diagnosis.cause == .starved
      || stall.record.diagnosis.shares.queue >= 0.5 && stall.starvedLooks > 0
    stall.record.kind = isStarved ? .starved : stall.kind
    if isStarved, let use = stall.use {
      stall.record.diagnosis.rivalry = MachineUse.rivalry(
        from: use, to: world.machineUse(for: stall.record.thread), besides: stall.record.thread,
        name: world.name(of:), allowed: world.processors(of:), nice: world.nice(of:))
    }
    stall.lastDiagnosis = now
  }

  private func goOn(_ index: Int, _ now: UInt64) {
    takeStack(index)
    guard let stall = watches[index].stall else { return }
    stall.record.lastSeen = now
    addReading(to: stall, at: index)
    stall.wasWorking = stall.isWorking
    // A diagnosis costs more than a stack: not with each of the close ones.
    if now &- stall.lastDiagnosis >= 50_000_000 {
      diagnose(index, now)
      takeAllStacks(index, now)
      if stall.isReported { tellProgress(index) } else { judgeAgain(index, now) }
      tellDeadlock(index)
    }
    foundKind = stall.record.kind
  }

  /// Adds a reading, if the callout still lasts: after its end the thread waits for the loop's next event.
  private func addReading(to stall: OpenStall, at index: Int) {
    guard let reading = world.read(thread: stall.record.thread, isBrief: false), isStill(index) else {
      return
    }
    stall.isWorking = stall.works(at: reading)
    stall.glance = nil
    // The first ones and the newest one.
    if stall.readings.count >= 64 { stall.readings.removeLast() }
    stall.readings.append(reading)
  }

  /// Reads the thread's clock at each look: whether it works or waits now, other than when its last stack was taken.
  /// Equal stacks are taken ever more rarely, and a change must not wait for the next one.
  private func hasTurned(_ index: Int) -> Bool {
    guard let stall = watches[index].stall,
      let glance = world.read(thread: stall.record.thread, isBrief: true), isStill(index)
    else { return false }
    stall.isWorking = stall.works(at: glance)
    stall.glance = glance
    return stall.wasWorking.map { $0 != stall.isWorking } ?? false
  }

  /// Whether the callout, or the burst, that was seen at the last look still lasts.
  private func isStill(_ index: Int) -> Bool {
    let watch = watches[index]
    let now = LineReading(watch.loop.line)
    guard watch.stall?.isBurst == true else {
      return watch.stall?.sequence == now.sequence && now.isInside
    }
    return watch.stall?.waits == now.waits && now.activity == .running
  }

  func endStall(_ index: Int, at end: UInt64) {
    guard let stall = watches[index].stall else { return }
    addReading(to: stall, at: index)
    stall.record.lastSeen = max(end, stall.record.found)
    stall.record.hasEnded = true
    diagnose(index, world.now)
    var record = stall.record
    let isReported = stall.isReported
    watches[index].stall = nil
    watches[index].loop.line.remove(marks: HeartbeatLine.Mark.ends)
    // The stall's report covers the burst that contains it.
    watches[index].burstClock = world.now
    filter.ended(fingerprint: record.fingerprint, duration: record.duration, isReported: isReported)
    for sink in countingSinks { sink.stallEnded(record) }
    guard isReported else { return }
    addNames(to: &record)
    for sink in reportSinks { sink.stallEnded(record) }
    delegate?.stallEnded(record)
  }

  /// Adds names, so that the record is readable without the program's file and comparable with those of other runs.
  func addNames(to record: inout StallRecord) {
    let (names, images) = world.names(of: record)
    record.names = names
    if fingerprintNames?.images != images { fingerprintNames = SymbolNames(images: images, search: nil) }
    guard let fingerprintNames else { return }
    record.fingerprint = StallFingerprint.value(of: record, named: fingerprintNames)
  }

  // MARK: Reporting, or suppressing

  private var machineTime: UInt64 { world.now &+ world.suspendedTime }

  private func judge(_ index: Int, _ now: UInt64) {
    guard let stall = watches[index].stall else { return }
    // The same stack in another callout is another stall.
    stall.record.fingerprint = StackRing.fingerprint([
      UInt(truncatingIfNeeded: stall.stacks.fingerprint),
      UInt(truncatingIfNeeded: watches[index].last.callout & 0xFF_FFFF_FFFF),
      UInt(stall.record.kind.rawValue),
    ])
    let last = stall.record.samples.last
    let frames = last?.addresses.count ?? 0
    // Without any stack, as for running code without a signal, stalls can not be compared. A stack that was not read to its end is
    // not a short one.
    let isShort = frames > 0 && last?.reason.isEmpty == true
    let verdict = filter.judge(
      fingerprint: stall.record.fingerprint, frames: isShort ? frames : max(frames, settings.fewestFrames),
      time: machineTime)
    accept(index, verdict)
  }

  private func judgeAgain(_ index: Int, _ now: UInt64) {
    guard let stall = watches[index].stall, stall.record.verdict == .repeated else { return }
    let verdict = filter.judgeAgain(
      fingerprint: stall.record.fingerprint, duration: stall.record.duration, time: machineTime)
    if verdict == .reported { accept(index, verdict) }
  }

  func accept(_ index: Int, _ verdict: StallRecord.Verdict) {
    guard let stall = watches[index].stall else { return }
    let isFirst = stall.record.verdict == .reported && !stall.wasTold
    var (record, verdict) = (stall.record, verdict)
    if verdict == .reported, let delegate, !delegate.shouldReport(&record) { verdict = .hook }
    record.verdict = verdict
    stall.record = record
    stall.isReported = verdict == .reported
    stall.wasTold = true
    if stall.isReported {
      (stall.record.suppressed, stall.record.suppressedTime) = filter.wasReported(
        fingerprint: stall.record.fingerprint, time: machineTime)
    }
    if isFirst { for sink in countingSinks { sink.stallBegan(stall.record) } }
    if stall.isReported {
      for sink in reportSinks { sink.stallBegan(stall.record) }
      delegate?.stallBegan(stall.record)
    } else {
      delegate?.stallWasFiltered(stall.record)
    }
  }

  func tellProgress(_ index: Int) {
    guard let record = watches[index].stall?.record else { return }
    for sink in countingSinks + reportSinks { sink.stallWentOn(record) }
    delegate?.stallWentOn(record)
  }
}
