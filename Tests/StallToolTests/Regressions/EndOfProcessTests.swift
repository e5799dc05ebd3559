import Foundation
import TestHarness
import Testing

/// Was wrong: a process that exited, crashed or was replaced in a stall "was killed".
@Suite("How a process ended in a stall", .hangLimit, .serialized)
struct EndOfProcessTests {
  @Test("is reported as far as it can be known")
  func ends() throws {
    let folder = try TemporaryFolder()
    let ends = [
      "exit": "exited with status 3", "term": "ended by 15 (SIGTERM)", "abort": "crashed by 6 (SIGABRT)",
      "segv": "crashed by 11 (SIGSEGV) at 0x10", "_exit": "ended without a trace",
      "exec": "replaced by another program",
    ]
    // All at once: each takes its time.
    let processes = try ends.map { how, text in
      let process = try Tool([
        "inject", "sleep", "20000", "--kill", "700", "--recorded", "--by", how, "--folder",
        folder.path,
      ])
      return (process: process, how: how, text: text)
    }
    func line(_ number: Int32) throws -> String {
      let runs = try Tool.run(["list", "--runs", "--folder", folder.path]).output
      return runs.split(separator: "\n").first { $0.contains("-\(number) ") }.map(String.init) ?? ""
    }
    // First, while what replaced the program runs: when that has ended, too, there is nothing to be seen.
    for process in processes where process.how == "exec" {
      var told = try line(process.process.number)
      for _ in 0..<200 where !told.contains(process.text) {
        usleep(50_000)
        told = try line(process.process.number)
      }
      #expect(told.contains(process.text), "\(process.how): \(told)")
    }
    for process in processes where process.how != "exec" {
      let status = process.process.wait()
      let told = try line(process.process.number)
      #expect(told.contains(process.text), "\(process.how), status \(status): \(told)")
    }
    let list = try Tool.run(["list", "--json", "--folder", folder.path]).output
    let value = try #require(try JSONSerialization.jsonObject(with: Data(list.utf8)) as? [String: Any])
    let stalls = (value["stalls"] as? [[String: Any]] ?? []).filter {
      (($0["callout"] as? [String: Any])?["label"] as? String)?.hasPrefix("inject sleep") == true
    }
    #expect(stalls.count == ends.count, "\(list)")
    for stall in stalls {
      // What the crash's handler did is not the stall's cause.
      #expect(stall["cause"] as? String == "sleep", "\(stall)")
      #expect((stall["sentence"] as? String)?.contains("and still is") == false, "\(stall)")
    }
  }

  /// Was wrong: a signal that the parent had blocked, as the threads of tests do, did not end it.
  /// SIGQUIT crashes a program, and was left ignored.
  @Test("also by a signal that its parent has blocked and ignored", arguments: ["TERM", "QUIT"])
  func inherited(_ name: String) throws {
    let signal = name == "TERM" ? SIGTERM : SIGQUIT
    let folder = try TemporaryFolder()
    let arguments =
      ["-c", "trap '' \(name); exec \"$@\"", "sh", try Tool.path(), "stalls"]
      + ["inject", "sleep", "5000", "--kill", "200", "--by", name.lowercased(), "--folder", folder.path]
    var (signals, before) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    sigaddset(&signals, signal)
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let program = try ChildProgram("/bin/sh", arguments, inheritsSignals: true)
    #expect(program.wait() == -signal)
    let runs = try Tool.run(["list", "--runs", "--folder", folder.path]).output
    #expect(runs.contains("by \(signal) (SIG\(name))"), "\(runs)")
  }

  @Test(
    "and its wait is reported with the right thread and lock",
    arguments: ["readers", "join", "self-lock", "abba"])
  func sentences(_ cause: String) throws {
    let folder = try TemporaryFolder()
    let run = try Tool.run(["inject", cause, "3000", "--folder", folder.path])
    let text = run.output.replacing("\n", with: " ")
    let parts = [
      "readers": "a read-write lock that one reader held", "join": "to end (pthread_join)",
      "self-lock": "a pthread mutex that it holds itself: a deadlock",
      "abba": "waits for one that this thread holds: a deadlock",
    ]
    #expect(text.contains(try #require(parts[cause])), "\(text)")
    if cause == "self-lock" || cause == "readers" { #expect(!text.contains("held by thread"), "\(text)") }
  }
}
