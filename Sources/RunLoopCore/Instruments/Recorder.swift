import LinuxSystem

extension RunLoop {
  /// Records the activity of loops in a file that `chrome://tracing` and ui.perfetto.dev open: runs, turns, sleeps and
  /// callouts with their labels and places, a row for each loop.
  ///
  /// The file is in Chrome's JSON array format, which may lack its end: when the program crashes, everything that was
  /// written before can be read. It never grows beyond its limit.
  public final class Recorder: Sendable {
    private let tape: RecordingTape

    /// Makes the file, or empties it.
    ///
    /// - Parameter limit: the largest size of the file in bytes. Later events are counted and left out.
    public init(path: String, limit: Int = 64 << 20) throws(Failure) {
      tape = try RecordingTape(path: path, limit: limit)
    }

    deinit {
      tape.finish()
    }

    /// Records a loop from now on. From any thread; doing it again changes nothing.
    public func record(_ loop: RunLoop) {
      guard let row = tape.makeRow(for: loop) else { return }
      let tape = self.tape
      let listener = loop.addTraceListener { tape.write($0, row) }
      // The recording may have ended meanwhile, on another thread.
      if !tape.keep(listener, for: row) { loop.removeTraceListener(listener) }
    }

    /// Ends the recording and the file's text. From any thread; loops may be in the middle of something, which then ends
    /// here in the file. Releasing the last reference does the same.
    public func stop() {
      tape.finish()
    }

    /// The number of events that were left out because the file was full.
    public var leftOut: Int { tape.leftOut }
  }
}

/// The file of a recording, with what is open in it.
final class RecordingTape: @unchecked Sendable {
  /// One loop.
  final class Row: @unchecked Sendable {
    /// Not kept alive by the recording.
    weak var loop: RunLoop?
    let thread: Int32
    var listener: RunLoop.TraceListener?
    /// Open phases, outermost first. A turn ends when another one begins, or its run ends.
    fileprivate var open: [RunLoop.TraceEvent.Phase] = []
    fileprivate var last: RunLoop.Instant = .distantPast

    /// What is the same in each of its lines.
    fileprivate let place: [UInt8]

    init(_ loop: RunLoop, process: Int32) {
      self.loop = loop
      thread = loop.threadNumber
      place = Array(",\"pid\":\(process),\"tid\":\(thread),\"ts\":".utf8)
    }
  }

  // Guarded by the lock, which is held for no longer than it takes to write a line.

  private let lock = FutexLock()
  private var file: RecordingFile?
  private var rows: [Row] = []
  private var leftOutCount = 0
  /// The text about a callout, by its number.
  private var texts: [Int: [UInt8]] = [:]
  private var line: [UInt8] = []
  private let process = getpid()
  private let birth = ForkGeneration.current

  init(path: String, limit: Int) throws(RunLoop.Recorder.Failure) {
    file = try RecordingFile(path: path, limit: max(limit, 4_096))
    line.reserveCapacity(1_024)
  }

  /// Whether this process is a forked child: it has the memory but must not write the file, and no thread there would release
  /// a lock that was held at the fork.
  private var isCopy: Bool { birth != ForkGeneration.current }

  var leftOut: Int { isCopy ? 0 : lock.withLock { leftOutCount } }

  func makeRow(for loop: RunLoop) -> Row? {
    if isCopy { return nil }
    let label = loop.label
    return lock.withLock {
      if file == nil || rows.contains(where: { $0.loop === loop }) { return nil }
      let row = Row(loop, process: process)
      rows.append(row)
      line.removeAll(keepingCapacity: true)
      put(
        "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":\(process),\"tid\":\(row.thread),\"args\":{\"name\":\""
      )
      RecordingText.escape(label.isEmpty ? "loop of thread \(row.thread)" : label, into: &line)
      put("\"}}")
      writeLine()
      return row
    }
  }

  /// False when the recording has ended.
  func keep(_ listener: RunLoop.TraceListener, for row: Row) -> Bool {
    lock.withLock {
      row.listener = listener
      return rows.contains { $0 === row }
    }
  }

