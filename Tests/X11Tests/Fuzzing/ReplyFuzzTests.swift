import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import EventRouting

/// What an X server says, from `Tests/Fuzzing`, with changes: no crash, no growth, and an error or an answer.
@Suite(.hangLimit) struct ReplyFuzzTests {
  @Test func changedSetupsAreTakenOrRefused() throws {
    let corpus = try Corpus("x11-setups.hex")
    for bytes in corpus.inputs {
      let setup = try X11Setup(X11Packet(bytes))
      #expect(try setup.visual(of: setup.screens[0]).identifier == 0x21)
    }
    var fuzzer = InputFuzzer(corpus, seed: 21)
    var tally = FuzzTally("changed setups")
    for _ in 0..<(5000 * Fuzz.factor) {
      let packet = X11Packet(fuzzer.input(keeping: 8))
      do throws(X11Error) {
        let setup = try X11Setup(packet)
        for screen in setup.screens { _ = try? setup.visual(of: screen) }
        #expect(setup.screens.count <= 255 && setup.firstKeycode <= setup.lastKeycode)
        tally.count(true)
        fuzzer.learn([setup.screens.count, setup.screens.first?.visuals.count ?? 0], from: packet.bytes)
      } catch {
        tally.count(packet.bytes.count >= 40)
      }
    }
    tally.expectMostStepsDidSomething()
  }

  /// A question that waits for its answer when changed bytes come.
  @Test func changedRepliesAreAnswersOrTheEnd() throws {
    var fuzzer = InputFuzzer(try Corpus("x11-replies.hex"), seed: 22)
    var tally = FuzzTally("changed replies")
    let setup = FakeServer().setup()
    for _ in 0..<(1000 * Fuzz.factor) {
      let server = FakeServer()
      let connection = X11Connection(try X11Socket(adopting: server.client))
      connection.begin(nil)
      server.send(setup)
      connection.read()
      try #require(connection.setup != nil)
      var answers: [X11Packet?] = []
      connection.ask(X11Request(101), "GetKeyboardMapping", longest: 4096) { answers.append($0) }
      connection.flush()
      var bytes = fuzzer.input(keeping: fuzzer.next(below: 8) == 0 ? 0 : 8)
      // Long enough and with the true length mostly: otherwise more is waited for, and the end comes first.
      if fuzzer.next(below: 16) > 0 { while bytes.count < 32 { bytes.append(0) } }
      if bytes.count >= 32, bytes[0] == 1, fuzzer.next(below: 16) > 0 {
        bytes.removeLast(bytes.count % 4)
        withUnsafeBytes(of: UInt32(bytes.count / 4 - 8)) { bytes.replaceSubrange(4..<8, with: $0) }
      }
      server.send(bytes)
      connection.read()
      tally.count(!answers.isEmpty || !connection.isOpen || connection.hasEvents)
      if connection.isOpen { fuzzer.learn([answers.count, connection.heldBytes / 32], from: bytes) }
      #expect(connection.heldBytes < 1 << 18)
      server.hangUp()
      connection.read()
      #expect(answers.count == 1 && !connection.isOpen, "each question is answered once, also at the end")
      guard case let answer?? = answers.first else { continue }
      // Whatever it is, it is a table of keys.
      let keymap = X11Keymap(first: 8, mapping: answer, modifiers: answer)
      for keycode in stride(from: 0, to: 256, by: 5) {
        _ = keymap.key(UInt8(keycode), .down, state: UInt16(fuzzer.next(below: 1 << 16)))
      }
    }
    tally.expectMostStepsDidSomething()
  }
}
