/// Why a loop got no processor, in words, as far as it is known.
extension StallReport {
  /// " because it got no processor: …"; of a part of the time, and what the rest was.
  var starvationText: String {
    let (diagnosis, shares) = (record.diagnosis, record.diagnosis.shares)
    guard shares.blocked >= Diagnosing.leastRest else { return " \(rivalryText)" }
    // What it waited for is the cause itself where the machine's doing came on top.
    let rest: String
    if diagnosis.cause == .starved {
      rest = restText
    } else {
      let text = clause(diagnosis.cause, diagnosis.systemCall, objectText)
      rest = Self.isWork(diagnosis.cause) ? "" : ", and for \(Self.time(part(shares.blocked))) \(text)"
    }
    return rest.isEmpty
      ? " \(rivalryText)" : ", \(Self.time(part(shares.queue))) of that \(rivalryText)\(rest)"
  }

  private var rivalryText: String { rivalText + throttledText + niceText }

  /// The thread's nice value, where other threads may have had the processors for it; within the process, only the busiest thread's is known.
  /// Which threads are of the same scheduling group is not known: the text states the value, not an effect.
  private var niceText: String {
    guard let rivalry = record.diagnosis.rivalry, let nice = rivalry.nice, nice > 0 else { return "" }
    let text = "; the loop's thread has the nice value \(nice)"
    switch rivalry.reason(lost: part(record.diagnosis.shares.queue)) {
    case .quota, .host: return ""
    case .ownThreads where rivalry.thread != 0:
      guard let other = rivalry.threadNice, nice > other else { return "" }
      return "\(text), thread \(rivalry.thread) has \(other)"
    case .ownThreads, .otherProcesses, .anyWork, .unknown:
      return "\(text), which counts within its scheduling group"
    }
  }

  /// Beside others that had the processors, the quota, where it cost a tenth of the lost time or more.
  private var throttledText: String {
    guard let rivalry = record.diagnosis.rivalry, let quota = rivalry.quota else { return "" }
    let lost = part(record.diagnosis.shares.queue)
    guard rivalry.reason(lost: lost) != .quota, rivalry.throttledTime > 0, rivalry.throttledTime >= lost / 10
    else { return "" }
    return "; its control group was throttled, too, for \(Self.time(rivalry.throttledTime)) "
      + "(quota \(Int((quota * 100).rounded())) % of a processor)"
  }

  /// The second of the process's own threads and other processes, where its use is half of the first one's or more.
  private func besideText(_ rivalry: Rivalry, _ reason: Rivalry.Reason) -> String {
    guard let own = rivalry.ownUse, let other = rivalry.otherUse, own > 0.01, other > 0.01 else { return "" }
    switch reason {
    case .ownThreads where other >= own / 2: return "; other processes used \(Self.percent(other))"
    case .otherProcesses where own >= other / 2:
      return "; other threads of its process used \(Self.percent(own))\(Self.busiest(rivalry))"
    default: return ""
    }
  }

  /// ", most of all thread 12 'decoder'"
  private static func busiest(_ rivalry: Rivalry) -> String {
    let name = rivalry.threadName.isEmpty ? "" : " '\(rivalry.threadName)'"
    return rivalry.thread == 0 ? "" : ", most of all thread \(rivalry.thread)\(name)"
  }

  private var rivalText: String {
    guard let rivalry = record.diagnosis.rivalry else { return "because it got no processor" }
    let lost = part(record.diagnosis.shares.queue)
    let reason = rivalry.reason(lost: lost)
    let rest = besideText(rivalry, reason) + stolenText(rivalry)
    switch reason {
    case .quota:
      let quota = rivalry.quota.map { " (quota \(Self.percent($0)) of a processor)" } ?? ""
      // Of the thread's own time: what the group lost is counted on each processor.
      return
        "because its control group had used up its quota\(quota): it got no processor for \(Self.time(lost)) of that"
    case .ownThreads:
      return "because it got no processor: other threads of its process used "
        + room(rivalry, rivalry.ownUse ?? 0, Self.busiest(rivalry)) + rest
    case .otherProcesses:
      let text = machineText(rivalry)
      guard let use = rivalry.otherUse else {
        return "because it got no processor: other processes had them\(text)\(stolenText(rivalry))"
      }
      return "because it got no processor: other processes used \(room(rivalry, use, text))" + rest
    case .anyWork:
      return "because it got no processor: other threads of its process and other processes together used "
        + room(rivalry, rivalry.sharedUse ?? 0, "") + stolenText(rivalry)
    case .host:
      return "because it got no processor: the machine's host gave "
        + room(rivalry, rivalry.stolenUse ?? 0, " to others (steal time)")
    case .unknown:
      let waited =
        rivalry.pressure.flatMap { rivalry.allowed.isEmpty ? $0 : nil }
        .map { "; for \(Self.percent($0)) of the time some work waited for one" } ?? ""
      return "because it got no processor; which other work had them is not known\(waited)"
    }
  }

  private static func percent(_ use: Double) -> String { "\(Int((use * 100).rounded())) %" }

  /// "186 % of one (load 6.2), and there are 2"; of a thread that may not run on all, which it may use.
  private func room(_ rivalry: Rivalry, _ use: Double, _ text: String) -> String {
    let count = rivalry.processors
    if rivalry.allowed.isEmpty {
      return "\(Self.percent(use)) of one\(text), and there \(count == 1 ? "is" : "are") \(count)"
    }
    if count == 1 {
      return "\(Self.percent(use)) of processor \(rivalry.allowed)\(text), the only one that it may use"
    }
    return
      "\(Self.percent(use)) of one\(text), and there are \(count) that it may use (\(rivalry.allowed))"
  }

  /// The machine's load and pressure, if the thread may run on all of its processors.
  private func machineText(_ rivalry: Rivalry) -> String {
    guard rivalry.allowed.isEmpty else { return "" }
    let load = rivalry.load.map { "load \(Int($0)).\(Int($0 * 10) % 10)" }
    let facts = [load, rivalry.pressure.map { "pressure \(Self.percent($0))" }].compactMap(\.self)
    return facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))"
  }

  /// What the machine's host gave to others besides, where that is a tenth of a processor or more.
  private func stolenText(_ rivalry: Rivalry) -> String {
    guard let stolen = rivalry.stolenUse, stolen >= 0.1 else { return "" }
    return "; the machine's host gave \(Self.percent(stolen)) of one to others (steal time)"
  }
}
