import HIDEvents
import RunLoopCore

/// Plays a recording on a run loop like a device: in recorded time, or as fast as the loop turns.
///
/// Belongs to the thread of its loop.
public final class RecordingPlayer: @unchecked Sendable {
  /// How fast a recording is played.
  public enum Pace: Hashable, Sendable {
    /// Each frame when it is due.
    case recorded
    /// One frame a turn. The events have times as if the last one had happened when the player started.
    case fast
  }

  /// Whether everything was played, or the player was stopped.
  public private(set) var isOver = false
  private let events: [HIDEvent]
  private let pace: Pace
  private var next = 0
  /// The offset of the events' times.
  private var start: UInt64 = 0
  private let emit: (HIDEvent) -> Void
  private let ended: () -> Void
  private var timer: RunLoop.Timer?
  private var source: RunLoop.Source?

  /// - Parameters:
  ///   - settings: the screen's size and the device's number.
  ///   - ended: called once, after the last event; not by `stop()`.
  public init(
    _ recording: Recording, pace: Pace = .recorded, settings: EvdevReader.Settings = .init(),
    emit: @escaping (HIDEvent) -> Void, ended: @escaping () -> Void = {}
  ) throws(EvdevError) {
    events = try recording.events(width: settings.width, height: settings.height, device: settings.device)
    self.pace = pace
    self.emit = emit
    self.ended = ended
  }

  deinit { stop() }

  /// Begins to play, on the calling thread's loop, in its common modes.
  public func start(after delay: Duration = .zero) {
    let loop = RunLoop.current
    let begin = loop.now.advanced(by: delay)
    let now = UInt64(max(0, begin.nanoseconds))
    switch pace {
    case .recorded:
      start = now
      let timer = RunLoop.Timer(at: begin, isReusable: true, label: "recording") { [weak self] timer in
        self?.playDue(timer)
      }
      self.timer = timer
      loop.add(timer, to: .common)
    case .fast:
      start = now &- min(now, events.last?.timestamp ?? 0)
      // Retained through the call: the callee of `ended` may release the player.
      let source = RunLoop.Source(label: "recording") { [weak self] in
        guard let self else { return }
        playOne()
        if !isOver { self.source?.signal() }
      }
      self.source = source
      loop.add(source, to: .common)
      source.signal()
    }
  }

  /// Stops playing. `ended` is not called.
  public func stop() {
    isOver = true
    timer?.invalidate()
    source?.invalidate()
  }

  private func playDue(_ timer: RunLoop.Timer) {
    let now = UInt64(max(0, RunLoop.Instant.now.nanoseconds))
    while next < events.count, !isOver, start &+ events[next].timestamp <= now { play() }
    guard !isOver else { return }
    guard next < events.count else { return end() }
    timer.fireDate = RunLoop.Instant(nanoseconds: Int64(clamping: start &+ events[next].timestamp))
  }

  private func playOne() {
    if next < events.count { play() }
    if next >= events.count, !isOver { end() }
  }

  private func play() {
    var event = events[next]
    next += 1
    event.timestamp &+= start
    emit(event)
  }

  private func end() {
    stop()
    ended()
  }
}
