import Dispatch
import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

extension RealThreads {
  /// Real locks, and real processes that wait for each other.
  @Suite(.hangLimit, .serialized) struct RealWaitTests {
    /// Looks at the thread until what is found is right, for some seconds at most. The last one otherwise.
    private func chain(
      of thread: Int32, in world: LinuxWorld, until isRight: (WaitChain) -> Bool
    ) -> WaitChain? {
      var last: WaitChain?
      for _ in 0..<1_000 {
        _ = world.sample(thread: thread)
        last = (world.watchedThread(thread) ?? world.visitor(thread)).notes.last?.chain
        if let last, isRight(last) { return last }
        usleep(5_000)
      }
      return last
    }

    @Test func threeThreadsAndAReadWriteLock() throws {
      let world = LinuxWorld()
      let mutexes = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 2)
      for index in 0..<2 { pthread_mutex_init(mutexes + index, nil) }
      let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
      pthread_rwlock_init(lock, nil)
      nonisolated(unsafe) let (first, second, shared) = (mutexes, mutexes + 1, lock)
      let flags = (0..<3).map { _ in Flag() }
      let go: @Sendable () -> Void = { for flag in flags { while !flag.isSet { usleep(100) } } }
      let threads = [
        TargetThread(world) {
          pthread_mutex_lock(first)
          flags[0].set()
          go()
          pthread_mutex_lock(second)
        },
        TargetThread(world) {
          pthread_mutex_lock(second)
          flags[1].set()
          go()
          pthread_rwlock_rdlock(shared)
          pthread_mutex_unlock(second)
        },
        TargetThread(world) {
          pthread_rwlock_wrlock(shared)
          flags[2].set()
          go()
          pthread_mutex_lock(first)
          pthread_rwlock_unlock(shared)
        },
      ]
      let found = try #require(chain(of: threads[0].thread, in: world) { $0.isDeadlock })
      #expect(found.links.map(\.thread) == threads.map(\.thread) && found.circle == 0)
      #expect(found.links.map(\.object) == [.pthreadMutex, .readWriteLock, .pthreadMutex])
      #expect(found.isDeadlock && found.links[2].stack.isComplete)
      #expect(found.links[1].place == UInt64(UInt(bitPattern: lock)) + 8 || found.links[1].place != 0)
      // Not allowed, and what glibc does: the others get their locks one after the other.
      pthread_mutex_unlock(mutexes)
      for thread in threads.reversed() { thread.join() }
      mutexes.deallocate()
      lock.deallocate()
    }

