import PlainText
import StallMonitoring

/// A report as text for people.
enum StallText {
  static func full(_ report: StallReport, allFrames: Bool = false) -> String {
    var text = "Stall \(report.id.plainLine)\n\n\(wrapped(report.sentence.plainLine, width: 96))\n\n"
    for (name, value) in facts(report) where !value.isEmpty {
      let name = name.plainLine
      text += "  \(name)\(String(repeating: " ", count: max(1, 12 - name.count)))\(value.plainLine)\n"
    }
    let tree = tree(report, allFrames: allFrames)
    if !tree.isEmpty {
      let count = report.record.samples.count
      text += "\nWhere the time went, by \(count) stack\(count == 1 ? "" : "s"):\n\n\(tree)"
    }
    if let owner = report.record.diagnosis.lockOwner, owner.thread != 0, owner.thread != report.record.thread,
      owner.process == 0
    {
      let name = owner.threadName.isEmpty ? "" : " '\(owner.threadName.plainLine)'"
      text += "\nThread \(owner.thread)\(name) \(owner.kind == .join ? "was" : "held the lock,") at:\n\n"
      text += stack(report.ownerStack, allFrames: allFrames)
    }
    text += chain(report, allFrames: allFrames)
    text += threads(report, allFrames: allFrames)
    if !report.record.otherLoops.isEmpty {
      text += "\nThe other loops meanwhile:\n\n"
      for callout in report.record.otherLoops {
        let what = StallReport.text(callout)
        text += "  " + "\(callout.loop): \(what.isEmpty ? "waiting" : what)".plainLine + "\n"
      }
    }
    for remark in report.remarks { text += "\n\(remark.plainLine)\n" }
    return text
  }

  private static func facts(_ report: StallReport) -> [(String, String)] {
    let record = report.record
    let diagnosis = record.diagnosis
    let found =
      record.found > record.started
      ? "found after \(StallReport.time(record.found - record.started)), " : ""
    var facts = [
      ("begun", "\(report.begun) UTC, \(found)threshold \(StallReport.time(record.threshold))"),
      ("process", "\(report.run.process), \(report.run.executable)"),
      ("thread", "\(record.thread)\(record.threadName.isEmpty ? "" : " '\(record.threadName)'")"),
      ("mode", record.callout.mode),
      ("inside", record.outerCallouts.map { StallReport.text($0) }.joined(separator: ", in ")),
      ("cause", diagnosis.cause.rawValue),
      ("its time", report.sharesText),
      ("faults", faults(diagnosis)),
      (
        "waited in",
        [diagnosis.systemCall, diagnosis.waitChannel].filter { !$0.isEmpty }.joined(separator: ", ")
      ),
      (diagnosis.cause == .stopped ? "stopped by" : "for", report.objectText),
    ]
    if record.frozenTime >= 1_000_000 {
      facts.append(
        (
          "frozen",
          "\(StallReport.time(record.frozenTime)), in which the whole process was frozen, subtracted"
        ))
    }
    if record.suppressed > 0 {
      facts.append(("before it", "\(record.suppressed) of the same kind were not reported"))
    }
    if record.verdict != .reported { facts.append(("verdict", record.verdict.rawValue)) }
    facts += record.notes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    return facts
  }

