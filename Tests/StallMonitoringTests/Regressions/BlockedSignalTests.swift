import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

extension RealThreads {
  /// Was wrong: a thread that blocks the sampling signal after it was registered had no stacks, and each look at it waited 20 ms
  /// for an answer; and a call that was refused was a signal that the thread blocks.
  @Suite(.hangLimit) struct BlockedSignalTests {
    @Test func aThreadThatBlocksTheSignalLaterIsFoundOut() throws {
      let world = LinuxWorld(usesEvents: false)
      let (stop, isBlocked) = (Flag(), Flag())
      let target = TargetThread(world) {
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, SIGPROF)
        pthread_sigmask(SIG_BLOCK, &mask, nil)
        isBlocked.set()
        while !stop.isSet { for index in 0..<2000 { Load.sink = Load.sink &* 31 &+ index } }
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
      }
      while !isBlocked.isSet { usleep(100) }
      let watched = try #require(world.watchedThread(target.thread))
      #expect(watched.signalRefusal == "" && watched.files.blocks(SIGPROF) && !watched.files.blocks(SIGSEGV))
      // On a busy machine it may have no processor when it is looked at.
      var sample = StackSample()
      for _ in 0..<200 where sample.reason != "the thread blocks signal \(SIGPROF)" {
        sample = world.sample(thread: target.thread)
      }
      #expect(sample.reason == "the thread blocks signal \(SIGPROF)" && watched.missedSignal)
      stop.set()
      target.join()
    }
  }
}
