// Why a callout took long, in words. What is not known is not said.
extension StallReport {
  /// By cause, the function that the time of this cause was spent in: of its own stacks, not of the other half's.
  static func culprits(_ record: StallRecord, _ tree: CallTree, _ namer: SymbolNames) -> [Cause: CodeFrame] {
    var culprits: [Cause: CodeFrame] = [:]
    for cause in [record.diagnosis.cause, record.diagnosis.rest?.cause].compactMap(\.self) {
      let isMeant = samples(of: cause)
      let meant = record.samples.count(where: isMeant)
      // Without stacks of the cause nothing is known of its place.
      guard meant > 0 || record.samples.isEmpty else { continue }
      if meant == record.samples.count {
        culprits[cause] = tree.culprit
      } else {
        culprits[cause] = CallTree(record, named: namer, where: isMeant).culprit
      }
    }
    return culprits
  }

  private static func samples(of cause: Cause) -> (StackSample) -> Bool {
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
    case .lock, .wait, .sleep, .fileIO, .socket, .pipe, .childProcess, .poll:
      { $0.found == cause || $0.found == nil && $0.means == .procfs }
    case .majorFaults, .starved, .unknown: { _ in true }
    }
  }

  /// By cause, the function of the system that the culprit called, where all of its stacks have the same.
  static func callees(_ record: StallRecord, _ culprits: [Cause: CodeFrame], _ namer: SymbolNames) -> [Cause:
    String]
  {
    var callees: [Cause: String] = [:]
    for (cause, culprit) in culprits where cause == .wait {
      let isMeant = samples(of: cause)
      var names: Set<String> = []
      for sample in record.samples where isMeant(sample) {
        let frames = namer.frames(sample.addresses)
        guard
          let place = frames.firstIndex(where: {
            $0.shortName == culprit.shortName && $0.image == culprit.image
          }),
          let callee = frames[..<place].last(where: { !$0.isThunk && !$0.rawName.isEmpty })
        else { continue }
        names.insert(plainName(callee.shortName))
      }
      if names.count == 1 { callees[cause] = names.first }
    }
    return callees
  }

  /// What a library calls inside is named as it is called from outside: "pthread_cond_timedwait@@GLIBC_2.3.2" and
  /// "__new_sem_wait_slow64.constprop.0".
  static func plainName(_ name: String) -> String {
    guard !name.contains("(") else { return name }
    var plain = name.prefix { $0 != "@" && $0 != "." }
    for suffix in ["64", "_slow"] where plain.hasSuffix(suffix) { plain = plain.dropLast(suffix.count) }
    plain = plain.drop { $0 == "_" }
    if plain.hasPrefix("new_") { plain = plain.dropFirst(4) }
    return plain.isEmpty ? name : String(plain)
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

  /// The function that somebody would look at first.
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
    if all.count == 1 { return "\(all[0]), or another of \(functions.count) of this name" }
    let names = all.prefix(6)
    let more = all.count > names.count ? ", …" : ""
    return frame.shortName
      + (names.isEmpty
        ? " (code that several functions share)" : ", code shared by \(names.joined(separator: ", "))\(more)")
  }

  var why: String {
    let diagnosis = record.diagnosis
    let cause = diagnosis.cause
    if cause == .lock || cause == .wait && diagnosis.lockOwner?.kind == .join {
      let time = diagnosis.rest == nil ? "" : "for \(Self.time(part(waited))) "
      return time + ownerText + restText
    }
    let text = Self.clause(cause, record, callText(diagnosis.systemCall, cause), diagnosis.descriptor) {
      culpritText($0, of: cause)
    }
    guard diagnosis.rest != nil else { return text }
    // Each half with its time.
    guard Self.isWork(cause) else {
      return "for \(Self.time(part(waited))) \(text)\(restText)"
    }
    let worked = diagnosis.shares.processor + diagnosis.shares.queue
    return "for \(Self.time(part(worked))) \(text)\(queueText(of: worked))\(restText)"
  }

  private static func isWork(_ cause: Cause) -> Bool { [.processor, .kernel, .minorFaults].contains(cause) }

  /// The share of the wait for the cause: without that of another wait, which has a clause of its own.
  private var waited: Double {
    let blocked = record.diagnosis.shares.blocked
    guard let rest = record.diagnosis.rest, !Self.isWork(rest.cause) else { return blocked }
    return blocked - rest.share
  }

  private var restText: String {
    guard let rest = record.diagnosis.rest else { return "" }
    let text = Self.clause(rest.cause, record, callText(rest.systemCall, rest.cause), rest.descriptor) {
      culpritText($0, of: rest.cause)
    }
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

  /// Nearly every wait for another thread is a futex: the function that was called says more.
  private func callText(_ call: String, _ cause: Cause) -> String {
    guard call == "futex", let function = callees[cause], !function.isEmpty else { return call }
    return function
  }

  func part(_ share: Double) -> UInt64 {
    UInt64(Double(min(record.duration, 1 << 57)) * min(max(share, 0), 1))
  }

  /// "it slept (nanosleep), called from rest(_:)"
  private static func clause(
    _ cause: Cause, _ record: StallRecord, _ systemCall: String, _ descriptor: String,
    _ culprit: (String) -> String
  ) -> String {
    let call = systemCall.isEmpty ? "" : " (\(systemCall))"
    let object = descriptor.isEmpty ? "" : " \(descriptor)"
    return switch cause {
    case .processor: "it computed\(culprit(", mostly in "))"
    case .kernel: "it worked in the kernel\(culprit(", called from "))"
    case .minorFaults:
      "it touched new memory, \(record.diagnosis.minorFaults) pages\(culprit(", mostly in "))"
    case .majorFaults:
      "it waited for pages from the disk, \(record.diagnosis.majorFaults) of them\(culprit(", mostly in "))"
    case .lock: "it waited\(culprit(" in ")) for a lock"
    case .wait: "it waited for another thread or for an event\(object)\(call)\(culprit(", called from "))"
    case .sleep: "it slept\(call)\(culprit(", called from "))"
    case .fileIO: "it waited for a file\(object)\(call)\(culprit(", called from "))"
    case .socket: "it waited for a socket\(object)\(call)\(culprit(", called from "))"
    case .pipe: "it waited for a pipe\(object)\(call)\(culprit(", called from "))"
    case .childProcess: "it waited for a child process\(call)\(culprit(", called from "))"
    case .poll:
      "it waited for\(descriptor.isEmpty ? " descriptors" : object) outside of the loop\(call)\(culprit(", called from "))"
    case .starved: "it could run, and got no processor"
    case .unknown: "why is not known\(culprit("; it was mostly in "))"
    }
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
          "it waited\(place) for \(owner.holders) threads to end, one after the other (pthread_join), longest for thread "
          + "\(owner.thread)\(name)\(busy)"
      }
      let end = "it waited\(place) for thread \(owner.thread)\(name) to end (pthread_join)\(busy)"
      return owner.isDeadlock && owner.thread != record.thread
        ? "\(end); and that waits for it: a deadlock" : end
    }
    if owner.readers > 0 {
      let count = owner.readers == 1 ? "one reader" : "\(owner.readers) readers"
      return
        "it waited\(place) to write under \(lock) that \(count) held; which threads they are is not in the lock"
    }
    if owner.thread == record.thread {
      return "it waited\(place) for \(lock) that it holds itself: a deadlock"
    }
    if owner.process != 0 {
      let thread = owner.thread == owner.process ? "" : "thread \(owner.thread) of "
      return "it waited\(place) for \(lock) that was held by \(thread)process \(owner.process)\(name)"
    }
    if owner.holders > 1, !owner.isDeadlock {
      return "it waited\(place) for \(lock) that \(owner.holders) threads held in turn, most often thread "
        + "\(owner.thread)\(name)\(busy)"
    }
    let held = "it waited\(place) for \(lock) that was held by thread \(owner.thread)\(name)\(busy)"
    guard owner.isDeadlock else { return held }
    return owner.waitsFor == record.thread
      ? "\(held), and that waits for one that this thread holds: a deadlock"
      : "\(held), and that waits for thread \(owner.waitsFor), and so on back to this one: a deadlock"
  }

  /// " because it got no processor: …"; of a part of the time, and what the rest was.
  var starvationText: String {
    let (diagnosis, shares) = (record.diagnosis, record.diagnosis.shares)
    guard shares.blocked >= Diagnosing.leastRest else { return " \(rivalryText)" }
    // What it waited for is the cause itself where the machine's doing came on top.
    let rest: String
    if diagnosis.cause == .starved {
      rest = restText
    } else {
      let text = Self.clause(diagnosis.cause, record, diagnosis.systemCall, diagnosis.descriptor) {
        culpritText($0, of: diagnosis.cause)
      }
      rest = Self.isWork(diagnosis.cause) ? "" : ", and for \(Self.time(part(shares.blocked))) \(text)"
    }
    return rest.isEmpty
      ? " \(rivalryText)" : ", \(Self.time(part(shares.queue))) of that \(rivalryText)\(rest)"
  }

  private var rivalryText: String { rivalText + throttledText }

  /// Beside others that had the processors, the quota, where it cost a tenth of the lost time or more.
  private var throttledText: String {
    guard let rivalry = record.diagnosis.rivalry, let quota = rivalry.quota else { return "" }
    let lost = part(record.diagnosis.shares.queue)
    guard rivalry.reason(lost: lost) != .quota, rivalry.throttledTime > 0, rivalry.throttledTime >= lost / 10
    else { return "" }
    return "; its control group was throttled, too, for \(Self.time(rivalry.throttledTime)) "
      + "(quota \(Int((quota * 100).rounded())) % of a processor)"
  }

  private var rivalText: String {
    guard let rivalry = record.diagnosis.rivalry else { return "because it got no processor" }
    func processors(_ use: Double) -> String { "\(Int((use * 100).rounded())) %" }
    let lost = part(record.diagnosis.shares.queue)
    switch rivalry.reason(lost: lost) {
    case .quota:
      let quota = rivalry.quota.map { " (quota \(processors($0)) of a processor)" } ?? ""
      // Of the thread's own time: what the group lost is counted on each processor.
      return
        "because its control group had used up its quota\(quota): it got no processor for \(Self.time(lost)) of that"
    case .ownThreads:
      let name = rivalry.threadName.isEmpty ? "" : " '\(rivalry.threadName)'"
      let busiest = rivalry.thread == 0 ? "" : ", most of all thread \(rivalry.thread)\(name)"
      return
        "because it got no processor: other threads of its process used \(processors(rivalry.ownUse ?? 0)) of one"
        + "\(busiest), and there \(rivalry.processors == 1 ? "is" : "are") \(rivalry.processors)"
    case .otherProcesses:
      let load = rivalry.load.map { "load \(Int($0)).\(Int($0 * 10) % 10)" }
      let facts = [load, rivalry.pressure.map { "pressure \(processors($0))" }].compactMap(\.self)
      let text = facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))"
      guard let use = rivalry.otherUse else {
        return "because it got no processor: other processes had them\(text)"
      }
      return
        "because it got no processor: other processes used \(processors(use)) of one\(text), "
        + "and there \(rivalry.processors == 1 ? "is" : "are") \(rivalry.processors)"
    case .unknown:
      let waited =
        rivalry.pressure.map { "; for \(processors($0)) of the time some work waited for one" } ?? ""
      return "because it got no processor; which other work had them is not known\(waited)"
    }
  }
}

extension CodeFrame {
  /// The compiler made one function of several that are alike: it has the name of any of them.
  var isShared: Bool { shortName.hasPrefix("merged ") }
}
