import LinuxSystem
import Synchronization
import TestHarness
import Testing

@testable import StallMonitoring

extension RealThreads {
  /// Signals belong to the whole process: each test has one of its own.
  @Suite(.hangLimit) struct SampleSignalTests {
    private static let hasObjdump = access("/usr/bin/objdump", X_OK) == 0

    /// The handler, and what it calls in this program, call nothing but copying.
    @Test(.enabled(if: hasObjdump, "objdump is not installed"))
    func theHandlerCallsNothingThatCouldLockOrAllocate() throws {
      let handler:
        @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void =
          sampleSignalHandler
      // The function pointer may be of a converting stub: both are looked at.
      let start = SymbolNames().frame(unsafeBitCast(handler, to: UInt.self), isReturnAddress: false).rawName
      #expect(start.contains("sampleSignalHandler"))
      var open = [start]
      var seen: Set<String> = []
      var outside: Set<String> = []
      while let name = open.popLast() {
        guard seen.insert(name).inserted else { continue }
        let text = run("/usr/bin/objdump -d --no-show-raw-insn '--disassemble=\(name)' /proc/\(getpid())/exe")
        let lines = text.split(separator: "\n").filter { $0.contains("call") || $0.contains("jmp") }
        #expect(text.contains("<\(name)>:"), "no code found for \(name)")
        for line in lines {
          guard let left = line.firstIndex(of: "<"), let right = line.lastIndex(of: ">") else {
            #expect(!line.contains("*"), "an indirect call: \(line)")
            continue
          }
          let target = String(line[line.index(after: left)..<right].split(separator: "+")[0])
          if target.hasSuffix("@plt") || target.hasPrefix("swift_") {
            outside.insert(target)
          } else {
            open.append(target)
          }
        }
      }
      #expect(outside.isSubset(of: ["memcpy@plt", "memset@plt"]), "\(outside)")
      #expect(seen.contains { $0.contains("sampleSignalHandler") })
    }

    private func run(_ command: String) -> String {
      (try? ChildProgram.run("/bin/sh", ["-c", command]).output) ?? ""
    }

    @Test func aSignalThatTheProgramHandlesIsLeftToIt() async {
      await #expect(processExitsWith: .success) {
        signal(SIGPROF) { _ in }
        let world = LinuxWorld(usesEvents: false)
        precondition(world.signalRefusal == "signal \(SIGPROF) is already handled by the program")
        let stop = Flag()
        let target = TargetThread(world) { while !stop.isSet { Load.sink &+= 1 } }
        var sample = StackSample()
        // Until it is looked at while it has a processor.
        for _ in 0..<200 where sample.reason != world.signalRefusal {
          sample = world.sample(thread: target.thread)
          precondition(sample.addresses.isEmpty)
        }
        precondition(sample.reason == world.signalRefusal, sample.reason)
        stop.set()
        target.join()
        // A blocked thread needs no signal.
        let done = Flag()
        let sleeper = TargetThread(world) { while !done.isSet { usleep(100_000) } }
        sample = StackSample()
        for _ in 0..<200 where !sample.isComplete { sample = world.sample(thread: sleeper.thread) }
        precondition(sample.isComplete, sample.reason)
        done.set()
        sleeper.join()
      }
    }

