/// Derives a cause from readings and notes.
///
/// wall = on a processor + waiting for one + blocked, exactly: the kernel counts the first two. The largest
/// part decides; the kind of blocking is voted by the sampled moments.
enum Diagnosing {
  /// Faults a second from which on they are the cause: one costs some microseconds (minor), a disk access (major).
  private static let manyMinorFaults = 20_000.0
  private static let manyMajorFaults = 200.0
  /// The least share of time without a processor that makes work count as starved.
  private static let leastStarved = 0.55

  static func diagnosis(
    readings: [ThreadReading], notes: [WaitNote], functionStart: (UInt) -> UInt = { $0 }
  ) -> Diagnosis {
    var diagnosis = Diagnosis()
    let notes = weighed(notes, readings)
    guard let first = readings.first, let last = readings.last, last.time > first.time else {
      describe(&diagnosis, notes, readings, functionStart)
      diagnosis.cause = vote(notes)?.cause ?? .unknown
      return diagnosis
    }
    let wall = Double(last.time - first.time)
    func share(_ start: UInt64, _ end: UInt64) -> Double { min(Double(end &- min(start, end)) / wall, 1) }
    diagnosis.shares.processor = share(first.processorTime, last.processorTime)
    diagnosis.shares.queue = min(share(first.queueTime, last.queueTime), 1 - diagnosis.shares.processor)
    diagnosis.shares.blocked = max(0, 1 - diagnosis.shares.processor - diagnosis.shares.queue)
    // A group without its quota: its threads do not run, and newer kernels do not count that as time in the queue.
    let waits = notes.filter(\.isBlocked)
    if waits.count * 2 <= notes.count {
      let throttled = min(share(first.throttledTime, last.throttledTime), 1 - diagnosis.shares.processor)
      if throttled > diagnosis.shares.queue {
        diagnosis.shares.queue = throttled
        diagnosis.shares.blocked = max(0, 1 - diagnosis.shares.processor - throttled)
      }
    }
    settleQueue(&diagnosis.shares, notes)
    // Brief readings lack these; the longest stretch between two full ones stands for all.
    var seconds = wall / 1e9
    let full = readings.filter { $0.kernelTime != nil }
    if let start = full.first, let end = full.last, end.time > start.time {
      diagnosis.minorFaults = end.minorFaults &- min(start.minorFaults, end.minorFaults)
      diagnosis.majorFaults = end.majorFaults &- min(start.majorFaults, end.majorFaults)
      let kernel = Double((end.kernelTime ?? 0) &- min(start.kernelTime ?? 0, end.kernelTime ?? 0))
      let spent = Double(end.processorTime &- min(start.processorTime, end.processorTime))
      let part = spent > 0 ? min(kernel / spent, 1) : 0
      diagnosis.shares.kernel = part * diagnosis.shares.processor
      seconds = Double(end.time - start.time) / 1e9
    }
    diagnosis.cause = cause(diagnosis, seconds: seconds, notes: notes)
    describe(&diagnosis, notes, readings, functionStart)
    diagnosis.rest =
      rest(diagnosis, seconds: seconds, notes: notes)
      ?? otherWait(diagnosis, notes)
    return diagnosis
  }

  private static func cause(_ diagnosis: Diagnosis, seconds: Double, notes: [WaitNote]) -> Cause {
    let shares = diagnosis.shares
    if Double(diagnosis.majorFaults) / seconds >= manyMajorFaults, diagnosis.majorFaults >= 8 {
      return .majorFaults
    }
    let vote = vote(notes)
    if shares.queue >= shares.processor, shares.queue >= shares.blocked {
      // A disk's completion may be booked as time in the queue: what the thread was found doing decides between the two, and
      // each first look counts alike. To wait for a processor after each of many waits is to wait, too.
      let found = notes.filter { !$0.wasReady && $0.isBlocked }
      if notes.count >= 3, found.count * 2 > notes.count, let vote { return vote.cause }
      // Of work that had a processor for nearly half of the time, the work is the cause.
      if shares.queue >= leastStarved || shares.blocked >= shares.processor { return .starved }
    }
    if shares.processor >= shares.blocked { return work(diagnosis, seconds: seconds) }
    return vote?.cause ?? .unknown
  }

