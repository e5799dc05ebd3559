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
    /// When the stall that was open ended.
    var stallEnd: UInt64?
  }

  /// Looks at the line and sets the clocks.
  mutating func look(_ now: UInt64) -> News {
    let reading = LineReading(loop.line)
    var news = News()
    if reading.sequence != last.sequence {
      news.calloutCount = (reading.sequence &+ 1) / 2 &- (last.sequence &+ 1) / 2
      // The end, too, may be known exactly: the loop read the clock right after.
      let isEndKnown = reading.timeSequence == last.sequence &+ 1 && isPlausible(reading.time, now)
      let end = isEndKnown ? reading.time : middle(now)
      if last.isInside, wasSeenAgain {
        news.endedCallout = (end &- min(end, calloutBegan), last.kind)
      }
      if stall?.isBurst == false { news.stallEnd = end }
      let isStartKnown = reading.timeSequence == reading.sequence &- 1 && isPlausible(reading.time, now)
      calloutClock = isStartKnown ? reading.time : now
      calloutBegan = isStartKnown ? reading.time : middle(now)
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
        if stall?.isBurst == true { news.stallEnd = middle(now) }
      }
      burstClock = now
      burstWasFound = false
      if reading.activity == .waiting || reading.waits > last.waits &+ 1 { isLaunching = false }
    }
    if reading.timeSequence != last.timeSequence { news.lateness = reading.lateness }
    hasEnded = reading.activity == .ended
    last = reading
    lastLook = now
    return news
  }

  /// The loop's own time stamps count when they lie since the last look.
  private func isPlausible(_ time: UInt64, _ now: UInt64) -> Bool { time >= lastLook && time <= now }

  /// Something happened between the last look and now.
  private func middle(_ now: UInt64) -> UInt64 { lastLook &+ (now &- min(now, lastLook)) / 2 }

  /// How long the callout that goes on has taken.
  func calloutTime(_ now: UInt64) -> UInt64 { last.isInside && now > calloutClock ? now - calloutClock : 0 }

  func burstTime(_ now: UInt64) -> UInt64 {
    last.activity == .running && now > burstClock ? now - burstClock : 0
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
    stall?.record.frozenTime &+= duration
  }
}

/// A stall, or a burst, that goes on.
struct OpenStall {
  var record: StallRecord
  /// What it is unless the thread is starved.
  var kind: RecordKind
  var isBurst: Bool
  /// Of the loop when it was found: a callout lasts while the first, a burst while the second stays the same.
  var sequence: UInt64 = 0
  var waits: UInt64 = 0
  var readings: [ThreadReading] = []
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
}
