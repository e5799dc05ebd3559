import LinuxSystem
import TestHarness
import TestSupport
import Testing

/// `runloop ui` and what it makes of a program's answers. The program is played by the test.
@Suite(.hangLimit) struct ElementToolTests {
  /// Serves one question with these messages; the words of the question.
  private static func ask(_ words: [String], answers: [String]) throws -> (
    outcome: ChildProgram.Outcome, question: [String]
  ) {
    let folder = try TemporaryFolder()
    let process = getpid()
    let listener = try Socket.listening(
      .packets, at: .path("\(folder.path)/mainspring-ui-\(process)"), backlog: 1)
    defer { listener.close() }
    let program = FreshThread<[UInt8]> {
      var waiting = pollfd(fd: listener.number, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 30_000) == 1 else { return [] }
      let connection = try listener.accept(isBlocking: true)
      defer { connection.close() }
      var question = [UInt8](repeating: 0, count: 4096)
      let count = connection.receive(into: &question)
      for answer in answers { connection.send(Array(answer.utf8)) }
      return Array(question.prefix(max(count, 0)))
    }
    let outcome = try ChildProgram.run(
      try ChildProgram.product("runloop"), ["ui", "\(process)"] + words,
      environment: ["XDG_RUNTIME_DIR": folder.path])
    let question = try program.join().get().split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    return (outcome, question)
  }

  @Test func aTreeThatComesInPiecesIsPrintedWhole() throws {
    let (outcome, question) = try Self.ask(["tree"], answers: ["+window \"a\"\n  but", "=ton \"b\""])
    #expect(question == ["tree"] && outcome.status == 0)
    #expect(outcome.output == "window \"a\"\n  button \"b\"\n", "\(outcome)")
  }

  /// Was wrong: marks that turn text around, and ends of lines other than the usual one, reached the terminal.
  @Test func labelsAreShownAndNotObeyed() throws {
    let answer = "=button \"\u{202E}turned\u{2028}\u{1B}[31m\""
    let plain = "button \"\u{FFFD}turned\u{FFFD}\u{FFFD}[31m\"\n"
    for words in [[], ["wait", "turned"]] {
      #expect(try Self.ask(words, answers: [answer]).outcome.output == plain)
    }
    let refused = try Self.ask(["tap", "b"], answers: ["!no\u{202E}\nforged"]).outcome
    #expect(refused.errors == "runloop: ui: no\u{FFFD}\u{FFFD}forged\n" && refused.output.isEmpty)
  }

  @Test func aRefusalIsAFailureAndAnActionPrintsNothing() throws {
    let refused = try Self.ask(["set", "Value", "40 %"], answers: ["!there is no element 'Value'"])
    #expect(refused.question == ["set", "Value", "40 %"])
    #expect(refused.outcome.status == 1, "\(refused.outcome)")
    #expect(refused.outcome.errors == "runloop: ui: there is no element 'Value'\n")
    let done = try Self.ask(["do", "Value", "increment"], answers: ["="])
    #expect(done.question == ["do", "Value", "increment"])
    #expect(done.outcome.status == 0 && done.outcome.output.isEmpty, "\(done.outcome)")
    // A program that ends before its answer.
    let ended = try Self.ask(["tap", "b"], answers: ["+part of "])
    #expect(ended.outcome.status == 2 && ended.outcome.output.isEmpty, "\(ended.outcome)")
  }
}
