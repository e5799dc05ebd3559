import Foundation
import TestHarness
import Testing

/// What `runloop bench` says of late callouts.
@Suite("Causes in runloop bench", .hangLimit, .serialized)
struct CauseToolTests {
  @Test("are named when they are provoked; what is not permitted is skipped, with the reason")
  func provoked() throws {
    // The documented check provokes each a hundred times. Here each is named most of four times, on a machine that other tests
    // keep busy, and where what they do can be the longer part of a delay: in one of three runs.
    var wrong: [Substring] = []
    for _ in 0..<3 {
      let run = try ToolRun(["bench", "--check-causes", "4"])
      #expect(run.errors.isEmpty, "\(run.errors)")
      let lines = run.output.split(separator: "\n")
      #expect(lines.count == 5, "\(run.output)")
      wrong = lines.filter { line in
        if line.hasPrefix("skipped: ") { return false }
        let numbers = line.split(separator: " ").compactMap { Int($0) }
        return numbers.count < 2 || numbers[0] * 4 < numbers[1] * 3 || numbers[1] < 2
      }
      if wrong.isEmpty { return }
    }
    Issue.record("\(wrong)")
  }

  @Test("end a run at the first outlier, with its story")
  func breaking() throws {
    let json = try TemporaryFile()
    let run = try ToolRun([
      "bench", "--break-at", "1ns", "--json=\(json.path)", "timer-lateness:beside=idle", "wake",
    ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("timer-lateness beside=idle: a callout was "), "\(run.output)")
    #expect(run.output.contains("INTENDED START") && run.output.contains("CALLED"))
    #expect(try json.text.contains("\"causes\""))
  }

  @Test("are counted beside the percentiles of every workload whose loop is in the process")
  func table() throws {
    let names = ["wake cpus=1", "touch-latency by=post cpus=same", "timer-lateness beside=pending"]
    var output = ""
    // A busy machine gives fewer samples in the same time, and a percentile needs ten beyond it.
    for seconds in ["0.8", "4"] {
      let run = try ToolRun([
        "bench", "--time", seconds, "--rounds", "2", "wake", "touch-latency:by=post",
        "timer-lateness:beside=pending",
      ])
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
      #expect(run.output.contains("(after every callout: the thread's counters, "))
      output = run.output
      if names.allSatisfy({ output.contains("\n\($0)\n  beyond p90 (from ") }) { return }
    }
    Issue.record("\(output)")
  }

  @Test("are asked for in ways that can be")
  func arguments() throws {
    for (arguments, reason) in [
      (
        ["--break-at", "5"],
        "--break-at needs a time from 1ns to 86400s with its unit, such as 500us or 2ms, not '5'"
      ),
      (["--break-at", "-3ms"], "not '-3ms'"), (["--break-at", "0us"], "not '0us'"),
      (["--break-at", "nanms"], "not 'nanms'"),
      (
        ["--break-at", "1ms", "pipes"],
        "--break-at watches wake, timer-lateness, touch-latency; leave 'pipes' out"
      ),
      (["--check-causes", "0"], "--check-causes needs a whole number from 1 to 10000, not '0'"),
    ] {
      let run = try ToolRun(["bench"] + arguments)
      #expect(run.status == 2 && run.errors.contains(reason), "\(run.errors)")
    }
  }
}
