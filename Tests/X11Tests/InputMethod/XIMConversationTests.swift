import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import EventRouting

/// What a program and the server of an input method say to each other (XIM).
@Suite(.hangLimit) struct XIMConversationTests {
  typealias Event = XIMConversation.Event

  /// A conversation over no distance.
  final class Stage {
    let server = FakeInputMethod()
    private(set) var conversation: XIMConversation!
    var events: [Event] = []

    init(_ prepare: (FakeInputMethod) -> Void = { _ in }) {
      prepare(server)
      conversation = XIMConversation(window: 0x1234) { [unowned self] bytes in
        for message in XIMMessage.split(bytes) { server.take(message) }
      } handle: { [unowned self] in
        events.append($0)
      }
      server.send = { [unowned self] bytes in
        for message in XIMMessage.split(bytes) { conversation.take(message) }
      }
    }

    func start() {
      conversation.start()
      _ = server.takeNumbers()
      events = []
    }

    func key(_ kind: UInt8, _ keycode: UInt8) -> X11Packet {
      X11Packet([kind, keycode] + [UInt8](repeating: 0, count: 30))
    }
  }

  @Test func itBeginsAndMakesAContextOfTheBestStyle() {
    let stage = Stage()
    stage.conversation.start()
    #expect(stage.conversation.isReady && stage.events == [.ready])
    let created = stage.server.received.last { $0.uint8(0) == 50 }
    #expect(stage.server.takeNumbers() == [1, 30, 38, 44, 50])
    // The style: what is composed is drawn by the program, and no state.
    #expect(created?.uint16(8) == 10 && created?.uint32(12) == 0x402)
    // The window, twice: its own keys.
    #expect(created?.uint32(20) == 0x1234 && created?.uint32(28) == 0x1234)
  }

  @Test func aServerThatDrawsWhatIsComposedItselfIsUsedToo() {
    let stage = Stage { $0.styles = [0x404, 0x408] }
    stage.conversation.start()
    #expect(stage.server.received.last { $0.uint8(0) == 50 }?.uint32(12) == 0x404)
    stage.events = []
    stage.server.commit(FakeInputMethod.utf8("你"))
    #expect(stage.events == [.committed("你")])
  }

  @Test func aServerThatCanNothingThatIsKnownIsGivenUp() {
    let stage = Stage { $0.styles = [0x101] }
    stage.conversation.start()
    #expect(stage.events == [.ended] && !stage.conversation.isReady)
    stage.server.commit([0x61])
    #expect(stage.events == [.ended])
  }

  @Test func keysGoThereAndComeBackAndEachIsAnswered() {
    let stage = Stage()
    stage.start()
    stage.conversation.forward(stage.key(2, 38))
    #expect(stage.events == [.key(stage.key(2, 38).bytes), .answered])
    // The server waits for an acknowledgement before the program's next message.
    #expect(stage.server.takeNumbers() == [60, 62, 44])
    stage.server.uses = { _ in true }
    stage.events = []
    stage.conversation.forward(stage.key(2, 39))
    #expect(stage.events == [.answered], "it was used")
  }

  @Test func theServerSaysWhichKeysItWantsAndAcknowledges() {
    let stage = Stage()
    stage.start()
    #expect(stage.conversation.wants(2) && !stage.conversation.wants(3))
    stage.server.send(
      FakeInputMethod.context(37) { for value in [3, 1] as [UInt32] { $0.add(value) } })
    #expect(stage.conversation.wants(2) && stage.conversation.wants(3))
    stage.conversation.forward(stage.key(2, 38))
    // It will say so, and is not asked.
    #expect(stage.server.received.first?.uint16(8) == 1)
    #expect(stage.server.takeNumbers() == [60, 62] && stage.events == [.key(stage.key(2, 38).bytes)])
    stage.server.send(FakeInputMethod.context(62) { _ in })
    #expect(stage.events.last == .answered)
    stage.server.send(FakeInputMethod.context(37) { for value in [0, 0] as [UInt32] { $0.add(value) } })
    #expect(!stage.conversation.wants(2))
  }

