import HIDEvents
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import ResponderKit

/// A channel and the queue that it fills.
@Suite(.hangLimit) struct ChannelTests {
  private func key(_ number: Int) -> HIDEvent { HIDEvent(timestamp: UInt64(number), .remoteControl(.play)) }

  @Test func aFullQueueIsNotFilledFurtherAndTheChannelHoldsTheRest() throws {
    try onFreshThread {
      let input = EventInput(loop: .current)
      let (ours, theirs) = try RunLoop.MessagePort.pair()
      let channel = EventChannel(ours, input)
      let capacity = EventQueue.capacity
      for number in 0..<(capacity - 2) { input.queue.append(key(number)) }
      for number in (capacity - 2)..<(capacity + 3) { try theirs.send(key(number).packet()) }
      #expect(channel.read())
      #expect(input.queue.count == capacity && input.queue.isFull)
      // Nothing is read while it is full.
      #expect(channel.read() && input.queue.count == capacity)
      #expect(input.queue.take()?.event == key(0))
      #expect(channel.read() && input.queue.count == capacity)
      for number in 1..<(capacity + 1) { #expect(input.queue.take()?.event == key(number)) }
      #expect(channel.read() && input.queue.count == 2)
      for number in (capacity + 1)..<(capacity + 3) { #expect(input.queue.take()?.event == key(number)) }
      #expect(input.queue.takeDropped() == 0)
    }
  }

  /// A move may give way to an event that ends something.
  @Test func aQueueThatMayDropMovesIsReadOn() throws {
    try onFreshThread {
      let input = EventInput(loop: .current)
      let (ours, theirs) = try RunLoop.MessagePort.pair()
      let channel = EventChannel(ours, input)
      input.queue.append(HIDEvent(timestamp: 0, .pointer(.init(.moved, x: 0, y: 0))))
      for number in 1..<EventQueue.capacity { input.queue.append(key(number)) }
      for number in 0..<3 { try theirs.send(key(EventQueue.capacity + number).packet()) }
      #expect(channel.read())
      #expect(input.queue.count == EventQueue.capacity && input.queue.takeDropped() == 1)
      #expect(input.queue.take()?.event == key(1))
    }
  }

  @Test func whatWasSentBeforeTheChannelEndedIsReadFirst() throws {
    try onFreshThread {
      let input = EventInput(loop: .current)
      let channel = try Self.ended([key(1).packet(), [1, 2, 3], key(2).packet()], input)
      #expect(!channel.read())
      #expect(input.queue.take()?.event == key(1) && input.queue.take()?.event == key(2))
      #expect(input.takeBadPackets().count == 1 && input.takeBadPackets().isEmpty)
    }
  }

  /// A channel whose other end is closed after these packets.
  private static func ended(_ packets: [[UInt8]], _ input: EventInput) throws -> EventChannel {
    let (ours, theirs) = try RunLoop.MessagePort.pair()
    for packet in packets { try theirs.send(packet) }
    return EventChannel(ours, input)
  }

  @Test func whatWasNoEventIsKeptUpToALimitUntilItIsCounted() {
    onFreshThread {
      let input = EventInput(loop: .current)
      for _ in 0..<5000 { input.note(.notAPacket) }
      #expect(input.takeBadPackets().count == 4096 && input.takeBadPackets().isEmpty)
      input.note(.notAPacket)
      #expect(input.takeBadPackets() == [.notAPacket])
    }
  }
}