  private static func faults(_ diagnosis: Diagnosis) -> String {
    let parts = [(diagnosis.majorFaults, "from the disk"), (diagnosis.minorFaults, "for memory")]
    return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  // MARK: Stacks

  /// The call tree from the callout on. What is a chain stays in its column; parts below a fiftieth are left out.
  private static func tree(_ report: StallReport, allFrames: Bool) -> String {
    var lines: [String] = []
    let total = report.tree.root.weight
    guard total > 0 else { return "" }
    let least = total / 50 + (total % 50 > 0 ? 1 : 0)
    // With all frames, or where no callout is to be seen, from the thread's start on.
    let fromCallout = !allFrames && hasCallout(report.tree.root)
    func add(_ node: CallTree.Node, depth: Int, isInside: Bool) {
      let isShown = isInside && (allFrames || !(node.frame.isLoop || node.frame.isThunk || isForwarder(node)))
      if isShown {
        let place = node.frame.place.isEmpty ? "" : "  \(node.frame.place)"
        let share = padded("\(Int((Double(node.weight) / Double(total) * 100).rounded())) %", 6)
        let time = padded(StallReport.time(node.weight), 9)
        lines.append(
          "\(share)\(time)  \(String(repeating: "  ", count: depth))\(node.frame.shortName)\(place)"
            + (node.frame.isSystem && !node.frame.imageName.isEmpty ? "  (\(node.frame.imageName))" : ""))
      }
      let children = node.children.filter { $0.weight >= least }
      for child in children {
        add(
          child, depth: depth + (children.count > 1 && isShown ? 1 : 0),
          isInside: isInside || node.frame.isCallout)
      }
    }
    for child in report.tree.root.children where child.weight >= least {
      add(child, depth: 0, isInside: !fromCallout)
    }
    return lines.map { $0.plainLine + "\n" }.joined()
  }

  /// What passes a closure's context on to it: it has the closure's name, and no time of its own.
  private static func isForwarder(_ node: CallTree.Node) -> Bool {
    node.ownWeight == 0 && node.children.count == 1 && isForwarder(node.frame, to: node.children[0].frame)
  }

  private static func isForwarder(_ frame: CodeFrame, to callee: CodeFrame) -> Bool {
    frame.rawName != callee.rawName && frame.shortName == callee.shortName
  }

  private static func hasCallout(_ node: CallTree.Node) -> Bool {
    node.frame.isCallout || node.children.contains { hasCallout($0) }
  }

  private static func stack(_ frames: [CodeFrame], allFrames: Bool) -> String {
    frames.enumerated().filter { place, frame in
      allFrames
        || !(frame.isLoop || frame.isThunk || place > 0 && isForwarder(frame, to: frames[place - 1]))
    }.map { _, frame in
      let image = frame.isSystem && !frame.imageName.isEmpty ? "  (\(frame.imageName))" : ""
      return "  \(frame.shortName)\(frame.place.isEmpty ? "" : "  \(frame.place)")\(image)".plainLine + "\n"
    }.joined()
  }

  /// Of the threads behind the lock's holder, and of other processes, where they wait.
  private static func chain(_ report: StallReport, allFrames: Bool) -> String {
    report.chain.map { link, frames in
      let stack =
        frames.isEmpty
        ? link.functions.map { "  \($0.plainLine)\n" }.joined() : stack(frames, allFrames: allFrames)
      let name = link.threadName.isEmpty ? "" : " '\(link.threadName.plainLine)'"
      let process = link.process == 0 || link.process == link.thread ? "" : " of process \(link.process)"
      let who = link.process == link.thread ? "Process" : "Thread"
      return stack.isEmpty ? "" : "\n\(who) \(link.thread)\(process)\(name) waited at:\n\n\(stack)"
    }.joined()
  }

  private static func threads(_ report: StallReport, allFrames: Bool) -> String {
    let groups = zip(report.record.threadStacks, report.threadStacks)
    return groups.map { group, frames in
      let name = group.name.isEmpty ? "" : " '\(group.name.plainLine)'"
      let numbers = group.threads.prefix(8).map { "\($0)" }.joined(separator: ", ")
      let more = group.threads.count > 8 ? ", …" : ""
      let who =
        group.threads.count == 1
        ? "Thread \(numbers)\(name)" : "\(group.threads.count) threads\(name) (\(numbers)\(more))"
      let stack = frames.isEmpty ? "  \(group.stack.reason)\n" : stack(frames, allFrames: allFrames)
      return "\n\(who), when all threads were looked at:\n\n\(stack)"
    }.joined()
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  static func wrapped(_ text: String, width: Int) -> String {
    var lines = [""]
    for word in text.split(separator: " ") {
      if !lines[lines.count - 1].isEmpty, lines[lines.count - 1].count + 1 + word.count > width {
        lines.append("")
      }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    return lines.joined(separator: "\n")
  }
}
