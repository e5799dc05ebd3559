import RunLoopCore

/// The monitor's view of one loop: two clocks, one for the callout that goes on and one for the burst it is part of.
///
/// The clocks start when a look finds something new. They run in the monitor's time, without the time in which the
/// whole process stood, so they never show more than was: a callout is found late by one period at most, and never
/// too early.
struct LoopWatch {
  let loop: WatchedLoop
  var last: LineReading
  /// When it was last looked at.
  var lastLook: UInt64
  /// When the callout was first seen, moved on by the time in which the process stood.
  var calloutClock: UInt64
  /// When the callout began, as well as it is known; for reports.
  var calloutBegan: UInt64
  /// It may have begun much earlier.
  var beganEarlier = false
  /// The monitor came late since the last look: what happened meanwhile has no time.
  private var cameLate = false
  var burstClock: UInt64
  /// The callout was seen more than once: its length is known to a period.
  var wasSeenAgain = false
  /// The burst was told of.
  var burstWasFound = false
  /// How often the monitor got no processor since the callout began.
  var starvedLooks = 0
  /// The loop has not waited since it is watched: the program starts.
  var isLaunching = true
  /// What was read of the thread when the callout became suspicious.
  var suspicion: ThreadReading?
  /// Who used the processors then.
  var suspiciousUse: MachineUse?
  var stall: OpenStall?
  /// Its thread is no more.
  var hasEnded = false

  init(_ loop: WatchedLoop, now: UInt64) {
    self.loop = loop
    last = LineReading(loop.line)
    lastLook = now
    calloutClock = now
    calloutBegan = now
    burstClock = now
    // A loop that is watched late has waited before: nothing of it is the program's start.
    isLaunching = last.activity != .waiting && last.waits <= 1
  }

  /// What a look brought to light.
  struct News {
    /// A callout ended that had been seen: how long it took, and of which kind it was.
    var endedCallout: (duration: UInt64, kind: CalloutKind)?
    var endedBurst: UInt64?
    var lateness: UInt64?
    /// Callouts that began since the last look.
    var calloutCount: UInt64 = 0
    /// When the stall that was open ended, and whether it may have been much later.
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
    // A wait that goes on is as much an end as one that was.
    if reading.waits != last.waits || reading.activity != .running || last.activity != .running {
      if last.activity == .running {
        news.endedBurst = now &- min(now, burstClock)
        if stall?.isBurst == true {
          news.stallEnd = isPlausible(reading.time, now) ? reading.time : middle(now)
        }
      }
      // A loop reads the clock when it wakes: not so right after a stall.
      let isWaking = reading.activity == .running && !loop.isForeign && news.stallEnd == nil
      burstClock = isWaking && isPlausible(reading.time, now) ? reading.time : now
      burstWasFound = false
      if reading.activity == .waiting || reading.waits > last.waits &+ 1 { isLaunching = false }
    }
    // The clock is read for other reasons, too.
    if reading.lateness != last.lateness { news.lateness = reading.lateness }
    hasEnded = reading.activity == .ended
    last = reading
    lastLook = now
    cameLate = false
    return news
  }

  /// The loop's own time stamps count when they lie since the last look.
  private func isPlausible(_ time: UInt64, _ now: UInt64) -> Bool { time >= lastLook && time <= now }

  /// Something happened between the last look and a time.
  private func middle(_ time: UInt64) -> UInt64 { lastLook &+ (time &- min(time, lastLook)) / 2 }

  /// So many callouts beside a time stamp take no time worth counting, mostly: those of a turn's observers.
  private static let fewCallouts: UInt64 = 8

  /// When the callout that is seen now began: exactly when the loop read the clock right before. Nil when it did not.
  private func begin(_ reading: LineReading, _ now: UInt64) -> UInt64? {
    guard isPlausible(reading.time, now), reading.timeSequence < reading.sequence else { return nil }
    let others = (reading.sequence &- reading.timeSequence) / 2
    return others <= Self.fewCallouts ? reading.time : reading.time &+ (now &- reading.time) / 2
  }

