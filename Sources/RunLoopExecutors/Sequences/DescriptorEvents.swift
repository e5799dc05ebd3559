public import RunLoopCore

extension RunLoop {
  /// The readiness of a descriptor, which the loop watches in its common modes. See `DescriptorEvents`.
  public func events(
    of descriptor: Int32, _ events: DescriptorSource.Events = .readable
  ) -> DescriptorEvents {
    DescriptorEvents(loop: self, descriptor: descriptor, events: events)
  }
}

/// The readiness of a descriptor, one element for each time that the task waits and there is something.
///
///     for try await _ in loop.events(of: socket, .readable) {
///       // Read once; the rest is reported again.
///     }
///
/// Each iteration has a source of its own, which is on only while the task waits: the descriptor is not looked at while the
/// task is at work. A mode watches a descriptor for one source; a second iteration needs a duplicate.
///
/// It ends when the task is cancelled, when the iterator is released, and when the loop's thread ends; from then on the
/// descriptor is not watched, and may be closed. It throws, and ends, when the descriptor can not be watched, such as that
/// of a regular file, and when it was closed meanwhile.
public struct DescriptorEvents: AsyncSequence, Sendable {
  public typealias Element = RunLoop.DescriptorSource.Events
  public typealias Failure = RunLoop.PortError

  let loop: RunLoop
  let descriptor: Int32
  let events: RunLoop.DescriptorSource.Events

  public func makeAsyncIterator() -> Iterator {
    Iterator(sequence: self)
  }

  private func mailbox() -> PortMailbox<Element> {
    PortMailbox(for: loop) { [descriptor, events] (mailbox) throws(RunLoop.PortError) in
      // One-shot: it is off when its callout begins.
      try RunLoop.DescriptorSource(
        descriptor, events: events, trigger: .oneShot, isArmed: false, label: "descriptor events"
      ) { [weak mailbox] events in
        mailbox?.put(
          events.contains(.invalid)
            ? .failure(.closed(descriptor: descriptor, label: "descriptor events")) : .success(events))
        return .disarm
      }
    }
  }

  /// Returns one event after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let sequence: DescriptorEvents
    /// Nil before the first call, and its mailbox ended after the last.
    private var owner: PortMailbox<Element>.Owner<PortMailbox<Element>>?

    fileprivate init(sequence: DescriptorEvents) {
      self.sequence = sequence
    }

    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(RunLoop.PortError) -> Element? {
      if owner == nil { owner = PortMailbox.Owner(sequence.mailbox()) }
      return try await owner?.mailbox.nextEvent(isolation: actor)
    }
  }
}
