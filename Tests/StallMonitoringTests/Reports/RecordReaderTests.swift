import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

@Suite("Numbers and texts of a record", .hangLimit)
struct RecordReaderTests {
  private func written(_ body: (inout RecordWriter) -> Void) -> [UInt8] {
    var writer = RecordWriter()
    body(&writer)
    return writer.bytes
  }

  @Test("are read as they were written")
  func roundTrip() throws {
    for number in [0, 1, 127, 128, 16_383, 16_384, 1 << 32, 1 << 63, .max - 1, .max] as [UInt64] {
      var reader = RecordReader(written { $0.number(number) })
      #expect(try reader.number() == number && reader.isAtEnd)
    }
    for number in [0, 1, -1, 63, -64, 64, .max, .min] as [Int64] {
      var reader = RecordReader(written { $0.signed(number) })
      #expect(try reader.signed() == number && reader.isAtEnd)
    }
    for number in [0, 0.5, -3.25, 1e300, .leastNonzeroMagnitude] as [Double] {
      var reader = RecordReader(written { $0.real(number) })
      #expect(try reader.real() == number && reader.isAtEnd)
    }
    // Small ones are short.
    #expect(written { $0.number(UInt64(127)) }.count == 1 && written { $0.number(UInt64(128)) }.count == 2)
    #expect(written { $0.signed(-64) }.count == 1 && written { $0.number(UInt64.max) }.count == 10)
  }

  @Test("that are too large, cut short or no numbers are refused")
  func malformed() {
    func refuses(_ bytes: [UInt8], _ body: (inout RecordReader) throws -> Void) -> Bool {
      var reader = RecordReader(bytes)
      do { try body(&reader) } catch { return true }
      return false
    }
    #expect(refuses([0x80]) { _ = try $0.number() } && refuses([]) { _ = try $0.byte() })
    #expect(refuses(Array(repeating: 0xFF, count: 9) + [2]) { _ = try $0.number() })
    #expect(!refuses(Array(repeating: 0xFF, count: 9) + [1]) { _ = try $0.number() })
    #expect(refuses(Array(repeating: 0x80, count: 10) + [0]) { _ = try $0.number() })
    #expect(refuses([3, 1, 2]) { _ = try $0.raw() } && !refuses([2, 1, 2]) { _ = try $0.raw() })
    #expect(refuses([3, 1, 2]) { _ = try $0.count() } && !refuses([2, 1, 2]) { _ = try $0.count() })
    #expect(refuses(written { $0.real(.nan) }) { _ = try $0.real() })
    #expect(refuses(written { $0.real(.infinity) }) { _ = try $0.real() })
  }

  @Test("that are texts are cut at the limit, at a whole character, and not before it")
  func texts() throws {
    for (text, limit, cut) in [
      ("abc", 3, "abc"), ("abcd", 3, "abc"), ("", 3, ""), ("aüb", 2, "a"), ("aüb", 3, "aü"), ("字字", 5, "字"),
      ("𝄞", 3, ""), ("𝄞x", 4, "𝄞"),
    ] {
      var reader = RecordReader(written { $0.text(text, limit: limit) })
      #expect(try reader.text() == cut && reader.isAtEnd)
    }
  }

  @Test("of a field that is not known are stepped over, also behind what is known of one")
  func unknownFields() throws {
    var dice = SplitMix(1)
    let record = StallRecord.sample(stacks: 3, using: &dice)
    let bytes = try #require(RecordCoding.encode(record, moduleCount: 5, limit: 1 << 20))
    let more = written { $0.field(99) { $0.text("from a later version") } }
    for changed in [more + bytes, bytes + more] {
      let decoded = try RecordCoding.decode(changed[...])
      #expect(description(decoded.record) == description(record) && decoded.moduleCount == 5)
    }
    #expect(throws: RecordReader.Malformed.self) { try RecordCoding.decode(more[...]) }
  }

  @Test("of stacks that share their beginnings come back whole, in whatever order they differ")
  func stacks() throws {
    var dice = SplitMix(2)
    for _ in 0..<300 {
      var samples: [StackCoding.Sample] = []
      for index in 0..<Int.random(in: 0...12, using: &dice) {
        var stack = StackSample()
        stack.time = .random(in: 0...1_000, using: &dice)
        stack.addresses = (0..<Int.random(in: 0...6, using: &dice)).map { _ in
          .random(in: 0...3, using: &dice)
        }
        if index % 5 == 4 { stack.addresses = [.max, 0, .max / 2] }
        stack.isComplete = index % 2 == 0
        stack.means = [.none, .procfs, .signal, .performanceEvents][index % 4]
        stack.reason = index % 3 == 0 ? "why" : ""
        samples.append(.init(stack: stack, repeats: index))
      }
      var reader = RecordReader(written { StackCoding.write(samples, since: 500, to: &$0) })
      let read = try StackCoding.read(from: &reader, since: 500)
      #expect(read.map(\.stack) == samples.map(\.stack) && read.map(\.repeats) == samples.map(\.repeats))
      #expect(reader.isAtEnd)
    }
  }

  @Test(
    "of stacks are thinned out to every second one, without losing the first, the last and the one that says most"
  )
  func thinned() throws {
    for count in 0...40 {
      for point in [nil] + (0..<count).map({ Optional($0) }) {
        var samples = (0..<count).map { StackCoding.Sample(stack: StackSample(), repeats: $0) }
        var place = point
        while let (fewer, newPoint) = StackCoding.thinned(samples, keeping: place) {
          #expect(fewer.count < samples.count && fewer.map(\.repeats) == fewer.map(\.repeats).sorted())
          if fewer.count > 1 {
            #expect(fewer.first?.repeats == 0 && fewer.last?.repeats == count - 1)
            #expect(fewer.count <= samples.count / 2 + 3)
          }
          if let point, !fewer.isEmpty { #expect(newPoint.map { fewer[$0].repeats } == point) }
          if point == nil { #expect(newPoint == nil) }
          (samples, place) = (fewer, newPoint)
        }
        #expect(samples.isEmpty)
      }
    }
  }
}
