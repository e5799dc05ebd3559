import TestHarness
import Testing

@testable import EventRouting

/// What an input method's server sends at the wrong time, for others, or with wrong lengths.
@Suite(.hangLimit) struct XIMRuleTests {
  typealias Stage = XIMConversationTests.Stage
  typealias Event = XIMConversation.Event

  /// The answers of a server in their order: to the connection, the opening, the encodings, the styles, the context.
  private static let answers: [UInt8] = [2, 31, 39, 45, 51]

  /// A conversation that has got this number of answers.
  private static func stage(answers count: Int) -> Stage {
    let stage = Stage { $0.isSilent = true }
    let send = stage.server.send
    stage.server.send = { [unowned stage] bytes in
      // One answer at a time.
      stage.server.isSilent = true
      send(bytes)
    }
    stage.conversation.start()
    for _ in 0..<count { answer(stage) }
    return stage
  }

  /// Answers the last question.
  private static func answer(_ stage: Stage) {
    guard let question = stage.server.received.last else { return }
    stage.server.isSilent = false
    stage.server.take(question)
  }

  private static func started(_ prepare: (FakeInputMethod) -> Void = { _ in }) -> Stage {
    let stage = Stage(prepare)
    stage.start()
    return stage
  }

  private static func words(_ opcode: UInt8, _ words: [UInt16]) -> [UInt8] {
    FakeInputMethod.message(opcode) { message in for word in words { message.add(word) } }
  }

  private static func composed(_ text: String, _ caret: Int, _ range: Range<Int>? = nil) -> Event {
    .composed(Array(text.unicodeScalars), caret: caret, emphasized: range)
  }

  // MARK: The order

  @Test(arguments: 0...4, [3, 10, 20] as [UInt8])
  func aServerThatRefusesAStepIsGivenUp(_ step: Int, _ refusal: UInt8) {
    let stage = Self.stage(answers: step)
    #expect(stage.events.isEmpty)
    stage.server.send(Self.words(refusal, [7, 3]))
    #expect(stage.events == [.ended])
    let count = stage.server.received.count
    for answer in Self.answers { stage.server.send(Self.words(answer, [7, 3])) }
    #expect(stage.events == [.ended] && stage.server.received.count == count && !stage.conversation.isReady)
  }

  @Test func anErrorLaterAnswersAKeyAndAGoodbyeIsTheEnd() {
    let stage = Self.started()
    stage.server.send(Self.words(20, [7, 3]))
    #expect(stage.events == [.answered] && stage.conversation.isReady)
    stage.server.send(Self.words(3, [7]))
    #expect(stage.events.last == .ended && !stage.conversation.isReady)
  }

  @Test(arguments: 0...5)
  func anAnswerToAnotherQuestionIsIgnored(_ step: Int) {
    let stage = Self.stage(answers: step)
    let (events, count) = (stage.events, stage.server.received.count)
    // When all is ready, styles are the answer to what each key asks.
    for answer in Self.answers.enumerated()
    where answer.offset != step && !(step == 5 && answer.element == 45) {
      stage.server.send(Self.words(answer.element, [7, 9]))
    }
    #expect(stage.events == events && stage.server.received.count == count)
    for _ in step..<max(step, 5) { Self.answer(stage) }
    #expect(stage.events == [.ready])
    stage.events = []
    stage.server.commit([0x61])
    #expect(stage.events == [.committed("a")], "the context is that of the answer")
  }

  @Test func nothingIsSentOfAContextThatDoesNotExist() {
    for step in 0...4 {
      let stage = Self.stage(answers: step)
      let count = stage.server.received.count
      stage.conversation.setFocus(true)
      stage.conversation.reset()
      stage.conversation.setPlace(1, 2)
      stage.conversation.forward(stage.key(2, 38))
      stage.server.send(FakeInputMethod.context(61) { _ in })
      stage.server.commit([0x61])
      #expect(stage.server.received.count == count && stage.events.isEmpty)
    }
  }

  @Test func aMethodThatLacksWhatAContextNeedsIsGivenUp() {
    // No styles to ask for; an attribute list that is longer than the message; no values; those of another attribute.
    for (step, answer) in [
      (1, Self.words(31, [7, 0, 0, 0])), (1, Self.words(31, [7, .max])), (3, Self.words(45, [7])),
      (3, Self.words(45, [7, 4, 1, 0])),
      (3, Self.words(45, [7, 12, 99, 8, 1, 0, 0x402, 0])),
    ] {
      let stage = Self.stage(answers: step)
      stage.server.send(answer)
      #expect(stage.events == [.ended])
    }
    let stage = Self.stage(answers: 1)
    stage.server.send(Self.opened(without: "inputStyle"))
    for _ in 0..<2 { Self.answer(stage) }
    #expect(stage.events == [.ended])
  }

  /// The answer to the opening, less one of the context's attributes.
  private static func opened(without missing: String) -> [UInt8] {
    var bytes: [UInt8] = []
    let server = FakeInputMethod()
    server.send = { bytes = $0 }
    server.take(X11Packet([30, 0, 0, 0]))
    let name = Array(missing.utf8)
    for start in bytes.indices where bytes[start...].starts(with: name) {
      bytes[start] = UInt8(ascii: "?")
    }
    return bytes
  }

  @Test func aStyleWithoutAPlaceGetsNone() {
    for (style, attributes) in [(0x408, 3), (0x404, 4)] as [(UInt32, Int)] {
      let stage = Stage { $0.styles = [style] }
      stage.conversation.start()
      let created = stage.server.received.last { $0.uint8(0) == 50 }
      // Of eight bytes each; the place is an attribute within another one.
      #expect(created?.uint16(6) == UInt16(attributes * 8 + (attributes == 4 ? 4 : 0)))
    }
  }

