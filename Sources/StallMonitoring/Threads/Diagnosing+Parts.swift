/// Parts of a stall's time that the kernel's counts do not distinguish.
extension Diagnosing {
  /// Moves time to the queue that the kernel has not booked yet: it does so only when the thread gets a processor. Until then the
  /// thread seems blocked, while the looks found it ready.
  static func settleQueue(_ shares: inout TimeShares, _ notes: [WaitNote]) {
    let queued = notes.count { $0.kind == .queued }
    let waits = notes.count(where: \.isBlocked)
    // Where it was found waiting, too, the kernel's count distinguishes the two.
    guard waits == 0, queued * 2 > notes.count else { return }
    shares.queue += shares.blocked
    shares.blocked = 0
  }

  /// The second kind of wait, if it has a quarter of the time or more.
  static func otherWait(_ diagnosis: Diagnosis, _ notes: [WaitNote]) -> Diagnosis.Part? {
    switch diagnosis.cause {
    case .lock, .wait, .sleep, .fileIO, .socket, .pipe, .childProcess, .poll, .stopped: break
    default: return nil
    }
    var times: [Cause: Double] = [:]
    for note in notes where note.isBlocked { times[note.kind.cause, default: 0] += note.weight }
    let total = times.values.reduce(0, +)
    let other = times.filter { $0.key != diagnosis.cause && $0.key != .unknown && $0.key != .majorFaults }
      .max { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) }
    guard let other, total > 0 else { return nil }
    let share = diagnosis.shares.blocked * other.value / total
    guard share >= leastRest else { return nil }
    let chosen = notes.filter { $0.kind.cause == other.key }
    return Diagnosis.Part(cause: other.key, share: share, mostFrequentCall(chosen))
  }

  /// A call in which a thread was found, and what it waited for there.
  struct FoundCall {
    var name = ""
    var channel = ""
    var descriptor = ""
    var address = ""
    /// Number of descriptors and addresses beside these.
    var others = 0
  }

  /// The most frequent call of these notes, with its most frequent channel, and the address and descriptor of its longest waits: a
  /// descriptor of another call is not what this one waited for.
  static func mostFrequentCall(_ notes: [WaitNote]) -> FoundCall {
    let calls = notes.map { $0.call.map(SystemCallTable.name) ?? "" }
    var found = FoundCall()
    found.name = mostFrequent(calls)
    // A tracer stops a thread in any call.
    let meant = zip(notes, calls).filter { $0.kind == .stopped || $1 == found.name }.map(\.0)
    found.channel = mostFrequent(meant.map(\.waitChannel))
    found.address = longest(meant, \.address)
    found.descriptor = longest(meant.filter { $0.address == found.address }, \.descriptor)
    found.others = others(found.name, meant)
    return found
  }

  /// The text of the notes that represent the most time together; empty texts do not count.
  private static func longest(_ notes: [WaitNote], _ text: (WaitNote) -> String) -> String {
    var times: [String: Double] = [:]
    for note in notes where !text(note).isEmpty { times[text(note), default: 0] += note.weight }
    return times.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
  }

  /// How many descriptors the notes have beside the longest one, where a program uses one after the other: it closes several numbers, or
  /// connects a new socket to each address of a host.
  private static func others(_ call: String, _ notes: [WaitNote]) -> Int {
    guard call == "close" || call == "connect" else { return 0 }
    // The descriptor of a stopped thread is its tracer.
    let found = notes.filter { $0.kind != .stopped && !$0.descriptor.isEmpty }
    // An address that could not be read once is no other one.
    let known = found.filter { !$0.address.isEmpty }
    return max(Set((known.isEmpty ? found : known).map { [$0.descriptor, $0.address] }).count - 1, 0)
  }

  /// The notes with the time that each represents: an unchanged thread is looked at more rarely. Notes from before the readings
  /// have none.
  static func weighed(_ notes: [WaitNote], _ readings: [ThreadReading]) -> [WaitNote] {
    guard let first = readings.first, let last = readings.last, last.time > first.time,
      notes.allSatisfy({ $0.time >= first.time })
    else { return notes }
    var notes = notes
    let weights = weights(of: notes, from: first.time, to: last.time).map { UInt64($0) }
    for (index, claim) in TimeClaims.of(weights).enumerated() { notes[index].weight = Double(claim) }
    return notes
  }

  /// The time that each note represents: from half way to the one before to half way to the next; the first from the first reading on,
  /// the last to the last one.
  static func weights(of notes: [WaitNote], from start: UInt64, to end: UInt64) -> [Double] {
    var edges = [Double(start)]
    for index in notes.indices.dropLast() {
      edges.append(max((Double(notes[index].time) + Double(notes[index + 1].time)) / 2, edges[index]))
    }
    edges.append(max(Double(end), edges[edges.count - 1]))
    return notes.indices.map { edges[$0 + 1] - edges[$0] }
  }

  /// Adds the newest chain of waits that begins with the named owner; deadlocks are preferred.
  static func describeChain(_ diagnosis: inout Diagnosis, _ notes: [WaitNote]) {
    let owner = diagnosis.lockOwner
    let meant = notes.filter { $0.owner?.thread == owner?.thread && $0.chain != nil }
    guard let note = meant.last(where: { $0.chain?.isDeadlock == true }) ?? meant.last else { return }
    diagnosis.chain = note.chain
    diagnosis.lockOwner?.waitsFor = note.owner?.waitsFor ?? 0
    diagnosis.lockOwner?.isDeadlock = note.owner?.isDeadlock ?? false
  }

  /// The longest of a holder's stacks that end in its most frequent function.
  static func typical(_ owners: [LockOwner], _ functionStart: (UInt) -> UInt) -> LockOwner? {
    func leaf(_ owner: LockOwner) -> String {
      owner.stack.addresses.first.map { "\(functionStart($0))" } ?? ""
    }
    let function = mostFrequent(owners.map(leaf))
    return owners.filter { leaf($0) == function }.max {
      $0.stack.addresses.count < $1.stack.addresses.count
    }
  }
}

extension [ThreadReading] {
  /// The readings without the frozen time, by which the last one is shifted back.
  func leavingOut(_ frozenTime: UInt64) -> [ThreadReading] {
    guard count > 1, frozenTime > 0, var last, let first else { return self }
    let span = last.time &- Swift.min(first.time, last.time)
    last.time &-= Swift.min(frozenTime, span &- Swift.min(span, 1))
    return dropLast() + [last]
  }
}

extension Diagnosis.Part {
  init(cause: Cause, share: Double, _ call: Diagnosing.FoundCall) {
    self.init(cause: cause, share: share)
    (systemCall, descriptor) = (call.name, call.descriptor)
    (address, otherDescriptors) = (call.address, call.others)
  }
}
