import HIDEvents
import TestHarness
import Testing

/// Events as packets: what was written is read, and nothing else is.
@Suite(.hangLimit) struct PacketTests {
  static let events: [HIDEvent] = [
    HIDEvent(timestamp: 0, .digitizer([])),
    HIDEvent(
      timestamp: 123_456_789,
      .digitizer([
        .init(7, .began, x: 1.5, y: -2.25, kind: .pencil, force: 0.5, radius: 3),
        .init(.max, .stationary, x: .infinity, y: -.zero, kind: .pointer, buttons: [.primary, .middle]),
      ])),
    HIDEvent(timestamp: .max, .pointer(.init(.scrolled, x: 1, y: 2, scrollX: 3, scrollY: -4))),
    HIDEvent(
      timestamp: 1,
      .key(
        .init(
          usage: 4, .repeated, modifiers: [.shift, .command], characters: "Ä",
          charactersIgnoringModifiers: "ä"))),
    HIDEvent(timestamp: 2, .acceleration(.init(x: 1, y: 2, z: 3))),
    HIDEvent(timestamp: 3, .remoteControl(.nextTrack)),
    HIDEvent(timestamp: 4, .system(.contactsLost)),
    HIDEvent(timestamp: 5, .proximity(.near)),
    HIDEvent(timestamp: 6, .orientation(.faceDown)),
  ]

  @Test(arguments: events) func packetIsReadAsItWasWritten(event: HIDEvent) throws {
    #expect(try HIDEvent(packet: event.packet()) == event)
    // Also from a collection that is not in one piece.
    #expect(try HIDEvent(packet: AnyCollection(event.packet())) == event)
    #expect(try HIDEvent(packet: ([0] + event.packet()).dropFirst()) == event)
  }

  @Test func nanAndInfinityArriveAsTheyAre() throws {
    let event = HIDEvent(timestamp: 1, .digitizer([.init(1, .began, x: .nan, y: .infinity)]))
    guard case .digitizer(let contacts) = try HIDEvent(packet: event.packet()).payload else {
      Issue.record("not a digitizer's")
      return
    }
    #expect(contacts[0].x.isNaN && contacts[0].y == .infinity)
  }

  @Test(arguments: events) func packetCutShortAnywhereIsReportedAsIncomplete(event: HIDEvent) {
    let packet = event.packet()
    for count in 0..<packet.count {
      #expect {
        _ = try HIDEvent(packet: packet[..<count])
      } throws: { error in
        if case .cutShort(bytes: count, let needed)? = error as? PacketError { return needed > count }
        return false
      }
    }
  }

  @Test func invalidPacketsAndThoseOfOtherVersionsOrKindsAreReportedAsSuch() {
    let packet = Self.events[1].packet()
    func failure(_ change: (inout [UInt8]) -> Void) -> PacketError? {
      var changed = packet
      change(&changed)
      do throws(PacketError) {
        _ = try HIDEvent(packet: changed)
        return nil
      } catch {
        return error
      }
    }
    #expect(failure { _ in } == nil)
    #expect(failure { $0[0] = 0 } == .notAPacket)
    #expect(failure { $0[2] = 2 } == .unknownVersion(2))
    #expect(failure { $0[3] = 200 } == .unknownKind(200))
    #expect(failure { $0.append(0) } == .trailingBytes(1))
    #expect(failure { $0[4] = 3 } == .badValue(field: "length", value: 3))
    // A contact's phase and kind.
    #expect(failure { $0[24] = 9 } == .badValue(field: "contact phase", value: 9))
    #expect(failure { $0[25] = 9 } == .badValue(field: "contact kind", value: 9))
    // More contacts than there are, and more than there may be.
    #expect(failure { $0[16] = 3 } == .cutShort(bytes: packet.count, needed: 20 + 3 * 40))
    #expect(failure { $0[17] = 255 } == .tooLarge(field: "contacts", count: 255 * 256 + 2))
    #expect(failure { $0[18] = 1 } == .badValue(field: "contact size", value: 1))
    for error in [PacketError.notAPacket, .unknownVersion(2), .tooLarge(field: "text", count: 9)] {
      #expect(!error.label.isEmpty && error.description.count > error.label.count)
    }
  }

  @Test func aLaterWritersLongerContactsAreRead() throws {
    // Each contact with four bytes at its end that this version does not know.
    let event = HIDEvent(
      timestamp: 5, .digitizer([.init(1, .began, x: 1, y: 2), .init(2, .moved, x: 3, y: 4)]))
    let packet = event.packet()
    var longer = Array(packet[..<20])
    for contact in 0..<2 { longer += packet[(20 + 40 * contact)..<(60 + 40 * contact)] + [1, 2, 3, 4] }
    longer[4] = UInt8(longer.count)
    longer[18] = 44
    #expect(try HIDEvent(packet: longer) == event)
  }

  @Test func textThatIsTooLongIsCutWhereACharacterEnds() throws {
    let event = HIDEvent(
      timestamp: 1, .key(.init(usage: 4, .down, characters: String(repeating: "é", count: 600))))
    guard case .key(let key) = try HIDEvent(packet: event.packet()).payload else {
      Issue.record("not a key's")
      return
    }
    #expect(key.characters == String(repeating: "é", count: 512))
  }

  @Test func aKeysTextIsThatWithoutModifiersIfThereIsNoOther() {
    #expect(HIDEvent.Key(usage: 4, .down, characters: "a").charactersIgnoringModifiers == "a")
    let key = HIDEvent.Key(usage: 4, .down, characters: "å", charactersIgnoringModifiers: "a")
    #expect(key.characters == "å" && key.charactersIgnoringModifiers == "a")
  }

  @Test func randomBytesAreNeverTakenForMoreThanTheyAreAndNeverEndTheProcess() {
    var random = SystemRandomNumberGenerator()
    var (good, bad) = (0, 0)
    var tally = FuzzTally("packets with wrong bytes")
    for round in 0..<20_000 {
      let whole = Self.events[round % Self.events.count].packet()
      var packet = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        packet[Int.random(in: 0..<packet.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      if round % 5 == 0 { packet = packet.dropLast(Int.random(in: 0...packet.count, using: &random)) }
      do throws(PacketError) {
        // What is read can be written and read again.
        let event = try HIDEvent(packet: packet)
        good += (try? HIDEvent(packet: event.packet())) == nil ? 0 : 1
      } catch {
        bad += 1
      }
      tally.count(packet != whole)
    }
    tally.expectMostStepsDidSomething()
    #expect(good + bad == 20_000)
    #expect(good > 0 && bad > 0)
  }
}
