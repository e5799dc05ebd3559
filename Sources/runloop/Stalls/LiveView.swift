import BenchmarkKit
import LinuxSystem
import StallMonitoring

/// The activity of a process's loops at one moment, and since the moment before.
struct LiveView {
  struct Row {
    var loop: HeartbeatReader.Loop
    var calloutsPerSecond: Double
    var waitsPerSecond: Double
    /// How long its present activity has lasted, nanoseconds.
    var duration: UInt64
    /// It did so already when it was first looked at.
    var isAtLeast: Bool
    /// Longer than the monitor's threshold, in one callout.
    var isStalled: Bool

    var time: String { (isAtLeast ? "≥ " : "") + StallReport.time(duration) }

    /// Its callout, or that it waits.
    var doing: String {
      let callout = StallReport.text(loop.callout)
      let outer = loop.outerCallouts.reversed().map { ", in \(StallReport.text($0))" }.joined()
      if !callout.isEmpty { return callout + outer }
      return switch loop.activity {
      case .waiting: "waits" + outer
      case .running: "between callouts" + outer
      case .outside: "does not run"
      case .ended: "its thread has ended"
      }
    }
  }

  var process: Int32
  var executable: String
  var isAlive: Bool
  var rows: [Row]
  /// 0 for none.
  var threshold: UInt64
  /// How long ago the monitor looked at the loops; nil when it never did.
  var lookedAgo: UInt64?
  /// The newest first.
  var stalls: [RecentStalls.Entry]
}

/// The page of threads that report their work themselves.
final class ToldThreads {
  private let reader: HeartbeatReader

  /// Nil without such a page.
  init?(_ path: String) throws {
    guard let reader = try WatchCommand.reader(path) else { return nil }
    self.reader = reader
  }

  var loops: [HeartbeatReader.Loop] { reader.loops }
}

/// Looks at a process's page again and again.
struct LiveWatch: ~Copyable {
  private let reader: HeartbeatReader
  /// The page of threads that report their work themselves, beside a monitor's page.
  private let told: ToldThreads?
  private var recent: RecentStalls
  private var loops: [HeartbeatReader.Loop] = []
  /// By the loop's place: when its sequence or its state was first seen as it is.
  private var since: [Int: (sequence: UInt64, waits: UInt64, time: UInt64)] = [:]
  /// The state of each line at the last view.
  private var shown: [Int: (sequence: UInt64, waits: UInt64)] = [:]
  private var shownTime: UInt64
  private let begun: UInt64
  /// Behind the places of the first page.
  private static let placeOfTold = 1 << 20

  init(reader: consuming HeartbeatReader, told: ToldThreads?, reports: ReportFolder) {
    recent = RecentStalls(folder: reports, process: reader.process)
    self.reader = reader
    self.told = told
    begun = monotonicNow()
    shownTime = begun
  }

  mutating func look() {
    loops = reader.loops
    for var loop in told?.loops ?? [] {
      loop.index += Self.placeOfTold
      loops.append(loop)
    }
    let now = monotonicNow()
    for loop in loops {
      if let known = since[loop.index], known.sequence == loop.sequence, known.waits == loop.waits {
        continue
      }
      since[loop.index] = (loop.sequence, loop.waits, now)
      if shown[loop.index] == nil { shown[loop.index] = (loop.sequence, loop.waits) }
    }
  }

  /// The present view; counts restart.
  mutating func view() -> LiveView {
    let now = monotonicNow()
    let seconds = max(0.001, Double(now - shownTime) / 1e9)
    let (looked, threshold) = reader.monitor
    let stalls = recent.entries(8)
    let rows = loops.map { loop in
      // A stall on record began before this view; it counts only if its callout is still in progress.
      let open = stalls.first { $0.goesOn && $0.thread == loop.thread && $0.lastSeen <= now }
      let before = shown[loop.index] ?? (loop.sequence, loop.waits)
      let first = since[loop.index]?.time ?? now
      let isInside = loop.callout.kind != .none
      let known = isInside && open?.label == loop.callout.label ? open.map { min($0.started, now) } : nil
      let since = min(known ?? now, first)
      return LiveView.Row(
        loop: loop,
        // Two steps of the sequence are one callout.
        calloutsPerSecond: Double(loop.sequence &- before.sequence) / 2 / seconds,
        waitsPerSecond: Double(loop.waits &- before.waits) / seconds, duration: now - min(now, since),
        isAtLeast: known == nil && first <= begun + 20_000_000,
        isStalled: isInside && threshold > 0 && now - min(now, since) >= threshold)
    }
    for loop in loops { shown[loop.index] = (loop.sequence, loop.waits) }
    shownTime = now
    return LiveView(
      process: reader.process, executable: reader.executable, isAlive: reader.isAlive, rows: rows,
      threshold: looked == 0 ? 0 : threshold, lookedAgo: looked == 0 ? nil : now - min(now, looked),
      stalls: stalls)
  }
}

/// The last stalls of a process that are on record. What was read of one is kept until there is more of it.
struct RecentStalls {
  struct Entry {
    var id: String
    var sentence: String
    var goesOn: Bool
    var duration: UInt64
    var cause: Cause
    var thread: Int32
    var label: String
    /// Monotonic nanoseconds.
    var started: UInt64
    var lastSeen: UInt64
  }

  private let folder: ReportFolder
  private let process: Int32
  private var known: [UInt64: (lastSeen: UInt64, hasEnded: Bool, entry: Entry)] = [:]
  private var path: String?

  init(folder: ReportFolder, process: Int32) {
    self.folder = folder
    self.process = process
  }

  mutating func entries(_ most: Int) -> [Entry] {
    // The folder is read once; then it is one file.
    guard let run = path.flatMap({ try? StallRun(path: $0) }) ?? find() else { return [] }
    path = run.path
    var names: SymbolNames?
    return run.records.suffix(most).reversed().map { record in
      if let old = known[record.id], old.lastSeen == record.lastSeen, old.hasEnded == record.hasEnded {
        return old.entry
      }
      let namer = names ?? SymbolNames(images: run.modules(of: record))
      names = namer
      let report = StallReport(record, of: run, named: namer)
      let entry = Entry(
        id: report.shortID, sentence: report.sentence, goesOn: report.goesOn, duration: record.duration,
        cause: record.diagnosis.cause, thread: record.thread, label: record.callout.label,
        started: record.started + min(record.frozenTime, 1 << 57), lastSeen: record.lastSeen)
      known[record.id] = (record.lastSeen, record.hasEnded, entry)
      return entry
    }
  }

  private func find() -> StallRun? {
    (try? folder.contents().runs)?.last {
      $0.process == process && ($0.ending == .running || $0.ending == .closed)
    }
  }
}
