import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

/// When a process began, which distinguishes it from a later one of its number.
@Suite(.hangLimit) struct ProcessStartTests {
  @Test func aProcessKeepsItsStartWhateverItsNameHolds() throws {
    let child = try ChildProgram(
      "sh", ["-c", "read x; printf 'a) S 1 (' > /proc/$$/comm; echo named; read x"], hasInput: true)
    let start = try #require(ProcessStart.ticks(of: child.process))
    try child.write("\n")
    #expect(child.line() == "named")
    #expect(KernelFile.line("/proc/\(child.process)/comm") == "a) S 1 (")
    #expect(start > 0 && ProcessStart.ticks(of: child.process) == start)
    child.endInput()
    child.wait()
    #expect(ProcessStart.ticks(of: child.process) == nil)
  }
}
