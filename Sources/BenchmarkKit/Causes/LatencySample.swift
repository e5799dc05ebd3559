/// Counters of a thread at one moment; each counts upward. A counter that cannot be read stays at 0.
public struct ThreadCounters: Sendable, Equatable {
  /// Of CLOCK_MONOTONIC, as all times here.
  public var time: UInt64 = 0
  /// How long the thread had a processor, without what a hypervisor stole.
  public var processorTime: UInt64 = 0
  /// How long the thread was ready to run and had no processor.
  public var runDelay: UInt64 = 0
  /// Page faults that were served from memory.
  public var minorFaults: UInt64 = 0
  /// Page faults that had to wait for a file or the swap space.
  public var majorFaults: UInt64 = 0
  /// How often the thread gave its processor up, to wait for something.
  public var voluntarySwitches: UInt64 = 0
  /// How often the thread lost its processor while it could have continued.
  public var involuntarySwitches: UInt64 = 0
  /// How often the thread was moved to another processor.
  public var migrations: UInt64 = 0
  /// How long the thread's control groups were throttled.
  public var throttled: UInt64 = 0
  /// The processor that it runs on.
  public var processor = 0

  /// Counters of a moment, in nanoseconds of `CLOCK_MONOTONIC`; all others are 0.
  public init(time: UInt64) { self.time = time }
}

/// Counters of a processor at one moment, which take longer to read.
public struct ProcessorCounters: Sendable, Equatable {
  /// When they were read, in nanoseconds of `CLOCK_MONOTONIC`.
  public var time: UInt64
  /// Time that the hypervisor stole, in steps of the kernel's clock tick.
  public var stolen: UInt64

  /// Counters that were read at a time; both are in nanoseconds.
  public init(time: UInt64, stolen: UInt64 = 0) { (self.time, self.stolen) = (time, stolen) }
}

/// An event on the processor.
public struct ProcessorEvent: Sendable, Equatable {
  /// A change of what runs on the processor.
  public enum Kind: Sendable, Equatable {
    /// A thread begins to run; 0 is the idle one.
    case arrival(thread: Int32)
    /// The loop's thread ends to run: because another one shall (`isPreempted`), or since it waits for something.
    case departure(isPreempted: Bool)
    /// An interrupt's or soft interrupt's handler begins or ends.
    case interruptBegin
    /// The end of the handler that began last.
    case interruptEnd
  }

  /// In nanoseconds of `CLOCK_MONOTONIC`.
  public var time: UInt64
  /// What changed.
  public var kind: Kind
  /// The number of the processor that it happened on.
  public var processor: Int

  /// An event at a time in nanoseconds of `CLOCK_MONOTONIC`.
  public init(_ time: UInt64, _ kind: Kind, on processor: Int = 0) {
    (self.time, self.kind, self.processor) = (time, kind, processor)
  }
}

/// Everything known of one callout and its way there.
public struct LatencySample: Sendable {
  /// When the callout was to run.
  public var intended: UInt64
  /// When the callout began to run.
  public var called: UInt64
  /// The thread's counters after the callout before this one.
  public var before: ThreadCounters
  /// The thread's counters when this callout had been called.
  public var after: ThreadCounters
  /// The processor's counters at the last reading before this callout; nil where they were not read, or can not be.
  public var processorBefore: ProcessorCounters?
  /// The processor's counters after this callout was called; nil as `processorBefore`.
  public var processorAfter: ProcessorCounters?
  /// The loop's thread.
  public var thread: Int32
  /// By time, from `before` to `after`; nil where they can not be recorded.
  public var events: [ProcessorEvent]?
  /// Whether the events include other threads' arrivals, so that an idle processor is distinguishable from a busy one.
  public var seesOthers = false
  /// Why the callout before this one was late; nil when it was not.
  public var previous: OutlierCause?
  /// When the process last went on after a stop; 0: never.
  public var continued: UInt64 = 0

  /// A sample without counters of the processor. All times are nanoseconds of `CLOCK_MONOTONIC`.
  public init(
    intended: UInt64, called: UInt64, before: ThreadCounters, after: ThreadCounters, thread: Int32 = 1,
    events: [ProcessorEvent]? = nil, seesOthers: Bool = false
  ) {
    (self.intended, self.called, self.before, self.after) = (intended, called, before, after)
    (self.thread, self.events, self.seesOthers) = (thread, events, seesOthers)
  }

  /// Nanoseconds from the intended time to the call; 0 if it was called early.
  public var latency: UInt64 { called > intended ? called - intended : 0 }

  /// By how much a counter grew; 0 where it did not.
  func growth(_ counter: KeyPath<ThreadCounters, UInt64>) -> UInt64 {
    after[keyPath: counter] > before[keyPath: counter]
      ? after[keyPath: counter] - before[keyPath: counter] : 0
  }

  /// Time that the hypervisor stole. 0 where the counters are from long before the latency.
  var stolen: UInt64 {
    guard let processorBefore, let processorAfter, processorAfter.stolen > processorBefore.stolen,
      processorAfter.time >= processorBefore.time,
      processorAfter.time - processorBefore.time <= 10 * latency
    else { return 0 }
    return processorAfter.stolen - processorBefore.stolen
  }
}
