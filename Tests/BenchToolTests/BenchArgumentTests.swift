import Testing

/// A call that is wrong ends with status 2 before anything is measured, and says what would be right.
@Suite("A wrong call of runloop bench")
struct BenchArgumentTests {
  @Test(
    "is answered with what would be right",
    arguments: [
      (["nothing"], "unknown workload 'nothing'; there are: wake, pingpong,"),
      (["--fast"], "unknown option '--fast'; there are: --rounds N,"),
      (["--rounds"], "--rounds needs a whole number from 1 to 1000"),
      (["--rounds", "many"], "not 'many'"),
      (["--rounds=0"], "not '0'"),
      (["--time=-1"], "--time needs a number of seconds"),
      (["--time=nan"], "not 'nan'"),
      (["--quick=yes"], "--quick takes no value"),
      (["--json="], "--json= needs a file's name"),
      (["--html"], "--html needs a file's name"),
      (["--json", "--csv"], "can not both go to standard output"),
      (["turn:"], "expected NAME=VALUE after the colon"),
      (["turn:observers"], "expected NAME=VALUE"),
      (["turn:watchers=1"], "turn has no parameter 'watchers'; there are: observers"),
      (["self-post:pending=1"], "it has none"),
      (["timer-churn:pending=0"], "'pending' is a whole number from 1 to 4000000, not '0'"),
      (["wake:cpus=three"], "'cpus' is same or different, not 'three'"),
      (["--compare", "/nonexistent/old.json"], "can not be read: No such file or directory"),
      (["--html", "/nonexistent/page.html", "turn"], "can not be written: No such file or directory"),
    ])
  func wrong(_ arguments: [String], _ answer: String) throws {
    let run = try ToolRun(["bench"] + arguments)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("runloop: bench: ") && run.errors.contains(answer), "\(run.errors)")
  }

  @Test("with a file to compare that is no report says where it is wrong")
  func noReport() throws {
    let broken = try TemporaryFile("{\"schema\": 1,\n oops}")
    let run = try ToolRun(["bench", "--compare", broken.path, "turn"])
    #expect(run.status == 2)
    #expect(
      run.errors.contains("is no report of runloop bench --json: line 2, column 2: expected a name in quotes")
    )
  }
}
