import Dispatch
import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

@Suite(.hangLimit) struct WorldReadingTests {
  /// In a process of its own: a sleep ends at any ring, and the loops of other tests ring, too.
  @Test func aSleepIsOverAtItsTimeOrWhenWoken() async {
    await #expect(processExitsWith: .success) {
      let world = LinuxWorld(signal: 0)
      let start = world.now
      world.sleep(until: start + 5_000_000)
      precondition(world.now >= start + 5_000_000)
      // Woken before: the next sleep ends at once, whatever its time.
      world.wake()
      world.sleep(until: nil)
      world.sleep(until: 0)
      let begin = world.now
      let waker = TargetThread {
        usleep(10_000)
        world.wake()
      }
      world.sleep(until: nil)
      precondition(world.now >= begin + 10_000_000)
      waker.join()
    }
  }

  @Test func readingsTellWhatAThreadDoes() throws {
    let world = LinuxWorld(signal: 0)
    let stop = Flag()
    let busy = TargetThread(world) { while !stop.isSet { for _ in 0..<1000 { Load.sink &+= 1 } } }
    let sleeper = TargetThread(world) { while !stop.isSet { usleep(20_000) } }
    let before = try #require(world.read(thread: busy.thread, isBrief: false))
    var after = before
    // However little the machine gives it.
    for _ in 0..<1000 where after.processorTime < before.processorTime + 5_000_000 {
      usleep(5000)
      after = try #require(world.read(thread: busy.thread, isBrief: true))
    }
    #expect(after.processorTime >= before.processorTime + 5_000_000)
    #expect(before.missing.isEmpty && before.kernelTime != nil)
    // It may wait for a page of its code at first.
    var state = before.state
    for _ in 0..<1000 where state != .running {
      usleep(1000)
      state = try #require(world.read(thread: busy.thread, isBrief: false)).state
    }
    #expect(state == .running)
    // It may fall asleep, or wake, between the reading of one file and the next.
    var blocked: ThreadReading?
    for _ in 0..<5000 where blocked?.systemCall == nil || blocked?.waitChannel.contains("sleep") != true {
      usleep(1000)
      blocked = world.read(thread: sleeper.thread, isBrief: false)
    }
    let call = try #require(blocked?.systemCall)
    #expect(SystemCallTable.name(call.number) == "clock_nanosleep")
    #expect(call.arguments.count == 6 && call.stackPointer != 0 && call.programCounter != 0)
    #expect(blocked?.waitChannel.contains("sleep") == true)
    let files = ThreadFiles(thread: busy.thread)
    stop.set()
    busy.join()
    sleeper.join()
    files.waitUntilGone()
    #expect(world.read(thread: busy.thread, isBrief: true) == nil)
  }

  /// The number of an ended thread may be another's: its files show it.
  @Test func aThreadThatHasEndedIsNotReadAnyMore() {
    let end = Flag()
    let target = TargetThread { while !end.isSet { usleep(500) } }
    let files = ThreadFiles(thread: target.thread)
    #expect(files.isAlive)
    #expect(files.reading(time: 1, isBrief: false) != nil)
    end.set()
    target.join()
    files.waitUntilGone()
    #expect(!files.isAlive)
    #expect(files.reading(time: 1, isBrief: false) == nil)
    #expect(files.reading(time: 1, isBrief: true) == nil)
  }

  @Test func theProcessIsReadAsAWhole() async {
    await #expect(processExitsWith: .success) {
      // Another test may have this process traced.
      let world = LinuxWorld(signal: 0)
      #expect(world.processorCount >= 1)
      #expect(world.residentMemory > 1 << 20)
      #expect(world.processTime > 0)
      #expect(world.tracer == 0)
      #expect(world.suspendedTime < 1 << 60)
      #expect(world.wallTime.seconds > 1_700_000_000)
      _ = world.ownQueueTime
      let threads = world.threads(limit: 3)
      #expect((1...3).contains(threads.count))
      #expect(threads.map(\.processorTime) == threads.map(\.processorTime).sorted(by: >))
      #expect(threads.allSatisfy { !$0.name.isEmpty })
      #expect(world.threads(limit: -1).isEmpty)
    }
  }

  /// By the number of its process, which the monitor names when the process was stopped.
  @Test func aDebuggerIsKnownWhileItTracesTheProcess() async {
    await #expect(processExitsWith: .success) {
      let world = LinuxWorld()
      var ends: [Int32] = [0, 0]
      precondition(pipe(&ends) == 0)
      let child = linux_fork()
      if child == 0 {
        alarm(60)
        // PTRACE_SEIZE, which stops nothing.
        let seized = linux_raw_call(Int(SYS_ptrace), 0x4206, Int(getppid()), 0, 0, 0, 0) == 0
        var answer: UInt8 = seized ? 1 : 0
        write(ends[1], &answer, 1)
        while true { pause() }
      }
      var answer: UInt8 = 2
      precondition(read(ends[0], &answer, 1) == 1)
      if answer == 1 {
        precondition(world.tracer == child, "\(world.tracer), not \(child)")
      } else {
        print("skipped: this process may not be traced")
      }
      kill(child, SIGKILL)
      waitpid(child, nil, 0)
      precondition(world.tracer == 0)
    }
  }

  /// As in a container that hides it: less is known, and said so.
  @Test(.enabled(if: geteuid() == 0, "hiding /proc takes a privilege"))
  func aHiddenProcIsSaidAndDoesNoHarm() async {
    await #expect(processExitsWith: .success) {
      let world = LinuxWorld()
      let stop = Flag()
      let hider = TargetThread {
        // This thread's view only: threads started from it inherit it.
        guard linux_raw_call(Int(SYS_unshare), 0x20000, 0, 0, 0, 0, 0) == 0, hide("/", nil, 0x44000) == 0,
          hide("/proc", "tmpfs", 0) == 0
        else { return }
        let busy = TargetThread(world) { while !stop.isSet { Load.sink &+= 1 } }
        let reading = world.read(thread: busy.thread, isBrief: false)
        precondition(reading?.missing.count == 4, "\(String(describing: reading?.missing))")
        precondition(reading?.missing.first == "schedstat: No such file or directory")
        let sample = firstStack(world, busy)
        precondition(!sample.addresses.isEmpty && sample.means == .signal, sample.reason)
        // One that never wakes, for what runs now and then would be signalled.
        let end = DispatchSemaphore(value: 0)
        let sleeper = TargetThread(world) { end.wait() }
        var none = StackSample()
        for _ in 0..<200 where !none.reason.contains("syscall") {
          usleep(1000)
          none = world.sample(thread: sleeper.thread)
        }
        precondition(none.addresses.isEmpty && none.reason.contains("syscall"), none.reason)
        var settings = StallMonitor.Settings()
        settings.reports = nil
        let processes = try? StallMonitor(settings).degradations["processes"]
        precondition(processes?.hasPrefix("/proc can not be read") == true, processes ?? "nothing is said")
        precondition(world.threads(limit: 5).isEmpty && world.tracer == 0 && world.residentMemory == 0)
        precondition(SymbolNames().frame(1, isReturnAddress: false).name == "0x1")
        stop.set()
        end.signal()
        busy.join()
        sleeper.join()
      }
      hider.join()
    }
  }
}

/// Mounts an empty file system there, or changes how mounts spread (0x44000: they stay private, all below included).
private func hide(_ path: String, _ type: String?, _ flags: Int) -> Int {
  "none".withCString { none in
    path.withCString { path in
      let call = { (type: UnsafePointer<CChar>?) in
        linux_raw_call(
          Int(SYS_mount), Int(bitPattern: none), Int(bitPattern: path), Int(bitPattern: type), flags, 0, 0)
      }
      return type.map { $0.withCString { call($0) } } ?? call(nil)
    }
  }
}
