import Glibc
import Synchronization

/// Keeps reports of stalls in a file that outlives the process, however that ends.
///
/// A stall is in the file from its first sample on, and grows there; what was killed during a stall is found by the
/// next process that makes a store for the same folder (`endedRuns`), and by every reader of the folder.
public final class ReportStore: Sendable {
  /// The file of this process.
  public let path: String
  /// Earlier processes that ended without closing their reports, and that nobody had looked into before: their
  /// records of kind `stalledAndKilled` are stalls that were going on then.
  public let endedRuns: [StallRun]
  /// When earlier starts of this program made the reports of the last day, seconds of the wall clock.
  let earlierReports: [Int64]

  private let state: Mutex<State>

  private struct State: ~Copyable {
    var writer: ReportWriter
    var failure: StallMonitorError?
  }

  /// Makes the folder and the file. Throws when there is no room, or no right to write, and when another user could
  /// exchange the files.
  public init(_ settings: ReportSettings = ReportSettings()) throws(StallMonitorError) {
    try settings.check()
    let folder = ReportFolder(settings.folder)
    try FileBytes.makeFolder(folder.path)
    if let weakness = FolderTrust.weakness(of: folder.path) {
      throw .unusableFolder(path: folder.path, reason: weakness)
    }
    var wall = timespec()
    clock_gettime(CLOCK_REALTIME, &wall)
    var monotonic = timespec()
    clock_gettime(CLOCK_MONOTONIC, &monotonic)
    // What another user has put there is no run of this user's programs.
    let runs = try folder.contents(owner: .caller).runs
    earlierReports = ReportFolder.reports(
      of: FileBytes.target(of: "/proc/self/exe"), in: runs, now: Int64(wall.tv_sec))
    endedRuns = folder.examine(runs)
    try folder.prune(settings, now: Int64(wall.tv_sec))

    let writer = try Self.makeFile(
      in: folder.path, settings, wallSeconds: Int64(wall.tv_sec),
      monotonic: UInt64(monotonic.tv_sec) * 1_000_000_000 + UInt64(monotonic.tv_nsec))
    path = writer.path
    state = Mutex(State(writer: writer, failure: nil))
  }

  /// A name that no other store has: several can be made in one second.
  private static func makeFile(
    in folder: String, _ settings: ReportSettings, wallSeconds: Int64, monotonic: UInt64
  ) throws(StallMonitorError) -> ReportWriter {
    let stem = "\(folder)/\(WallTime.stamp(wallSeconds))-\(getpid())"
    for number in 1...100 {
      let path = stem + (number > 1 ? "-\(number)" : "") + ReportReader.suffix
      if number < 100, access(path, F_OK) == 0 { continue }
      return try ReportWriter(
        path: path, slotSize: settings.recordSize, slotCount: settings.recordCount,
        wallSeconds: wallSeconds, monotonic: monotonic)
    }
    throw .unwritable(path: stem, reason: "there are too many files of this name")
  }

  /// Why records are not kept, since it happened; nil when all is well.
  public var failure: StallMonitorError? { state.withLock { $0.failure } }

  /// Says that no more will come. A stall that goes on stays open: if the process ends now, it was killed in it.
  public func close() {
    state.withLock { $0.writer.close(hasOpenRecords: $0.writer.hasOpenRecords) }
  }

  private func write(_ record: StallRecord) {
    state.withLock { state in
      do throws(StallMonitorError) {
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
