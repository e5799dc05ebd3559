import TestHarness
import TestSupport
import Testing

@testable import EventRouting

/// How an input method's server is found on an X server, and what it may send on the way: wrong formats, unknown transports, ends in between.
@Suite(.hangLimit) struct XIMTransportTests {
  /// A transport on an X server that the test plays.
  private final class Stage {
    let server = FakeServer()
    let display: X11Display
    private(set) var transport: XIMTransport!
    var answers: XIMServerAnswers
    /// Bytes of messages, and what else was called.
    private(set) var messages: [[UInt8]] = []
    private(set) var (connects, ends) = (0, 0)
    var onMessage: () -> Void = {}
    private var read = 0

    init(_ known: [XIMServerAnswers.Known], name: String? = nil, format: UInt8 = 32) throws {
      answers = XIMServerAnswers(known: known, format: format)
      display = try server.connect()
      server.special = { [unowned self] in answers.answer($0, display) }
      transport = XIMTransport(display, name: name)
      transport.onConnect = { [unowned self] in connects += 1 }
      transport.onMessage = { [unowned self] in
        messages.append($0.bytes)
        onMessage()
      }
      transport.onEnd = { [unowned self] in ends += 1 }
      read = server.requests.count
      settle()
    }

    func atom(_ name: String) -> UInt32 { display.atoms[name] ?? 0 }

    /// Answers all requests, and the questions about transports.
    func settle() {
      for _ in 0..<40 {
        server.answer()
        display.serve()
        for question in questions() {
          answers.candidate = answers.server(of: question.uint32(8))
          let property = answers.candidate?.transport == nil ? 0 : question.uint32(16)
          take(31, 0, [0, question.uint32(4), question.uint32(8), question.uint32(12), property])
        }
      }
    }

    func requests(_ code: UInt8) -> [X11Packet] {
      server.requests.filter { $0[0] == code }.map { X11Packet($0) }
    }

    /// The questions about transports since the last call.
    private func questions() -> [X11Packet] {
      defer { read = server.requests.count }
      return server.requests.dropFirst(read).filter { $0[0] == 24 }.map { X11Packet($0) }
    }

    /// The selections whose transport was asked for.
    var asked: [UInt32] { requests(24).map { $0.uint32(8) } }
    /// The windows to which something of this type was sent.
    func sent(_ type: String) -> [X11Packet] { requests(25).filter { $0.uint32(20) == atom(type) } }
    /// Properties that were read.
    var reads: Int { requests(20).count }

    func take(_ kind: UInt8, _ detail: UInt8, _ words: [UInt32]) {
      var event = X11Request(kind, detail)
      for word in words { event.add(word) }
      transport.take(X11Packet(server.event(event.bytes)))
    }

    func connect(_ peer: UInt32 = 0x6666, format: UInt8 = 32) {
      take(33, format, [transport.window, atom("_XIM_XCONNECT"), peer])
    }

    /// A message within an event.
    func message(_ bytes: [UInt8], format: UInt8 = 8) {
      var event = X11Request(33, format)
      for word in [transport.window, atom("_XIM_PROTOCOL")] { event.add(word) }
      event.add(bytes)
      transport.take(X11Packet(server.event(event.bytes)))
    }

    /// A message in a property, which is fetched.
    func longMessage() {
      message(XIMMessage.bytes(UInt32(40)) + XIMMessage.bytes(XIMServerAnswers.longProperty), format: 32)
    }

    func destroy(_ window: UInt32) { take(17, 0, [window, window]) }
    func nameServers() { take(28, 0, [display.screen.root, atom("XIM_SERVERS")]) }
  }

  private static let one = [XIMServerAnswers.Known(selection: 1, owner: 0x51)]

  /// A connected one.
  private static func connected() throws -> Stage {
    let stage = try Stage(one)
    stage.connect()
    #expect(stage.connects == 1)
    return stage
  }

  private static func short(_ opcode: UInt8) -> [UInt8] {
    FakeInputMethod.message(opcode) { $0.add(UInt32(7)) }
  }

  // MARK: Finding a server

  @Test func aServerListOfAnotherFormatIsIgnoredAndHasALimit() throws {
    let odd = try Stage(Self.one, format: 8)
    #expect(odd.requests(17).isEmpty && odd.asked.isEmpty)
    let many = try Stage((1...40).map { XIMServerAnswers.Known(selection: $0, owner: 0) })
    #expect(many.requests(17).count == 32 && many.asked.isEmpty)
  }

  @Test func serversThatDoNotRunOrHaveOtherNamesAreNotAsked() throws {
    let known = [
      XIMServerAnswers.Known(selection: 1, owner: 0x51, name: "@locale=C"), .init(selection: 2, owner: 0),
      .init(selection: 3, owner: 0x53, name: "@server=three"), .init(selection: 4, owner: 0x54),
    ]
    for (name, asked) in [(nil, 3), ("test", 4), ("other", nil)] as [(String?, UInt32?)] {
      let stage = try Stage(known, name: name)
      #expect(stage.asked == [asked].compactMap { $0 })
    }
  }

  @Test func serversThatCanNotBeReachedAreSkipped() throws {
    let transports = [nil, "@transport=tcp/x:1,decnet/y", "transports=X/", "", "@transport=tcp/x:1,X/"]
    let known = transports.enumerated().map { index, transport in
      XIMServerAnswers.Known(selection: UInt32(index + 1), owner: UInt32(0x51 + index), transport: transport)
    }
    let stage = try Stage(known)
    #expect(stage.asked == [1, 2, 3, 4, 5])
    #expect(stage.sent("_XIM_XCONNECT").map { $0.uint32(4) } == [0x55])
    let none = try Stage(Array(known.dropLast()))
    #expect(none.asked == [1, 2, 3, 4] && none.sent("_XIM_XCONNECT").isEmpty)
  }

