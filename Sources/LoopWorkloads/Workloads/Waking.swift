import BenchmarkKit
import LinuxSystem

/// A loop with its wake-up.
final class Door<Kind: SwiftLoop>: @unchecked Sendable {
  fileprivate let loop: Kind.Loop
  private let bell: Kind.Bell

  init(_ loop: Kind.Loop, served: @escaping @Sendable () -> Void) {
    self.loop = loop
    bell = Kind.makeBell(loop, served)
  }

  @inline(__always)
  func ring() { Kind.ring(loop, bell) }

  func close() { Kind.end(bell) }
}

/// Another loop, on a thread of its own where loops have threads, that other threads wake.
final class Partner<Kind: SwiftLoop> {
  let door: Door<Kind>
  private let thread: PinnedThread?

  init(_ parameters: WorkloadParameters, served: @escaping @Sendable () -> Void) {
    guard Kind.hasThread else {
      door = Door(
        Kind.open(parameters, keepsProcessor: parameters.cpu == parameters.otherCPU), served: served)
      thread = nil
      return
    }
    let ready = Semaphore()
    let made = Box<Door<Kind>?>(nil)
    thread = PinnedThread(on: parameters.otherCPU) {
      let loop = Kind.open(parameters, keepsProcessor: false)
      made.value = Door(loop, served: served)
      ready.signal()
      Kind.run(loop)
    }
    ready.wait()
    guard let door = made.value else { preconditionFailure("the thread made no loop") }
    self.door = door
  }

  func finish() {
    if let thread {
      let door = door
      Kind.post(door.loop, PlainBlock { Kind.stop(door.loop) })
      thread.join()
    }
    door.close()
  }
}

/// Two loops wake each other.
final class Pingpong<Kind: SwiftLoop>: LoopWorkload<Kind>, SwiftWorkload, @unchecked Sendable {
  private var remaining = 0
  private var here: Door<Kind>?
  private var there: Door<Kind>?
  private var partner: Partner<Kind>?

  func prepare() {
    let here = Door<Kind>(loop) { [self] in hop() }
    let partner = Partner<Kind>(parameters) { here.ring() }
    (self.here, self.there, self.partner) = (here, partner.door, partner)
  }

  private func hop() {
    remaining -= 2
    if remaining <= 0 { Kind.stop(loop) } else { there?.ring() }
  }

  func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    remaining = count
    let start = now
    there?.ring()
    Kind.run(loop)
    return now - start
  }

  func finish() {
    partner?.finish()
    here?.close()
    (here, there, partner) = (nil, nil, nil)
    end()
  }
}

/// How long from the wake-up of a sleeping loop to its callout.
final class Wake<Kind: SwiftLoop>: SwiftWorkload {
  private let parameters: WorkloadParameters
  private let sent = Box<Int64>(0)
  private let latency = Box<Int64>(0)
  private let served = Semaphore()
  private var partner: Partner<Kind>?

  init(_ parameters: WorkloadParameters) { self.parameters = parameters }

  func prepare() {
    partner = Partner(parameters) { [sent, latency, served, causes = parameters.causes] in
      let now = WorkClock.monotonic.now
      latency.value = now - sent.value
      if let causes { causes.called(UInt64(now), intended: UInt64(sent.value)) }
      served.signal()
    }
  }

  func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    var sum: Int64 = 0
    for index in 0..<count {
      // Long enough for the loop to be asleep again.
      usleep(50)
      sent.value = WorkClock.monotonic.now
      partner?.door.ring()
      served.wait()
      samples?[index] = latency.value
      sum += latency.value
    }
    return sum
  }

  func finish() {
    partner?.finish()
    partner = nil
  }
}