  // MARK: Messages of the context

  @Test func messagesOfOtherContextsAreIgnored() {
    let stage = Self.started()
    for context in [4, 0] as [UInt16] { stage.server.send(Self.words(63, [7, context, 2, 1, 0x61])) }
    #expect(stage.events == [.committed("a")], "0 is the context of a server that has one")
  }

  @Test func aTextIsOneOnlyIfItsMessageSaysSo() {
    let stage = Self.started()
    // Nothing; bytes that are none; an empty text with what would be a keysym.
    for words in [[0, 1, 0x61], [1, 1, 0x61], [2, 0, 0x61], [3, 0]] as [[UInt16]] {
      stage.server.send(Self.words(63, [7, 3] + words))
    }
    #expect(stage.events.isEmpty)
    #expect(stage.server.takeNumbers() == [62, 62], "the server waits after the odd ones")
    stage.server.commit([0x61], flags: 2)
    #expect(stage.events == [.committed("a")] && stage.server.takeNumbers() == [])
  }

  @Test func aKeyIsAWholeEventAndAnsweredIfTheServerWaits() {
    let stage = Self.started()
    stage.server.send(
      FakeInputMethod.context(60) { $0.add([1, 0, 0, 0] + [UInt8](repeating: 2, count: 28)) })
    #expect(stage.events.isEmpty && stage.server.takeNumbers() == [62])
    stage.server.flags = 0
    let key = stage.key(2, 38).bytes
    stage.server.send(stage.server.forward(key))
    #expect(stage.events == [.key(key)] && stage.server.takeNumbers() == [])
    stage.server.send(FakeInputMethod.context(61) { _ in })
    #expect(stage.server.takeNumbers() == [62])
  }

  // MARK: What is composed

  @Test func aTextThatIsNoStringIsAnEmptyOne() {
    let stage = Self.started()
    stage.server.draw("ni")
    stage.server.draw([0x61], caret: 0, first: 0, length: 1, status: 1)
    #expect(stage.events == [Self.composed("ni", 2), Self.composed("i", 0)])
  }

  @Test func marksAreThoseOfTheNewText() {
    let stage = Self.started()
    stage.server.draw("ab")
    stage.server.draw([0x63], caret: 1, first: 0, length: 0, feedback: [4, 4, 4])
    stage.server.draw([0x64], caret: 1, first: 0, length: 0, feedback: [0x8])
    #expect(stage.events.dropFirst() == [Self.composed("cab", 1, 0..<1), Self.composed("dcab", 1)])
  }

  @Test func whatIsComposedHasALimitAndItsCaretAndMarksAreWithinIt() {
    let stage = Self.started()
    let text = String(repeating: "a", count: 5000)
    stage.server.draw(Array(text.utf8), caret: 5000, feedback: [UInt32](repeating: 1, count: 5000))
    #expect(stage.events == [Self.composed(String(text.prefix(4096)), 4096, 0..<4096)])
    stage.server.draw([], caret: -1, length: 4095)
    #expect(stage.events.last == Self.composed("a", 0))
  }

  @Test func nothingIsComposedByAServerThatComposesNothing() {
    let stage = Self.started()
    stage.server.draw("")
    stage.server.send(FakeInputMethod.context(78) { _ in })
    #expect(stage.events.isEmpty)
  }

  @Test func afterAResetTheTextBeginsAnew() {
    let stage = Self.started()
    stage.server.draw("ni")
    stage.conversation.reset()
    stage.server.draw("x")
    #expect(stage.events == [Self.composed("ni", 2), .wasReset, Self.composed("x", 1)])
  }

  // MARK: Bytes

  @Test func incompleteMessagesAreDropped() {
    let whole = Self.words(62, [7, 3])
    for count in 1..<whole.count {
      #expect(XIMMessage.split(Array(whole.prefix(count))).isEmpty)
      #expect(XIMMessage.split(whole + whole.prefix(count)).count == 1)
    }
    // A message of more units than its length can say is not a short one.
    var long = XIMMessage(38)
    long.add([UInt8](repeating: 0, count: 1 << 18))
    #expect(X11Packet(long.finished()).uint16(2) == .max)
  }

  @Test func aPartEndsWithItsMessage() {
    let packet = X11Packet([1, 2, 3, 4])
    #expect(packet.part(1, 2) == [2, 3] && packet.part(3, 9) == [4] && packet.part(2, .max) == [3, 4])
    for (offset, count) in [(4, 1), (-1, 1), (1, 0), (1, -1), (.max, 1)] as [(Int, Int)] {
      #expect(packet.part(offset, count) == [])
    }
  }

  @Test func namesOfAttributesEndWithTheirList() {
    var list = XIMMessage(0)
    for value in [5, 3, 2] as [UInt16] { list.add(value) }
    list.add(Array("ab".utf8))
    for value in [6, 3, 9] as [UInt16] { list.add(value) }
    list.add(Array("cdef".utf8))
    let packet = X11Packet(list.bytes)
    // The second one says that it is longer than it is.
    #expect(packet.attributes(at: 4, length: 18) == ["ab": 5, "cdef": 6])
    #expect(packet.attributes(at: 4, length: 16) == ["ab": 5, "cd": 6])
    for length in [8, 10, 13] { #expect(packet.attributes(at: 4, length: length) == ["ab": 5]) }
    #expect(packet.attributes(at: 4, length: 1000) == ["ab": 5, "cdef": 6])
    #expect(packet.attributes(at: 40, length: 8).isEmpty)
  }
}
