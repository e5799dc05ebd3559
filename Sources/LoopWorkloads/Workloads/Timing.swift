/// What is done to timers, one of many that are pending after the other: inside a callout, or while the loop does not run.
final class TimerWork<Kind: SwiftLoop>: LoopWorkload<Kind>, SwiftWorkload, @unchecked Sendable {
  enum Task {
    /// Cancel, and add with another date; where `between` is not 0, that of a timer that was cancelled before.
    case renew
    /// Give another date.
    case move
  }

  private let task: Task
  private var timers: [Kind.Timer] = []
  /// The pending ones, and after them `between` cancelled ones. Not counted as references: taking a timer out of an array
  /// to use it shall cost what it costs in C.
  private var slots: [Unmanaged<Kind.Timer>] = []
  /// Which of the cancelled ones has been so longest.
  private var oldest = 0
  private var delays = Delays()
  private var elapsed: Int64 = 0

  init(_ parameters: WorkloadParameters, _ task: Task) {
    self.task = task
    super.init(parameters)
  }

  func prepare() {
    let now = Kind.now(loop)
    timers.reserveCapacity(parameters.size + parameters.between)
    for index in 0..<parameters.size + parameters.between {
      let timer = Kind.startTimer(loop, now, delays.long(), Nothing())
      if index >= parameters.size { Kind.cancel(loop, timer) }
      timers.append(timer)
    }
    slots = timers.map { Unmanaged.passUnretained($0) }
  }

  func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    guard !parameters.isOutside else {
      let start = now
      work(count)
      return now - start
    }
    Kind.post(loop, PlainBlock { [self] in timeWork(count) })
    Kind.run(loop)
    return elapsed
  }

  private func timeWork(_ count: Int) {
    let start = now
    work(count)
    // Where changes take effect later, not before they have.
    Kind.perform(loop) { [self] in
      elapsed = now - start
      Kind.stop(loop)
    }
  }

  /// With everything in local variables: what a class keeps is looked after by the runtime.
  private func work(_ count: Int) {
    var delays = delays
    let loop = loop
    let now = Kind.now(loop)
    switch task {
    case .renew where parameters.between > 0: interleave(count, now, &delays)
    case .renew:
      let (slots, size) = (slots, parameters.size)
      for _ in 0..<count {
        let timer = slots[delays.index(below: size)]
        timer._withUnsafeGuaranteedRef { Kind.renew(loop, $0, now, delays.long()) }
      }
    case .move:
      let (slots, size) = (slots, parameters.size)
      for _ in 0..<count {
        let timer = slots[delays.index(below: size)]
        timer._withUnsafeGuaranteedRef { Kind.move($0, now, delays.long()) }
      }
    }
    self.delays = delays
  }

  /// As connections do: a time-out ends with a request and begins with the next, and others do the same in between.
  @inline(__always)
  private func interleave(_ count: Int, _ now: Kind.Time, _ delays: inout Delays) {
    var (slots, oldest) = ([Unmanaged<Kind.Timer>](), oldest)
    swap(&slots, &self.slots)
    let (loop, size, between) = (loop, parameters.size, parameters.between)
    for _ in 0..<count {
      let slot = delays.index(below: size)
      let (timer, next) = (slots[slot], slots[size + oldest])
      timer._withUnsafeGuaranteedRef { Kind.cancel(loop, $0) }
      next._withUnsafeGuaranteedRef { Kind.restart(loop, $0, now, delays.long()) }
      slots[slot] = next
      slots[size + oldest] = timer
      oldest += 1
      if oldest == between { oldest = 0 }
    }
    swap(&slots, &self.slots)
    self.oldest = oldest
  }

  func finish() {
    Kind.end(timers)
    timers = []
    end()
  }
}
