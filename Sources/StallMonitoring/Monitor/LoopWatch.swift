import RunLoopCore

/// The monitor's view of one loop: two clocks, one for the present callout and one for the burst that contains it.
///
/// The clocks start when a look finds a change. They run in the monitor's time, without the time in which the
/// whole process was frozen, so they never overestimate: a callout is found late by one period at most, and never
/// too early.
struct LoopWatch {
  let loop: WatchedLoop
  var last: LineReading
  /// When it was last looked at.
  var lastLook: UInt64
  /// When the callout was first seen, shifted by the time in which the process was frozen.
  var calloutClock: UInt64
  /// The best known time of the callout's begin, for reports.
  var calloutBegan: UInt64
  /// Whether it may have begun much earlier.
  var beganEarlier = false
  /// Whether the monitor was late since the last look, so that events in between have no known time.
  private var cameLate = false
  var burstClock: UInt64
  /// Whether the callout was seen more than once, so that its duration is known to within a period.
  var wasSeenAgain = false
  /// Whether the burst was reported.
  var burstWasFound = false
  /// Looks since the callout began at which the monitor had got no processor.
  var starvedLooks = 0
  /// Whether the loop has not waited since it is watched: the program's launch.
  var isLaunching = true
  /// The reading of the thread when the callout became suspicious.
  var suspicion: ThreadReading?
  /// The use of the processors then.
  var suspiciousUse: MachineUse?
  var stall: OpenStall?
  /// Whether its thread has ended.
  var hasEnded = false

  init(_ loop: WatchedLoop, now: UInt64) {
    self.loop = loop
    last = LineReading(loop.line)
    lastLook = now
    calloutClock = now
    calloutBegan = now
    burstClock = now
    // A loop that was watched late has waited before: this is not the program's launch.
    isLaunching = last.activity != .waiting && last.waits <= 1
  }

  /// The changes that a look found.
  struct News {
    /// The duration and kind of a seen callout that has ended.
    var endedCallout: (duration: UInt64, kind: CalloutKind)?
    var endedBurst: UInt64?
    var lateness: UInt64?
    /// Callouts that began since the last look.
    var calloutCount: UInt64 = 0
    /// When the open stall ended, and whether it may have been much later.
    var stallEnd: UInt64?
    var mayHaveEndedLater = false
  }

  /// Looks at the line and sets the clocks.
  mutating func look(_ now: UInt64) -> News {
    let reading = LineReading(loop.line)
    var news = News()
    if reading.sequence != last.sequence {
      news.calloutCount = (reading.sequence &+ 1) / 2 &- (last.sequence &+ 1) / 2
      let known = self.end(reading, now)
      let end = known ?? (cameLate ? lastLook : middle(now))
      if last.isInside, wasSeenAgain {
        news.endedCallout = (end &- min(end, calloutBegan), last.kind)
      }
      if stall?.isBurst == false {
        news.stallEnd = end
        news.mayHaveEndedLater = known == nil && cameLate
      }
      let isStartKnown = reading.timeSequence == reading.sequence &- 1 && isPlausible(reading.time, now)
      calloutClock = isStartKnown ? reading.time : now
      let beginning = begin(reading, now)
      calloutBegan = beginning ?? (cameLate ? now : middle(now))
      beganEarlier = beginning == nil && cameLate
      wasSeenAgain = false
      starvedLooks = 0
      suspicion = nil
      suspiciousUse = nil
    } else if reading.isInside {
      wasSeenAgain = true
    }
    // A wait in progress ends a callout like a completed one.
    if reading.waits != last.waits || reading.activity != .running || last.activity != .running {
      if last.activity == .running {
        news.endedBurst = now &- min(now, burstClock)
        if stall?.isBurst == true {
          news.stallEnd = isPlausible(reading.time, now) ? reading.time : middle(now)
        }
      }
      // A loop reads the clock when it wakes, except right after a stall.
      let isWaking = reading.activity == .running && !loop.isForeign && news.stallEnd == nil
      burstClock = isWaking && isPlausible(reading.time, now) ? reading.time : now
      burstWasFound = false
      if reading.activity == .waiting || reading.waits > last.waits &+ 1 { isLaunching = false }
    }
    // Compares the lateness, not the time: the clock is read for other reasons, too.
    if reading.lateness != last.lateness { news.lateness = reading.lateness }
    hasEnded = reading.activity == .ended
    last = reading
    lastLook = now
    cameLate = false
    return news
  }

  /// Whether a time stamp of the loop is from after the last look.
  private func isPlausible(_ time: UInt64, _ now: UInt64) -> Bool { time >= lastLook && time <= now }

  /// The middle between the last look and a time, for an event in between.
  private func middle(_ time: UInt64) -> UInt64 { lastLook &+ (time &- min(time, lastLook)) / 2 }

  /// Number of callouts beside a time stamp whose time is mostly negligible: a turn's observers.
  private static let fewCallouts: UInt64 = 8

  /// The begin of the present callout, exact, if the loop read the clock right before it; otherwise nil.
  private func begin(_ reading: LineReading, _ now: UInt64) -> UInt64? {
    guard isPlausible(reading.time, now), reading.timeSequence < reading.sequence else { return nil }
    let others = (reading.sequence &- reading.timeSequence) / 2
    return others <= Self.fewCallouts ? reading.time : reading.time &+ (now &- reading.time) / 2
  }

