public import RunLoopCore

extension RunLoop {
  /// The ticks of a repeating timer of the loop, in its common modes. See `TimerTicks`.
  public func ticks(every interval: Duration, tolerance: Duration = .zero) -> TimerTicks {
    TimerTicks(loop: self, interval: interval, tolerance: tolerance)
  }
}

/// Ticks at the dates of a grid that starts when the iteration does; the first comes one interval after that.
///
/// Each iteration has a timer of its own, which is invalidated at once when the iterating task is cancelled or leaves the
/// `for` loop. The sequence ends then, and when the run loop's thread ends.
///
/// Back-pressure: a task that is slower than the grid finds one tick waiting, not many: the newest, whose `count` says
/// how many dates it stands for. So ticks do not pile up, and none is lost silently.
public struct TimerTicks: AsyncSequence, Sendable {
  /// One tick, and how many were missed before it.
  public struct Tick: Hashable, Sendable {
    /// The date of the grid that it is for. It comes at that date or later.
    public var date: RunLoop.Instant
    /// How many dates of the grid have passed since the tick before: 1 for a task and a loop that keep up.
    public var count: Int
  }

  let loop: RunLoop
  let interval: Duration
  let tolerance: Duration

  public func makeAsyncIterator() -> Iterator {
    Iterator(ticks: self)
  }

  /// Returns one tick after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let ticks: TimerTicks
    /// Nil before the first call, and its mailbox ended after the last.
    private var owner: TickMailbox.Owner<TickMailbox>?

    fileprivate init(ticks: TimerTicks) {
      self.ticks = ticks
    }

    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Tick? {
      if owner == nil { owner = TickMailbox.Owner(TickMailbox(ticks)) }
      return await owner?.mailbox.next(isolation: actor)
    }
  }
}

private final class TickMailbox: Mailbox<TimerTicks.Tick>, @unchecked Sendable {
  private let loop: RunLoop
  private let interval: Duration
  private let timer: RunLoop.Timer
  /// The date of the tick before, or of the start. The loop's thread only, after the start.
  private var lastDate: RunLoop.Instant
  private let firstDate: RunLoop.FirstDate

  init(_ ticks: TimerTicks) {
    loop = ticks.loop
    // Less than a nanosecond would be no repetition.
    interval = Swift.max(ticks.interval, .nanoseconds(1))
    lastDate = loop.now
    firstDate = loop.firstDate(lastDate.advanced(by: interval))
    let box = WeakMailbox()
    timer = RunLoop.Timer(
      at: firstDate.whenMade, repeating: interval, tolerance: ticks.tolerance
    ) { timer in box.mailbox?.tick(timer) }
    super.init(for: loop)
    box.mailbox = self
  }

  /// Set once, before the timer can fire.
  private final class WeakMailbox: @unchecked Sendable {
    weak var mailbox: TickMailbox?
  }

  private func tick(_ timer: RunLoop.Timer) {
    guard let date = timer.fireDate else { return }
    let count = Swift.max(Int((lastDate.duration(to: date) / interval).rounded()), 1)
    lastDate = date
    put(TimerTicks.Tick(date: date, count: count))
  }

  override func open() -> Bool {
    guard loop.add(timer, to: .common) else { return false }
    loop.set(firstDate, of: timer)
    return true
  }

  override func close() {
    timer.invalidate()
  }

  override func join(_ element: TimerTicks.Tick, to older: TimerTicks.Tick) -> TimerTicks.Tick {
    TimerTicks.Tick(date: element.date, count: older.count + element.count)
  }
}
