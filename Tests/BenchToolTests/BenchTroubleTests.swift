import BenchmarkKit
import Foundation
import TestHarness
import Testing

/// What the machine or the user does to `runloop bench` while it runs.
@Suite("runloop bench in trouble", .hangLimit, .serialized)
struct BenchTroubleTests {
  @Test("measures once what is named twice")
  func repetitions() throws {
    let run = try ToolRun([
      "bench", "--quick", "--json", "turn:observers=1,called=yes", "self-post:ports=0",
      "turn:observers=1,called=yes",
      "self-post:ports=0",
    ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try Report(json: run.output).results.map(\.workload) == ["turn", "self-post"])
  }

  @Test("takes two rounds at most when it is to be quick, and as many as are asked for otherwise")
  func rounds() throws {
    for (arguments, rounds) in [
      (["--quick"], 2), (["--quick", "--rounds", "1"], 1), (["--quick", "--rounds", "9"], 2),
      (["--rounds", "5", "--time", "0.05"], 5), (["--time", "0.05"], 7),
    ] {
      let run = try ToolRun(["bench", "--json", "turn:observers=0,called=no"] + arguments)
      #expect(run.status == 0, "\(run.errors)")
      #expect(try Report(json: run.output).results.map(\.rounds) == [rounds], "\(arguments)")
    }
  }

  @Test("leaves out the variants that do not go with a parameter that was set")
  func variants() throws {
    let run = try ToolRun(["bench", "--quick", "--json", "pipes:pipes=5"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(try Report(json: run.output).results.map(\.subject) == ["pipes pipes=5 active=1"])
  }

  @Test("has a row that says so for what needs more descriptors than it may open; the rest is measured")
  func fewDescriptors() throws {
    let run = try ToolRun(["bench", "--quick", "pipes", "echo-one-cpu", "turn"], shell: "ulimit -n 40")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.isEmpty, "\(run.errors)")
    func row(_ workload: String, _ note: String) -> Bool {
      run.output.split(separator: "\n").contains { $0.hasPrefix(workload) && $0.contains(note) }
    }
    #expect(row("pipes ", "pipes=1000 active=1") && row("pipes ", "  not measured: the process may open 40"))
    #expect(row("echo-one-cpu ", "  not measured: 64 connections need more descriptors"))
    #expect(run.output.contains("turn"))
  }

  @Test(
    "has a row that says why for what the machine forbids, and measures the rest",
    .enabled(
      if: geteuid() == 0 && access("/usr/bin/unshare", X_OK) == 0, "taking the network away takes a privilege"
    ))
  func failedWorkload() throws {
    let run = try ToolRun(
      ["bench", "--quick", "echo-one-cpu:connections=1,size=64", "turn:observers=0,called=no"],
      shell: "exec /usr/bin/unshare -n \"$0\" \"$@\"")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(
      run.output.contains("  not measured: connect to 127.0.0.1 failed: Network is unreachable\n"),
      "\(run.output)")
    #expect(run.output.contains("\nturn "), "\(run.output)")
  }

  @Test(
    "fails when a workload fails by the program's mistake, says which and why, and measures the rest",
    .enabled(
      if: geteuid() == 0 && access("/usr/bin/unshare", X_OK) == 0, "hiding /dev takes a privilege"))
  func mistake() throws {
    // What a workload opens is not there, and it does not know why.
    let run = try ToolRun(
      ["bench", "--quick", "input:cpus=same,until=touch", "turn:observers=0,called=no"],
      shell: """
        exec /usr/bin/unshare -m sh -c 'mount -t tmpfs none /dev && exec "$0" "$@"' "$0" "$@"
        """)
    #expect(run.status == 1)
    #expect(
      run.errors
        == "runloop: bench: input cpus=same until=touch: the start of /proc/self/exe failed: No such file or directory\n",
      "\(run.errors)")
    #expect(run.output.contains("  failed: the start of /proc/self/exe failed"), "\(run.output)")
    #expect(run.output.contains("\nturn "), "\(run.output)")
  }

  @Test("fails when a result can not be written to its end", arguments: ["--json", "--csv", "--html"])
  func fullDisk(_ form: String) throws {
    let run = try ToolRun(["bench", "--quick", "\(form)=/dev/full", "turn"])
    #expect(run.status == 1)
    #expect(run.errors.contains("/dev/full can not be written: No space left on device"), "\(run.errors)")
  }

  @Test("writes its files also when its table is not read to the end")
  func closedPipe() throws {
    let file = try TemporaryFile()
    _ = try ToolRun(
      ["bench", "--quick", "--json=\(file.path)", "turn:observers=1,called=yes"],
      shell: "exec 1> >(head -1 >/dev/null)")
    #expect(try Report(json: file.text).results.count == 1)
  }

  @Test("is interrupted: what was measured until then is given")
  func interrupted() throws {
    let json = try TemporaryFile()
    // Six minutes, in rounds of a third of a second. When it has worked for half a second, it measures.
    let run = try ToolRun(
      ["bench", "--rounds", "1000", "--time", "360", "--json=\(json.path)", "turn:observers=0,called=no"],
      interruptedAfter: "pinned ", and: .milliseconds(500))
    #expect(run.status == 130)
    #expect(run.errors.contains("interrupted: 1 of 1 measured"), "\(run.errors)")
    #expect(try Report(json: json.text).results.count == 1)
  }

  @Test("prints the machine, and where its threads are, before anything else")
  func header() throws {
    let run = try ToolRun(["bench", "--quick", "self-post"])
    for word in ["cpu ", "governor ", "kernel ", "clock source ", "load ", "swift ", "pinned "] {
      #expect(run.output.contains(word), "\(word)")
    }
  }
}
