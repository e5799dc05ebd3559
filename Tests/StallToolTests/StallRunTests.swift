import Foundation
import TestHarness
import Testing

/// Real stalls, from the cause to the page. Bounds are wide: the machine may be busy.
@Suite("runloop stalls", .hangLimit, .serialized)
struct StallRunTests {
  @Test("injects a lock that another thread holds; the report says so, in every form")
  func lock() throws {
    let folder = try TemporaryFolder()
    let run = try Tool.run(["inject", "lock", "1000", "--folder", folder.path])
    #expect(run.status == 0, "\(run.errors)")
    for part in [
      "The loop 'main' was held up for", "source 'inject lock #1' (runloop/", "injectLock(_:)",
      "for a pthread mutex that was held by thread", "holdOn(_:)", "cause       lock", "Where the time went",
    ] { #expect(run.output.replacing("\n", with: " ").contains(part), "\(part) is missing:\n\(run.output)") }

    let list = try Tool.run(["list", "--folder", folder.path])
    #expect(
      list.status == 0 && list.output.contains("source 'inject lock #1'") && list.output.contains(" lock "))
    // On a busy machine ordinary work may have taken long, too.
    let line = list.output.split(separator: "\n").first { $0.contains("inject lock #1") }
    let id = try #require(line?.split(separator: " ").first.map(String.init))
    let json = try Tool.run(["show", id, "--json", "--folder", folder.path])
    let value = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(value["schema"] as? Int == 2 && value["cause"] as? String == "lock")
    let time = try #require((value["time"] as? [String: Any])?["duration"] as? Int)
    #expect(time > 200_000_000 && time < 5_000_000_000)
    #expect((value["lockOwner"] as? [String: Any])?["lock"] as? String == "pthreadMutex")
    let frames = (value["pointStack"] as? [[String: Any]] ?? []).compactMap { $0["function"] as? String }
    #expect(frames.contains { $0.contains("injectLock") } && frames.contains { $0.contains("callOutTo") })

    let page = folder.path + "/page.html"
    #expect(try Tool.run(["flame", id, "--output", page, "--folder", folder.path]).output == page + "\n")
    let text = try String(contentsOfFile: page, encoding: .utf8)
    #expect(text.hasPrefix("<!DOCTYPE html>") && text.contains("injectLock(_:)"))
    #expect(
      try Tool.run(["flame", "--all", "--output", "-", "--folder", folder.path]).output.contains(
        "injectLock(_:)"))
    let merged = try Tool.run(["merge", "--folder", folder.path])
    #expect(merged.output.contains("times") && merged.output.contains("injectLock(_:)"))
    let folded = try Tool.run(["merge", id, "--folded", "--folder", folder.path]).output
    #expect(
      folded.split(separator: "\n").allSatisfy {
        $0.contains(";") && Int($0.split(separator: " ").last ?? "") != nil
      })
    let all = try Tool.run(["merge", "--json", "--folder", folder.path]).output
    #expect(try JSONSerialization.jsonObject(with: Data(all.utf8)) is [String: Any])
  }

  @Test("finds the last of several stalls, each by its number, and brings like ones together")
  func several() throws {
    let folder = try TemporaryFolder()
    // Two processes: the stalls of one are alike.
    #expect(try Tool.run(["inject", "sleep", "2000", "--times", "2", "--folder", folder.path]).status == 0)
    // Begun in another second.
    usleep(1_100_000)
    #expect(try Tool.run(["inject", "pipe", "2000", "--folder", folder.path]).status == 0)
    let list = try Tool.run(["list", "--folder", folder.path]).output
    let lines = list.split(separator: "\n").filter { $0.contains("'inject ") }
    #expect(lines.count == 3 && lines.last?.contains("inject pipe #1") == true, "\(list)")
    #expect(lines.prefix(2).allSatisfy { $0.contains("inject sleep #") }, "\(list)")
    let last = try Tool.run(["show", "last", "--folder", folder.path, "--no-lines"]).output
    #expect(last.contains("inject pipe #1"), "\(last)")
    for line in lines {
      let id = try #require(line.split(separator: " ").first.map(String.init))
      let label = try #require(line.split(separator: "'").dropFirst().first.map(String.init))
      let shown = try Tool.run(["show", id, "--json", "--folder", folder.path]).output
      let value = try #require(try JSONSerialization.jsonObject(with: Data(shown.utf8)) as? [String: Any])
      #expect((value["callout"] as? [String: Any])?["label"] as? String == label)
      #expect((value["id"] as? String)?.hasSuffix("-\(id)") == true)
    }
    let all = try Tool.run(["list", "--json", "--folder", folder.path]).output
    let value = try #require(try JSONSerialization.jsonObject(with: Data(all.utf8)) as? [String: Any])
    let times = (value["stalls"] as? [[String: Any]] ?? []).compactMap {
      ($0["time"] as? [String: Any])?["startedMonotonic"] as? UInt64
    }
    #expect(times.count >= 3 && times == times.sorted())
  }

  @Test("finds nothing where the process was stopped, where a loop slept in a callout, or came back")
  func nothing() throws {
    let folder = try TemporaryFolder()
    for cause in ["stop", "nested", "reenter"] {
      func injected() throws -> (status: Int32, output: String, errors: String) {
        try Tool.run(["inject", cause, "600", "--threshold", "300", "--folder", folder.path])
      }
      var run = try injected()
      // On a busy machine a loop may really get no processor for that long.
      for _ in 0..<2 where run.output != "no stall was found\n" { run = try injected() }
      #expect(run.status == 0 && run.output == "no stall was found\n", "\(cause): \(run.output)")
    }
  }

  @Test("shows what a killed process was killed in, and what its loop did last")
  func killed() throws {
    let folder = try TemporaryFolder()
    let victim = try Tool([
      "inject", "sleep", "20000", "--kill", "1000", "--recorded", "--folder", folder.path,
    ])
    defer { withExtendedLifetime(victim) {} }
    #expect(victim.wait() == -SIGKILL)
    let list = try Tool.run(["list", "--folder", folder.path]).output
    #expect(list.contains("killed in it"), "\(list)")
    let runs = try Tool.run(["list", "--runs", "--folder", folder.path]).output
    #expect(runs.contains("killed in a stall") && runs.contains("main: source 'inject sleep #1'"), "\(runs)")
    let text = try Tool.run(["show", "last", "--folder", folder.path]).output
    #expect(
      text.replacing("\n", with: " ").contains(
        "The process ended without a trace, as by SIGKILL or _exit, while the loop 'main' had been held up for"
      ),
      "\(text)")
  }

  @Test("kills a process with --recorded when its stall is on file, not before")
  func killedWhenRecorded() throws {
    let folder = try TemporaryFolder()
    let victim = try Tool(["inject", "sleep", "60000", "--kill", "0", "--recorded", "--folder", folder.path])
    #expect(victim.wait() == -SIGKILL)
    let list = try Tool.run(["list", "--folder", folder.path]).output
    #expect(list.contains("inject sleep #1") && list.contains("killed in it"), "\(list)")
  }

  @Test("watches a process from outside: its loop, and what that calls and for how long")
  func watch() throws {
    let folder = try TemporaryFolder()
    let victim = try Tool(["inject", "sleep", "60000", "--folder", folder.path])
    var seen = ""
    for _ in 0..<200 where !seen.contains("source 'inject sleep #1'") {
      seen = try Tool.run(["watch", "\(victim.number)", "--count", "1", "--interval", "100"]).output
    }
    #expect(
      seen.hasPrefix("main thread=\(victim.number) ") && seen.contains("source 'inject sleep #1'"), "\(seen)")
    // The loop is seen in the callout before that is long enough to be on record.
    var list = ""
    for _ in 0..<200 where !list.contains("goes on") {
      list = try Tool.run(["list", "--folder", folder.path]).output
      usleep(50_000)
    }
    #expect(list.contains("goes on"), "\(list)")
  }

  @Test("verifies the monitor, and says of each bar whether it was met")
  func verify() throws {
    let run = try Tool.run([
      "verify", "--quick", "--rounds", "1", "--causes", "lock,sleep,stop", "--kills", "2",
    ])
    #expect(run.status == 0 || run.status == 1, "\(run.errors)")
    for part in ["cause", "lock", "sleep", "B1 ", "B2 ", "B3 ", "B4 ", "B5 ", "B9 ", "B11", "met"] {
      #expect(run.output.contains(part), "\(part) is missing:\n\(run.output)")
    }
    #expect(run.status == (run.output.contains("MISSED") ? 1 : 0))
  }
}
