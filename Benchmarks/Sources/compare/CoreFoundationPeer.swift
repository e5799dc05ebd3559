import BenchmarkKit
import CoreFoundation
// Links the library that CoreFoundation is a part of.
import Foundation
import Glibc
import Peers

extension Contender {
  /// The toolchain's CFRunLoop.
  static let coreFoundation = Contender(
    name: "CFRunLoop", version: "",
    [
      (PEER_PINGPONG, .can(note: "a source, signalled, and CFRunLoopWakeUp") { CFPingpong($0) }),
      (PEER_POST, .can(note: "CFRunLoopPerformBlock and CFRunLoopWakeUp") { CFPost($0) }),
      (PEER_SELF_POST, .can(note: "CFRunLoopPerformBlock and CFRunLoopWakeUp") { CFSelfPost($0) }),
      (PEER_SOURCE0, .can(note: nil) { CFSources($0) }),
      (
        PEER_TIMER_CHURN,
        .can(note: "remove, set the date, add of one object") { CFTimerChurn($0, replaces: false) }
      ),
      (PEER_TIMER_REPLACE, .can(note: "invalidate, create, add") { CFTimerChurn($0, replaces: true) }),
      (PEER_TIMER_FIRE, .can(note: "new timers: one that has fired is spent") { CFTimerFire($0) }),
      (PEER_PIPES, .cannot("has no public way to watch a descriptor on Linux that is not a socket")),
      (PEER_ECHO, .can(note: "CFSocket, which selects on a thread of its own") { CFEcho($0) }),
      (PEER_WAKE, .can(note: "a source, signalled, and CFRunLoopWakeUp") { CFWake($0) }),
    ])
}

/// A source that calls a closure.
private final class CFSource: @unchecked Sendable {
  private var perform: (@Sendable () -> Void)?
  private(set) var source: CFRunLoopSource?

  init(_ perform: @escaping @Sendable () -> Void) {
    self.perform = perform
    var context = CFRunLoopSourceContext()
    context.info = Unmanaged.passUnretained(self).toOpaque()
    context.perform = { info in
      guard let info else { return }
      Unmanaged<CFSource>.fromOpaque(info)._withUnsafeGuaranteedRef { $0.perform?() }
    }
    source = CFRunLoopSourceCreate(nil, 0, &context)
  }

  func add(to loop: CFRunLoop?) { CFRunLoopAddSource(loop, source, kCFRunLoopDefaultMode) }
  func signal() { CFRunLoopSourceSignal(source) }
  /// What it calls may hold it in turn.
  func invalidate() {
    CFRunLoopSourceInvalidate(source)
    perform = nil
  }
}

private class CFWorkload: Workload, @unchecked Sendable {
  let parameters: PeerParameters
  nonisolated(unsafe) let loop = CFRunLoopGetCurrent()
  private let keepAlive = CFSource {}

  init(_ parameters: PeerParameters) {
    self.parameters = parameters
    keepAlive.add(to: loop)
  }

  func prepare() throws(Unprepared) {}
  func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 { 0 }
  func finish() { keepAlive.invalidate() }
}

/// Another thread's loop, with a source that other threads signal.
private final class CFPartner: @unchecked Sendable {
  private var loop: CFRunLoop?
  private let source: CFSource
  private var thread: PinnedThread?

  init(on cpu: Int32, served: @escaping @Sendable () -> Void) {
    source = CFSource(served)
    let ready = Semaphore()
    thread = PinnedThread(on: Int(cpu)) { [self] in
      loop = CFRunLoopGetCurrent()
      source.add(to: loop)
      ready.signal()
      CFRunLoopRun()
    }
    ready.wait()
  }

  func wake() {
    source.signal()
    CFRunLoopWakeUp(loop)
  }

  func finish() {
    CFRunLoopStop(loop)
    thread?.join()
    source.invalidate()
  }
}

private final class CFPingpong: CFWorkload, @unchecked Sendable {
  private var remaining = 0
  private var source: CFSource?
  private var partner: CFPartner?

  override func prepare() {
    let source = CFSource { [self] in hop() }
    self.source = source
    source.add(to: loop)
    partner = CFPartner(on: parameters.other_cpu) { [self] in
      source.signal()
      CFRunLoopWakeUp(loop)
    }
  }

