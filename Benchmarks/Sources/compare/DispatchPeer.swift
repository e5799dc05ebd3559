import Dispatch
import Glibc
import Peers

extension Contender {
  /// GCD: a serial queue in the place of a loop. Its threads are its own, so that pinning is of the whole process.
  static let dispatch = Contender(
    name: "GCD", version: "",
    [
      (
        PEER_PINGPONG,
        .can(note: "two serial queues, which GCD runs on one thread: nobody is woken") { GCDPingpong($0) }
      ),
      (PEER_POST, .can(note: "a serial queue; its thread is where GCD puts it") { GCDPost($0) }),
      (PEER_SELF_POST, .can(note: "a serial queue: one thread drains it") { GCDSelfPost($0) }),
      (PEER_SOURCE0, .can(note: "a user-data source") { GCDSources($0) }),
      (PEER_TIMER_CHURN, .can(note: "schedule of one timer source") { GCDTimerChurn($0, replaces: false) }),
      (PEER_TIMER_REPLACE, .can(note: "cancel, a new timer source") { GCDTimerChurn($0, replaces: true) }),
      (PEER_TIMER_FIRE, .can(note: "timer sources") { GCDTimerFire($0) }),
      (PEER_PIPES, .can(note: "read sources") { GCDPipes($0) }),
      (PEER_ECHO, .can(note: "read sources") { GCDEcho($0) }),
      (PEER_WAKE, .can(note: "a serial queue") { GCDWake($0) }),
    ])
}

private class GCDWorkload: Workload, @unchecked Sendable {
  let parameters: PeerParameters
  let queue = DispatchQueue(label: "loop")
  let done = DispatchSemaphore(value: 0)
  var remaining = 0

  init(_ parameters: PeerParameters) {
    self.parameters = parameters
  }

  func prepare() throws(Unprepared) {
    // GCD's threads are there after this, and new ones are where the one that makes them is.
    queue.sync {}
    queue.async { self.done.signal() }
    done.wait()
    peer_pin_all(parameters.cpu == parameters.other_cpu ? parameters.cpu : -1)
    peer_pin(parameters.cpu)
  }

  func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 { 0 }
  func finish() {}
}

private final class GCDPingpong: GCDWorkload, @unchecked Sendable {
  private let other = DispatchQueue(label: "partner")

  private func there() { other.async { [self] in back() } }

  private func back() { queue.async { [self] in hop() } }

  private func hop() {
    remaining -= 2
    if remaining <= 0 { done.signal() } else { there() }
  }

  override func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    remaining = count
    let start = peer_now()
    there()
    done.wait()
    return peer_now() - start
  }
}

private final class GCDWake: GCDWorkload, @unchecked Sendable {
  private let latency = Box<Int64>(0)
  private let served = Semaphore()

  override func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    var sum: Int64 = 0
    for index in 0..<count {
      usleep(50)
      let sent = peer_now()
      queue.async { [latency, served] in
        latency.value = peer_now() - sent
        served.signal()
      }
      served.wait()
      samples?[index] = latency.value
      sum += latency.value
    }
    return sum
  }
}

private final class GCDPost: GCDWorkload, @unchecked Sendable {
  private let tally = Tally()

  private func produce(_ share: Int) {
    let (tally, done) = (tally, Unmanaged.passUnretained(done))
    for number in 0..<share {
      queue.async { if tally.count(number) { done.takeUnretainedValue().signal() } }
    }
  }

  override func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    let share = count / Int(parameters.active)
    tally.start(share * Int(parameters.active))
    peer_producers_start(
      parameters.active, parameters.other_cpu, Int64(share),
      { workload, share in
        guard let workload else { return }
        Unmanaged<GCDPost>.fromOpaque(workload).takeUnretainedValue().produce(Int(share))
      }, Unmanaged.passUnretained(self).toOpaque())
    let start = peer_now()
    done.wait()
    let elapsed = peer_now() - start
    peer_producers_join()
    return elapsed
  }

  override func finish() {
    super.finish()
    tally.deallocate()
  }
}

private final class GCDSelfPost: GCDWorkload, @unchecked Sendable {
  private var sum = 0

  private func next(_ remaining: Int) {
    sum &+= remaining
    if remaining == 0 {
      done.signal()
    } else {
      queue.async { [self] in next(remaining - 1) }
    }
  }

  override func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    let start = peer_now()
    queue.async { [self] in next(count - 1) }
    done.wait()
    return peer_now() - start
  }
}

private final class GCDSources: GCDWorkload, @unchecked Sendable {
  private var sources: [any DispatchSourceUserDataAdd] = []

  override func prepare() throws(Unprepared) {
    try super.prepare()
    for _ in 0..<parameters.size {
      let source = DispatchSource.makeUserDataAddSource(queue: queue)
      source.setEventHandler { [self] in fired() }
      source.activate()
      sources.append(source)
    }
  }

  private func fired() {
    remaining -= 1
    if remaining == 0 { done.signal() } else { sources[0].add(data: 1) }
  }

  override func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    remaining = count
    let start = peer_now()
    sources[0].add(data: 1)
    done.wait()
    return peer_now() - start
  }

  override func finish() {
    for source in sources { source.cancel() }
    queue.sync {}
  }
}

private final class GCDTimerChurn: GCDWorkload, @unchecked Sendable {
  private let replaces: Bool
  private var timers: [any DispatchSourceTimer] = []
  private var delays = Delays()
  private var elapsed: Int64 = 0

  init(_ parameters: PeerParameters, replaces: Bool) {
    self.replaces = replaces
    super.init(parameters)
  }