    /// The same circle, where one of the two gives up some time.
    @Test func aTimeLimitIsSeen() throws {
      let world = LinuxWorld()
      let locks = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 2)
      for index in 0..<2 { pthread_mutex_init(locks + index, nil) }
      nonisolated(unsafe) let shared = locks
      let (first, second) = (Flag(), Flag())
      let one = TargetThread(world) {
        pthread_mutex_lock(shared)
        first.set()
        while !second.isSet { usleep(100) }
        pthread_mutex_lock(shared + 1)
      }
      let other = TargetThread(world) {
        pthread_mutex_lock(shared + 1)
        second.set()
        while !first.isSet { usleep(100) }
        var end = timespec()
        clock_gettime(CLOCK_REALTIME, &end)
        end.tv_sec += 3_600
        pthread_mutex_timedlock(shared, &end)
        pthread_mutex_unlock(shared + 1)
      }
      let found = try #require(chain(of: one.thread, in: world) { $0.circle == 0 })
      #expect(found.circle == 0 && !found.isDeadlock)
      #expect(found.links.map(\.hasTimeLimit) == [false, true])
      pthread_mutex_unlock(locks)
      other.join()
      one.join()
      locks.deallocate()
    }

    /// A waits for B, and B for C: when C has let B go on, B waits for D. A has not run meanwhile.
    @Test func aChainIsFollowedAgainWhenOneOfItsThreadsHasRun() throws {
      let world = LinuxWorld()
      let mutexes = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 3)
      for index in 0..<3 { pthread_mutex_init(mutexes + index, nil) }
      nonisolated(unsafe) let locks = mutexes
      let flags = (0..<3).map { _ in Flag() }
      let go = (0..<3).map { _ in DispatchSemaphore(value: 0) }
      let end = DispatchSemaphore(value: 0)
      let holder: (Int) -> TargetThread = { index in
        TargetThread(world) {
          pthread_mutex_lock(locks + index)
          flags[index].set()
          go[index].wait()
          pthread_mutex_unlock(locks + index)
          // A thread that has ended would be noticed by that.
          end.wait()
        }
      }
      let (c, d) = (holder(1), holder(2))
      let b = TargetThread(world) {
        while !flags[1].isSet || !flags[2].isSet { usleep(100) }
        pthread_mutex_lock(locks)
        flags[0].set()
        for index in 1...2 { pthread_mutex_lock(locks + index) }
        for index in 0...2 { pthread_mutex_unlock(locks + index) }
      }
      let a = TargetThread(world) {
        while !flags[0].isSet { usleep(100) }
        pthread_mutex_lock(locks)
        pthread_mutex_unlock(locks)
      }
      let first = try #require(
        chain(of: a.thread, in: world) {
          $0.links.count == 3 && world.known(a.thread).standing?.note != nil
        })
      #expect(first.links.map(\.thread) == [a.thread, b.thread, c.thread])
      go[1].signal()
      let part = try #require(chain(of: b.thread, in: world) { $0.links.last?.thread == d.thread })
      #expect(part.links.map(\.thread) == [b.thread, d.thread])
      _ = world.sample(thread: a.thread)
      let second = try #require(world.known(a.thread).notes.last?.chain)
      #expect(second.links.map(\.thread) == [a.thread, b.thread, d.thread])
      go[2].signal()
      for _ in 0..<2 { end.signal() }
      for thread in [a, b, c, d] { thread.join() }
      mutexes.deallocate()
    }

    /// Two threads that have each other's locks: nothing moves, and nothing is looked up again.
    @Test func whatIsKnownOfAWaitIsKeptWhileNothingMoves() throws {
      let world = LinuxWorld()
      let mutexes = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 2)
      for index in 0..<2 { pthread_mutex_init(mutexes + index, nil) }
      nonisolated(unsafe) let locks = mutexes
      let flags = [Flag(), Flag()]
      let threads = (0..<2).map { index in
        TargetThread(world) {
          pthread_mutex_lock(locks + index)
          flags[index].set()
          while !flags[1 - index].isSet { usleep(100) }
          pthread_mutex_lock(locks + 1 - index)
          pthread_mutex_unlock(locks + 1 - index)
          pthread_mutex_unlock(locks + index)
        }
      }
      let watched = threads[0].thread
      let found = try #require(
        chain(of: watched, in: world) { _ in world.known(watched).standing?.note != nil })
      let kept = try #require(world.known(watched).standing?.note)
      #expect(kept.owner?.thread == threads[1].thread && kept.owner?.stack.isComplete == true)
      let sample = world.sample(thread: watched)
      let last = try #require(world.known(watched).notes.last)
      #expect(last.time == sample.time && last.owner?.stack.time == sample.time)
      #expect(last.chain?.seen == sample.time && last.chain?.since == found.since && found.isDeadlock)
      // What was kept, and no second look.
      #expect(world.known(watched).standing?.note?.time == kept.time)
      pthread_mutex_unlock(mutexes)
      for thread in threads.reversed() { thread.join() }
      mutexes.deallocate()
    }

    /// Pipes, each as its ends, which no other process gets by accident.
    private func makePipe() -> [Int32] {
      var ends: [Int32] = [-1, -1]
      pipe(&ends)
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return ends
    }

    /// A program with two of this process's descriptors as its input and output.
    private func spawn(_ arguments: [String], input: Int32, output: Int32) throws -> ChildProgram {
      try ChildProgram(arguments[0], Array(arguments.dropFirst()), descriptors: [0: input, 1: output])
    }

    /// Why this machine can not show it; nil when it can.
    private func refusal(_ process: Int32) -> String? {
      if case .unreadable(let error) = ThreadFiles(thread: process, of: process).callState {
        return "/proc/\(process)/syscall: \(String(cString: strerror(error)))"
      }
      return DescriptorEnds().isComplete ? nil : "descriptors of other processes may not be read"
    }

    @Test func twoProcessesThatReadFromEachOther() throws {
      let (there, back) = (makePipe(), makePipe())
      let programs = [
        try spawn(["cat"], input: there[0], output: back[1]),
        try spawn(["cat"], input: back[0], output: there[1]),
      ]
      let (one, other) = (programs[0].process, programs[1].process)
      for end in there + back { close(end) }
      defer { for program in programs { program.kill() } }
      if let refusal = refusal(one) {
        print("skipped: \(refusal)")
        return
      }
      let world = LinuxWorld(of: one)
      world.wideAge = 0
      let found = try #require(chain(of: one, in: world) { $0.isDeadlock })
      #expect(found.isDeadlock && found.circle == 0 && found.links.map(\.thread) == [one, other])
      #expect(found.links.map(\.object) == [.pipe, .pipe] && found.links.map(\.process) == [0, other])
      #expect(found.links[1].threadName == "cat" && found.links[1].call == "read")
      #expect(!found.links[1].functions.isEmpty)
    }

    @Test func aParentWaitsForItsChildAndThatForASocket() throws {
      let pair = try Socket.pair(.stream, isBlocking: true)
      let ends = [pair.0.number, pair.1.number]
      let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
      let programs = [
        try spawn(["sh", "-c", "cat; true"], input: ends[0], output: null),
        try spawn(["cat"], input: ends[1], output: null),
      ]
      let (parent, other) = (programs[0].process, programs[1].process)
      for end in ends + [null] { close(end) }
      defer { for program in programs { program.kill() } }
      if let refusal = refusal(parent) {
        print("skipped: \(refusal)")
        return
      }
      let world = LinuxWorld(of: parent)
      world.wideAge = 0
      let found = try #require(chain(of: parent, in: world) { $0.links.count == 3 })
      #expect(found.links.map(\.object) == [.childProcess, .socket, .socket])
      #expect(found.links.map(\.threadName) == ["sh", "cat", "cat"] && found.links[2].thread == other)
      // A socket may have a time limit.
      #expect(!found.isDeadlock)
      let child = found.links[1].thread
      kill(child, SIGKILL)
    }
  }
}