  private func hop() {
    remaining -= 2
    if remaining <= 0 { CFRunLoopStop(loop) } else { partner?.wake() }
  }

  override func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    remaining = count
    let start = peer_now()
    partner?.wake()
    CFRunLoopRun()
    return peer_now() - start
  }

  override func finish() {
    partner?.finish()
    source?.invalidate()
    super.finish()
  }
}

private final class CFWake: CFWorkload, @unchecked Sendable {
  private let sent = Box<Int64>(0)
  private let latency = Box<Int64>(0)
  private let served = Semaphore()
  private var partner: CFPartner?

  override func prepare() {
    partner = CFPartner(on: parameters.other_cpu) { [sent, latency, served] in
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

private final class CFPost: CFWorkload, @unchecked Sendable {
  private let tally = Tally()

  private func produce(_ share: Int) {
    let tally = tally
    for number in 0..<share {
      CFRunLoopPerformBlock(loop, kCFRunLoopDefaultMode) {
        if tally.count(number) { CFRunLoopStop(CFRunLoopGetCurrent()) }
      }
      CFRunLoopWakeUp(loop)
    }
  }

  override func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    let share = count / Int(parameters.active)
    tally.start(share * Int(parameters.active))
    peer_producers_start(
      parameters.active, parameters.other_cpu, Int64(share),
      { workload, share in
        guard let workload else { return }
        Unmanaged<CFPost>.fromOpaque(workload).takeUnretainedValue().produce(Int(share))
      }, Unmanaged.passUnretained(self).toOpaque())
    let start = peer_now()
    CFRunLoopRun()
    let elapsed = peer_now() - start
    peer_producers_join()
    return elapsed
  }

  override func finish() {
    super.finish()
    tally.deallocate()
  }
}

private final class CFSelfPost: CFWorkload, @unchecked Sendable {
  private var sum = 0

  private func post(_ remaining: Int) {
    CFRunLoopPerformBlock(loop, kCFRunLoopDefaultMode) { [self] in next(remaining) }
    CFRunLoopWakeUp(loop)
  }

  private func next(_ remaining: Int) {
    sum &+= remaining
    if remaining == 0 { CFRunLoopStop(loop) } else { post(remaining - 1) }
  }

  override func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    let start = peer_now()
    post(count - 1)
    CFRunLoopRun()
    return peer_now() - start
  }
}

private final class CFSources: CFWorkload, @unchecked Sendable {
  private var remaining = 0
  private var sources: [CFSource] = []
  private var first: CFSource?

  override func prepare() {
    let first = CFSource { [self] in fired() }
    self.first = first
    sources = [first]
    for _ in 1..<max(Int(parameters.size), 2) { sources.append(CFSource {}) }
    for source in sources.prefix(Int(parameters.size)) { source.add(to: loop) }
  }

  private func fired() {
    remaining -= 1
    if remaining == 0 { CFRunLoopStop(loop) } else { first?.signal() }
  }

  override func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    remaining = count
    let start = peer_now()
    first?.signal()
    CFRunLoopRun()
    return peer_now() - start
  }

  override func finish() {
    for source in sources { source.invalidate() }
    super.finish()
  }
}

private final class CFTimerChurn: CFWorkload, @unchecked Sendable {
  private let replaces: Bool
  private var timers: [CFRunLoopTimer] = []
  private var delays = Delays()
  private var elapsed: Int64 = 0

  init(_ parameters: PeerParameters, replaces: Bool) {
    self.replaces = replaces
    super.init(parameters)
  }

  private func makeTimer(_ now: CFAbsoluteTime) -> CFRunLoopTimer {
    let date = now + Double(delays.long()) * 1e-9
    guard let timer = CFRunLoopTimerCreateWithHandler(nil, date, 0, 0, 0, { _ in }) else {
      fatalError("no timer is made")
    }
    CFRunLoopAddTimer(loop, timer, kCFRunLoopDefaultMode)
    return timer
  }

  override func prepare() {
    let now = CFAbsoluteTimeGetCurrent()
    for _ in 0..<parameters.size { timers.append(makeTimer(now)) }
  }

