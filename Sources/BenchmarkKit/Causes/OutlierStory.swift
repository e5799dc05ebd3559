import PlainText

extension CauseWatch.Outlier {
  /// The most moments of the time line that a story shows, not counting those that every story has.
  static let mostLines = 60

  /// The story of an outlier as text: the parts, and a time line from the intended start on.
  public func story(_ subject: String) -> String {
    let latency = Double(Swift.max(1, sample.latency))
    var text = "\(subject): a callout was \(Self.time(Double(sample.latency))) late\n"
    for (cause, part) in diagnosis.parts.bySize {
      text +=
        "  \(Quantity.fixed(Double(part) / latency * 100, 1))%  \(Self.time(Double(part)))  \(cause.name)\n"
    }
    text += "\(diagnosis.main.name): \(diagnosis.main.advice)\n"
    text += "Time line, from the intended start, and from the line before:\n"
    text += timeline.text
    if sample.events == nil { text += "  (context switches were not recorded)\n" }
    text += "Counters from the callout before to this one: \(counters)\n"
    return text
  }

  private struct Moment {
    let time: UInt64
    let text: String
    /// Whether every story has it, however long its time line is.
    var isAlwaysShown = false
  }

  /// Everything that is known of, by time.
  private var moments: [Moment] {
    var moments = [
      Moment(time: sample.before.time, text: "the callout before this one has ended", isAlwaysShown: true),
      Moment(time: sample.intended, text: "INTENDED START", isAlwaysShown: true),
      Moment(time: sample.called, text: "CALLED", isAlwaysShown: true),
    ]
    func add(_ time: UInt64, _ text: String) { moments.append(Moment(time: time, text: text)) }
    for event in sample.events ?? [] where event.time >= sample.before.time && event.time <= sample.after.time
    {
      let place = sample.seesOthers ? "" : " on processor \(event.processor)"
      switch event.kind {
      case .arrival(let thread): add(event.time, "\(name(thread)) runs\(place)")
      case .departure(true): add(event.time, "the loop's thread is preempted\(place)")
      case .departure(false): add(event.time, "the loop's thread sleeps\(place)")
      case .interruptBegin: add(event.time, "an interrupt's handler begins")
      case .interruptEnd: add(event.time, "an interrupt's handler ends")
      }
    }
    if sample.continued >= sample.before.time, sample.continued <= sample.after.time {
      add(sample.continued, "the process continues after a stop")
    }
    return moments.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(
      \.element)
  }

  private var timeline: TextTable {
    var table = TextTable([("", .left), ("start", .right), ("before", .right), ("", .left)])
    let moments = moments
    var last = moments.first?.time ?? 0
    var leftOut = 0
    for (index, moment) in moments.enumerated() {
      if moments.count <= Self.mostLines || index < Self.mostLines / 2 || moment.isAlwaysShown
        || index >= moments.count - Self.mostLines / 2
      {
        if leftOut > 0 { table.add([" ", "", "", "… \(leftOut) more …"]) }
        leftOut = 0
        let offset =
          moment.time >= sample.intended
          ? "+" + Self.time(Double(moment.time - sample.intended))
          : "-" + Self.time(Double(sample.intended - moment.time))
        table.add([" ", offset, "+" + Self.time(Double(moment.time - last)), moment.text])
      } else {
        leftOut += 1
      }
      last = moment.time
    }
    return table
  }

  private func name(_ thread: Int32) -> String {
    guard let name = threads[thread] else { return "thread \(thread), which has ended," }
    return thread == 0 || thread == sample.thread ? name : "\(name.plainLine) (thread \(thread))"
  }

  private var counters: String {
    let growth: [(String, UInt64)] = [
      ("page faults", sample.growth(\.minorFaults)), ("of them from a disk", sample.growth(\.majorFaults)),
      ("sleeps", sample.growth(\.voluntarySwitches)), ("preemptions", sample.growth(\.involuntarySwitches)),
    ]
    let times: [(String, UInt64)] = [
      ("processor time", sample.growth(\.processorTime)), ("run delay", sample.growth(\.runDelay)),
      ("throttled", sample.growth(\.throttled)), ("stolen", sample.stolen),
    ]
    return (growth.map { "\($0.0) \($0.1)" } + times.map { "\($0.0) \(Self.time(Double($0.1)))" })
      .joined(separator: ", ")
  }

  private static func time(_ nanoseconds: Double) -> String { Quantity.text(nanoseconds, unit: "ns") }
}
