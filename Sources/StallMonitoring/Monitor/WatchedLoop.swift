import RunLoopCore

/// A loop, or a reporter of work that is treated as one, on the monitor's list.
final class WatchedLoop: @unchecked Sendable {
  enum Subject {
    case loop(RunLoop)
    case heartbeat(Heartbeat)
    /// A line in the page of a process whose threads report their work themselves.
    case told(ToldLine)
    /// A line that this process writes: for a watched process, or in a test.
    case line(HeartbeatLine)
  }

  let subject: Subject
  let label: String
  let thread: Int32
  let isMain: Bool
  /// The index in the shared page, when it has room.
  let placeInPage: Int?

  init(_ subject: Subject, label: String, thread: Int32, isMain: Bool = false, page: HeartbeatPage? = nil) {
    self.subject = subject
    self.label = label
    self.thread = thread
    self.isMain = isMain
    var isForeign = false
    if case .heartbeat = subject { isForeign = true }
    let place = page?.takeLine(label: label, thread: thread, isMain: isMain, isForeign: isForeign)
    placeInPage = place?.index
    guard let place else { return }
    switch subject {
    case .loop(let loop): loop.moveHeartbeat(to: place.line)
    case .heartbeat(let heartbeat): heartbeat.move(to: place.line)
    case .told, .line: break
    }
  }

  /// Work that is reported by the program itself.
  var isForeign: Bool {
    switch subject {
    case .heartbeat, .told: true
    case .loop, .line: false
    }
  }

  /// Whether its page is only read: such a line does not ring.
  var isTold: Bool { if case .told = subject { true } else { false } }

  var line: HeartbeatLine {
    switch subject {
    case .loop(let loop): loop.heartbeat
    case .heartbeat(let heartbeat): heartbeat.line
    case .told(let told): told.line
    case .line(let line): line
    }
  }

  func leave(_ page: HeartbeatPage?) {
    line.remove(marks: HeartbeatLine.Mark.begins | HeartbeatLine.Mark.ends)
    guard let placeInPage else { return }
    switch subject {
    case .loop(let loop): loop.moveHeartbeatHome()
    case .heartbeat(let heartbeat): heartbeat.move(to: nil)
    case .told, .line: break
    }
    page?.giveBack(line: placeInPage)
  }

  func isAbout(_ other: AnyObject) -> Bool {
    switch subject {
    case .loop(let loop): loop === other
    case .heartbeat(let heartbeat): heartbeat === other
    case .told, .line: false
    }
  }

  /// Where a block was queued; empty when not known, or when the file's name was unloaded with its module.
  private static func site(_ words: CalloutWords) -> String {
    guard words.file != 0 else { return "" }
    let file = ProcessMemory().text(words.file, limit: 256)
    return file.isEmpty ? "" : words.line > 0 ? "\(file):\(words.line)" : file
  }

  func describe(_ reading: LineReading) -> Callout {
    reading.isInside
      ? describe(reading.callout, reading.code, mode: reading.mode)
      : describe(0, 0, mode: reading.mode)
  }

  func describe(_ callout: UInt64, _ code: UInt64, mode: Int) -> Callout {
    let words = CalloutWords(callout: callout, code: code)
    if case .told(let told) = subject {
      let name = told.page.reader.name(words.number)
      return Callout(
        kind: CalloutKind(rawValue: words.kind) ?? .none, label: name.label, site: name.site, code: 0,
        loop: label, mode: told.page.reader.mode(mode))
    }
    let name = words.number == 0 ? nil : CalloutNames.names(from: words.number).first
    return Callout(
      kind: CalloutKind(rawValue: words.kind) ?? .none, label: name?.label ?? "",
      site: name?.site ?? Self.site(words), code: words.code, loop: label,
      mode: CalloutNames.modes(from: mode).first ?? "")
  }
}
