import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// What sentences say more closely is in a file, and comes back from it.
@Suite(.hangLimit) struct DetailCodingTests {
  @Test func detailsComeBackAsTheyWere() throws {
    var dice = SplitMix(5)
    var record = StallRecord.sample(id: 3, using: &dice)
    record.suppressedTime = 757_000_000
    record.diagnosis.lockOwner?.readers = 2
    record.diagnosis.lockOwner?.waitsFor = 4711
    record.diagnosis.lockOwner?.isDeadlock = true
    record.diagnosis.lockOwner?.process = 12
    record.diagnosis.lockOwner?.holders = 16
    var rest = Diagnosis.Part(cause: .sleep, share: 0.375)
    (rest.systemCall, rest.descriptor) = ("nanosleep", "/dev/null")
    record.diagnosis.rest = rest
    var rivalry = Rivalry()
    (rivalry.quota, rivalry.ownUse, rivalry.load) = (0.05, 1.5, 8.5)
    (rivalry.throttledTime, rivalry.processors, rivalry.thread, rivalry.threadName) = (97, 2, 12, "worker")
    rivalry.pressure = 0.75
    record.diagnosis.rivalry = rivalry
    record.diagnosis.chain = .sample(since: record.started)
    record.threadStacks = [ThreadStack(threads: [4, 5], name: "pool", stack: record.samples[0])]
    for (index, cause) in [Cause.processor, .sleep, .unknown].enumerated() {
      record.samples[index].found = cause
    }
    let bytes = try #require(RecordCoding.encode(record, moduleCount: 1, limit: 1 << 16))
    let again = try RecordCoding.decode(bytes[...]).record
    #expect(description(again) == description(record))
    #expect(again.diagnosis == record.diagnosis && again.suppressedTime == 757_000_000)
    #expect(again.samples.map(\.found) == [.processor, .sleep, .unknown, nil, nil])
  }

  /// Stacks of all threads do not crowd out the record's own.
  @Test func stacksOfAllThreadsHaveTheirRoom() throws {
    var dice = SplitMix(5)
    var record = StallRecord.sample(id: 3, using: &dice)
    for thread in 0..<200 {
      var stack = StackSample()
      stack.addresses = (0..<60).map { _ in UInt.random(in: 1 << 40...1 << 47, using: &dice) }
      record.threadStacks.append(
        ThreadStack(threads: Array(0...Int32(thread)), name: "worker \(thread)", stack: stack))
    }
    let bytes = try #require(RecordCoding.encode(record, moduleCount: 1, limit: 16 << 10))
    let again = try RecordCoding.decode(bytes[...]).record
    #expect(again.samples.count == record.samples.count)
    #expect(again.threadStacks.count >= 5 && again.threadStacks.allSatisfy { $0.threads.count <= 32 })
  }

  @Test func aRecordWithoutThemIsAsItEverWas() throws {
    var dice = SplitMix(5)
    let record = StallRecord.sample(id: 3, using: &dice)
    var more = record
    more.samples[0].found = .processor
    let bytes = try #require(RecordCoding.encode(record, moduleCount: 1, limit: 1 << 16))
    let longer = try #require(RecordCoding.encode(more, moduleCount: 1, limit: 1 << 16))
    // A number a sample.
    #expect(longer.count == bytes.count + record.samples.count)
  }

  @Test(
    "Nice values come back, and are clamped to the kernel's range",
    arguments: [(-20, 19), (0, 0), (10, nil), (nil, 0), (nil, nil), (500, -500)] as [(Int?, Int?)]
  )
  func niceValuesComeBack(_ own: Int?, _ other: Int?) throws {
    let record = try again {
      var rivalry = Rivalry()
      (rivalry.nice, rivalry.threadNice) = (own, other)
      $0.diagnosis.rivalry = rivalry
    }
    #expect(record.diagnosis.rivalry?.nice == own.map { min(max($0, -20), 19) })
    #expect(record.diagnosis.rivalry?.threadNice == other.map { min(max($0, -20), 19) })
  }

