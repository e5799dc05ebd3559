import BenchmarkKit
import TestHarness
import Testing

/// Stored counts of instructions and system calls.
@Suite("Thresholds", .hangLimit)
struct ThresholdTests {
  private static let stored = Threshold(
    workload: "turn:observers=0", operations: 100, instructions: 200, calls: 2, remark: "a heuristic")

  @Test(
    "hold within three percent, both ways, and name what moved",
    arguments: [
      (205.9, 2.0, []), (194.1, 2.0, []), (206.1, 2.0, ["instructions"]), (193.9, 2.0, ["instructions"]),
      (200, 2.059, []), (200, 2.061, ["system calls"]), (200, 1.939, ["system calls"]),
      (300, 3.0, ["instructions", "system calls"]),
    ] as [(Double, Double, [String])])
  func differences(_ instructions: Double, _ calls: Double, _ moved: [String]) {
    let lines = Self.stored.differences(from: .init(instructions: instructions, calls: calls))
    #expect(lines.count == moved.count)
    for (line, what) in zip(lines, moved) {
      #expect(line.hasPrefix("turn:observers=0: ") && line.contains(what) && line.hasSuffix("(a heuristic)"))
    }
  }

  @Test("say what was counted, what is stored, and by how much they differ")
  func text() {
    var threshold = Self.stored
    threshold.remark = ""
    #expect(
      threshold.differences(from: .init(instructions: 220, calls: 0.5)) == [
        "turn:observers=0: 220.0 instructions, stored 200.0, +10.0 %",
        "turn:observers=0: 0.500 system calls, stored 2.000, -75.0 %",
      ])
    threshold.calls = 0
    #expect(
      threshold.differences(from: .init(instructions: 200, calls: 0.5)) == [
        "turn:observers=0: 0.500 system calls, stored 0.000"
      ])
  }

  @Test("do not hold a difference of one instruction, or of a system call in twenty operations")
  func least() {
    let small = Threshold(workload: "small", operations: 100, instructions: 10, calls: 0)
    #expect(small.differences(from: .init(instructions: 11, calls: 0.05)) == [])
    #expect(small.differences(from: .init(instructions: 9, calls: 0)) == [])
    #expect(small.differences(from: .init(instructions: 11.1, calls: 0.051)).count == 2)
  }

  @Test("are not compared where nothing is stored or nothing was counted")
  func missing() {
    #expect(Self.stored.differences(from: .init(instructions: nil, calls: nil)) == [])
    var unsteady = Self.stored
    (unsteady.instructions, unsteady.calls) = (nil, nil)
    #expect(unsteady.differences(from: .init(instructions: 500, calls: 5)) == [])
    #expect(unsteady.updated(by: .init(instructions: 500, calls: 5)) == unsteady)
    #expect(Self.stored.updated(by: .init(instructions: nil, calls: nil)) == Self.stored)
    let updated = Self.stored.updated(by: .init(instructions: 500, calls: 5))
    #expect(updated.instructions == 500 && updated.calls == 5 && updated.remark == "a heuristic")
  }

  @Test("are written as they were read, in columns, with the comments around them")
  func file() throws {
    let text = """
      # Comment
      turn:observers=0  operations=100 instructions=1.5 calls=0  # a heuristic

      post operations=2000 instructions=unsteady calls=0.125
      """
    let file = try ThresholdFile(text)
    #expect(
      file.thresholds == [
        Threshold(
          workload: "turn:observers=0", operations: 100, instructions: 1.5, calls: 0, remark: "a heuristic"),
        Threshold(workload: "post", operations: 2000, instructions: nil, calls: 0.125),
      ])
    #expect(
      file.text == """
        # Comment
        turn:observers=0 operations=100    instructions=1.5      calls=0.000    # a heuristic

        post             operations=2000   instructions=unsteady calls=0.125

        """)
    #expect(try ThresholdFile(file.text) == file)
  }

  @Test(
    "that are malformed are refused, with the line and what would be right",
    arguments: [
      ("turn", "line 1: expected WORKLOAD operations=N instructions=N calls=N"),
      ("\nturn operations=1 calls=1 instructions=1", "line 2: expected instructions=N, not 'calls=1'"),
      (
        "turn operations=1 instructions=x calls=1",
        "'instructions' is a number of 0 or more, or unsteady, not 'x'"
      ),
      ("turn operations=1 instructions=-1 calls=1", "not '-1'"),
      ("turn operations=1 instructions=1 calls=nan", "not 'nan'"),
      ("turn operations=1 instructions=inf calls=1", "not 'inf'"),
      ("turn operations=0 instructions=1 calls=1", "'operations' is a whole number from 1 to 100000000"),
      ("turn operations=1.5 instructions=1 calls=1", "'operations' is a whole number"),
      ("turn operations=unsteady instructions=1 calls=1", "'operations' is a whole number"),
      ("turn operations=1e300 instructions=1 calls=1", "'operations' is a whole number"),
      (
        "a operations=1 instructions=1 calls=1\na operations=1 instructions=1 calls=1",
        "line 2: a is there twice"
      ),
    ])
  func malformed(_ text: String, _ answer: String) {
    let error = #expect(throws: ThresholdFile.Malformed.self) { try ThresholdFile(text) }
    #expect(error?.description.contains(answer) == true, "\(String(describing: error))")
  }

  @Test("read callgrind's log")
  func callgrind() {
    let log =
      "==7== Callgrind, a call-graph profiler\n==7== \n==7== Events    : Ir\n==7== Collected : 1234567\n"
    #expect(CountedText.instructions(ofCallgrind: log) == 1_234_567)
    #expect(CountedText.instructions(ofCallgrind: "==7== I can't recover.  Giving up.") == nil)
  }

  @Test("read memcheck's log, whose numbers have commas")
  func memcheck() {
    let log = """
      ==7== HEAP SUMMARY:
      ==7==     in use at exit: 3,072 bytes in 1 blocks
      ==7==   total heap usage: 1,012,345 allocs, 1,012,344 frees, 99,000,000 bytes allocated
      """
    #expect(CountedText.allocations(ofMemcheck: log) == 1_012_345)
    #expect(CountedText.allocations(ofMemcheck: "==7== HEAP SUMMARY:") == nil)
  }

  @Test("read strace's table, with and without a total's column of microseconds")
  func strace() {
    let table = """
      % time     seconds  usecs/call     calls    errors syscall
      ------ ----------- ----------- --------- --------- ----------------
       60.00    0.000600           2       300         5 epoll_wait
       40.00    0.000400           4       100           write
      ------ ----------- ----------- --------- --------- ----------------
      100.00    0.001000           2       400         5 total
      """
    #expect(CountedText.calls(ofStrace: table) == 400)
    #expect(CountedText.calls(ofStrace: "strace: attach: Operation not permitted") == nil)
    #expect(CountedText.calls(ofStrace: "") == nil)
  }
}
