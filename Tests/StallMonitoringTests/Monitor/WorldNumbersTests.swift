import Dispatch
import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

/// Numbers of processes and threads as the system reports them.
@Suite(.hangLimit) struct WorldNumbersTests {
  @Test func anotherProcessIsReadByItsOwnNumbers() throws {
    let child = try ChildProgram("cat", hasInput: true)
    try child.write("x\n")
    #expect(child.line() == "x")
    let world = LinuxWorld(of: child.process)
    #expect(world.threadCount == 1)
    // It has done next to nothing. Of this process, before.
    let own = LinuxWorld(signal: 0).processTime
    #expect(world.processTime < own && world.processTime > 0)
    func resident() -> UInt64? {
      let words = (KernelFile.line("/proc/\(child.process)/statm") ?? "").split(separator: " ")
      return words.count > 1 ? UInt64(words[1]).map { $0 * UInt64(sysconf(Int32(_SC_PAGESIZE))) } : nil
    }
    // It may do a last thing between the two.
    waitUntil(5) { world.residentMemory == resident() }
    #expect(world.residentMemory == resident())
    child.endInput()
    child.wait()
  }

  @Test func aThreadIsJudgedByTheProcessorsThatItMayUseNotByTheCallers() {
    let (isPinned, end) = (Locked<Bool?>(nil), DispatchSemaphore(value: 0))
    let target = TargetThread {
      let first = ProcessorSet(of: 0).flatMap { set in (0..<64).first { set.contains($0) } }
      var mask: UInt64 = first.map { 1 << UInt64($0) } ?? 0
      isPinned.value = linux_sched_setaffinity(0, 8, &mask) == 0
      end.wait()
    }
    waitUntil { isPinned.value != nil }
    if isPinned.value == true {
      #expect(LinuxWorld(signal: 0).machineUse(for: target.thread).processors == 1)
    } else {
      print("not tried: a thread can not be pinned here")
    }
    end.signal()
    target.join()
  }

  @Test func whatAThreadWaitedForAtItsLastStackCounts() throws {
    let world = LinuxWorld(signal: 0)
    let end = DispatchSemaphore(value: 0)
    let target = TargetThread(world) { end.wait() }
    waitUntil {
      let call = world.read(thread: target.thread, isBrief: false)?.systemCall
      return call.map { SystemCallTable.name($0.number) } == "futex"
    }
    let first = try #require(world.read(thread: target.thread, isBrief: false))
    let last = try #require(world.read(thread: target.thread, isBrief: false))
    let sample = world.sample(thread: target.thread)
    #expect(sample.time > last.time && last.time > first.time)
    let found = world.diagnose(thread: target.thread, readings: [first, last], samples: [sample])
    #expect(found.cause == .wait && found.systemCall == "futex")
    // Without the stack there was no look at the wait.
    #expect(world.diagnose(thread: target.thread, readings: [first, last], samples: []).cause == .unknown)
    end.signal()
    target.join()
  }
}