  /// The end of the last seen callout, exact, if the loop read the clock right after it; otherwise nil.
  private func end(_ reading: LineReading, _ now: UInt64) -> UInt64? {
    guard isPlausible(reading.time, now), reading.timeSequence > last.sequence else { return nil }
    let others = (reading.timeSequence &- last.sequence) / 2
    return others <= Self.fewCallouts ? reading.time : middle(reading.time)
  }

  /// The present callout's duration so far.
  func calloutTime(_ now: UInt64) -> UInt64 { last.isInside && now > calloutClock ? now - calloutClock : 0 }

  func burstTime(_ now: UInt64) -> UInt64 {
    last.activity == .running && now > burstClock ? now - burstClock : 0
  }

  /// Asks the loop to record when its work begins, and when a stall ends. Work that a program reports itself may come
  /// in small pieces: of that only the end of a stall is requested.
  func mark() {
    let begins = loop.isForeign ? 0 : HeartbeatLine.Mark.begins
    loop.line.add(marks: begins | (stall == nil ? 0 : HeartbeatLine.Mark.ends))
  }

  /// Whether the loop can not become active without a ring.
  var isIdle: Bool { !last.isInside && last.activity != .running }

  /// Leaves out a time in which the whole process was frozen.
  mutating func leaveOut(_ duration: UInt64) {
    calloutClock &+= duration
    burstClock &+= duration
    // Earlier time stamps are no begin of the present callout: one that began just before the process
    // was frozen counts from now on.
    lastLook &+= duration
    cameLate = true
    stall?.record.frozenTime &+= duration
  }

  /// Leaves out a moment in which everything was frozen, as far as the monitor can detect: work did not continue, but a wait did.
  mutating func falter(_ duration: UInt64) {
    if stall?.isWorking == false { cameLate = true } else { leaveOut(duration) }
  }

  /// Notes that the monitor got no processor since the last look.
  mutating func comeLate() {
    cameLate = true
    starvedLooks += 1
    stall?.starvedLooks += 1
  }
}

/// A stall, or a burst, in progress.
final class OpenStall {
  var record: StallRecord
  /// The kind of record unless the thread is starved.
  let kind: RecordKind
  let isBurst: Bool
  /// The loop's sequence and waits when it was found: a callout lasts while the first, a burst while the second is unchanged.
  var sequence: UInt64 = 0
  var waits: UInt64 = 0
  var readings: [ThreadReading] = []
  /// A brief reading, newer than the others.
  var glance: ThreadReading?
  /// Whether the thread works or is ready, rather than waits: by the two newest readings, and when its last stack was taken.
  var isWorking: Bool?
  var wasWorking: Bool?
  /// The use of the processors when it became suspicious.
  var use: MachineUse?
  var pace: SamplingPace
  var stacks: StackRing
  var lastDiagnosis: UInt64 = 0
  /// Whether it is reported, or suppressed for now.
  var isReported = true
  /// Whether the counting sinks were notified.
  var wasTold = false
  /// Number of stacks that were dropped because the callout had ended.
  var lostStacks = 0
  /// Looks since its begin at which the monitor itself had got no processor.
  var starvedLooks = 0
  /// Number of the settings' actions that were performed.
  var actionsTaken = 0
  /// Whether the stacks of all threads were taken.
  var hasAllStacks = false
  /// When the thread's stack was last taken.
  var lastStack: UInt64 = 0

  init(_ record: StallRecord, isBurst: Bool, pace: SamplingPace, stacks: StackRing) {
    (self.record, self.isBurst, self.pace, self.stacks) = (record, isBurst, pace, stacks)
    kind = record.kind
  }

  /// Whether it has worked or was ready for most of the time since the newest reading.
  func works(at reading: ThreadReading) -> Bool? {
    guard let before = glance ?? readings.last, reading.time > before.time else { return isWorking }
    let worked = reading.processorTime &- min(before.processorTime, reading.processorTime)
    let queued = reading.queueTime &- min(before.queueTime, reading.queueTime)
    return worked &+ queued > (reading.time - before.time) / 2
  }

  /// The thread's readings from the stall's begin on, assuming that it did the same before the first reading as right after.
  var evidence: [ThreadReading] {
    var evidence = readings + [glance].compactMap(\.self)
    guard record.frozenTime == 0, evidence.count >= 2, let first = evidence.first,
      first.time > record.started, evidence[1].time > first.time
    else { return evidence }
    let (next, before) = (evidence[1], first.time - record.started)
    // A burst has long times without readings.
    guard before <= 2 * (next.time - first.time) else { return evidence }
    var start = ThreadReading()
    start.time = record.started
    start.state = first.state
    func back(_ value: UInt64, _ later: UInt64) -> UInt64 {
      let rate = Double(later &- min(value, later)) / Double(next.time - first.time)
      return value &- min(value, UInt64(rate * Double(before)))
    }
    start.processorTime = back(first.processorTime, next.processorTime)
    start.queueTime = back(first.queueTime, next.queueTime)
    start.throttledTime = back(first.throttledTime, next.throttledTime)
    evidence.insert(start, at: 0)
    return evidence
  }
}
