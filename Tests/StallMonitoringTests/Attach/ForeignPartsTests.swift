import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

/// The parts that only a watcher of another process needs.
@Suite(.hangLimit) struct ForeignPartsTests {
  @Test func workEndsWithTheFirstRecordedWait() {
    var waits = RecordedWaits()
    for time: UInt64 in [10, 20] {
      waits.began(time)
      waits.ended(time + 5)
    }
    #expect(waits.exact(.ended(30)) == .ended(10) && waits.exact(.began(30)) == .began(25))
    #expect(waits.exact(.restarted(30)) == .restarted(25))
    #expect(RecordedWaits().exact(.ended(30)) == .ended(30))
  }

  @Test func timesBeforeTheLastLookAreMovedToIt() {
    var waits = RecordedWaits()
    waits.began(10)
    waits.ended(15)
    waits.clamp(to: 20)
    #expect(waits.exact(.ended(30)) == .ended(20) && waits.exact(.restarted(30)) == .restarted(20))
    waits.clamp(to: 5)
    #expect(waits.exact(.ended(30)) == .ended(20))
  }

  @Test func generatedCodeIsNamedByTheMapOfItsMachine() {
    let map = GeneratedCode(
      Array(
        "7f00 40 LazyCompile:~old a.js:1\nnot a line\n8000 10 Builtin:x\n7f00 20 new name\nff 0 nothing\n"
          .utf8))
    #expect(map.function(at: 0x7f1f)?.name == "new name" && map.function(at: 0x7f00)?.start == 0x7f00)
    #expect(map.function(at: 0x8008)?.name == "Builtin:x" && map.function(at: 0x8010) == nil)
    #expect(map.function(at: 0x7eff) == nil && GeneratedCode([]).function(at: 5) == nil)
    #expect(GeneratedCode(Array("ffffffffffffffff ff x\n".utf8)).function(at: .max) == nil)
  }

  @Test func generatedCodeIsLeftByItsFramePointers() {
    var words = [UInt](repeating: 0, count: 32)
    // Two frames: rbp, and the return address above it.
    (words[4], words[5]) = (0x1000 + 10 * 8, 0x22)
    (words[10], words[11]) = (0, 0x33)
    let addresses = UnsafeMutablePointer<UInt>.allocate(capacity: 8)
    defer { addresses.deallocate() }
    let modules = ModuleMap(memory: ProcessMemory())
    for follows in [true, false] {
      let found = words.withUnsafeBytes { bytes in
        var registers = MachineRegisters(programCounter: 0x11, stackPointer: 0x1000)
        registers[Architecture.own.framePointer] = 0x1000 + 4 * 8
        let stack = StackCopy(registers: registers, low: 0x1000, bytes: bytes)
        let count = Unwinder(modules: modules, followsGenerated: follows).unwind(
          stack, into: addresses, limit: 8
        ).count
        return Array(UnsafeBufferPointer(start: addresses, count: count))
      }
      #expect(found == (follows ? [0x11, 0x22, 0x33] : [0x11]))
    }
  }

  @Test func refusalsSayWhoMayLook() {
    #expect(ProcessAccess.reason(user: 7, caller: 8, scope: 0).contains("of user 7: root, or that user"))
    #expect(ProcessAccess.reason(user: 7, caller: 7, scope: 1).contains("--launch"))
    #expect(ProcessAccess.reason(user: 7, caller: 7, scope: 2).contains("only root"))
    #expect(ProcessAccess.reason(user: 7, caller: 7, scope: 3).contains("nothing may look"))
    #expect(ProcessAccess.reason(user: 7, caller: 7, scope: 0).contains("another container"))
    #expect(ProcessStatus.number("Uid:", in: Array("Name:\tUid:\nUid:\t12\t13\n".utf8)) == 12)
    #expect(throws: StallMonitorError.self) { try ProcessAccess.of(getpid()) }
    #expect(throws: StallMonitorError.self) { try ProcessAccess.of(.max) }
  }
}
