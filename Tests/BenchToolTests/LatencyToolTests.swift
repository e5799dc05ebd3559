import BenchmarkKit
import Foundation
import TestHarness
import Testing

/// The settings of `runloop bench` for people who measure latency.
@Suite("runloop bench for latencies", .hangLimit, .serialized)
struct LatencyToolTests {
  @Test("soaks a workload, with a line each second and the worst so far, until Ctrl-C")
  func soak() throws {
    let json = try TemporaryFile()
    let run = try ToolRun(
      ["bench", "--soak", "3600s", "--json=\(json.path)", "wake:cpus=1"], interruptedAfter: " 1 s ")
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n").filter { $0.contains("worst so far") }
    #expect(lines.count >= 1 && lines.allSatisfy { $0.contains(" callouts  median ") }, "\(run.output)")
    #expect(try Report(json: json.text).results.map(\.workload) == ["wake"])
  }

  @Test("gives advice once, and the settings, in the head")
  func head() throws {
    let run = try ToolRun([
      "bench", "--quick", "--cpus", "0", "--timer-slack", "1ns", "timer-lateness", "wake",
    ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("set     timer slack 1 ns; processors 0\n"), "\(run.output)")
    let advice = run.output.split(separator: "\n").filter { $0.hasPrefix("advice  ") }
    #expect(Set(advice).count == advice.count)
    #expect(run.output.contains("pinned  loops to processor 0;"))
    let plain = try ToolRun(["bench", "--quick", "turn:observers=0,called=no"])
    #expect(!plain.output.contains("advice  ") && !plain.output.contains("set     "))
  }

  @Test(
    "runs with a real-time priority, locked memory, and processors that stay awake",
    .enabled(if: geteuid() == 0, "real-time priorities take a privilege"))
  func realtime() throws {
    var options = ["--realtime"]
    if access("/dev/cpu_dma_latency", W_OK) == 0 { options += ["--dma-latency", "0"] }
    let run = try ToolRun(["bench", "--quick"] + options + ["timer-lateness:beside=idle"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("set     SCHED_FIFO 1, memory locked"), "\(run.output)")
  }

  @Test(
    "refuses a real-time priority with a reason, where it is not permitted",
    .enabled(if: geteuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0, "taking a privilege away takes one")
  )
  func notPermitted() throws {
    let run = try ToolRun(
      ["bench", "--quick", "--realtime", "wake"],
      shell: "ulimit -l unlimited; exec setpriv --bounding-set=-sys_nice --inh-caps=-sys_nice \"$0\" \"$@\"")
    #expect(run.status == 2, "\(run.output)")
    #expect(run.errors.contains("--realtime: SCHED_FIFO is not permitted: "), "\(run.errors)")
  }

  /// Twenty percent on a machine that does other things besides: in one of four tries.
  @Test(
    "agrees with cyclictest at the median",
    .enabled(
      if: geteuid() == 0 && access("/usr/bin/cyclictest", X_OK) == 0
        && access("/dev/cpu_dma_latency", W_OK) == 0 && isReleaseBuild,
      "it needs root, /dev/cpu_dma_latency, a release build, and cyclictest: apt install rt-tests"))
  func cyclictest() throws {
    var (ratios, agrees) = ([Double](), false)
    let page = try TemporaryFile()
    for _ in 0..<4 where !agrees {
      let run = try ToolRun([
        "bench", "--cyclictest", "--realtime", "--dma-latency", "0", "--rounds", "5", "--time", "1.5",
        "--json", "--html", page.path,
      ])
      #expect(run.status == 0, "\(run.errors)")
      let start = try #require(run.output.firstIndex(of: "{"))
      let report = try Report(json: String(run.output[start...]))
      #expect(report.results.map(\.loop) == ["mainspring", "cyclictest"])
      ratios.append(report.results[0].median / report.results[1].median)
      agrees = run.output.contains("they agree within 20%")
    }
    #expect(agrees, "medians of ours by cyclictest's: \(ratios)")
    #expect(try page.text.contains("cyclictest"))
  }

  @Test("refuses what can not be, and says why")
  func arguments() throws {
    for (arguments, reason) in [
      (["--cpus", "x"], "--cpus needs numbers of processors such as 0,2-3, not 'x'"),
      (["--cpus", "1000"], "--cpus: the process may not use all of 1000: "),
      (
        ["--dma-latency", "-1"],
        "--dma-latency needs a whole number of microseconds from 0 to 1000000, not '-1'"
      ),
      (["--timer-slack", "5"], "--timer-slack needs a time"),
      (["--soak", "1s", "turn"], "--soak takes one variant of wake, timer-lateness, touch-latency, such as"),
      (["--soak", "1s", "wake"], "--soak takes one variant"),
      (["--soak", "1s", "--cyclictest"], "--soak and --cyclictest do not go together"),
      (["--cyclictest", "wake"], "--cyclictest measures timer-lateness:beside=idle"),
    ] {
      let run = try ToolRun(["bench", "--quick"] + arguments)
      #expect(run.status == 2 && run.errors.contains(reason), "\(arguments): \(run.errors)")
    }
    let missing = try ToolRun(["bench", "--cyclictest"], shell: "export PATH=/nonexistent")
    #expect(missing.status == 2 && missing.errors.contains("apt install rt-tests"), "\(missing.errors)")
  }
}

/// A turn of a debug build is several times as long as a release build's, and that long its callouts are late.
private let isReleaseBuild = Machine.current.build == "release"