  /// When the callout that was seen last ended: exactly when the loop read the clock right after. Nil when it did not.
  private func end(_ reading: LineReading, _ now: UInt64) -> UInt64? {
    guard isPlausible(reading.time, now), reading.timeSequence > last.sequence else { return nil }
    let others = (reading.timeSequence &- last.sequence) / 2
    return others <= Self.fewCallouts ? reading.time : middle(reading.time)
  }

  /// How long the callout that goes on has taken.
  func calloutTime(_ now: UInt64) -> UInt64 { last.isInside && now > calloutClock ? now - calloutClock : 0 }

  func burstTime(_ now: UInt64) -> UInt64 {
    last.activity == .running && now > burstClock ? now - burstClock : 0
  }

  /// Has the loop say when its work begins, and when a stall ends. Work that a program reports itself may come
  /// in small pieces: of that only the end of a stall is asked for.
  func mark() {
    let begins = loop.isForeign ? 0 : HeartbeatLine.Mark.begins
    loop.line.add(marks: begins | (stall == nil ? 0 : HeartbeatLine.Mark.ends))
  }

  /// Nothing can happen in it without a ring.
  var isIdle: Bool { !last.isInside && last.activity != .running }

  /// The whole process stood for so long.
  mutating func leaveOut(_ duration: UInt64) {
    calloutClock &+= duration
    burstClock &+= duration
    // Time stamps from before are no beginning of what is seen now: a callout that began just before the process
    // stood counts from now on.
    lastLook &+= duration
    cameLate = true
    stall?.record.frozenTime &+= duration
  }

  /// For a moment everything stood, as far as the monitor can tell: work did not continue, but a wait did.
  mutating func falter(_ duration: UInt64) {
    if stall?.isWorking == false { cameLate = true } else { leaveOut(duration) }
  }

  /// The monitor got no processor since the last look.
  mutating func comeLate() {
    cameLate = true
    starvedLooks += 1
    stall?.starvedLooks += 1
  }
}

/// A stall, or a burst, that goes on.
final class OpenStall {
  var record: StallRecord
  /// What it is unless the thread is starved.
  let kind: RecordKind
  let isBurst: Bool
  /// Of the loop when it was found: a callout lasts while the first, a burst while the second stays the same.
  var sequence: UInt64 = 0
  var waits: UInt64 = 0
  var readings: [ThreadReading] = []
  /// A brief reading that is newer than those.
  var glance: ThreadReading?
  /// Whether the thread works, or could, rather than waits: by the two newest readings, and when its last stack was taken.
  var isWorking: Bool?
  var wasWorking: Bool?
  /// Who used the processors when it became suspicious.
  var use: MachineUse?
  var pace: SamplingPace
  var stacks: StackRing
  var lastDiagnosis: UInt64 = 0
  /// It is given out, or held back until it is worth more.
  var isReported = true
  /// The counting sinks know of it.
  var wasTold = false
  /// Stacks that were of later code.
  var lostStacks = 0
  /// How often the monitor itself got no processor since it began.
  var starvedLooks = 0
  /// How many of the settings' actions were performed.
  var actionsTaken = 0
  /// The stacks of all threads were taken.
  var hasAllStacks = false
  /// When the thread was last looked at for its stack.
  var lastStack: UInt64 = 0

  init(_ record: StallRecord, isBurst: Bool, pace: SamplingPace, stacks: StackRing) {
    (self.record, self.isBurst, self.pace, self.stacks) = (record, isBurst, pace, stacks)
    kind = record.kind
  }

  /// Whether it has worked, or could have, for most of the time since the newest reading.
  func works(at reading: ThreadReading) -> Bool? {
    guard let before = glance ?? readings.last, reading.time > before.time else { return isWorking }
    let worked = reading.processorTime &- min(before.processorTime, reading.processorTime)
    let queued = reading.queueTime &- min(before.queueTime, reading.queueTime)
    return worked &+ queued > (reading.time - before.time) / 2
  }

  /// What its thread was seen doing, from its beginning on: before the first reading it did what it did right after.
  var evidence: [ThreadReading] {
    var evidence = readings + [glance].compactMap(\.self)
    guard record.frozenTime == 0, evidence.count >= 2, let first = evidence.first,
      first.time > record.started, evidence[1].time > first.time
    else { return evidence }
    let (next, before) = (evidence[1], first.time - record.started)
    // Of a burst nothing is read for long.
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
