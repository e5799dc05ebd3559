import Foundation
import RunLoopExecutors
import TestHarness
import Testing

import class RunLoopCore.RunLoop

/// What hops cost that stay on one thread, counted by strace(1) where that is installed and may trace.
@Suite(.hangLimit) struct HopTests {
  /// The system calls between the marks of a probe, on the thread that made them; those of memory allocation left out.
  private static func calls(of probe: String) throws -> [String: Int]? {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("hops-\(UUID()).strace").path
    defer { unlink(file) }
    let path = try ChildProgram.product("executorprobe")
    let strace = try? ChildProgram.run("strace", ["-f", "-o", file, path, probe], seconds: 100)
    guard strace?.status == 0 else { return nil }
    let memory: Set = ["brk", "mmap", "munmap", "mremap", "madvise", "mprotect"]
    var thread: Substring?
    var counts: [String: Int] = [:]
    for line in try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
      guard words.count == 2 else { continue }
      let call = words[1].drop { $0 == " " }
      if call.hasPrefix("write(-1, \"begin\"") {
        thread = words[0]
      } else if call.hasPrefix("write(-1, \"end\"") {
        #expect(thread == words[0], "the task came back to its thread")
        return counts
      } else if thread == words[0], let end = call.firstIndex(of: "(") {
        let name = String(call[..<end])
        if !memory.contains(name) { counts[name, default: 0] += 1 }
      }
    }
    Issue.record("the marks are there")
    return nil
  }

  @Test(arguments: ["own-hops", "own-main-hops"])
  func aHopToAnActorOfTheOwnLoopAndBackMakesNoSystemCall(probe: String) throws {
    if probe == "own-main-hops", !RunLoop.canInstallMainExecutor { return }
    guard let counts = try Self.calls(of: probe) else {
      return print("skipped: strace is not there or may not trace")
    }
    // Ten thousand hops.
    #expect(counts.values.reduce(0, +) <= 20, "\(counts)")
  }
}
