// Why a callout took long, in words, without speculation.
extension StallReport {
  /// By cause, the function that the time of this cause was spent in: of its own stacks, not of the other half's.
  static func culprits(_ record: StallRecord, _ tree: CallTree, _ namer: SymbolNames) -> [Cause: CodeFrame] {
    var culprits: [Cause: CodeFrame] = [:]
    for cause in [record.diagnosis.cause, record.diagnosis.rest?.cause].compactMap(\.self) {
      let isMeant = samples(of: cause)
      let meant = record.samples.count(where: isMeant)
      if meant == record.samples.count {
        culprits[cause] = tree.culprit
      } else if meant > 0 {
        culprits[cause] = CallTree(record, named: namer, where: isMeant).culprit
      }
      // Without stacks of the cause nothing is known of its place, mostly.
      if culprits[cause] == nil, isWork(cause), !record.samples.isEmpty {
        culprits[cause] = interruptedWork(record, namer, where: isMeant)
      }
    }
    return culprits
  }

  /// The function of a wait that work interrupts again and again: stacks are of waits alone, and stand for much of the work's time, too.
  private static func interruptedWork(
    _ record: StallRecord, _ namer: SymbolNames, where isWork: @escaping (StackSample) -> Bool
  ) -> CodeFrame? {
    let isWait = { !$0.addresses.isEmpty && !isWork($0) } as (StackSample) -> Bool
    let waits = zip(record.samples, CallTree.weights(of: record)).filter { isWait($0.0) }
    let shares = record.diagnosis.shares
    let least = (shares.blocked + (shares.processor + shares.queue) / 4) * Double(record.duration)
    // The time before the first stack is unknown.
    let unseen = record.samples.first.map { Double($0.time - min(record.started, $0.time)) } ?? 0
    guard waits.count >= 3, waits.reduce(-unseen, { $0 + Double($1.1) }) >= least else { return nil }
    return CallTree(record, named: namer, where: isWait).culprit
  }

  static func samples(of cause: Cause) -> (StackSample) -> Bool {
    switch cause {
    case .processor, .kernel, .minorFaults:
      { sample in
        switch sample.found {
        case nil: sample.means != .procfs
        // A page that has to come, or memory that the kernel prepares, is met on the way.
        case .processor, .kernel, .minorFaults, .majorFaults, .starved: true
        default: false
        }
      }
    case .lock, .wait, .sleep, .fileIO, .socket, .pipe, .childProcess, .poll, .stopped:
      { $0.found == cause || $0.found == nil && $0.means == .procfs }
    case .majorFaults, .starved, .unknown: { _ in true }
    }
  }

  /// By raw name, who calls those of the culprits that are code of several functions which nothing tells apart.
  static func callers(
    _ culprits: [Cause: CodeFrame], _ shared: [String: [CodeFrame]], _ record: StallRecord,
    _ namer: SymbolNames
  ) -> [String: CodeFrame] {
    var callers: [String: CodeFrame] = [:]
    for culprit in culprits.values where culprit.isShared && shared[culprit.rawName]?.count != 1 {
      for sample in record.samples {
        let frames = namer.frames(sample.addresses)
        guard let place = frames.firstIndex(where: { $0.rawName == culprit.rawName }) else { continue }
        let caller = frames[(place + 1)...].first {
          !$0.isSystem && !$0.isThunk && $0.shortName != culprit.shortName
        }
        // What the loop called is named as the callout.
        if let caller, !caller.isLoop, !caller.isShared { callers[culprit.rawName] = caller }
        break
      }
    }
    return callers
  }

  /// The function to look at first.
  public var culprit: CodeFrame? { culprits[record.diagnosis.cause] }

  func culpritText(_ introduction: String, of cause: Cause) -> String {
    guard let frame = culprits[cause] else { return "" }
    let caller = callers[frame.rawName].map { ", called from \(Self.text($0))" } ?? ""
    return introduction + Self.text(frame, sharedBy: shared[frame.rawName] ?? []) + caller
  }

  /// "load(_:) (Feed.swift:41)"
  private static func text(_ frame: CodeFrame, sharedBy functions: [CodeFrame] = []) -> String {
    let text = "\(frame.shortName)\(frame.place.isEmpty ? "" : " (\(frame.place))")"
    guard frame.isShared else { return text }
    // Lines in it are those of whichever function it was made from.
    if functions.count == 1 { return self.text(functions[0]) }
    var all: [String] = []
    for function in functions {
      let text = "\(function.shortName)\(function.place.isEmpty ? "" : " (\(function.place))")"
      if !all.contains(text) { all.append(text) }
    }
    // What the compiler made of one function several times has one name.
    if all.count == 1 {
      let count = functions.count < SharedCode.most ? "\(functions.count)" : "many"
      return "\(all[0]), or another of \(count) of this name"
    }
    let names = all.prefix(6)
    let more = all.count > names.count ? ", …" : ""
    return frame.shortName
      + (names.isEmpty
        ? " (code that several functions share)"
        : " (code shared by \(names.joined(separator: ", "))\(more))")
  }

