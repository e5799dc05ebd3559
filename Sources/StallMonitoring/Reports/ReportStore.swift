import LinuxSystem
import Synchronization

/// Keeps reports of stalls in a file that outlives the process, however it ends.
///
/// A stall is in the file from its first sample on, and grows there; a process that was killed during a stall is found by the
/// next process that makes a store for the same folder (`endedRuns`), and by every reader of the folder.
public final class ReportStore: Sendable {
  /// The file of this process. It is replaced by another when it is removed while the process runs, and in a child of fork(2).
  public var path: String { state.withLock { $0.writer.path } }
  /// Earlier processes that ended without closing their reports, and that were not examined before: their
  /// records of kind `stalledAndKilled` are stalls that were in progress then.
  public let endedRuns: [StallRun]
  /// When earlier starts of this program made the reports of the last day, seconds of the wall clock.
  let earlierReports: [Int64]

  private let settings: ReportSettings
  private let subject: ReportSubject
  private let state: Mutex<OpenFile>

  private struct OpenFile: ~Copyable {
    var writer: ReportWriter
    var failure: StallMonitorError?
  }

  /// Makes the folder and the file. Throws when there is no room or no permission to write, and when another user could
  /// replace the files.
  public convenience init(_ settings: ReportSettings = ReportSettings()) throws(StallMonitorError) {
    try self.init(settings, of: .own)
  }

  /// - Parameter subject: the process that the reports are about.
  init(_ settings: ReportSettings, of subject: ReportSubject) throws(StallMonitorError) {
    try settings.check()
    self.settings = settings
    self.subject = subject
    let folder = ReportFolder(settings.folder)
    try Self.makeFolder(folder.path)
    let now = Int64(time(nil))
    let program = subject.executable
    // Another user's files are no runs of this user's programs. Of other programs only the ends are examined.
    let runs = try folder.contents(owner: .caller) { head in
      head.executable == program || head.ending == .ended && !head.wasExamined
    }.runs
    earlierReports = ReportFolder.reports(of: program, in: runs, now: now)
    endedRuns = folder.examine(runs)
    try folder.prune(settings, now: now)
    state = Mutex(OpenFile(writer: try Self.makeFile(settings, subject), failure: nil))
  }

  private static func makeFolder(_ path: String) throws(StallMonitorError) {
    try FileBytes.makeFolder(path)
    if let weakness = FolderTrust.weakness(of: path) {
      throw .unusableFolder(path: path, reason: weakness)
    }
  }

  /// Makes a file with a unique name: several stores can be made in one second.
  private static func makeFile(
    _ settings: ReportSettings, _ subject: ReportSubject
  ) throws(StallMonitorError) -> ReportWriter {
    let wallSeconds = Int64(time(nil))
    let stem = "\(ReportFolder(settings.folder).path)/\(WallTime.stamp(wallSeconds))-\(subject.number)"
    for number in 1...100 {
      let path = stem + (number > 1 ? "-\(number)" : "") + ReportReader.suffix
      if number < 100, access(path, F_OK) == 0 { continue }
      return try ReportWriter(
        path: path, slotSize: settings.recordSize, slotCount: settings.recordCount,
        wallSeconds: wallSeconds, monotonic: MonotonicTime.now, version: settings.programVersion,
        subject: subject)
    }
    throw .unwritable(path: stem, reason: "there are too many files of this name")
  }

  /// Why records are not kept; nil while they are.
  public var failure: StallMonitorError? { state.withLock { $0.failure } }

  /// Closes the file. A stall in progress stays open: if the process ends now, it counts as killed during the stall.
  public func close() {
    state.withLock { $0.writer.close(hasOpenRecords: $0.writer.hasOpenRecords) }
  }

  /// Continues after `close`, in the same file if it still exists.
  func reopen() {
    state.withLock { state in
      do throws(StallMonitorError) {
        if !state.writer.reopen() { state.writer = try makeFileAnew() }
        state.failure = nil
      } catch { state.failure = error }
    }
  }

  private func makeFileAnew() throws(StallMonitorError) -> ReportWriter {
    try Self.makeFolder(ReportFolder(settings.folder).path)
    // In a child of fork(2) the calling process is not the original one.
    return try Self.makeFile(settings, subject.process == nil ? .own : subject)
  }

  private func write(_ record: StallRecord) {
    // During a crash, threads do the crash handler's work.
    guard EndMark.crashingThread == 0 else { return }
    state.withLock { state in
      do throws(StallMonitorError) {
        if !state.writer.isUsable { state.writer = try makeFileAnew() }
        try state.writer.write(record)
        state.failure = nil
      } catch { state.failure = error }
    }
  }
}

extension ReportStore: StallSink {
  func stallBegan(_ record: StallRecord) { write(record) }
  func stallWentOn(_ record: StallRecord) { write(record) }
  func stallEnded(_ record: StallRecord) { write(record) }
  func processFroze(at time: UInt64, for duration: UInt64, why: String) {}
  func loopWasSeen(
    _ loop: String, calloutTime: UInt64?, kind: CalloutKind, burstTime: UInt64?, wakeLateness: UInt64?
  ) {}
}