  override func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    CFRunLoopPerformBlock(loop, kCFRunLoopDefaultMode) { [self] in
      let start = peer_now()
      let now = CFAbsoluteTimeGetCurrent()
      if replaces { replace(count, now) } else { churn(count, now) }
      elapsed = peer_now() - start
      CFRunLoopStop(loop)
    }
    CFRunLoopRun()
    return elapsed
  }

  private func churn(_ count: Int, _ now: CFAbsoluteTime) {
    for _ in 0..<count {
      let timer = timers[delays.index(below: timers.count)]
      CFRunLoopRemoveTimer(loop, timer, kCFRunLoopDefaultMode)
      CFRunLoopTimerSetNextFireDate(timer, now + Double(delays.long()) * 1e-9)
      CFRunLoopAddTimer(loop, timer, kCFRunLoopDefaultMode)
    }
  }

  private func replace(_ count: Int, _ now: CFAbsoluteTime) {
    for _ in 0..<count {
      let index = delays.index(below: timers.count)
      CFRunLoopTimerInvalidate(timers[index])
      timers[index] = makeTimer(now)
    }
  }

  override func finish() {
    // The latest first: each is taken off the end of the loop's list.
    for timer in timers.sorted(by: {
      CFRunLoopTimerGetNextFireDate($0) > CFRunLoopTimerGetNextFireDate($1)
    }) {
      CFRunLoopTimerInvalidate(timer)
    }
    super.finish()
  }
}

private final class CFTimerFire: CFWorkload, @unchecked Sendable {
  private var remaining = 0
  private var delays = Delays()

  override func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    remaining = min(count, Int(parameters.size))
    let (start, end) = (Box<Int64>(0), Box<Int64>(0))
    CFRunLoopPerformBlock(loop, kCFRunLoopDefaultMode) { [self] in
      start.value = peer_now()
      let now = CFAbsoluteTimeGetCurrent()
      for _ in 0..<remaining {
        let timer = CFRunLoopTimerCreateWithHandler(nil, now + Double(delays.short()) * 1e-9, 0, 0, 0) {
          [self] _ in
          remaining -= 1
          if remaining == 0 {
            end.value = peer_now()
            CFRunLoopStop(loop)
          }
        }
        CFRunLoopAddTimer(loop, timer, kCFRunLoopDefaultMode)
      }
    }
    CFRunLoopRun()
    return end.value - start.value
  }
}

/// kCFSocketReadCallBack, an enumerator that Swift does not get.
private let readCallBack: CFOptionFlags = 1

private final class CFEcho: CFWorkload, @unchecked Sendable {
  private var descriptors: [Int32] = []
  private var sockets: [CFSocket] = []
  private var remainingBytes = 0
  private let buffer = UnsafeMutableRawPointer.allocate(byteCount: 65536, alignment: 16)

  deinit { buffer.deallocate() }

  override func prepare() throws(Unprepared) {
    descriptors = Array(repeating: -1, count: Int(parameters.size))
    guard
      peer_echo_open(&descriptors, parameters.size, parameters.active, parameters.other_cpu) == 0
    else { throw Unprepared(description: "no connections over loopback") }
    for descriptor in descriptors {
      var context = CFSocketContext()
      context.info = Unmanaged.passUnretained(self).toOpaque()
      let socket = CFSocketCreateWithNative(
        nil, descriptor, readCallBack,
        { socket, _, _, _, info in
          guard let info else { return }
          Unmanaged<CFEcho>.fromOpaque(info)._withUnsafeGuaranteedRef {
            $0.readable(CFSocketGetNative(socket))
          }
        }, &context)
      guard let socket else { throw Unprepared(description: "no CFSocket") }
      sockets.append(socket)
      CFRunLoopAddSource(loop, CFSocketCreateRunLoopSource(nil, socket, 0), kCFRunLoopDefaultMode)
    }
  }

  private func readable(_ descriptor: Int32) {
    let length = read(descriptor, buffer, 65536)
    if length <= 0 { return }
    guard write(descriptor, buffer, length) == length else { fatalError("a socket does not take a message") }
    remainingBytes -= length
    if remainingBytes <= 0 { CFRunLoopStop(loop) }
  }

  override func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    remainingBytes = count * Int(parameters.active)
    let start = peer_now()
    peer_echo_start(Int64(count))
    CFRunLoopRun()
    return peer_now() - start
  }

  override func finish() {
    // Closes the descriptors, too.
    for socket in sockets { CFSocketInvalidate(socket) }
    peer_echo_close()
    super.finish()
  }
}