  @Test func anAnswerAboutAnotherSelectionIsIgnored() throws {
    let stage = try Stage([.init(selection: 1, owner: 0x51, transport: "@transport=tcp/x:1")])
    let reads = stage.reads
    stage.take(31, 0, [0, stage.transport.window, 99, 0, stage.atom("TRANSPORT")])
    stage.take(31, 0, [0, 99, 1, 0, stage.atom("TRANSPORT")])
    stage.settle()
    #expect(stage.reads == reads)
  }

  // MARK: The connection

  @Test func aConnectionIsMadeOnceByTheServerThatWasAsked() throws {
    let stage = try Stage(Self.one)
    stage.message(Self.short(2))
    stage.connect(format: 8)
    stage.connect(0)
    #expect(stage.connects == 0 && stage.messages.isEmpty)
    stage.connect(0x6666)
    stage.connect(0x9999)
    #expect(stage.connects == 1)
    stage.transport.send(Self.short(1))
    stage.settle()
    #expect(stage.sent("_XIM_PROTOCOL").map { $0.uint32(4) } == [0x6666])
    // One that was given up is not asked any more.
    stage.transport.end()
    stage.transport.end()
    stage.connect(0x6666)
    #expect(stage.connects == 1 && stage.ends == 1)
  }

  @Test func aListThatChangesMattersWhileThereIsNoConnection() throws {
    let stage = try Stage(Self.one)
    func searches() -> Int { stage.requests(20).count { $0.uint32(8) == stage.atom("XIM_SERVERS") } }
    #expect(searches() == 1)
    stage.nameServers()
    stage.settle()
    #expect(searches() == 2)
    stage.connect()
    stage.nameServers()
    stage.settle()
    #expect(searches() == 2)
    stage.transport.send(Self.short(1))
    stage.settle()
    #expect(stage.sent("_XIM_PROTOCOL").count == 1, "it is still connected")
  }

  @Test func longMessagesUsePropertiesInTurn() throws {
    let stage = try Self.connected()
    for count in [16, 20, 24, 24, 24, 24, 24, 24, 24, 24, 24] {
      stage.transport.send([1] + [UInt8](repeating: 0, count: count - 1))
    }
    stage.settle()
    let properties = stage.requests(18).map { $0.uint32(8) }
    #expect(properties.count == 9 && !properties.contains(0))
    #expect(Set(properties).count == 8 && properties.first == properties.last)
    #expect(stage.sent("_XIM_PROTOCOL").map { $0.uint8(13) } == [8, 8] + [UInt8](repeating: 32, count: 9))
  }

  // MARK: Messages

  @Test func messagesKeepTheirOrderWhicheverWayTheyTake() throws {
    let stage = try Self.connected()
    stage.answers.property.bytes = Self.short(31) + Self.short(39)
    stage.longMessage()
    stage.message(Self.short(45))
    stage.message(Self.short(51), format: 16)
    #expect(stage.messages.isEmpty, "the first one is not there yet")
    let reads = stage.reads
    stage.settle()
    #expect(stage.messages.map(\.first) == [31, 39, 45], "zeros behind a message are none")
    #expect(stage.reads == reads + 1, "an event of another format is no message")
  }

  @Test func aMessageThatIsTooLongIsTheEnd() throws {
    let stage = try Self.connected()
    stage.answers.property = (4, Self.short(31))
    stage.longMessage()
    stage.settle()
    #expect(stage.ends == 1 && stage.messages.isEmpty)
  }

  @Test func aServerThatSendsWithoutLettingReadIsGivenUp() throws {
    let stage = try Self.connected()
    stage.longMessage()
    for _ in 0..<63 { stage.message(Self.short(62)) }
    #expect(stage.ends == 0)
    stage.message(Self.short(62))
    #expect(stage.ends == 1)
    stage.settle()
    #expect(stage.messages.isEmpty)
  }

  @Test func nothingIsHeardAfterTheMessageThatEndsIt() throws {
    let stage = try Self.connected()
    stage.onMessage = { [unowned stage] in stage.transport.end() }
    stage.message(Self.short(3) + Self.short(62))
    stage.message(Self.short(62))
    #expect(stage.messages.map(\.first) == [3] && stage.ends == 1)
  }

  // MARK: The end

  @Test func aServerThatVanishesBeforeItsAnswerIsLookedForAnew() throws {
    let stage = try Stage(Self.one)
    #expect(stage.requests(2).contains { $0.uint32(4) == 0x51 && $0.uint32(12) == 0x2_0000 })
    stage.destroy(0x99)
    stage.settle()
    #expect(stage.asked == [1])
    stage.destroy(0x51)
    stage.settle()
    #expect(stage.asked == [1, 1] && stage.ends == 0)
    stage.connect()
    #expect(stage.connects == 1)
  }

  @Test(arguments: [0x51, 0x6666] as [UInt32])
  func aServerThatVanishesInTheMiddleIsReportedOnce(_ window: UInt32) throws {
    let stage = try Self.connected()
    stage.answers.property.bytes = Self.short(31)
    // A message that is being fetched, and one behind it.
    stage.longMessage()
    stage.message(Self.short(39))
    stage.destroy(window)
    stage.destroy(window)
    #expect(stage.ends == 1)
    stage.settle()
    #expect(stage.messages.isEmpty && stage.asked == [1, 1])
    stage.connect(0x6667)
    stage.message(Self.short(2))
    #expect(stage.connects == 2 && stage.messages.map(\.first) == [2])
    stage.destroy(0x99)
    #expect(stage.ends == 1, "another window's end is none")
  }
}
