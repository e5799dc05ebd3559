import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import EventRouting

/// Inputs of `Tests/Fuzzing` with changes: no crash, and what is taken is whole.
@Suite("Changed packets, records and recordings", .hangLimit)
struct CorpusFuzzTests {
  private static let steps = 8000 * Fuzz.factor

  /// Puts a packet's true length into its header, mostly: others are refused before anything else is looked at.
  private static func mendLength(_ bytes: inout [UInt8], _ fuzzer: inout InputFuzzer) {
    guard bytes.count >= 8, fuzzer.next(below: 16) > 0 else { return }
    for byte in 0..<4 { bytes[4 + byte] = UInt8(truncatingIfNeeded: bytes.count >> (8 * byte)) }
  }

  /// Whether a packet was looked at behind its header.
  private static func isDeep(_ error: PacketError, _ length: Int) -> Bool {
    switch error {
    case .notAPacket, .unknownVersion: false
    case .cutShort: length > 16
    default: true
    }
  }

  @Test("packets between router and applications")
  func routerPackets() throws {
    let corpus = try Corpus("router-packets.hex")
    for packet in corpus.inputs { #expect(try RoutingMessage(packet: packet).packet() == packet) }
    var fuzzer = InputFuzzer(corpus, seed: 11)
    var tally = FuzzTally("changed packets of the router")
    for _ in 0..<Self.steps {
      var bytes = fuzzer.input(keeping: fuzzer.next(below: 16) == 0 ? 0 : 8)
      Self.mendLength(&bytes, &fuzzer)
      do throws(PacketError) {
        let packet = try RoutingMessage(packet: bytes).packet()
        fuzzer.learn([packet.count / 64, Int(packet[2])], from: bytes)
        // Bytes that are no number compare as bytes.
        #expect(try RoutingMessage(packet: packet).packet() == packet)
        tally.count(true)
      } catch {
        #expect(!"\(error)".isEmpty)
        tally.count(Self.isDeep(error, bytes.count))
      }
    }
    tally.expectMostStepsDidSomething()
  }

  @Test("packets of events")
  func eventPackets() throws {
    let corpus = try Corpus("hid-packets.hex")
    for packet in corpus.inputs { #expect(throws: Never.self) { try HIDEvent(packet: packet) } }
    var fuzzer = InputFuzzer(corpus, seed: 12)
    var tally = FuzzTally("changed packets of events")
    for _ in 0..<Self.steps {
      var bytes = fuzzer.input(keeping: fuzzer.next(below: 16) == 0 ? 0 : 8)
      Self.mendLength(&bytes, &fuzzer)
      do throws(PacketError) {
        let packet = try HIDEvent(packet: bytes).packet()
        fuzzer.learn(packet.count / 16, from: bytes)
        #expect(try HIDEvent(packet: packet).packet() == packet)
        tally.count(true)
      } catch {
        tally.count(Self.isDeep(error, bytes.count))
      }
    }
    tally.expectMostStepsDidSomething()
  }

  /// What a reader makes of a stream that comes in two pieces.
  private static func events(
    _ bytes: [UInt8], _ format: EvdevFormat, _ device: DeviceDescription, split: Int
  ) throws -> (counts: TouchCounts, events: Int, error: EvdevError?) {
    var stream = RecordStream(device, format: format, time: .automatic)
    var decoder = try EvdevDecoder(device, width: 390, height: 844)
    var counts = TouchCounts()
    var events = 0
    var failure: EvdevError?
    let take = { (item: RecordStream.Item) throws(EvdevError) in
      switch item {
      case .record(let record):
        try decoder.add(record) {
          counts.add($0)
          events += 1
        }
      case .device(let description):
        decoder.cancelAll { counts.add($0) }
        decoder = try EvdevDecoder(description, width: 390, height: 844)
      }
    }
    do throws(EvdevError) {
      for piece in [Array(bytes[..<split]), Array(bytes[split...])] {
        try piece.withRawBytes { piece throws(EvdevError) in try stream.add(piece, now: 7, take) }
      }
      try stream.finish(now: 7, take)
    } catch {
      failure = error
    }
    decoder.cancelAll { counts.add($0) }
    return (counts, events, failure)
  }

  @Test("records of devices: contacts that begin end once")
  func records() throws {
    let corpus = try Corpus("evdev-records.hex")
    var fuzzer = InputFuzzer(corpus, seed: 13)
    var tally = FuzzTally("changed records of devices")
    for step in 0..<(Self.steps / 2) {
      let bytes = fuzzer.input(keeping: fuzzer.next(below: 100))
      let device =
        step % 4 > 0 ? .touchscreen("screen", width: 100, height: 200) : DeviceDescription(name: "nothing")
      let (counts, events, error) = try Self.events(
        bytes, .records, device, split: fuzzer.next(below: bytes.count + 1))
      #expect(counts.nonsense == 0 && counts.isOver)
      tally.count(events > 0 || error != nil)
      if events > 0 { fuzzer.learn(events / 4, from: bytes) }
    }
    tally.expectMostStepsDidSomething()
  }

  @Test("text of recordings: events or the line that is none")
  func recordings() throws {
    let corpus = try Corpus("touch.events", "keys.events")
    for text in corpus.inputs { #expect(try !Recording(text).events(width: 390, height: 844).isEmpty) }
    var fuzzer = InputFuzzer(corpus, seed: 14)
    var tally = FuzzTally("changed recordings")
    for _ in 0..<(Self.steps / 4) {
      // The first line shows that it is text.
      let bytes = fuzzer.input(keeping: 16)
      let (counts, events, error) = try Self.events(
        bytes, .automatic, DeviceDescription(), split: fuzzer.next(below: bytes.count + 1))
      #expect(counts.nonsense == 0 && counts.isOver)
      tally.count(events > 0 || error != nil)
      if events > 0 { fuzzer.learn(events / 4, from: bytes) }
      if let recording = try? Recording(bytes) {
        _ = recording.duration
        _ = try? recording.events(width: 390, height: 844, start: 1)
      }
    }
    tally.expectMostStepsDidSomething()
  }
}
