import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

/// How large a file of reports may be, and what is left when it is closed.
@Suite(.hangLimit) struct ReportLimitsTests {
  @Test func reportsOfTheLargestSizeAreAllowed() {
    func isAllowed(_ size: Int, _ count: Int) -> Bool {
      var settings = ReportSettings()
      (settings.recordSize, settings.recordCount) = (size, count)
      do { try settings.check() } catch { return false }
      return true
    }
    #expect(isAllowed(1 << 20, 64) && !isAllowed(1 << 20, 65))
    #expect(isAllowed(2_048, 32_768) && !isAllowed(2_048, 32_769) && !isAllowed(2_052, 60))
  }

  @Test func aStoreThatIsGoneHasNoDescriptorOpen() throws {
    let folder = try TemporaryFolder()
    func open() -> Int {
      let names = (try? FileBytes.names(in: "/proc/self/fd")) ?? []
      return names.count { KernelFile.link("/proc/self/fd/\($0)")?.hasPrefix(folder.path) == true }
    }
    var settings = ReportSettings()
    settings.folder = folder.path
    for _ in 0..<3 {
      let store = try ReportStore(settings)
      #expect(open() > 0)
      store.close()
    }
    #expect(open() == 0)
  }
}
