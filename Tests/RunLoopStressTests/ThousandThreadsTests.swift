import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import RunLoopCore

extension Stress {
  /// Threads that make, use and end a loop leave nothing behind.
  struct ThousandThreadsTests {
    /// What a thread does with its loop: some of everything, and not all of it taken away again.
    private static func useLoop(_ census: Census) {
      let loop = RunLoop.current
      let token = census.token()
      let source = RunLoop.Source(
        schedule: { _, _ in token.touch() }, cancel: { _, _ in token.touch() }, perform: { token.touch() })
      loop.add(source, to: .common)
      loop.add(RunLoop.Source { token.touch() }, to: "other")
      loop.add(RunLoop.Timer(after: .microseconds(50)) { _ in token.touch() }, to: .common)
      loop.add(
        RunLoop.Timer(after: .seconds(3600), repeating: .seconds(1)) { _ in token.touch() }, to: "other")
      loop.add(RunLoop.Observer(activities: .all) { _ in token.touch() }, to: .common)
      if let port = try? RunLoop.WakePort() {
        _ = try? loop.add(RunLoop.PortSource(port) { token.touch() })
        port.ring()
      }
      try? loop.addCommonMode("other")
      loop.perform { token.touch() }
      loop.perform(inModes: ["never"]) { token.touch() }
      source.signal()
      loop.post { loop.stop() }
      loop.run(mode: .default)
      loop.run(mode: "other", for: .zero)
    }

    /// - Returns: how many threads there were at most.
    private static func wave(of count: Int, atOnce: Int, _ census: Census) {
      var started = 0
      while started < count {
        let threads = (0..<min(atOnce, count - started)).map { _ in
          FreshThread { useLoop(census) }
        }
        for thread in threads { thread.join() }
        started += threads.count
      }
    }

    // In a process of their own: other tests take memory and descriptors meanwhile.

    @Test func aThousandThreadsLeaveNothingBehind() async {
      await #expect(processExitsWith: .success) { Self.useAThousandLoops(atOnce: 4) }
    }

    @Test func aThousandThreadsInCrowdsLeaveNothingBehind() async {
      await #expect(processExitsWith: .success) { Self.useAThousandLoops(atOnce: 200) }
    }

    private static func useAThousandLoops(atOnce: Int) {
      let census = Census()
      // What the process makes once, and as many arenas and cached stacks as there will be.
      wave(of: 2 * atOnce, atOnce: atOnce, census)
      let memory = Process.memoryInUse
      let descriptors = Process.loopDescriptors
      wave(of: 1_000, atOnce: atOnce, census)
      #expect(census.count == 0)
      // Dispatch, on which the tests run, may open a few at any time; a leak of one in fifty threads is more.
      let later = Process.loopDescriptors
      #expect(later.count - descriptors.count < 20, "\(descriptors) became \(later)")
      if let memory, let later = Process.memoryInUse, !ThreadSanitizer.isOn {
        // A loop takes some kilobytes: a leak of one object per thread would be more than this.
        #expect(later - memory < 100_000, "\(later - memory) bytes more are in use")
      }
    }
  }
}
