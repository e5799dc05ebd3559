import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

/// Was wrong: pages of killed programs stayed in shared memory until the machine was restarted.
@Suite(.hangLimit) struct OldPageTests {
  @Test func pagesOfDeadProcessesGoAfterADay() throws {
    let folder = try TemporaryFolder()
    let page = try HeartbeatPage(folder: folder.path)
    let made = try HeartbeatReader(path: page.path).madeTime
    let (hour, day) = (UInt64(3_600_000_000_000), UInt64(86_400_000_000_000))
    // This process lives.
    PageEnd.removeOld(in: folder.path, now: made + 2 * day)
    #expect(access(page.path, F_OK) == 0)
    let descriptor = open(page.path, O_WRONLY | O_CLOEXEC)
    var ticks: UInt64 = 1
    #expect(pwrite(descriptor, &ticks, 8, off_t(PageLayout.Header.startTicks)) == 8)
    close(descriptor)
    PageEnd.removeOld(in: folder.path, now: made + hour)
    #expect(access(page.path, F_OK) == 0)
    // The monitor looked later.
    page.tell(now: made + day, threshold: 1)
    PageEnd.removeOld(in: folder.path, now: made + day + hour)
    #expect(access(page.path, F_OK) == 0)
    PageEnd.removeOld(in: folder.path, now: made + 2 * day + hour)
    #expect(access(page.path, F_OK) != 0)
  }
}
