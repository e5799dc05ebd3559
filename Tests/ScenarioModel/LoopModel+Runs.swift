import Scenarios

/// Runs and passes (rules R, S).
extension LoopModel {
  enum Result: String {
    case finished, stopped, timedOut, handledSource
  }

  /// CFRunLoopRunInMode: one run, of so many ticks.
  func run(mode name: String, ticks: Double, handled: Bool) throws(Ending) -> Result {
    // no mode of that name, the common name, or nothing in it: nothing happens at all.
    guard name != "common", let mode = loop.mode(name), !isEmpty(mode) else { return .finished }
    runCount += 1
    let run = ModelRun(identifier: runCount, mode: mode)
    loop.runs.append(run)
    try callObservers(of: mode, .entry)
    let result = try passes(run, ticks: ticks, handled: handled)
    try callObservers(of: mode, .exit)
    loop.runs.removeLast()  // S-5: a stop flag left in it is lost.
    // W-6: the wake is forgotten; its places in the queues are dropped when they are looked at, as ever.
    if loop.runs.isEmpty, fixes.contains(.staleWake) { loop.isWakePending = false }
    return result
  }

  private func passes(_ run: ModelRun, ticks: Double, handled: Bool) throws(Ending) -> Result {
    if run.isStopped {
      run.isStopped = false
      return .stopped
    }
    // the deadline counts from after the entry observers.
    let isZero = ticks <= 0
    var deadline: Int64?
    if isZero {
      deadline = .min
    } else if ticks * Double(ModelTime.length) <= Double(ModelTime.longest) {
      let time = now + ModelTime.nanoseconds(ticks)
      deadline = time
      run.deadline = time
      agenda.add(.deadline(run: run.identifier), at: time)
    }
    defer { agenda.removeDeadline(run: run.identifier) }
    // decided once per run.
    let servesMainQueue = isMainThread && !isDraining && loop.commonModes.contains(run.mode.name)
    var wasDrain = true  // a run starts as if its previous pass had been a drain.
    while true {
      var wasHandled = false
      try pass(run, isZero: isZero, handled: handled, servesMainQueue, &wasDrain, &wasHandled)
      // in this order.
      if handled && wasHandled { return .handledSource }
      if let deadline, deadline <= now { return .timedOut }
      if run.isStopped {
        run.isStopped = false
        return .stopped
      }
      if isEmpty(run.mode) { return .finished }
      idlePasses += 1
      if idlePasses > 100_000 { throw .hang }
    }
  }

  /// One turn of the loop; the numbers are those of the specification's first page.
  private func pass(
    _ run: ModelRun, isZero: Bool, handled: Bool, _ servesMainQueue: Bool, _ wasDrain: inout Bool,
    _ wasHandled: inout Bool
  ) throws(Ending) {
    let mode = run.mode
    run.ignoresWakes = false  // W-4
    try callObservers(of: mode, .beforeTimers)  // 1
    try callObservers(of: mode, .beforeSources)  // 2
    try performBlocks(in: mode)  // 3
    wasHandled = try performSources(in: mode, onlyOne: handled)  // 4
    if wasHandled { try performBlocks(in: mode) }  // 4, B-5
    let polls = wasHandled || isZero
    let port: ModelPort?
    if servesMainQueue && !wasDrain && isMainQueueReadable {  // 5, Q-5
      isMainQueueReadable = false
      port = .mainQueue
      run.ignoresWakes = true
    } else {
      if !polls { try callObservers(of: mode, .beforeWaiting) }  // 6
      port = try wait(run, blocks: !polls, withMainQueue: servesMainQueue)  // 7
      run.ignoresWakes = true
      if !polls { try callObservers(of: mode, .afterWaiting) }  // 8
    }
    wasDrain = false
    switch port {  // 9, R-8
    case nil, .wake:
      break
    case .timer:
      try fireTimers(in: mode)
    case .mainQueue:
      try drainMainQueue()
      wasDrain = true
      wasHandled = true
    case .source(let index):
      if try performPort(items[index], in: mode) { wasHandled = true }
    }
    try performBlocks(in: mode)  // 10
  }

  /// observers do not count.
  func isEmpty(_ mode: ModelMode) -> Bool {
    if !mode.sources.isEmpty || !mode.ports.isEmpty || !mode.timers.isEmpty { return false }
    if isMainThread && !isDraining && loop.commonModes.contains(mode.name) { return false }
    return !loop.blocks.contains { matches($0.modes, mode) }
  }

  /// CFRunLoopStop (S-1, S-2).
  func stop() {
    guard let run = loop.runs.last else { return }
    run.isStopped = true
    wakeUp()
  }

  /// the blocks queued by now; those queued meanwhile wait for the next drain.
  private func drainMainQueue() throws(Ending) {
    let batch = mainQueue
    mainQueue = []
    isDraining = true
    for block in batch {
      try trace("queue \(block.name)")
      try call(block)
    }
    isDraining = false
  }

  func dispatch(_ block: ModelItem) {
    mainQueue.append(block)
    isMainQueueReadable = true
    if let waiter = mainQueueWaiter { becomesReady(.mainQueue, in: waiter) }
  }
}
