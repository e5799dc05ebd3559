import RunLoopCore

/// Calls back once per frame of the screen: a port source with a timer port, which is how the beat of a display comes to a
/// run loop; where a screen's driver says when it shows pictures (``DisplayBeats``), that is the beat. Frames that a busy loop missed are
/// left out. Corresponds to `CADisplayLink`.
public final class DisplayLink {
  private let body: (DisplayLink) -> Void
  private let interval: Int64
  private var source: RunLoop.PortSource?
  private var port: RunLoop.TimerPort?
  /// The screen's beats; nil: the timer's.
  private let beats: DisplayBeats?
  private var modes: [RunLoop.Mode] = []
  private unowned(unsafe) var loop: RunLoop?
  /// The beats are whole intervals after this.
  private var start: RunLoop.Instant
  private var beat: Int64 = 0

  /// When the frame that is being made began.
  public private(set) var timestamp: RunLoop.Instant
  /// When the next frame begins, which is when this one is to be shown.
  public private(set) var targetTimestamp: RunLoop.Instant
  /// How many beats were missed before this one.
  public private(set) var missedFrames = 0
  /// While true the link does not call back.
  public var isPaused = false {
    didSet {
      guard isPaused != oldValue, source != nil else { return }
      if isPaused { rest() } else { armNext() }
    }
  }

  /// - Parameter framesPerSecond: the screen's, unless another number is given.
  public init(framesPerSecond: Int? = nil, _ body: @escaping (DisplayLink) -> Void) {
    let screen = UIScreen.main
    let frames = framesPerSecond ?? screen.maximumFramesPerSecond
    // Another number than the screen's is not its beat.
    beats = frames == screen.maximumFramesPerSecond ? screen.beats : nil
    interval = beats?.interval.wholeNanoseconds ?? 1_000_000_000 / Int64(min(max(frames, 1), 100_000))
    self.body = body
    start = .now
    timestamp = start
    targetTimestamp = start
  }

  deinit {
    source?.invalidate()
  }

  /// How long a frame is.
  public var duration: Duration { .nanoseconds(interval) }

  /// Begins to call back in a mode of a loop; may be called for several modes of one loop. A link belongs to that loop's
  /// thread.
  public func add(to loop: RunLoop, mode: RunLoop.Mode = .common) throws(RunLoop.PortError) {
    if source == nil {
      let port = try RunLoop.TimerPort()
      let link = ThreadConfined(self)
      source = RunLoop.PortSource(port, label: "display link") { link.object?.tick() }
      self.port = port
      start = loop.now
      timestamp = start
      self.loop = loop
      beat = 0
      if !isPaused { armNext() }
    }
    if let source { try loop.add(source, to: mode) }
    if !modes.contains(mode) { modes.append(mode) }
  }

  /// Stops calling back in this mode.
  func remove(from mode: RunLoop.Mode) {
    modes.removeAll { $0 == mode }
    if let source { loop?.remove(source, from: mode) }
  }

  /// Ends it permanently.
  public func invalidate() {
    rest()
    source?.invalidate()
    source = nil
    port = nil
  }

  private func tick() {
    guard !isPaused, let loop, source != nil else { return }
    let now = loop.now
    let current = max(start.duration(to: now).wholeNanoseconds / interval, beat)
    missedFrames = Int(current - beat)
    timestamp = start.advanced(by: .nanoseconds(current * interval))
    beat = current
    armNext()
    body(self)
  }

  private func armNext() {
    if let loop { beat = max(beat, start.duration(to: loop.now).wholeNanoseconds / interval) }
    beat += 1
    targetTimestamp = start.advanced(by: .nanoseconds(beat * interval))
    if beats?.wait(self) != true { port?.set(at: targetTimestamp) }
  }

  private func rest() {
    port?.cancel()
    // The beat that it waited for may still come.
    beat -= 1
    beats?.leave(self)
  }

  /// The screen has shown a picture, in one of the common modes.
  func screenBeat(at time: RunLoop.Instant) {
    guard !isPaused, let loop, source != nil else { return }
    guard modes.contains(.common) || loop.currentMode.map(modes.contains) == true else {
      // It counts in other modes only.
      return armNext()
    }
    let current = Int64((Double(start.duration(to: time).wholeNanoseconds) / Double(interval)).rounded())
    missedFrames = Int(max(current - beat, 0))
    // From here on the timer would continue in step, too.
    start = time
    beat = 0
    timestamp = time
    armNext()
    body(self)
  }
}

extension Duration {
  /// Cut off at the ends of what fits.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    let (sum, tooMuch) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return tooMuch ? (seconds < 0 ? .min : .max) : sum
  }
}
