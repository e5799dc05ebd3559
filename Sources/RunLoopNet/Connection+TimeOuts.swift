import RunLoopCore

import class RunLoopCore.RunLoop

extension Connection {
  /// Limits of how long a connection waits for its peer. Beyond one of them the connection is closed, and `closed` gets `timedOut`.
  ///
  /// A limit never acts early, and late by at most a third of the shortest one: a timer checks eight times in the shortest one whether
  /// bytes were received or sent, so that a byte costs no more than setting a flag. `close` ends these limits, and has its `patience`
  /// instead; `connect` has its `timeout`.
  public struct TimeOuts: Hashable, Sendable {
    /// The longest time in which no byte is received and none is sent.
    public var idle: Duration?
    /// The longest time in which no byte is received, while reading is not paused and the peer has not finished writing.
    public var read: Duration?
    /// The longest time in which bytes wait to be sent and the peer takes none.
    public var write: Duration?

    /// Limits; nil for none.
    public init(idle: Duration? = nil, read: Duration? = nil, write: Duration? = nil) {
      self.idle = idle
      self.read = read
      self.write = write
    }

    fileprivate var shortest: Duration? { [idle, read, write].compactMap { $0 }.min() }
  }

  /// Whether a connection received or sent bytes since its timer's last check. The loop's thread only.
  final class TimeOutWatch: @unchecked Sendable {
    @exclusivity(unchecked) var hadInput = false
    @exclusivity(unchecked) var hadOutput = false
    private let limits: TimeOuts
    private let step: Duration
    private var lastChange = RunLoop.Instant.distantFuture
    private var lastInput = RunLoop.Instant.distantFuture
    private var lastOutput = RunLoop.Instant.distantFuture
    private var timer: RunLoop.Timer?

    /// Nil when nothing is limited.
    init?(_ limits: TimeOuts) {
      guard let shortest = limits.shortest else { return nil }
      self.limits = limits
      step = max(shortest / 8, .microseconds(100))
    }

    func begin(_ connection: Connection, _ label: String) {
      let now = connection.loop.now
      (lastChange, lastInput, lastOutput) = (now, now, now)
      // Called on this thread only; a connection that is deallocated has invalidated it.
      let timer = RunLoop.Timer(
        after: step, repeating: step, tolerance: step / 8, label: "\(label): time-outs"
      ) { [unowned connection, unowned self] _ in check(connection) }
      self.timer = timer
      connection.loop.add(timer, to: connection.mode)
    }

    func end() {
      timer?.invalidate()
      timer = nil
    }

    private func check(_ connection: Connection) {
      let now = connection.loop.now
      // A connection that waits for nothing has not waited.
      if hadInput || !connection.awaitsInput { lastInput = now }
      if hadOutput || connection.queue.isEmpty { lastOutput = now }
      if hadInput || hadOutput { lastChange = now }
      (hadInput, hadOutput) = (false, false)
      let isTooLong =
        Self.exceeds(limits.idle, since: lastChange, now) || Self.exceeds(limits.read, since: lastInput, now)
        || Self.exceeds(limits.write, since: lastOutput, now)
      // Bytes that the peer does not take would keep the socket open after close(2).
      if isTooLong { connection.finish(.timedOut, aborts: !connection.queue.isEmpty) }
    }

    private static func exceeds(_ limit: Duration?, since last: RunLoop.Instant, _ now: RunLoop.Instant)
      -> Bool
    {
      guard let limit else { return false }
      return last.duration(to: now) >= limit
    }
  }
}
