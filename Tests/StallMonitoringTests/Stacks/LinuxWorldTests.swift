import Glibc
import Testing

@testable import StallMonitoring

struct LinuxWorldTests {
  @Test func aSleepIsOverAtItsTimeOrWhenWoken() {
    let world = LinuxWorld(signal: 0)
    let start = world.now
    world.sleep(until: start + 5_000_000)
    #expect(world.now >= start + 5_000_000)
    world.wake()
    world.sleep(until: nil)
    world.sleep(until: 0)
  }
}
