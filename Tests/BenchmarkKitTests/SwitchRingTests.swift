import LinuxSystem
import TestHarness
import Testing

@testable import BenchmarkKit

/// Records as perf_event_open(2) describes them, written here in the kernel's place.
@Suite("The kernel's record of switches", .hangLimit)
struct SwitchRingTests {
  private static let own: UInt64 = 7
  private static let (lost, sample, ofThread, ofProcessor) = (UInt64(2), UInt64(9), UInt64(14), UInt64(15))
  private static let (out, preempted) = (UInt64(1 << 13), UInt64(1 << 13 | 1 << 14))

  /// Appends a record: its kind, its flags, and the words behind its head.
  private func write(_ ring: SwitchRing, _ kind: UInt64, _ flags: UInt64, _ words: [UInt64]) {
    // data_head of the page.
    var place = ring.page.load(fromByteOffset: 1_024, as: UInt64.self)
    let head = kind | flags << 32 | UInt64(8 * (words.count + 1)) << 48
    for word in [head] + words {
      let offset = ring.pageSize + Int(place % UInt64(SwitchRing.size))
      ring.page.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
      place += 8
    }
    ring.page.storeBytes(of: place, toByteOffset: 1_024, as: UInt64.self)
  }

  /// A switch to or from a thread: what is behind the head ends with the thread, the time and the processor.
  private func change(_ ring: SwitchRing, _ thread: UInt64, at time: UInt64, _ flags: UInt64 = 0) {
    write(ring, Self.ofProcessor, flags, [0, thread << 32, time, 1])
  }

  private func take(_ ring: SwitchRing) -> (events: [ProcessorEvent], isComplete: Bool) {
    var events: [ProcessorEvent] = []
    let isComplete = ring.take(into: &events)
    return (events, isComplete)
  }

  @Test("has arrivals of all threads, and departures of the loop's own: asleep, or preempted")
  func switches() throws {
    let ring = try #require(SwitchRing(of: Int32(Self.own), kinds: [:]))
    change(ring, Self.own, at: 10, Self.out)
    change(ring, 9, at: 11)
    change(ring, 9, at: 20, Self.out)
    change(ring, Self.own, at: 21)
    change(ring, Self.own, at: 30, Self.preempted)
    write(ring, Self.ofThread, 0, [Self.own << 32, 40, 3])
    #expect(
      take(ring).events == [
        .init(10, .departure(isPreempted: false), on: 1), .init(11, .arrival(thread: 9), on: 1),
        .init(21, .arrival(thread: 7), on: 1), .init(30, .departure(isPreempted: true), on: 1),
        .init(40, .arrival(thread: 7), on: 3),
      ])
    // Each is taken once.
    #expect(take(ring).events.isEmpty)
    change(ring, 9, at: 50)
    #expect(take(ring).events == [.init(50, .arrival(thread: 9), on: 1)])
  }

  @Test("has interrupts where tracepoints are known, and says when the kernel had to drop some of it")
  func samples() throws {
    let ring = try #require(SwitchRing(of: 7, kinds: [300: .interruptBegin, 301: .interruptEnd]))
    for (number, time) in [(300, 5), (301, 6), (302, 7)] as [(UInt64, UInt64)] {
      write(ring, Self.sample, 0, [0, time, 2, number << 32 | 8])
    }
    #expect(take(ring) == ([.init(5, .interruptBegin, on: 2), .init(6, .interruptEnd, on: 2)], true))
    write(ring, Self.lost, 0, [1, 20, 0, 0, 0])
    change(ring, 9, at: 8)
    #expect(take(ring) == ([.init(8, .arrival(thread: 9), on: 1)], false))
    #expect(take(ring).isComplete)
  }

  @Test("goes on at its begin when its end is reached, also within a record")
  func wrapping() throws {
    let ring = try #require(SwitchRing(of: 7, kinds: [:]))
    let count = SwitchRing.size / 40 + 3
    for index in 0..<count {
      change(ring, 9, at: UInt64(index))
      let taken = take(ring).events
      guard taken == [.init(UInt64(index), .arrival(thread: 9), on: 1)] else {
        Issue.record("record \(index) of \(count): \(taken)")
        return
      }
    }
  }
}