  var why: String {
    let diagnosis = record.diagnosis
    let cause = diagnosis.cause
    if cause == .lock || cause == .wait && diagnosis.lockOwner?.kind == .join {
      let time = diagnosis.rest == nil ? "" : "for \(Self.time(part(waited))) "
      return time + ownerText + restText
    }
    let text = clause(cause, diagnosis.systemCall, objectText) + endersText
    guard diagnosis.rest != nil else { return text }
    // Each half with its time.
    guard Self.isWork(cause) else {
      return "for \(Self.time(part(waited))) \(text)\(restText)"
    }
    let worked = diagnosis.shares.processor + diagnosis.shares.queue
    return "for \(Self.time(part(worked))) \(text)\(queueText(of: worked))\(restText)"
  }

  static func isWork(_ cause: Cause) -> Bool { [.processor, .kernel, .minorFaults].contains(cause) }

  /// The share of the wait for the cause: without that of another wait, which has a clause of its own.
  private var waited: Double {
    let blocked = record.diagnosis.shares.blocked
    guard let rest = record.diagnosis.rest, !Self.isWork(rest.cause) else { return blocked }
    return blocked - rest.share
  }

  var restText: String {
    guard let rest = record.diagnosis.rest else { return "" }
    let text = clause(
      rest.cause, rest.systemCall, Self.object(rest.descriptor, rest.address, rest.otherDescriptors))
    let queue = Self.isWork(rest.cause) ? queueText(of: rest.share) : ""
    return ", and for \(Self.time(part(rest.share))) \(text)\(queue)"
  }

  /// Of the time of work, how long it could have run and did not, where that is a tenth or more.
  private func queueText(of worked: Double) -> String {
    let shares = record.diagnosis.shares
    // The work's time may be that on processors alone.
    let lost = min(shares.queue, worked - shares.processor)
    return lost >= 0.1 ? ", without a processor for \(Self.time(part(lost))) of that" : ""
  }

  func part(_ share: Double) -> UInt64 {
    UInt64(Double(min(record.duration, 1 << 57)) * min(max(share, 0), 1))
  }

  /// Whether a function is the one by which Swift's runtime initializes global variables lazily (swift_once).
  static func isOnce(_ function: String) -> Bool {
    function == "swift_once" || function.contains("threading_impl::once_slow")
  }

  /// Of a lock, and of a thread whose end it waits for.
  private var ownerText: String {
    let cause = record.diagnosis.cause
    let place = culpritText(" in ", of: cause)
    guard let owner = record.diagnosis.lockOwner else {
      let file = record.diagnosis.descriptor
      return "it waited\(place) for \(file.isEmpty ? "a lock" : "the lock of the file \(file)")"
    }
    let name = owner.threadName.isEmpty ? "" : " '\(owner.threadName)'"
    let busy = ownerStack.first { !$0.isSystem }.map { ", which was in \(Self.text($0))" } ?? ""
    // Swift's runtime initializes global variables lazily (swift_once), under a lock like a Mutex.
    if owner.kind == .mutex, callees[.lock].map(Self.isOnce) == true {
      let initialization = "it waited\(place) for a one-time initialization (swift_once)"
      guard owner.thread != record.thread else { return "\(initialization) that it is in itself: a deadlock" }
      if owner.holders > 1, !owner.isDeadlock {
        return
          "it waited\(place) for one-time initializations (swift_once) by at least \(owner.holders) threads in turn, most often thread "
          + "\(owner.thread)\(name)\(busy)"
      }
      return "\(initialization) by thread \(owner.thread)\(name)\(busy)" + chainText(after: owner)
    }
    let lock: String
    switch owner.kind {
    case .pthreadMutex: lock = "a pthread mutex"
    case .mutex: lock = "a Mutex"
    case .readWriteLock: lock = "a read-write lock"
    case .file:
      let file = record.diagnosis.descriptor
      lock = "the lock of \(file.isEmpty ? "a file" : "the file \(file)")"
    case .join:
      if owner.holders > 1, !owner.isDeadlock {
        return
          "it waited\(place) for at least \(owner.holders) threads to end, one after the other (pthread_join), longest for thread "
          + "\(owner.thread)\(name)\(busy)"
      }
      let end = "it waited\(place) for thread \(owner.thread)\(name) to end (pthread_join)\(busy)"
      return end + chainText(after: owner)
    }
    if owner.readers > 0 {
      let count = owner.readers == 1 ? "one reader" : "\(owner.readers) readers"
      return
        "it waited\(place) to write under \(lock) that \(count) held; which threads they are is not in the lock"
    }
    if owner.kind == .file && owner.thread == 0 {
      return "it waited\(place) for \(lock), which this process itself has locked by another descriptor"
    }
    if owner.thread == record.thread {
      return "it waited\(place) for \(lock) that it holds itself: a deadlock"
    }
    if owner.process != 0 {
      let thread = owner.thread == owner.process ? "" : "thread \(owner.thread) of "
      return "it waited\(place) for \(lock) that was held by \(thread)process \(owner.process)\(name)"
    }
    if owner.holders > 1, !owner.isDeadlock {
      return
        "it waited\(place) for \(lock) that at least \(owner.holders) threads held in turn, most often thread "
        + "\(owner.thread)\(name)\(busy)"
    }
    let held = "it waited\(place) for \(lock) that was held by thread \(owner.thread)\(name)\(busy)"
    return held + chainText(after: owner)
  }
}

extension CodeFrame {
  /// Whether the compiler merged several equal functions into this one, which has the name of one of them.
  var isShared: Bool { shortName.hasPrefix("merged ") }
}