  /// The cause of a thread's running time.
  private static func work(_ diagnosis: Diagnosis, seconds: Double) -> Cause {
    // The kernel's work is most of a page's cost.
    if Double(diagnosis.minorFaults) / seconds >= manyMinorFaults,
      diagnosis.shares.kernel * 2 >= diagnosis.shares.processor
    {
      return .minorFaults
    }
    return diagnosis.shares.kernel > diagnosis.shares.processor / 2 ? .kernel : .processor
  }

  /// The other part: for a thread that mostly worked, its wait; for one that mostly waited, its work.
  private static func rest(_ diagnosis: Diagnosis, seconds: Double, notes: [WaitNote]) -> Diagnosis.Part? {
    let shares = diagnosis.shares
    switch diagnosis.cause {
    case .processor, .kernel, .minorFaults:
      return waiting(shares, besides: diagnosis.cause, notes)
    case .starved: return waiting(shares, besides: .starved, notes)
    case .lock, .wait, .sleep, .socket, .pipe, .childProcess, .poll, .stopped:
      // Work that waited for a processor is work, but not a short wait for one after each of many waits.
      let ready = notes.count { !$0.isBlocked || $0.wasReady }
      let worked = shares.processor + (ready >= 2 && ready * 8 >= notes.count ? shares.queue : 0)
      guard worked >= leastRest else { return nil }
      return Diagnosis.Part(cause: work(diagnosis, seconds: seconds), share: worked)
    case .fileIO:
      // A disk's completion may be booked as time in the queue.
      guard shares.processor >= leastRest else { return nil }
      return Diagnosis.Part(cause: work(diagnosis, seconds: seconds), share: shares.processor)
    case .majorFaults, .unknown: return nil
    }
  }

  private static func waiting(
    _ shares: TimeShares, besides cause: Cause, _ notes: [WaitNote]
  ) -> Diagnosis.Part? {
    guard shares.blocked >= leastRest, let kind = vote(notes), kind.cause != cause else { return nil }
    let chosen = notes.filter { $0.kind == kind }
    return Diagnosis.Part(cause: kind.cause, share: shares.blocked, mostFrequentCall(chosen))
  }

  /// A share of the time that is worth telling beside the cause.
  static let leastRest = 0.25

  /// The kind of wait with the longest time.
  private static func vote(_ notes: [WaitNote]) -> WaitKind? {
    var times: [WaitKind: Double] = [:]
    for note in notes where note.isBlocked { times[note.kind, default: 0] += note.weight }
    return times.max { ($0.value, "\($0.key)") < ($1.value, "\($1.key)") }?.key
  }

  /// The call, the channel, the descriptor and the lock that belong to the most frequent kind.
  private static func describe(
    _ diagnosis: inout Diagnosis, _ notes: [WaitNote], _ readings: [ThreadReading],
    _ functionStart: (UInt) -> UInt
  ) {
    let kind = vote(notes)
    // For a thread that mostly worked, no call explains the stall.
    if diagnosis.shares.blocked < leastRest, [.processor, .minorFaults].contains(diagnosis.cause) { return }
    var chosen = notes.filter { $0.kind == kind }
    if kind == nil {
      diagnosis.systemCall = mostFrequent(
        readings.compactMap { $0.systemCall.map { SystemCallTable.name($0.number) } })
      diagnosis.waitChannel = mostFrequent(readings.map(\.waitChannel))
    } else {
      let found = mostFrequentCall(chosen)
      (diagnosis.systemCall, diagnosis.waitChannel) = (found.name, found.channel)
      (diagnosis.descriptor, diagnosis.address) = (found.descriptor, found.address)
      diagnosis.otherDescriptors = found.others
      // The holder is that of this lock.
      if kind == .lock {
        chosen.removeAll {
          $0.descriptor != found.descriptor || $0.call.map(SystemCallTable.name) ?? "" != found.name
        }
      }
    }
    if kind == .lock || kind == .join {
      let owners = chosen.compactMap(\.owner)
      // Of several holders, the most frequent one.
      let thread = mostFrequent(owners.map { "\($0.thread)" })
      diagnosis.lockOwner = typical(owners.filter { "\($0.thread)" == thread }, functionStart)
      diagnosis.lockOwner?.holders = Set(owners.map(\.thread)).count
    }
    describeChain(&diagnosis, chosen)
  }

  static func mostFrequent(_ texts: [String]) -> String {
    var counts: [String: Int] = [:]
    for text in texts where !text.isEmpty { counts[text, default: 0] += 1 }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
  }
}

extension WaitNote {
  var isBlocked: Bool { kind != .running && kind != .queued }
}
