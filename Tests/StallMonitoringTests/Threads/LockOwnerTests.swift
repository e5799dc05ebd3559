import LinuxSystem
import Synchronization
import TestHarness
import Testing

@testable import StallMonitoring

/// A lock that one thread holds and another waits for.
final class ContestedLock: @unchecked Sendable {
  enum Kind: CaseIterable, Sendable { case pthreadMutex, mutex, writeLock, recursiveMutex, inheritingMutex }

  private let kind: Kind
  private let pthread = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let readWrite = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
  private let swift = Mutex(0)

  init(_ kind: Kind) {
    self.kind = kind
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    if kind == .recursiveMutex { pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE)) }
    if kind == .inheritingMutex { pthread_mutexattr_setprotocol(&attributes, Int32(PTHREAD_PRIO_INHERIT)) }
    pthread_mutex_init(pthread, &attributes)
    pthread_rwlock_init(readWrite, nil)
  }

  deinit {
    pthread.deallocate()
    readWrite.deallocate()
  }

  func hold(_ body: () -> Void) {
    switch kind {
    case .pthreadMutex, .recursiveMutex, .inheritingMutex:
      pthread_mutex_lock(pthread)
      body()
      pthread_mutex_unlock(pthread)
    case .mutex: swift.withLock { _ in body() }
    case .writeLock:
      pthread_rwlock_wrlock(readWrite)
      body()
      pthread_rwlock_unlock(readWrite)
    }
  }

  func take() {
    guard kind == .writeLock else { return hold {} }
    pthread_rwlock_rdlock(readWrite)
    pthread_rwlock_unlock(readWrite)
  }
}

@inline(never) func holdsTheLockAndReads(_ descriptor: Int32) {
  var byte: UInt8 = 0
  while read(descriptor, &byte, 1) != 1 {}
  Load.sink &+= Int(byte)
}

func nameThisThread(_ name: String) {
  let descriptor = open("/proc/thread-self/comm", O_WRONLY)
  _ = name.utf8CString.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count - 1) }
  close(descriptor)
}

extension RealThreads {
  @Suite(.hangLimit) struct LockOwnerTests {
    /// Blocks until the thread waits for a futex.
    private func waitUntilBlocked(_ thread: Int32) {
      let files = ThreadFiles(thread: thread)
      while true {
        if case .blocked(let call) = files.callState, call.number == Int(SYS_futex) { return }
        usleep(500)
      }
    }

    @Test(arguments: ContestedLock.Kind.allCases)
    func theHolderOfALockIsNamedWithItsStack(_ kind: ContestedLock.Kind) throws {
      let world = LinuxWorld()
      let lock = ContestedLock(kind)
      var ends: (Int32, Int32) = (-1, -1)
      withUnsafeMutableBytes(of: &ends) { _ = pipe($0.assumingMemoryBound(to: Int32.self).baseAddress) }
      let reading = ends.0
      let holder = TargetThread {
        nameThisThread("lock holder")
        lock.hold { holdsTheLockAndReads(reading) }
      }
      // The holder blocks in `read` once it has the lock.
      let files = ThreadFiles(thread: holder.thread)
      while true {
        if case .blocked(let call) = files.callState, call.number == Int(SYS_read) { break }
        usleep(500)
      }
      let waiter = TargetThread(world) { lock.take() }
      waitUntilBlocked(waiter.thread)
      let first = try #require(world.read(thread: waiter.thread, isBrief: false))
      let samples = (0..<5).map { _ in
        usleep(2000)
        return world.sample(thread: waiter.thread)
      }
      let last = try #require(world.read(thread: waiter.thread, isBrief: false))
      let diagnosis = world.diagnose(thread: waiter.thread, readings: [first, last], samples: samples)
      #expect(diagnosis.cause == .lock)
      #expect(diagnosis.systemCall == "futex")
      let owner = try #require(diagnosis.lockOwner)
      #expect(owner.thread == holder.thread)
      #expect(owner.threadName == "lock holder")
      switch kind {
      case .pthreadMutex, .recursiveMutex, .inheritingMutex: #expect(owner.kind == .pthreadMutex)
      case .mutex: #expect(owner.kind == .mutex)
      case .writeLock: #expect(owner.kind == .readWriteLock)
      }
      #expect(owner.stack.isComplete, "\(owner.stack.reason)")
      let names = SymbolNames().frames(owner.stack.addresses).map(\.name)
      #expect(names.contains { $0.contains("holdsTheLockAndReads") }, "\(names)")
      var byte: UInt8 = 1
      write(ends.1, &byte, 1)
      holder.join()
      waiter.join()
      close(ends.0)
      close(ends.1)
    }
  }
}