  @Test func whatIsComposedIsChangedInParts() {
    let stage = Stage()
    stage.start()
    func composed(_ text: String, _ caret: Int, _ range: Range<Int>? = nil) -> Event {
      .composed(Array(text.unicodeScalars), caret: caret, emphasized: range)
    }
    stage.server.send(FakeInputMethod.context(73) { _ in })
    #expect(stage.server.received.last?.uint8(0) == 74 && stage.server.received.last?.uint32(8) == .max)
    stage.server.draw("にほん")
    stage.server.draw(FakeInputMethod.utf8("日本"), caret: 2, first: 0, length: 3, feedback: [1, 2])
    stage.server.draw(FakeInputMethod.utf8("x"), caret: 1, first: 1, length: 0, status: 2, feedback: [1])
    stage.server.draw([], caret: 0, first: 1, length: 1, status: 1)
    // The caret alone: back, to the end, to a place; the server gets its position.
    for (direction, place) in [(1, 0), (9, 0), (10, 1), (11, 0)] as [(UInt32, UInt32)] {
      stage.server.send(
        FakeInputMethod.context(76) { for value in [place, direction, 0] { $0.add(value) } })
      #expect(stage.server.received.last?.uint8(0) == 77)
    }
    #expect(stage.server.received.last?.uint32(8) == 1)
    stage.server.send(FakeInputMethod.context(78) { _ in })
    stage.server.send(FakeInputMethod.context(78) { _ in })
    #expect(
      stage.events == [
        composed("にほん", 3), composed("日本", 2, 0..<1), composed("日x本", 1), composed("日本", 0),
        composed("日本", 0), composed("日本", 2), composed("日本", 1), composed("", 0),
      ])
  }

  @Test func aTextCanBeAKeysOrBeInUTF8() {
    let stage = Stage { $0.encoding = 1 }
    stage.start()
    stage.server.commit(Array("你".utf8))
    // A keysym alone, and one with a text.
    for (flags, text) in [(4, ""), (6, "é")] as [(UInt16, String)] {
      stage.server.send(
        FakeInputMethod.context(63) {
          for value in [flags, 0] { $0.add(value) }
          $0.add(UInt32(0x61))
          $0.add(UInt16(text.utf8.count))
          $0.add(Array(text.utf8))
        })
    }
    #expect(stage.events == [.committed("你"), .committed("a"), .committed("é")])
  }

  @Test func lengthsThatAreNotTrueAreHarmless() {
    let stage = Stage()
    stage.start()
    for opcode in [63, 75] as [UInt8] {
      stage.server.send(
        FakeInputMethod.context(opcode) { message in
          for _ in 0..<8 { message.add(UInt16.max) }
        })
    }
    stage.server.draw(FakeInputMethod.utf8("a"), caret: -5, first: .init(Int32.max), length: .init(Int32.min))
    #expect(stage.conversation.isReady)
    #expect(XIMMessage.split([60, 0, 9, 0, 1, 2]).isEmpty)
  }

  @Test func anyMessagesAreHarmless() {
    var random = SplitMix(17)
    var tally = FuzzTally("messages of input methods")
    let opcodes: [UInt8] = [2, 20, 31, 37, 39, 45, 51, 60, 61, 62, 63, 65, 73, 75, 76, 78]
    for _ in 0..<(2000 * Fuzz.factor) {
      let stage = Stage { $0.isSilent = Int.random(in: 0..<8, using: &random) == 0 }
      stage.conversation.start()
      stage.server.isSilent = true
      stage.events = []
      for _ in 0..<12 {
        let opcode = opcodes.randomElement(using: &random)!
        stage.server.send(
          FakeInputMethod.message(opcode) { message in
            for value in [7, 3] as [UInt16] { message.add(value) }
            for _ in 0..<Int.random(in: 0..<24, using: &random) {
              let small = UInt16.random(in: 0..<12, using: &random)
              message.add(Bool.random(using: &random) ? small : UInt16.random(in: 0...0xFFFF, using: &random))
            }
          })
        stage.conversation.forward(stage.key(2, 38))
      }
      tally.count(!stage.events.isEmpty)
      for case .composed(let text, let caret, _) in stage.events {
        #expect(text.count <= 4096 && (0...text.count).contains(caret))
      }
    }
    tally.expectMostStepsDidSomething()
  }
}
