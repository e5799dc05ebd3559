import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import RunLoopCore

/// The queue of another library that the main loop serves.
@Suite(.hangLimit) struct GuestQueueTests {
  /// A loop with a noted guest does not sleep.
  @Test func aRingThatWentElsewhereIsRememberedForOneLook() throws {
    let port = try RunLoop.WakePort()
    let guest = GuestQueue(descriptor: port.descriptor) {}
    #expect(!guest.isNoted && !guest.takeReady())
    guest.note()
    #expect(guest.isNoted)
    #expect(!guest.takeReady() && !guest.isNoted, "another run has served it")
    port.ring()
    guest.note()
    #expect(guest.takeReady() && !guest.isNoted)
    #expect(!guest.takeReady())
  }

  @Test func aLoopSleepsThroughWhileItsGuestIsQuiet() throws {
    #expect(try loopProbe("guest-sleep") == ["timedOut, slept through"])
  }
}