  private func makeTimer(_ now: DispatchTime) -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    timer.setEventHandler {}
    timer.schedule(deadline: now + .nanoseconds(Int(delays.long())))
    timer.activate()
    return timer
  }

  override func prepare() throws(Unprepared) {
    try super.prepare()
    let now = DispatchTime.now()
    for _ in 0..<parameters.size { timers.append(makeTimer(now)) }
    queue.sync {}
  }

  override func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    queue.async { [self] in
      let start = peer_now()
      let now = DispatchTime.now()
      for _ in 0..<count {
        let index = delays.index(below: timers.count)
        if replaces {
          timers[index].cancel()
          timers[index] = makeTimer(now)
        } else {
          timers[index].schedule(deadline: now + .nanoseconds(Int(delays.long())))
        }
      }
      // Changes take effect on the queue, after this block and before the next.
      queue.async { [self] in
        elapsed = peer_now() - start
        done.signal()
      }
    }
    done.wait()
    return elapsed
  }

  override func finish() {
    for timer in timers { timer.cancel() }
    queue.sync {}
    timers = []
  }
}

private final class GCDTimerFire: GCDWorkload, @unchecked Sendable {
  private var delays = Delays()

  override func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    remaining = min(count, Int(parameters.size))
    let (start, end) = (Box<Int64>(0), Box<Int64>(0))
    queue.async { [self] in
      start.value = peer_now()
      let now = DispatchTime.now()
      for _ in 0..<remaining {
        let timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
        timer.setEventHandler { [self] in
          // Keeps itself until it has fired.
          timer.cancel()
          remaining -= 1
          if remaining == 0 {
            end.value = peer_now()
            done.signal()
          }
        }
        timer.schedule(deadline: now + .nanoseconds(Int(delays.short())))
        timer.activate()
      }
    }
    done.wait()
    queue.sync {}
    return end.value - start.value
  }
}

private final class GCDPipes: GCDWorkload, @unchecked Sendable {
  private var descriptors: [Int32] = []
  private var sources: [any DispatchSourceRead] = []
  private var unwritten = 0

  override func prepare() throws(Unprepared) {
    try super.prepare()
    let size = Int(parameters.size)
    descriptors = Array(repeating: -1, count: 2 * size)
    guard peer_open_pipes(&descriptors, parameters.size) == 0 else {
      throw Unprepared(description: "no descriptors for \(size) pipes")
    }
    for index in 0..<size {
      let (reading, next) = (descriptors[2 * index], descriptors[2 * ((index + 1) % size) + 1])
      let source = DispatchSource.makeReadSource(fileDescriptor: reading, queue: queue)
      source.setEventHandler { [self] in readable(reading, next) }
      source.activate()
      sources.append(source)
    }
  }

  private func readable(_ descriptor: Int32, _ next: Int32) {
    var byte: UInt8 = 0
    guard read(descriptor, &byte, 1) == 1 else { return }
    if unwritten > 0 {
      unwritten -= 1
      guard write(next, &byte, 1) == 1 else { fatalError("a pipe does not take a byte") }
    }
    remaining -= 1
    if remaining == 0 { done.signal() }
  }

  override func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    let active = Int(parameters.active)
    let step = Int(parameters.size) / active
    remaining = max(count, active)
    unwritten = remaining - active
    let start = peer_now()
    // On the queue: what its callbacks change is its own.
    queue.async { [self] in
      for index in 0..<active where write(descriptors[2 * index * step + 1], "e", 1) != 1 {
        fatalError("a pipe does not take a byte")
      }
    }
    done.wait()
    return peer_now() - start
  }

  override func finish() { finishSources(sources, queue, descriptors) }
}

private final class GCDEcho: GCDWorkload, @unchecked Sendable {
  private var descriptors: [Int32] = []
  private var sources: [any DispatchSourceRead] = []
  private let buffer = UnsafeMutableRawPointer.allocate(byteCount: 65536, alignment: 16)

  deinit { buffer.deallocate() }

  override func prepare() throws(Unprepared) {
    try super.prepare()
    // One processor for everything of GCD, the other one for the client, which is not there yet.
    peer_pin_all(parameters.cpu)
    descriptors = Array(repeating: -1, count: Int(parameters.size))
    guard
      peer_echo_open(&descriptors, parameters.size, parameters.active, parameters.other_cpu) == 0
    else { throw Unprepared(description: "no connections over loopback") }
    for descriptor in descriptors {
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler { [self] in readable(descriptor) }
      source.activate()
      sources.append(source)
    }
  }

  private func readable(_ descriptor: Int32) {
    let length = read(descriptor, buffer, 65536)
    if length <= 0 { return }
    guard write(descriptor, buffer, length) == length else { fatalError("a socket does not take a message") }
    remaining -= length
    if remaining <= 0 { done.signal() }
  }

  override func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    remaining = count * Int(parameters.active)
    let start = peer_now()
    peer_echo_start(Int64(count))
    done.wait()
    return peer_now() - start
  }

  override func finish() {
    finishSources(sources, queue, descriptors)
    peer_echo_close()
  }
}

/// A descriptor must stay open until its source has said that it is cancelled.
private func finishSources(
  _ sources: [any DispatchSourceRead], _ queue: DispatchQueue, _ descriptors: [Int32]
) {
  let group = DispatchGroup()
  for source in sources {
    group.enter()
    source.setCancelHandler { group.leave() }
    source.cancel()
  }
  group.wait()
  peer_close_all(descriptors, Int32(descriptors.count))
}