  func write(_ event: RunLoop.TraceEvent, _ row: Row) {
    if isCopy { return }
    lock.lock()
    defer { lock.unlock() }
    guard file != nil else { return }
    row.last = event.time
    switch event.phase {
    case .runBegan, .sleepBegan, .calloutBegan:
      begin(event, row)
    case .turnBegan:
      if row.open.last == .turnBegan { end(row) }
      begin(event, row)
    case .sleepEnded:
      if row.open.last == .sleepBegan { end(row) }
    case .calloutEnded:
      // The callout began before the recording.
      if row.open.last == .calloutBegan { end(row) }
    case .runEnded:
      if row.open.last == .turnBegan { end(row) }
      if row.open.last == .runBegan { end(row) }
    }
  }

  func finish() {
    if isCopy { return }
    let rows = lock.withLock { () -> [Row] in
      defer { self.rows = [] }
      return self.rows
    }
    for row in rows {
      if let listener = row.listener { row.loop?.removeTraceListener(listener) }
    }
    lock.withLock {
      guard file != nil else { return }
      for row in rows { while !row.open.isEmpty { end(row) } }
      if leftOutCount > 0 {
        line.removeAll(keepingCapacity: true)
        put("{\"ph\":\"M\",\"name\":\"process_labels\",\"pid\":\(process),\"tid\":0,")
        put("\"args\":{\"labels\":\"\(leftOutCount) events left out: the recording was full\"}}")
        file?.append(line, isLast: true)
      }
      file?.close()
      file = nil
    }
  }

  // MARK: With the lock held

  private func begin(_ event: RunLoop.TraceEvent, _ row: Row) {
    line.removeAll(keepingCapacity: true)
    put(constant: "{\"ph\":\"B\",")
    switch event.phase {
    case .calloutBegan:
      line += text(of: event)
      if event.kind == .observer { put(",\"args\":{\"for\":\"\(event.activity)\"}") }
    case .runBegan:
      put("\"cat\":\"run\",\"name\":\"run in ")
      RecordingText.escape(event.mode.rawValue, into: &line)
      put("\"")
    case .sleepBegan: put(constant: "\"cat\":\"sleep\",\"name\":\"sleep\"")
    default: put(constant: "\"cat\":\"turn\",\"name\":\"turn\"")
    }
    putPlace(event.time, row)
    if writeLine() { row.open.append(event.phase) }
  }

  private func end(_ row: Row) {
    row.open.removeLast()
    line.removeAll(keepingCapacity: true)
    put(constant: "{\"ph\":\"E\"")
    putPlace(row.last, row)
    // Room is reserved for the ends of open phases.
    file?.append(line, isLast: true)
  }

  /// False when it was left out.
  @discardableResult
  private func writeLine() -> Bool {
    if file?.append(line, isLast: false) ?? false { return true }
    leftOutCount += 1
    return false
  }

  private func putPlace(_ time: RunLoop.Instant, _ row: Row) {
    line += row.place
    // Microseconds, with nanoseconds as decimals.
    RecordingText.microseconds(time.nanoseconds, into: &line)
    put("}")
  }

  private func put(_ text: String) { line += text.utf8 }

  private func put(constant text: StaticString) {
    text.withUTF8Buffer { line.append(contentsOf: $0) }
  }

  /// Category, name and place of what is called.
  private func text(of event: RunLoop.TraceEvent) -> [UInt8] {
    let key = event.number << 8 | Int(event.kind?.rawValue ?? 0)
    if let known = texts[key] { return known }
    var text: [UInt8] = []
    let kind = event.kind.map(String.init(describing:)) ?? "callout"
    text += "\"cat\":\"\(kind)\",\"name\":\"".utf8
    let place = event.label.isEmpty ? event.site : event.label
    RecordingText.escape(place.isEmpty ? kind : "\(kind) \(place)", into: &text)
    text += "\"".utf8
    texts[key] = text
    return text
  }
}

extension RunLoop.Recorder {
  /// Why nothing can be recorded.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file could not be created or extended.
    case file(path: String, call: String, code: Int32)

    public var description: String {
      switch self {
      case .file(let path, let call, let code):
        "\(call) failed for the recording \(path) with error number \(code): is the folder there, and room on the disk?"
      }
    }
  }
}
