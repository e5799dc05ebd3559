import BenchmarkKit
import TestHarness
import Testing

/// Values of options at the edge of what is allowed.
@Suite("Words of a call of runloop bench", .hangLimit)
struct CallWordTests {
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
