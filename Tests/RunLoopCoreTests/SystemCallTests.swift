import Foundation
import TestHarness
import Testing

/// How many system calls things cost, counted by strace(1) where that is installed.
@Suite(.hangLimit) struct SystemCallTests {
  /// The calls between the marks of each name, those of memory allocation left out.
  private static func trace() throws -> [String: [String: Int]]? {
    guard (try? ChildProgram.run("strace", ["-V"])) != nil else { return nil }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("calls-\(UUID()).strace").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    // A process that may not trace others can not count.
    guard
      (try? ChildProgram.lines(of: "strace", ["-f", "-o", file, ChildProgram.product("loopprobe"), "calls"]))
        != nil
    else {
      return nil
    }
    let memory: Set = ["brk", "mmap", "munmap", "mremap", "madvise", "mprotect"]
    var open: [Substring: String] = [:]
    var counts: [String: [String: Int]] = [:]
    for line in try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
      guard words.count == 2 else { continue }
      let thread = words[0]
      let call = words[1].drop { $0 == " " }
      if call.hasPrefix("write(-1, \"begin ") {
        let name = String(call.dropFirst(17).prefix { $0 != "\"" })
        open[thread] = name
        counts[name] = [:]
      } else if call.hasPrefix("write(-1, \"end ") {
        open[thread] = nil
      } else if let name = open[thread], let end = call.firstIndex(of: "("), !call.hasPrefix("<") {
        let function = String(call[..<end])
        if !memory.contains(function) { counts[name, default: [:]][function, default: 0] += 1 }
      }
    }
    return counts
  }

  @Test func whatNeedsNoSystemCallMakesNone() throws {
    guard let counts = try Self.trace() else {
      print("skipped: strace is not there or may not trace")
      return
    }
    let rounds = 200
    for name in [
      "own wakes", "others' wakes", "turns that do not sleep",
      "timers of an awake loop", "timers after a sleep",
    ] {
      #expect(counts[name] == [:], "\(name)")
    }
    // A sleep is armed once and waited for once.
    let sleeps = try #require(counts["sleeps for timers"])
    #expect(Set(sleeps.keys).isSubset(of: ["epoll_wait", "timerfd_settime"]))
    #expect(sleeps["epoll_wait", default: 0] <= rounds + 10)
    #expect(sleeps["timerfd_settime", default: 0] <= rounds + 10)
    // A loop that was woken before does not sleep, and arms a new deadline at most once.
    let far = try #require(counts["sleeps for one far timer"])
    #expect(Set(far.keys).isSubset(of: ["timerfd_settime"]))
    #expect(far["timerfd_settime", default: 0] <= 1)
    // The kernel's mask is updated before it is asked, and only for a net change.
    let toAndFro = try #require(counts["switching to and fro"])
    #expect(Set(toAndFro.keys).isSubset(of: ["epoll_wait"]))
    let once = try #require(counts["switching once a turn"])
    #expect(Set(once.keys).isSubset(of: ["epoll_wait", "epoll_ctl"]))
    #expect((rounds - 1...rounds + 1).contains(once["epoll_ctl", default: 0]))
    let ports = try #require(counts["sixty ready ports"])
    #expect(ports["epoll_wait", default: 0] <= 2, "one look for many ports")
    #expect(ports["read", default: 0] == 60, "each is acknowledged once")
    #expect(Set(ports.keys).isSubset(of: ["epoll_wait", "read", "timerfd_settime"]))
  }
}
