import TestHarness
import Testing

@testable import DBus

/// Whole messages: known bytes, what is missing or too much, and changed bytes.
@Suite(.hangLimit) struct MessageTests {
  /// What every client sends first, as the bus takes it.
  private static let hello: [UInt8] =
    [108, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 109, 0, 0, 0] + [1, 1, 111, 0, 21, 0, 0, 0]
    + Array("/org/freedesktop/DBus".utf8) + [0, 0, 0] + [2, 1, 115, 0, 20, 0, 0, 0]
    + Array("org.freedesktop.DBus".utf8) + [0, 0, 0, 0] + [3, 1, 115, 0, 5, 0, 0, 0] + Array("Hello".utf8)
    + [0, 0, 0] + [6, 1, 115, 0, 20, 0, 0, 0] + Array("org.freedesktop.DBus".utf8) + [0, 0, 0, 0]

  private static var helloMessage: DBusMessage {
    var message = DBusMessage.call(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello")
    message.serial = 1
    return message
  }

  @Test func aCallHasTheBytesOfTheProtocol() throws {
    #expect(try DBusMessage(Self.hello[...]) == Self.helloMessage)
    if 1.littleEndian == 1 { #expect(try Self.helloMessage.encoded() == Self.hello) }
  }

  private static var samples: [DBusMessage] {
    var call = DBusMessage.call(
      "a.b", "/x", "c.d", "Do", [.string("ä"), .array(.structure([.int32, .variant]), []), .double(2)])
    (call.serial, call.sender) = (7, ":1.5")
    var reply = call.reply([.properties([("k", .strings(["v"]))]), .bytes([1, 2])])
    reply.serial = 8
    var failure = call.failure(.unknownMethod("none"))
    failure.serial = 9
    var signal = DBusMessage.signal("/", "e.f", "Changed", [.variant(.structure([.byte(1), .path("/p")]))])
    (signal.serial, signal.flags) = (10, [.noReply, .noStart])
    return [helloMessage, call, reply, failure, signal]
  }

  @Test func messagesComeBackAsTheyWereInBothOrders() throws {
    for message in Self.samples {
      for isSwapped in [false, true] {
        let bytes = try message.encoded(isSwapped: isSwapped)
        #expect(try DBusMessage.length(of: bytes[...]) == bytes.count)
        #expect(try DBusMessage(bytes[...]) == message)
      }
    }
  }

  @Test func lengthsBeyondTheProtocolsAreRefusedBeforeTheyCome() {
    var body = Self.hello
    body[7] = 8
    #expect(throws: DBusError.self) { try DBusMessage.length(of: body[...]) }
    var fields = Self.hello
    fields[15] = 5
    #expect(throws: DBusError.self) { try DBusMessage.length(of: fields[...]) }
  }

  @Test func messagesWithoutTheirFieldsAreRefused() throws {
    var call = Self.helloMessage
    call.member = nil
    #expect(throws: DBusError.self) { try call.encoded() }
    var bytes = Self.hello
    var failure = Self.helloMessage.failure(.failed("none"))
    failure.serial = 2
    #expect(try failure.encoded().isEmpty == false)
    failure.errorName = nil
    #expect(throws: DBusError.self) { try failure.encoded() }
    var signal = DBusMessage.signal("/", "e.f", "Changed")
    signal.serial = 3
    signal.interface = nil
    #expect(throws: DBusError.self) { try signal.encoded() }
    // A signal needs what the call has; an answer needs a serial.
    bytes[1] = 2
    #expect(throws: DBusError.self) { try DBusMessage(bytes[...]) }
    // No kind, and one that this side does not know yet.
    bytes[1] = 0
    #expect(throws: DBusError.self) { try DBusMessage(bytes[...]) }
    bytes[1] = 9
    #expect(try DBusMessage(bytes[...]) == nil)
  }

  @Test func unknownFieldsAreIgnoredAndWrongOnesRefused() throws {
    var bytes = Self.hello
    // The destination's number.
    let place = Self.hello.count - 32
    #expect(bytes[place] == 6)
    bytes[place] = 77
    #expect(try DBusMessage(bytes[...])?.destination == nil)
    bytes[place] = 5
    #expect(throws: DBusError.self) { try DBusMessage(bytes[...]) }
  }

  /// A message of changed bytes is an error, or one that can be sent again.
  @Test func changedMessagesAreErrorsOrMessages() throws {
    let seeds = try Self.samples.enumerated().map { index, message in
      (name: "\(index).bin", bytes: try message.encoded(isSwapped: index % 2 == 1))
    }
    if 1.littleEndian == 1 { Corpus.expectMade("dbus", by: seeds) }
    var fuzzer = InputFuzzer(try Corpus("dbus"), seed: 31)
    var tally = FuzzTally("changed messages of D-Bus")
    for _ in 0..<(20_000 * Fuzz.factor) {
      var bytes = fuzzer.input(keeping: 1)
      // With the true length mostly: otherwise nothing else is looked at.
      if fuzzer.next(below: 8) > 0, let length = try? DBusMessage.length(of: bytes[...]) {
        let missing = min(max(length - bytes.count, 0), 4096)
        bytes = Array(bytes.prefix(length)) + [UInt8](repeating: 0, count: missing)
      }
      do throws(DBusError) {
        let message = try DBusMessage(bytes[...])
        tally.count(true)
        guard let message else { continue }
        fuzzer.learn(message.signature, from: bytes)
        let again = try message.encoded()
        #expect(try DBusMessage(again[...])?.signature == message.signature)
      } catch {
        tally.count(bytes.count >= 16)
      }
    }
    tally.expectMostStepsDidSomething()
  }
}
