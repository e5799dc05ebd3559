import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

@Suite("A record as bytes", .hangLimit)
struct RecordCodingTests {
  @Test("is the same when it is read again")
  func roundTrip() throws {
    var dice = SplitMix(1)
    for stacks in [0, 1, 2, 40] {
      let record = StallRecord.sample(stacks: stacks, using: &dice)
      let bytes = try #require(RecordCoding.encode(record, moduleCount: 3, limit: 1 << 20))
      let decoded = try RecordCoding.decode(bytes[...])
      #expect(description(decoded.record) == description(record))
      #expect(decoded.moduleCount == 3)
    }
  }

  @Test("has few bytes for stacks that are alike")
  func compact() throws {
    var dice = SplitMix(2)
    var record = StallRecord.sample(stacks: 1, using: &dice)
    let one = try #require(RecordCoding.encode(record, moduleCount: 0, limit: 1 << 20)).count
    for index in 1..<200 {
      var stack = record.samples[0]
      stack.time += UInt64(index) * 10_000_000
      record.samples.append(stack)
      record.repeatCounts.append(index)
    }
    let all = try #require(RecordCoding.encode(record, moduleCount: 0, limit: 1 << 20)).count
    #expect(all - one < 200 * 20)
  }

  @Test("leaves out stacks until it has the room that there is, but not the one that says most")
  func thinned() throws {
    var dice = SplitMix(3)
    var record = StallRecord.sample(stacks: 500, using: &dice)
    record.pointSample = 133
    record.droppedSamples = 10
    for limit in [1500, 4000, 16_000] {
      let bytes = try #require(RecordCoding.encode(record, moduleCount: 0, limit: limit))
      #expect(bytes.count <= limit && bytes.count > limit / 4)
      let read = try RecordCoding.decode(bytes[...]).record
      #expect(read.samples.count + read.droppedSamples == 510 && !read.samples.isEmpty)
      let point = try #require(read.pointSample)
      #expect(read.samples[point] == record.samples[133] && read.repeatCounts[point] == 133)
      #expect(read.samples.first == record.samples.first && read.samples.last == record.samples.last)
    }
    #expect(RecordCoding.encode(record, moduleCount: 0, limit: 100) == nil)
  }

  @Test("is cut at whole characters where a text is too long")
  func longTexts() throws {
    var dice = SplitMix(4)
    var record = StallRecord.sample(using: &dice)
    record.callout.label = String(repeating: "ü", count: 10_000)
    record.notes = ["why": String(repeating: "字", count: 10_000)]
    let bytes = try #require(RecordCoding.encode(record, moduleCount: 0, limit: 1 << 14))
    let read = try RecordCoding.decode(bytes[...]).record
    #expect(read.callout.label == String(repeating: "ü", count: 64))
    #expect(read.notes["why"] == String(repeating: "字", count: 85))
  }

  @Test("that was cut short or changed is an error or another record, and never a crash")
  func hostile() throws {
    var dice = SplitMix(5)
    let record = StallRecord.sample(stacks: 12, using: &dice)
    let good = try #require(RecordCoding.encode(record, moduleCount: 3, limit: 1 << 20))
    var failures = 0
    for length in 0..<good.count where (try? RecordCoding.decode(good[..<length])) == nil { failures += 1 }
    #expect(failures > good.count / 2)
    for _ in 0..<1_500 * Fuzz.factor {
      var bytes = good
      for _ in 0...Int.random(in: 0..<6, using: &dice) {
        bytes[Int.random(in: 0..<bytes.count, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
      }
      if let read = try? RecordCoding.decode(bytes[...]).record { exercise(read) }
    }
    for _ in 0..<8_000 * Fuzz.factor {
      let noise = (0..<Int.random(in: 0..<200, using: &dice)).map { _ in
        UInt8.random(in: 0...255, using: &dice)
      }
      if let read = try? RecordCoding.decode(noise[...]).record { exercise(read) }
    }
  }

  /// What is done with any record must stand any record.
  private func exercise(_ record: StallRecord) {
    _ = record.duration
    #expect(record.pointSample.map { record.samples.indices.contains($0) } ?? true)
    #expect(RecordCoding.encode(record, moduleCount: 0, limit: 1 << 20).map { $0.count <= 1 << 20 } ?? true)
  }
}
