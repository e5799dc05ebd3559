import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import StallMonitoring

@Suite("Where there is no room", .hangLimit)
struct FullDiskTests {
  /// A small disk that only this thread and its children see, gone with the process; false where that is not allowed.
  private static func mountSmallDisk(_ path: String) -> Bool {
    typealias Unshare = @convention(c) (Int32) -> Int32
    typealias Mount =
      @convention(c) (
        UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<CChar>?, UInt, UnsafePointer<CChar>?
      ) -> Int32
    guard let unshare = dlsym(nil, "unshare"), let mount = dlsym(nil, "mount") else { return false }
    let (newMounts, isPrivate, isRecursive): (Int32, UInt, UInt) = (0x20000, 1 << 18, 1 << 14)
    guard unsafeBitCast(unshare, to: Unshare.self)(newMounts) == 0 else { return false }
    let call = unsafeBitCast(mount, to: Mount.self)
    return call("none", "/", nil, isPrivate | isRecursive, nil) == 0
      && call("small", path, "tmpfs", 0, "size=4m") == 0
  }

  private static func fill(_ path: String) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let block = [UInt8](repeating: 1, count: 4096)
    while write(descriptor, block, block.count) > 0 {}
    return errno
  }

  @Test(
    "reports that were begun before continue, and new ones fail with the reason",
    .enabled(if: geteuid() == 0, "only root can mount a small disk"))
  func fullDisk() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      guard FullDiskTests.mountSmallDisk(path) else {
        print("skipped: no small disk can be mounted here: \(Errno.last)")
        return
      }
      var settings = ReportSettings()
      settings.folder = path
      let store = try ReportStore(settings)
      #expect(FullDiskTests.fill("\(path)/rest") == ENOSPC)
      var dice = SplitMix(1)
      for id in 1...100 as ClosedRange<UInt64> {
        var record = StallRecord.sample(id: id, using: &dice)
        store.stallBegan(record)
        record.hasEnded = true
        store.stallEnded(record)
      }
      #expect(store.failure == nil)
      let run = try StallRun(path: store.path)
      // One slot is free: a record that grows is written anew.
      #expect(run.records.count >= settings.recordCount - 1 && run.torn == 0 && run.records.last?.id == 100)
      do {
        _ = try ReportStore(settings)
        fatalError("a store was made without room for it")
      } catch {
        #expect("\(error)".contains("No space left on device"), "\(error)")
      }
      // Nothing half made stays behind.
      #expect(try FileBytes.names(in: path).count == 2)
      let metrics = StallMetrics()
      do {
        try metrics.write(to: "\(path)/metrics.prom")
        fatalError("metrics were written without room for them")
      } catch {
        #expect("\(error)".contains("No space left on device"), "\(error)")
      }
      #expect(try FileBytes.names(in: path).count == 2)
    }
  }

  @Test("a process that may not write files works without reports and page, and its monitor finds stalls")
  func limitedFiles() async {
    await #expect(processExitsWith: .success) {
      setenv("XDG_STATE_HOME", "/tmp/stall-tests-\(getpid())", 1)
      defer {
        for part in ["/mainspring/stalls", "/mainspring", ""] { rmdir("/tmp/stall-tests-\(getpid())" + part) }
      }
      var limit = rlimit(rlim_cur: 64 << 10, rlim_max: 64 << 10)
      #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      final class Findings: StallMonitorDelegate, @unchecked Sendable {
        let ended = Locked(0)
        func stallEnded(_ record: StallRecord) { ended.withLock { $0 += 1 } }
      }
      let findings = Findings()
      var settings = StallMonitor.Settings()
      settings.threshold = .milliseconds(50)
      let monitor = try StallMonitor(settings, delegate: findings)
      #expect(monitor.degradations["reports"]?.contains("File too large") == true, "\(monitor.degradations)")
      #expect(monitor.degradations["page"]?.contains("File too large") == true, "\(monitor.degradations)")
      let thread = WorkerThread.asleep()
      monitor.watch(thread.loop)
      monitor.start()
      usleep(50_000)
      thread.loop.post { usleep(300_000) }
      waitUntil { findings.ended.value > 0 }
      monitor.stop()
      thread.end()
    }
  }
}
