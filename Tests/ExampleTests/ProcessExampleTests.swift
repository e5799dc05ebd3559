import LinuxSystem
import TestHarness
import Testing

/// The scheduler and the supervisor, as processes.
@Suite(.hangLimit) struct ProcessExampleTests {
  /// A file that goes with the test.
  private final class File {
    let path: String

    init(_ text: String) throws {
      var name = Array("/tmp/example-XXXXXX".utf8CString)
      let number = mkstemp(&name)
      try #require(number >= 0)
      path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      var text = text
      text.withUTF8 { _ = write(number, $0.baseAddress, $0.count) }
      close(number)
    }

    deinit { unlink(path) }
  }

  private static func simulate(days: Int, _ table: String) throws -> [String] {
    let file = try File(table)
    let program = try ChildProgram(example: "Scheduler", ["--simulate", "\(days)", file.path])
    let lines = program.lines()
    _ = program.wait()
    return lines
  }

  @Test func schedulerRunsAtTheTimesOfTheTable() throws {
    // 1 January 1970 was a Thursday.
    let lines = try Self.simulate(
      days: 4,
      """
      # comment
      30 4 * * * early
      */20 12-13 2 1 * often
      0 0 * * 6,7 weekend
      """)
    #expect(
      lines
        == [
          "1970-01-01 04:30 early", "1970-01-02 04:30 early", "1970-01-02 12:00 often",
          "1970-01-02 12:20 often", "1970-01-02 12:40 often", "1970-01-02 13:00 often",
          "1970-01-02 13:20 often",
          "1970-01-02 13:40 often", "1970-01-03 00:00 weekend", "1970-01-03 04:30 early",
          "1970-01-04 00:00 weekend", "1970-01-04 04:30 early", "1970-01-05 00:00 weekend",
        ].dropLast())
  }

  @Test func schedulerKnowsLeapYearsAndEitherDay() throws {
    let lines = try Self.simulate(days: 366 * 3, "0 12 29 2 * leap\n0 0 13 1-2 5 either")
    #expect(lines.filter { $0.contains("leap") } == ["1972-02-29 12:00 leap"])
    // Each Friday of the first two months, and 13 January; 13 February is both.
    #expect(lines.filter { $0.hasPrefix("1970") }.count == 9 + 1)
    #expect(lines.contains("1970-01-13 00:00 either") && lines.contains("1970-01-02 00:00 either"))
  }

  /// Was wrong: tabs did not separate fields.
  @Test func schedulerTakesTabsAndSpacesBetweenFields() throws {
    #expect(
      try Self.simulate(days: 1, "  30\t4 *\t*  * \t tab\tcommand  x\n")
        == ["1970-01-01 04:30 tab\tcommand  x"])
  }

  /// Was wrong: a line that never matches was no error, and a table of such lines ended with status 0.
  @Test(arguments: [
    "60 * * * * x", "* * 0 * * x", "a * * * * x", "*/0 * * * * x", "5-1 * * * * x", "* * * x",
    "0 0 30 2 * x", "0 0 31 4,6,9,11 * x", "0 0 30-31 2 */2 x",
  ])
  func schedulerRefusesWhatIsNoTime(_ line: String) throws {
    let file = try File(line)
    let program = try ChildProgram(example: "Scheduler", ["--simulate", "1", file.path])
    #expect(program.lines().count == 1)
    #expect(program.wait() == 2)
  }

  /// Was wrong: a folder was an empty table, and a great number of days ended the program by a trap.
  @Test(arguments: [
    (["/tmp"], "/tmp can not be read: Is a directory"),
    (["/nonexistent/table"], "/nonexistent/table can not be read: No such file or directory"),
    (["--simulate", "1000000000000000", "/dev/null"], "DAYS is a number from 1 to 36525"),
    (["--simulate", "0", "/dev/null"], "DAYS is a number from 1 to 36525"), ([], "usage: scheduler"),
  ])
  func schedulerSaysWhatIsWrongWithItsWords(_ words: [String], _ answer: String) throws {
    let program = try ChildProgram(example: "Scheduler", words)
    #expect(program.lines().first?.hasPrefix(answer) ?? false)
    #expect(program.wait() == 2)
  }

  @Test func schedulerSimulatesAYearAtOnce() throws {
    let lines = try Self.simulate(days: 365, "0 * * * * hour")
    #expect(lines.count == 365 * 24 || lines.count == 365 * 24 - 1)
  }

  @Test func supervisorStartsAgainWaitsLongerAndStopsInOrder() throws {
    let program = try ChildProgram(example: "Supervisor", ["short: sh -c true", "long: sleep 100"])
    var waits: [String] = []
    while waits.count < 3, let line = program.line() {
      if line.hasPrefix("short: again in ") { waits.append(String(line.dropFirst(16))) }
    }
    #expect(waits == ["0.1 seconds", "0.2 seconds", "0.4 seconds"])
    program.signal(SIGTERM)
    let lines = program.lines()
    #expect(lines.contains("stopping") && lines.contains("long: killed by signal 15"))
    #expect(lines.last == "stopped")
    #expect(program.wait() == 0)
  }

  @Test func supervisorSaysWhatItNeeds() throws {
    let program = try ChildProgram(example: "Supervisor", ["no command"])
    #expect(program.lines().first?.hasPrefix("usage") ?? false)
    #expect(program.wait() == 2)
  }

  @Test func supervisorGoesOnWhenAProgramCanNotBeStarted() throws {
    let program = try ChildProgram(example: "Supervisor", ["bad: no-such-program-at-all"])
    #expect(program.line { $0.hasPrefix("bad: again in 0.2") } != nil)
    #expect(program.end() == 0)
  }
}
