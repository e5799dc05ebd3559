import LinuxSystem

extension RunLoop {
  /// A source that is called when a descriptor becomes readable or writable, or has an error or a hang-up.
  ///
  ///     let source = try RunLoop.DescriptorSource(socket, events: .readable, label: "client") { events in
  ///       readAsMuchAsThereIs()
  ///       return .rearm
  ///     }
  ///     try loop.add(source)
  ///
  /// It is a port source: one ready descriptor is served a turn, in the order in which the kernel lists them. It may be
  /// in several modes and in several loops; then the descriptor must not block, for another loop may have read first.
  /// A mode watches a descriptor for one source: read and write through the same one, or give the second a duplicate.
  ///
  /// The descriptor stays the caller's. Invalidate the source before closing it. A descriptor that was closed too early
  /// is detected when its interest changes, when a source with the same number is added, or after some calls; the
  /// source is then invalid, its callback gets `.invalid`, and `failure` has the label.
  ///
  /// Corresponds to `CFFileDescriptor`, and to `CFSocket` without its buffers.
  public final class DescriptorSource: SwitchedSource, @unchecked Sendable {
    /// Events to wait for, and events that happened. The values are those of poll(2) and epoll(7).
    public struct Events: OptionSet, Hashable, Sendable, CustomStringConvertible {
      public let rawValue: UInt32

      @inlinable public init(rawValue: UInt32) {
        self.rawValue = rawValue
      }

      // Computed: in another module a constant would be a call, in each use.

      /// There is something to read, or the end of it. Corresponds to `EPOLLIN`.
      @inlinable public static var readable: Events { Events(rawValue: 0x1) }
      /// Urgent data. Corresponds to `EPOLLPRI`.
      @inlinable public static var priority: Events { Events(rawValue: 0x2) }
      /// There is room to write. Corresponds to `EPOLLOUT`.
      @inlinable public static var writable: Events { Events(rawValue: 0x4) }
      /// The peer has finished writing; reported on request. Corresponds to `EPOLLRDHUP`.
      @inlinable public static var endOfInput: Events { Events(rawValue: 0x2000) }
      /// An error waits to be read; always reported. Corresponds to `EPOLLERR`.
      @inlinable public static var error: Events { Events(rawValue: 0x8) }
      /// Both directions are closed; always reported. Corresponds to `EPOLLHUP`.
      @inlinable public static var hangUp: Events { Events(rawValue: 0x10) }
      /// The descriptor was closed while it was watched. The last call: the source is invalid. Corresponds to
      /// `POLLNVAL`.
      @inlinable public static var invalid: Events { Events(rawValue: 0x20) }

      /// The events that can be asked for.
      static let askable: Events = [.readable, .priority, .writable, .endOfInput]

      public var description: String {
        let names: [(Events, String)] = [
          (.readable, "readable"), (.priority, "priority"), (.writable, "writable"),
          (.endOfInput, "end of input"), (.error, "error"), (.hangUp, "hang-up"), (.invalid, "invalid"),
        ]
        return names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
      }
    }

    /// When the source is called again.
    public enum Trigger: Hashable, Sendable {
      /// In each turn, as long as there is something to read or to write. A persistent condition (`hangUp`, `error`,
      /// `endOfInput`) is reported once if there is nothing else.
      case level
      /// When new data or room arrives. The callee must read or write until the descriptor would block, or it is not called
      /// again. In several modes or loops, each is notified.
      case edge
      /// Once; `.rearm` switches it on again. Of several loops, one is called.
      case oneShot
    }

    /// How readiness is reported: as a level, once for each change, or once in all.
    public let trigger: Trigger

    /// - Parameters:
    ///   - descriptor: stays open, and the caller's, as long as the source is valid.
    ///   - events: what to wait for; `error` and `hangUp` are always reported.
    ///   - isArmed: false for a source that is switched on later.
    ///   - rateLimit: the largest number of calls in an interval.
    ///   - order: kept, and without effect, as in CFRunLoop.
    ///   - perform: gets what happened, and returns whether to rearm the source.
    /// - Throws: `PortError.closed`, or `PortError.notPollable` for a regular file or directory.
    public init(
      _ descriptor: Int32, events: Events = .readable, trigger: Trigger = .level, isArmed: Bool = true,
      rateLimit: RateLimit? = nil, order: Int = 0, label: String = "", file: StaticString = #fileID,
      line: UInt = #line, perform: @escaping @Sendable (Events) -> Answer
    ) throws(PortError) {
      self.trigger = trigger
      let bits =
        switch trigger {
        case .level: UInt32(0)
        case .edge: EPOLLET.rawValue
        case .oneShot: EPOLLONESHOT.rawValue
        }
      super.init(
        try Port(borrowing: descriptor, label: label), interest: events.intersection(.askable).rawValue,
        trigger: bits, isArmed: isArmed, rateLimit: rateLimit, order: order, label: label, file: file,
        line: line, nil)
      // As in `SwitchedSource`: one closure in place of one inside another.
      let source = Unmanaged.passUnretained(self)
      self.perform = Callback {
        source._withUnsafeGuaranteedRef { source in source.call { perform(Events(rawValue: $0)) } }
      }
    }

    /// The descriptor.
    public var descriptor: Int32 { port.descriptor }

    /// What the source waits for, whether it is on or off.
    ///
    /// Setting it does not switch it on or off. As with switching, the kernel is updated as late as possible, and only
    /// for a difference.
    public var events: Events {
      get { registrationLock.withLock { Events(rawValue: state.interest) } }
      set {
        let interest = newValue.intersection(.askable).rawValue
        update { $0.interest = interest }
      }
    }
  }
}