    /// With the default action the next signal would end the process.
    @Test func aSignalThatTheProgramTakesLaterIsNotSentAnyMore() async {
      await #expect(processExitsWith: .success) {
        let world = LinuxWorld(usesEvents: false)
        let stop = Flag()
        let target = TargetThread(world) { while !stop.isSet { Load.sink &+= 1 } }
        precondition(firstStack(world, target).means == .signal)
        signal(SIGPROF, SIG_DFL)
        for _ in 0..<20 {
          let sample = world.sample(thread: target.thread)
          precondition(sample.addresses.isEmpty)
        }
        stop.set()
        target.join()
      }
    }

    @Test func signalsOfOthersAreNotAnswered() async {
      await #expect(processExitsWith: .success) {
        let world = LinuxWorld()
        let stop = Flag()
        let target = TargetThread(world) { while !stop.isSet { Load.sink &+= 1 } }
        var every = itimerval(
          it_interval: timeval(tv_sec: 0, tv_usec: 1000), it_value: timeval(tv_sec: 0, tv_usec: 1000))
        setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &every, nil)
        var taken = 0
        for _ in 0..<20_000 where taken <= 20 {
          kill(getpid(), SIGPROF)
          let sample = world.sample(thread: target.thread)
          if sample.isComplete { taken += 1 }
        }
        precondition(taken > 20, "\(taken)")
        stop.set()
        target.join()
      }
    }

    @Test func aThreadThatBlocksTheSignalIsWaitedForOnlySoLong() async {
      await #expect(processExitsWith: .success) {
        let world = LinuxWorld(usesEvents: false)
        let stop = Flag()
        let isBlocked = Flag()
        let target = TargetThread(world) {
          var set = sigset_t()
          sigemptyset(&set)
          sigaddset(&set, SIGPROF)
          pthread_sigmask(SIG_BLOCK, &set, nil)
          isBlocked.set()
          while !stop.isSet { Load.sink &+= 1 }
          // The late answer still finds its memory after the wait has ended.
          world.forget(thread: linux_gettid())
          pthread_sigmask(SIG_UNBLOCK, &set, nil)
        }
        while !isBlocked.isSet { usleep(100) }
        let start = world.now
        for _ in 0..<5 { precondition(world.sample(thread: target.thread).addresses.isEmpty) }
        precondition(world.now - start < 2_000_000_000)
        stop.set()
        target.join()
        let careful = TargetThread {
          var set = sigset_t()
          sigfillset(&set)
          pthread_sigmask(SIG_BLOCK, &set, nil)
          world.prepare(thread: linux_gettid())
          precondition(
            world.watchedThread(linux_gettid())?.signalRefusal == "the thread blocks signal \(SIGPROF)")
        }
        careful.join()
      }
    }

    /// Where they are allowed: in containers they are often not.
    @Test(
      .enabled(
        if: PerformanceEvents(thread: linux_gettid()) != nil, "performance events are not allowed here"))
    func whereNoSignalMayBeSentTheKernelsEventsGiveStacks() {
      let world = LinuxWorld(signal: 0)
      let stop = Flag()
      let target = TargetThread(world) { while !stop.isSet { Load.sink &+= 1 } }
      let sample = firstStack(world, target)
      #expect(sample.means == .performanceEvents && sample.isComplete, "\(sample.reason)")
      stop.set()
      target.join()
    }

    /// As the busiest threads of a process that uses much processor time: they were never registered.
    @Test func threadsThatWereNotRegisteredHaveStacksToo() {
      let world = LinuxWorld()
      let stop = Flag()
      let target = TargetThread { while !stop.isSet { Load.sink &+= 1 } }
      let sample = firstStack(world, target)
      #expect(sample.means == .signal && sample.isComplete, "\(sample.reason)")
      stop.set()
      target.join()
    }

    @Test func withoutSignalsOnlyBlockedThreadsHaveStacks() {
      let world = LinuxWorld(signal: 0, usesEvents: false)
      let stop = Flag()
      let target = TargetThread(world) { while !stop.isSet { Load.sink &+= 1 } }
      let sample = world.sample(thread: target.thread)
      #expect(sample.addresses.isEmpty)
      let files = ThreadFiles(thread: target.thread)
      stop.set()
      target.join()
      files.waitUntilGone()
      #expect(world.sample(thread: target.thread).reason == "the thread has ended")
      #expect(world.read(thread: target.thread, isBrief: true) == nil)
      #expect(LinuxWorld(signal: 12345).signalRefusal == "signal 12345 does not exist")
    }
  }
}

extension ThreadFiles {
  /// A thread that was joined is in /proc for a moment more, and on a busy machine for a long one.
  func waitUntilGone() {
    for _ in 0..<5000 where isAlive { usleep(1000) }
  }
}

/// A running thread's first stack that could be taken: a busy machine may let it wait.
func firstStack(_ world: LinuxWorld, _ target: TargetThread) -> StackSample {
  var sample = StackSample()
  for _ in 0..<200 {
    sample = world.sample(thread: target.thread)
    if !sample.addresses.isEmpty { break }
  }
  return sample
}
