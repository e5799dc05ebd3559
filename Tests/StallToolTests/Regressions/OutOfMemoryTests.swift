import Foundation
import TestHarness
import Testing

/// A process whose control group ran out of memory in a stall: in a group of its own, with little memory.
@Suite("A process that the kernel killed for lack of memory", .hangLimit)
struct OutOfMemoryTests {
  @Test("is reported as such, with its last work")
  func killed() throws {
    let folder = try TemporaryFolder()
    let tool = try Tool([
      "inject", "sleep", "20000", "--kill", "300", "--recorded", "--by", "memory", "--folder", folder.path,
    ])
    let status = tool.wait()
    // Only the group of this process, which has ended.
    defer {
      for top in ["/sys/fs/cgroup/memory", "/sys/fs/cgroup"] { rmdir("\(top)/runloop-memory-\(tool.number)") }
    }
    // Where no control group can be made here.
    if status == 3 {
      print("not tried: a control group with a limit of memory can not be made here")
      return
    }
    #expect(status == -SIGKILL, "\(status) \(tool.errors)")
    let runs = try Tool.run(["list", "--runs", "--folder", folder.path]).output
    #expect(runs.contains("ended without a trace, out of memory"), "\(runs)")
    let shown = try Tool.run(["show", "last", "--folder", folder.path]).output.replacing("\n", with: " ")
    #expect(shown.contains("the kernel has killed 1 of its group for lack of memory"), "\(shown)")
    #expect(shown.contains("it slept (clock_nanosleep)"), "\(shown)")
  }
}