  @Test(
    "An address and the number of other descriptors come back, of both parts",
    arguments: [("192.0.2.1:443", 0), ("", 2), ("@a\\0b", 1), ("", 0)])
  func objectsComeBack(_ address: String, _ others: Int) throws {
    let record = try again {
      ($0.diagnosis.address, $0.diagnosis.otherDescriptors) = (address, others)
      var rest = Diagnosis.Part(cause: .socket, share: 0.25)
      (rest.address, rest.otherDescriptors) = ("to " + address, others + 1)
      $0.diagnosis.rest = rest
    }
    #expect(record.diagnosis.address == address && record.diagnosis.otherDescriptors == others)
    let rest = record.diagnosis.rest
    #expect(rest?.address == "to " + address && rest?.otherDescriptors == others + 1)
  }

  /// An impossible number is none, and a long address is cut.
  @Test func objectsOfAnyFormCanBeWritten() throws {
    let record = try again {
      ($0.diagnosis.address, $0.diagnosis.otherDescriptors) = (String(repeating: "ä", count: 1000), -3)
      $0.diagnosis.rest = nil
    }
    #expect(record.diagnosis.otherDescriptors == 0 && record.diagnosis.rest == nil)
    #expect(record.diagnosis.address == String(repeating: "ä", count: 256))
  }

  private func again(_ change: (inout StallRecord) -> Void) throws -> StallRecord {
    var dice = SplitMix(5)
    var record = StallRecord.sample(id: 3, using: &dice)
    change(&record)
    let bytes = try #require(RecordCoding.encode(record, moduleCount: 1, limit: 1 << 16))
    return try RecordCoding.decode(bytes[...]).record
  }

  @Test("Several holders of a lock of this process come back, too")
  func holdersInThisProcess() throws {
    let record = try again {
      $0.diagnosis.lockOwner?.process = 0
      $0.diagnosis.lockOwner?.holders = 16
    }
    #expect(record.diagnosis.lockOwner?.holders == 16 && record.diagnosis.lockOwner?.process == 0)
  }

  @Test("What a file says of pressure is a share", arguments: [(7.5, 1), (-3, 0), (0.25, 0.25)])
  func pressureIsAShare(_ written: Double, _ read: Double) throws {
    let record = try again {
      $0.diagnosis.rivalry = Rivalry()
      $0.diagnosis.rivalry?.pressure = written
    }
    #expect(record.diagnosis.rivalry?.pressure == read)
  }

  @Test("A chain of waits with an end is no deadlock, whatever a file says")
  func noDeadlockWithoutACircle() throws {
    let record = try again {
      var chain = WaitChain.sample(since: $0.started)
      (chain.circle, chain.isDeadlock) = (nil, true)
      $0.diagnosis.chain = chain
    }
    let chain = try #require(record.diagnosis.chain)
    #expect(!chain.links.isEmpty && chain.circle == nil && !chain.isDeadlock)
  }

  @Test("Stacks, and threads that have one, are kept up to their limits")
  func limitsOfStacks() throws {
    let groups = (0..<70).map { ThreadStack(threads: [$0], name: "", stack: StackSample()) }
    let read = try again { $0.threadStacks = groups }.threadStacks
    #expect(read.flatMap(\.threads) == Array(0..<64))
    let pool = ThreadStack(threads: Array(1...40), name: "pool", stack: StackSample())
    #expect(try again { $0.threadStacks = [pool] }.threadStacks.map(\.threads) == [Array(1...32)])
  }

  @Test("A stack that has no room does not keep out the smaller ones behind it")
  func aSmallStackBehindALargeOne() throws {
    var dice = SplitMix(7)
    var stacks = (0..<20).map { number in
      var stack = StackSample()
      stack.addresses = (0..<48).map { _ in UInt.random(in: 1 << 40...1 << 47, using: &dice) }
      return ThreadStack(threads: [Int32(number)], name: "large", stack: stack)
    }
    stacks.append(ThreadStack(threads: [99], name: "small", stack: StackSample()))
    let read = try again { $0.threadStacks = stacks }.threadStacks
    #expect(read.count < stacks.count && read.last?.name == "small" && read.last?.threads == [99])
  }
}
