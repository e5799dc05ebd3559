import BenchmarkKit
import TestHarness
import Testing

@testable import runloop

/// Values of options at the edge of what is allowed.
@Suite("Words of a call of runloop bench", .hangLimit)
struct CallWordTests {
  @Test("may have no value: an option behind is none, and one after an equals sign is always taken")
  func valuesThatMayBeMissing() {
    func value(_ words: [String]) -> String? {
      var words = CallWords(words)
      _ = words.next()
      return words.valueIfAny()
    }
    #expect(value(["--desktop=x11", "--size"]) == "x11" && value(["--desktop", "x11"]) == "x11")
    #expect(value(["--desktop", "--size"]) == nil && value(["--desktop"]) == nil)
  }

  @Test("that name no workload choose those that the option can watch")
  func breakAtWithoutNames() throws {
    let names = try BenchOptions(["--break-at", "1ms"]).choices.map(\.workload.name)
    #expect(Set(names) == ["wake", "timer-lateness", "touch-latency"])
  }

  @Test("are taken whole, and refused when a part of them can not be")
  func edges() throws {
    let processor = Processors.allowed[0]
    for (arguments, answer) in [
      (["--compare=/nonexistent/a=b=c", "turn"], "/nonexistent/a=b=c can not be read"),
      (["--break-at", "86400.1s", "turn"], "from 1ns to 86400s with its unit"),
      (["--break-at", "86400s", "turn"], "leave 'turn' out"),
      (
        ["--quick", "--cpus", "\(processor),1000", "turn:observers=0,called=no"],
        "--cpus: the process may not use all of \(processor),1000: "
      ),
    ] {
      let run = try ToolRun(["bench"] + arguments)
      #expect(run.status == 2 && run.errors.contains(answer), "\(arguments): \(run.errors)")
    }
  }
}
