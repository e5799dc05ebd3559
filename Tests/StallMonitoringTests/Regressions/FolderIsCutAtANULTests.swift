import LinuxSystem
import StallMonitoring
import TestHarness
import Testing

/// A folder of reports with a NUL in its path was made at the part before that, and a file of metrics written there.
@Suite("A folder is cut at a NUL", .hangLimit)
struct FolderIsCutAtANULTests {
  @Test("Such a folder is refused, and nothing is made")
  func aFolderWithANUL() {
    let cut = "/tmp/mainspring-cut-\(UInt64.random(in: 0...UInt64.max))"
    var settings = StallMonitor.Settings()
    settings.reports = .folder("\(cut)\0/reports")
    settings.signal = 0
    #expect(
      throws: StallMonitorError.badSetting(
        name: "reports", value: "the folder '\(cut)\0/reports'", allowed: "a path, or .standard")
    ) { _ = try StallMonitor(settings) }
    var limits = ReportSettings()
    limits.folder = "\(cut)\0/reports"
    settings.reports = .limited(limits)
    #expect(
      throws: StallMonitorError.badSetting(
        name: "folder", value: "'\(cut)\0/reports'", allowed: "a path, or nil for the standard folder")
    ) { _ = try StallMonitor(settings) }
    #expect(access(cut, F_OK) != 0)
  }

  @Test("A file of metrics with a NUL in its path is refused, and nothing is written")
  func aFileWithANUL() {
    let cut = "/tmp/mainspring-cut-\(UInt64.random(in: 0...UInt64.max))"
    #expect(
      throws: StallMonitorError.unwritable(path: "\(cut)\0.prom", reason: Errno(ENOENT).description)
    ) { try StallMetrics().write(to: "\(cut)\0.prom") }
    #expect(access(cut, F_OK) != 0)
  }
}
