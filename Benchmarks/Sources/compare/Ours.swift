import BenchmarkKit
import Glibc
import Peers
import RunLoopCore
import Synchronization

extension Contender {
  /// Mainspring's loop, through its public interface.
  static let ours = Contender(
    name: "mainspring", version: "",
    [
      (PEER_PINGPONG, .can(note: "a source, signalled, and wakeUp()") { OurPingpong($0) }),
      (PEER_POST, .can(note: "post") { OurPost($0) }),
      (PEER_SELF_POST, .can(note: "post") { OurSelfPost($0) }),
      (PEER_SOURCE0, .can(note: nil) { OurSources($0) }),
      (
        PEER_TIMER_CHURN,
        .can(note: "remove, fireDate, add of one object") { OurTimerChurn($0, replaces: false) }
      ),
      (PEER_TIMER_REPLACE, .can(note: "invalidate, a new timer, add") { OurTimerChurn($0, replaces: true) }),
      (PEER_TIMER_FIRE, .can(note: "new timers: one that has fired is spent") { OurTimerFire($0) }),
      (PEER_PIPES, .can(note: nil) { OurPipes($0) }),
      (PEER_ECHO, .can(note: nil) { OurEcho($0) }),
      (PEER_WAKE, .can(note: "a source, signalled, and wakeUp()") { OurWake($0) }),
    ])
}

/// The calling thread's loop, with a source that keeps its runs going.
private class OurWorkload: Workload, @unchecked Sendable {
  let parameters: PeerParameters
  final let loop = RunLoop.current
  private let keepAlive = RunLoop.Source {}

  init(_ parameters: PeerParameters) {
    self.parameters = parameters
    loop.add(keepAlive)
  }

  func prepare() throws(Unprepared) {}
  func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 { 0 }
  func finish() { keepAlive.invalidate() }
}

/// Another thread's loop, with a source that other threads signal.
private final class OurPartner: @unchecked Sendable {
  private(set) var loop = RunLoop.current
  let source: RunLoop.Source
  private let stops = Atomic(false)
  private var thread: PinnedThread?

  init(on cpu: Int32, served: @escaping @Sendable () -> Void) {
    source = RunLoop.Source(perform: served)
    let ready = Semaphore()
    thread = PinnedThread(on: Int(cpu)) { [self] in
      loop = RunLoop.current
      loop.add(source)
      ready.signal()
      loop.run()
    }
    ready.wait()
  }

  func wake() {
    source.signal()
    loop.wakeUp()
  }

  func finish() {
    // A run with nothing left to wait for ends.
    source.invalidate()
    loop.wakeUp()
    thread?.join()
  }
}

private final class OurPingpong: OurWorkload, @unchecked Sendable {
  private var remaining = 0
  private var source: RunLoop.Source?
  private var partner: OurPartner?

  override func prepare() {
    let source = RunLoop.Source { [self] in hop() }
    self.source = source
    loop.add(source)
    partner = OurPartner(on: parameters.other_cpu) { [loop] in
      source.signal()
      loop.wakeUp()
    }
  }

  private func hop() {
    remaining -= 2
    if remaining <= 0 { loop.stop() } else { partner?.wake() }
  }

  override func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    remaining = count
    let start = peer_now()
    partner?.wake()
    loop.run()
    return peer_now() - start
  }

  override func finish() {
    partner?.finish()
    source?.invalidate()
    super.finish()
  }
}

private final class OurWake: OurWorkload, @unchecked Sendable {
  private let sent = Box<Int64>(0)
  private let latency = Box<Int64>(0)
  private let served = Semaphore()
  private var partner: OurPartner?

  override func prepare() {
    partner = OurPartner(on: parameters.other_cpu) { [sent, latency, served] in
      latency.value = peer_now() - sent.value
      served.signal()
    }
  }

  override func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    var sum: Int64 = 0
    for index in 0..<count {
      usleep(50)
      sent.value = peer_now()
      partner?.wake()
      served.wait()
      samples?[index] = latency.value
      sum += latency.value
    }
    return sum
  }

  override func finish() {
    partner?.finish()
    super.finish()
  }
}

private final class OurPost: OurWorkload, @unchecked Sendable {
  private let tally = Tally()

  private func produce(_ share: Int) {
    let (loop, tally) = (loop, tally)
    // Each block is one of its own, with a number of its own.
    for number in 0..<share {
      loop.post { if tally.count(number) { RunLoop.current.stop() } }
    }
  }

  override func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    let share = count / Int(parameters.active)
    tally.start(share * Int(parameters.active))
    peer_producers_start(
      parameters.active, parameters.other_cpu, Int64(share),
      { workload, share in
        guard let workload else { return }
        Unmanaged<OurPost>.fromOpaque(workload).takeUnretainedValue().produce(Int(share))
      }, Unmanaged.passUnretained(self).toOpaque())
    let start = peer_now()
    loop.run()
    let elapsed = peer_now() - start
    peer_producers_join()
    return elapsed
  }

  override func finish() {
    super.finish()
    tally.deallocate()
  }
}

private final class OurSelfPost: OurWorkload, @unchecked Sendable {
  private var sum = 0

  private func next(_ remaining: Int) {
    sum &+= remaining
    if remaining == 0 { return loop.stop() }
    loop.post { [self] in next(remaining - 1) }
  }

  override func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    let start = peer_now()
    loop.post { [self] in next(count - 1) }
    loop.run()
    return peer_now() - start
  }
}

private final class OurSources: OurWorkload, @unchecked Sendable {
  private var remaining = 0
  private var sources: [RunLoop.Source] = []
  private var first: RunLoop.Source?

  override func prepare() {
    let first = RunLoop.Source { [self] in fired() }
    self.first = first
    sources = [first]
    for _ in 1..<max(Int(parameters.size), 2) { sources.append(RunLoop.Source {}) }
    for source in sources.prefix(Int(parameters.size)) { loop.add(source) }
  }

  private func fired() {
    remaining -= 1
    if remaining == 0 { loop.stop() } else { first?.signal() }
  }

  override func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    remaining = count
    let start = peer_now()
    first?.signal()
    loop.run()
    return peer_now() - start
  }

  override func finish() {
    for source in sources { source.invalidate() }
    super.finish()
  }
}
