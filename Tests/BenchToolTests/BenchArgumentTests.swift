import TestHarness
import Testing

/// A call that is wrong ends with status 2 before anything is measured, and says what would be right.
@Suite("A wrong call of runloop bench", .hangLimit)
struct BenchArgumentTests {
  @Test(
    "is answered with what would be right",
    arguments: [
      (["nothing"], "unknown workload 'nothing'; there are: wake, pingpong,"),
      (["--fast"], "unknown option '--fast'; there are: --rounds N,"),
      (["--rounds"], "--rounds needs a whole number from 1 to 1000"),
      (["--rounds", "many"], "not 'many'"),
      (["--rounds=0"], "not '0'"),
      (["--ab"], "--ab needs another binary of this program, or a git revision"),
      (["--time=-1"], "--time needs a number of seconds"),
      (["--time=nan"], "not 'nan'"),
      (["--quick=yes"], "--quick takes no value"),
      (["--json="], "--json= needs a file's name"),
      (["--html"], "--html needs a file's name"),
      (["--json", "--csv"], "can not both go to standard output"),
      (["turn:"], "expected NAME=VALUE after the colon"),
      (["turn:observers"], "expected NAME=VALUE"),
      (["turn:watchers=1"], "turn has no parameter 'watchers'; there are: observers"),
      (["main-queue:pending=1"], "it has none"),
      (["timer-churn:pending=0"], "'pending' is a whole number from 1 to 4000000, not '0'"),
      (["wake:cpus=three"], "'cpus' is a whole number from 1 to 2, not 'three'"),
      (["pipes:pipes=5,active=6"], "active=6 of pipes=5: only existing pipes can be active"),
      (["pipes:pipes=99999999999999999999999"], "'pipes' is a whole number from 1 to 10000"),
      (["turn:observers=-1"], "not '-1'"),
      (["turn:called=maybe"], "'called' is yes or no, not 'maybe'"),
      (["--time", "1e400"], "not '1e400'"),
      (
        ["--quick", "--json=/tmp/x", "--csv=/tmp/x", "turn"],
        "/tmp/x can not hold two forms of the result"
      ),
      (["--once", "none", "turn"], "--once needs a whole number from 1 to 1000000000, not 'none'"),
      (["--once", "5"], "--once needs one workload"),
      (["--once", "5", "turn", "pipes"], "--once needs one workload"),
      (["--once", "5", "modes"], "--once runs workloads of the core: pingpong,"),
      (["--rewrite"], "--rewrite needs --thresholds FILE"),
      (["--thresholds", "/", "turn"], "takes no workload; leave 'turn' out"),
      (["--thresholds", "/nonexistent/core.txt"], "can not be read: No such file or directory"),
      (["--compare", "/", "turn"], "/ can not be read: Is a directory"),
      (["--compare", "/dev/zero", "turn"], "/dev/zero is too large for a report"),
      (["--html", "/", "turn"], "/ can not be written: Is a directory"),
      (["--pairs", "10", "turn"], "--pairs needs --ab OTHER"),
      (["--fail-on", "slower"], "--fail-on needs --ab OTHER"),
      (["--counts"], "--counts needs --ab OTHER"),
      (["--ab", "x", "--aa"], "two different questions"),
      (["--ab", "x", "--html", "y"], "--html does not go with --ab"),
      (["--aa", "--compare", "y"], "--compare does not go with --aa"),
      (["--aa", "--fail-on", "slower"], "takes no --counts, --fail-on or --json"),
      (["--aa=0"], "--aa needs a whole number from 1 to 1000, not '0'"),
      (["--ab", "x", "--pairs", "4", "turn:observers=0,called=no"], "give --pairs 5, or fewer workloads"),
      (["--ab", "x", "--fail-on", "faster"], "--fail-on needs slower or slower:PERCENT, not 'faster'"),
      (["--ab", "x", "--fail-on", "slower:-1"], "a number of percent from 0 to 10000, not '-1'"),
      (
        ["--hgrm", "/dev/null", "turn"], "the folder /dev/null can not be made: there is a file of that name"
      ),
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

  @Test(
    "with a file to compare that says what no run can says what is wrong with it",
    arguments: [
      ("", "expected a value, not the end of the text"),
      (#"{"schema":3}"#, "the report has the schema 3; this program reads 1 and 2"),
      (#"{"schema":1,"results":[{"workload":"turn","median":-5}]}"#, "\"median\" is less than 0"),
      (#"{"schema":1,"results":[{"workload":"\u001b[31m","median":1}]}"#, "\u{FFFD}[31m"),
    ])
  func senselessReport(_ text: String, _ answer: String) throws {
    let file = try TemporaryFile(text)
    let run = try ToolRun(["bench", "--compare", file.path, "turn"])
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.contains(answer) && !run.errors.contains("\u{1B}"), "\(run.errors)")
  }
}
