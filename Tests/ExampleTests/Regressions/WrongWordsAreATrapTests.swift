import TestHarness
import Testing

/// Words that are no address, or no count, ended an example by a trap with a stack, or were taken for something else.
@Suite(.hangLimit) struct WrongWordsAreATrapTests {
  @Test(arguments: [
    ("EchoServer", ["nowhere"], 1, "'nowhere' is no address"),
    ("ChatRoom", ["localhost:99999"], 1, "'localhost:99999' is no address"),
    ("HelloServer", ["nowhere"], 1, "'nowhere' is no address"),
    ("HelloServer", ["localhost:0", "soon"], 2, "usage: hello-server"),
    ("HelloServer", ["localhost:0", "9223372036854775807"], 2, "usage: hello-server"),
    ("HelloServer", ["localhost:0", "5", "more"], 2, "usage: hello-server"),
  ])
  func areAnsweredInOneLine(_ example: String, _ words: [String], _ status: Int32, _ answer: String) throws {
    let program = try ChildProgram(example: example, words)
    let lines = program.lines()
    #expect(program.wait() == status)
    #expect(lines.count == 1 && lines.first?.hasPrefix(answer) == true, "\(lines)")
  }
}
