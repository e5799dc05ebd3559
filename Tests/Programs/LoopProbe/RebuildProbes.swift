import LinuxSystem
import RunLoopCore
import Synchronization

/// Port sets that are made anew, since a descriptor was closed behind their back while a duplicate of it lives: whoever
/// waits for the set, and whatever the set waits for, goes on as before.
enum RebuildProbes {
  static let all: [String: @Sendable () -> Void] = [
    "rebuild-host": {
      play { try hosted(by: .poll, "poll") }
      play { try hosted(by: .epoll, "epoll") }
    },
    "rebuild-guest": { play { try guest() } },
    "guest-sleep": { play { try sleepWithGuest() } },
    "rebuild-after-fork": {
      play {
        try hosted(by: .epoll, "before")
        let result = ForkProbes.inChild { play { try inChild() } }
        say("child ended with \(result.status)\(result.error)")
        try serve(.current, by: .epoll, "after")
      }
    },
  ]

  private static func play(_ body: () throws -> Void) {
    do { try body() } catch { say("failed: \(error)") }
  }

  private struct Failure: Error {
    var what: String
  }

  /// From now on the kernel reports to the loop's set what is no longer watched.
  private static func loseADescriptor(_ loop: RunLoop) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0, write(ends[1], "x", 1) == 1, dup(ends[0]) >= 0 else {
      throw Failure(what: "pipe")
    }
    let source = RunLoop.PortSource(try RunLoop.Port(borrowing: ends[0])) {}
    try loop.add(source)
    close(ends[0])
    source.invalidate()
  }

  // MARK: Hosts

  private enum Host { case poll, epoll }

  /// Something that waits for a descriptor as other loops do.
  private struct Waiting: ~Copyable {
    let descriptor: Int32
    let set: Int32

    init(_ host: Host, _ descriptor: Int32) throws {
      self.descriptor = descriptor
      set = host == .epoll ? epoll_create1(CInt(EPOLL_CLOEXEC)) : -1
      var event = epoll_event()
      event.events = EPOLLIN.rawValue
      if set >= 0, epoll_ctl(set, CInt(EPOLL_CTL_ADD), descriptor, &event) != 0 {
        throw Failure(what: "epoll_ctl")
      }
    }

    deinit { if set >= 0 { close(set) } }

    func isReady(within milliseconds: Int32) -> Bool {
      var event = epoll_event()
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      while true {
        let count =
          set >= 0 ? epoll_wait(set, &event, 1, milliseconds) : LinuxSystem.poll(&entry, 1, milliseconds)
        // A process that was stopped for a while finds its calls interrupted.
        if count >= 0 || errno != EINTR { return count == 1 }
      }
    }
  }

  private static func hosted(by host: Host, _ name: String) throws {
    RunLoop.current.add(RunLoop.Timer(at: .distantFuture) { _ in })
    try serve(.current, by: host, name)
  }

  /// Everything that can happen reaches the host, after the set was made anew as before.
  private static func serve(_ loop: RunLoop, by host: Host, _ name: String) throws {
    let waiting = try Waiting(host, try loop.fileDescriptor())
    func serveAll() {
      for _ in 0..<10 where waiting.isReady(within: 0) { loop.dispatch() }
    }
    let port = try RunLoop.WakePort()
    let done = Count()
    let source = RunLoop.PortSource(port) { done.add() }
    try loop.add(source)
    defer { source.invalidate() }
    serveAll()
    var line = name
    for round in 0..<2 {
      if round == 1 {
        try loseADescriptor(loop)
        guard waiting.isReady(within: 0) else { throw Failure(what: "nothing was lost") }
        serveAll()
      }
      line += waiting.isReady(within: 20) ? " spins" : " quiet"
      var causes: [(String, () -> Void)] = [
        ("block", { loop.post { done.add() } }),
        ("thread", { pthread_join(LoopProbe.onAnotherThread { loop.post { done.add() } }, nil) }),
        ("timer", { loop.add(RunLoop.Timer(after: .milliseconds(2)) { _ in done.add() }) }),
        ("port", { port.ring() }),
        ("queue", { RunLoop.mainQueue.async { done.add() } }),
      ]
      if RunLoop.mainQueue.hasGuest { causes.append(("guest", { Guest.shared.send { done.add() } })) }
      for (name, cause) in causes {
        let before = done.value
        cause()
        while done.value == before, waiting.isReady(within: 5_000) { loop.dispatch() }
        line += done.value == before + 1 ? " \(name)" : " no \(name)"
        serveAll()
      }
    }
    say(line)
  }

  // MARK: Guests

  /// A queue that the main loop serves, as it does GCD's.
  private final class Guest: @unchecked Sendable {
    static let shared = Guest()
    private let descriptor = eventfd(0, CInt(EFD_NONBLOCK | EFD_CLOEXEC))
    private let lock = FutexLock()
    /// Guarded by the lock.
    private var sent: [@Sendable () -> Void] = []

    func send(_ body: @escaping @Sendable () -> Void) {
      lock.withLock { sent.append(body) }
      var one: UInt64 = 1
      write(descriptor, &one, 8)
    }

    func move() {
      RunLoop.mainQueue.serve(
        GuestQueue(descriptor: descriptor) {
          let bodies = self.lock.withLock { () -> [@Sendable () -> Void] in
            defer { self.sent = [] }
            return self.sent
          }
          for body in bodies { body() }
        })
    }
  }

  /// Rings of both main queues, a block and a timer, each to a loop that sleeps.
  private static func wakeAndStop(_ loop: RunLoop, _ name: String) -> pthread_t {
    LoopProbe.onAnotherThread {
      let done = Count()
      let wakes: [@Sendable () -> Void] = [
        { Guest.shared.send { done.add() } }, { RunLoop.mainQueue.async { done.add() } },
        { loop.post { done.add() } },
        { loop.add(RunLoop.Timer(after: .milliseconds(1)) { _ in done.add() }) },
        { Guest.shared.send { done.add() } },
      ]
      for (number, wake) in wakes.enumerated() {
        LoopProbe.waitUntilAsleep(loop)
        wake()
        while done.value == number { sched_yield() }
      }
      LoopProbe.waitUntilAsleep(loop)
      Guest.shared.send {
        say("\(name): all came")
        loop.stop()
      }
    }
  }

  private static func guest() throws {
    let loop = RunLoop.main
    Guest.shared.move()
    var other = wakeAndStop(loop, "at first")
    say("\(loop.run(for: .seconds(20)))")
    pthread_join(other, nil)
    try loseADescriptor(loop)
    other = wakeAndStop(loop, "made anew")
    say("\(loop.run(for: .seconds(20)))")
    pthread_join(other, nil)
    try hosted(by: .poll, "poll")
  }

  /// Half a second without a ring: the kernel watches the guest, and the loop does not look at it now and then.
  private static func sleepWithGuest() throws {
    Guest.shared.move()
    var (before, after) = (rusage(), rusage())
    guard linux_thread_usage(&before) == 0 else { throw Failure(what: "getrusage") }
    let result = RunLoop.main.run(for: .milliseconds(500))
    guard linux_thread_usage(&after) == 0 else { throw Failure(what: "getrusage") }
    let count = after.ru_nvcsw - before.ru_nvcsw
    say("\(result), \(count < 10 ? "slept through" : "slept \(count) times")")
  }

  // MARK: In a child

  /// The loop that the parent's host served, with a guest, in new sets that are made anew once more.
  private static func inChild() throws {
    try RunLoop.reinitializeAfterFork()
    Guest.shared.move()
    try serve(.current, by: .epoll, "child")
    RunLoop.current.leaveHost()
    try loseADescriptor(.current)
    let other = wakeAndStop(.current, "child's run")
    say("\(RunLoop.current.run(for: .seconds(20)))")
    pthread_join(other, nil)
  }

  /// A number that any thread may change.
  private final class Count: Sendable {
    private let number = Atomic<Int>(0)

    func add() { number.wrappingAdd(1, ordering: .sequentiallyConsistent) }

    var value: Int { number.load(ordering: .sequentiallyConsistent) }
  }
}
