import Dispatch
import LinuxSystem
import Synchronization

/// Makes one system call of the calling thread fail, by a filter of the kernel's that asks a second thread about each call.
///
/// Nothing of the program under test is changed or replaced, so each call is reached, whichever function makes it. The filter stays
/// until the thread has ended, and its child processes have it, too. Calls that allocate memory are left out: they are made with a
/// lock that the second thread may need.
package final class SystemCallFaults: @unchecked Sendable {
  /// Calls that are watched, and errors with which the kernel or a sandbox may answer them.
  private static let usual: [Call] =
    waits + [
      ("epoll_create1", SYS_epoll_create1, [EMFILE, ENOMEM, EPERM]),
      ("epoll_ctl", SYS_epoll_ctl, [ENOSPC, ENOMEM, EPERM]),
      ("epoll_pwait", SYS_epoll_pwait, [EINTR, EPERM]),
      ("eventfd2", SYS_eventfd2, [EMFILE, ENOMEM, EPERM]),
      ("timerfd_create", SYS_timerfd_create, [EMFILE, ENODEV, EPERM]),
      ("timerfd_settime", SYS_timerfd_settime, [EPERM]),
      ("signalfd4", SYS_signalfd4, [EMFILE, ENOMEM, EPERM]),
      ("pidfd_open", SYS_pidfd_open, [EMFILE, ENOMEM, ENOSYS]),
      ("pidfd_send_signal", SYS_pidfd_send_signal, [EPERM]),
      ("waitid", SYS_waitid, [EINTR, EPERM]),
      ("inotify_init1", SYS_inotify_init1, [EMFILE, ENOMEM, EPERM]),
      ("inotify_add_watch", SYS_inotify_add_watch, [ENOSPC, ENOMEM, EACCES]),
      ("inotify_rm_watch", SYS_inotify_rm_watch, [EPERM]),
      ("dup3", SYS_dup3, [EINTR, EBUSY, EPERM]),
      ("fcntl", SYS_fcntl, [EMFILE, EPERM]),
      // Not EAGAIN, by which an eventfd says that its count was taken, or is full.
      ("read", SYS_read, [EINTR, EIO, EPERM]),
      ("write", SYS_write, [EINTR, EIO, EPERM]),
      ("socket", SYS_socket, [EMFILE, ENOBUFS, EPERM]),
      ("socketpair", SYS_socketpair, [EMFILE, ENOMEM, EPERM]),
      ("bind", SYS_bind, [ENOMEM, EADDRINUSE, EPERM]),
      ("listen", SYS_listen, [EADDRINUSE, EPERM]),
      ("connect", SYS_connect, [ENOMEM, ECONNREFUSED, EPERM]),
      ("accept4", SYS_accept4, [EMFILE, ECONNABORTED, EPERM]),
      ("sendto", SYS_sendto, [EINTR, ENOBUFS, EPIPE]),
      ("recvfrom", SYS_recvfrom, [EINTR, ENOMEM, ECONNRESET]),
      ("setsockopt", SYS_setsockopt, [ENOMEM, EPERM]),
      ("getsockopt", SYS_getsockopt, [ENOBUFS, EPERM]),
      ("shutdown", SYS_shutdown, [ENOTCONN, EPERM]),
      ("membarrier", SYS_membarrier, [EPERM, ENOSYS]),
    ]
  /// Calls for files, which most scenarios leave alone.
  private static let files: [Call] =
    places + [
      ("openat", SYS_openat, [EMFILE, EACCES, ENOMEM]),
      ("newfstatat", SYS_newfstatat, [EACCES, ENOMEM, ENOENT]),
      ("fstat", SYS_fstat, [ENOMEM, EPERM]),
      ("statx", SYS_statx, [ENOMEM, EPERM]),
      ("getdents64", SYS_getdents64, [EIO, ENOMEM]),
      ("pread64", SYS_pread64, [EINTR, EIO]),
      ("pwrite64", SYS_pwrite64, [ENOSPC, EIO]),
      ("fallocate", SYS_fallocate, [ENOSPC, EINTR, EOPNOTSUPP]),
      ("ftruncate", SYS_ftruncate, [EFBIG, EPERM]),
      ("flock", SYS_flock, [EWOULDBLOCK, ENOLCK, EPERM]),
      ("getsockname", SYS_getsockname, [ENOBUFS, EPERM]),
      ("ioctl", SYS_ioctl, [EPERM]),
    ]
  private typealias Call = (name: String, number: Int32, errors: [Int32])
  #if arch(x86_64)
    private static let waits: [Call] = [("epoll_wait", SYS_epoll_wait, [EINTR, EPERM])]
    private static let places: [Call] = [
      ("mkdir", SYS_mkdir, [ENOSPC, EACCES, EROFS]), ("unlink", SYS_unlink, [EACCES, EROFS]),
      ("rename", SYS_rename, [EACCES, ENOSPC]), ("chmod", SYS_chmod, [EPERM, EROFS]),
      ("readlink", SYS_readlink, [EACCES, ENOENT]), ("access", SYS_access, [EACCES, ENOENT]),
      ("poll", SYS_poll, [EINTR, ENOMEM]),
    ]
  #else
    private static let waits: [Call] = []
    private static let places: [Call] = [
      ("mkdirat", SYS_mkdirat, [ENOSPC, EACCES, EROFS]), ("unlinkat", SYS_unlinkat, [EACCES, EROFS]),
      ("fchmodat", SYS_fchmodat, [EPERM, EROFS]), ("readlinkat", SYS_readlinkat, [EACCES, ENOENT]),
      ("faccessat", SYS_faccessat, [EACCES, ENOENT]), ("ppoll", SYS_ppoll, [EINTR, ENOMEM]),
    ]
  #endif
  /// Number of errors that a call has at most.
  package static let variants = 3

  private typealias RawCall = @convention(c) (Int, Int, Int, Int, Int, Int, Int) -> Int
  /// syscall(2), which Swift does not import since its arguments vary.
  private static let raw = unsafeBitCast(dlsym(nil, "syscall"), to: RawCall.self)

  private struct Plan {
    var isOn = false
    /// No descriptor can be watched.
    var hasNoRoom = false
    /// Which call is to fail, counted from 1, and with which of its errors.
    var place = 0
    var variant = 0
    /// Calls so far.
    var count = 0
    var failed: String?
    var wrongCloses = 0
  }

  private let calls: [Call]
  private var thread = pthread_t()
  private let plan = Mutex(Plan())
  private let listener = Atomic<Int32>(-1)
  private let isReady = DispatchSemaphore(value: 0)

  /// Watches the calling thread's calls from now on. Nil when the kernel or a sandbox does not offer it.
  ///
  /// - Parameter withFiles: calls for files fail, too.
  package init?(withFiles: Bool = false) {
    calls = Self.usual + (withFiles ? Self.files : [])
    // Made first: a thread that is made later has the filter, too.
    let failure = pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<SystemCallFaults>.fromOpaque(argument!).takeRetainedValue().answer()
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    precondition(failure == 0, "no thread could be made")
    listener.store(install(), ordering: .releasing)
    isReady.signal()
    if listener.load(ordering: .relaxed) < 0 {
      end()
      return nil
    }
  }

  /// Waits until the watched thread has ended, and what has its filter. To be called once, on another thread.
  package func end() {
    pthread_join(thread, nil)
  }

  /// The descriptor that reports the thread's calls, or -1.
  private func install() -> Int32 {
    // Loads the number of the call, compares it with each, and allows it or asks.
    var program: [UInt64] = [0x20]
    let numbers = calls.map(\.number) + [SYS_close]
    for (place, number) in numbers.enumerated() {
      let distance = UInt64(numbers.count - place)
      program.append(0x15 | distance << 16 | UInt64(UInt32(bitPattern: number)) << 32)
    }
    program += [0x06 | 0x7fff_0000 << 32, 0x06 | 0x7fc0_0000 << 32]
    // PR_SET_NO_NEW_PRIVS: without it only root may install a filter.
    guard Self.raw(Int(SYS_prctl), 38, 1, 0, 0, 0, 0) == 0 else { return -1 }
    return program.withUnsafeBufferPointer { program in
      var header = (UInt64(program.count), UInt64(UInt(bitPattern: program.baseAddress)))
      return withUnsafeMutablePointer(to: &header) { header in
        // 1: a filter. 8: with a listener.
        Int32(Self.raw(Int(SYS_seccomp), 1, 8, Int(bitPattern: header), 0, 0, 0))
      }
    }
  }

  /// Calls `body`, in which the call of that place, counted from 1, fails with an error of that variant. Calls that have no such
  /// variant do not fail.
  ///
  /// - Returns: the number of calls, and what failed.
  package func during<Value>(
    failing place: Int, variant: Int, _ body: () throws -> Value
  ) rethrows -> (value: Value, calls: Int, failed: String?) {
    plan.withLock { $0 = Plan(isOn: true, place: place, variant: variant) }
    defer { plan.withLock { $0.isOn = false } }
    let value = try body()
    let (count, failed) = plan.withLock { ($0.count, $0.failed) }
    return (value, count, failed)
  }

  /// Calls `body`, during which the kernel has no room for another watched descriptor (epoll_ctl gives ENOSPC).
  package func withoutRoom<Value>(_ body: () throws -> Value) rethrows -> Value {
    plan.withLock { $0.hasNoRoom = true }
    defer { plan.withLock { $0.hasNoRoom = false } }
    return try body()
  }

  /// Answers until the thread has ended. Makes none of the watched calls.
  private func answer() {
    isReady.wait()
    let listener = listener.load(ordering: .acquiring)
    guard listener >= 0 else { return }
    let question = UnsafeMutableRawPointer.allocate(byteCount: 80, alignment: 8)
    let reply = UnsafeMutableRawPointer.allocate(byteCount: 24, alignment: 8)
    defer {
      question.deallocate()
      reply.deallocate()
      close(listener)
    }
    while true {
      var ready = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
      _ = poll(&ready, 1, -1)
      if ready.revents & Int16(POLLIN) == 0, ready.revents != 0 { return }
      question.initializeMemory(as: UInt8.self, repeating: 0, count: 80)
      guard Self.raw(Int(SYS_ioctl), Int(listener), 0xC050_2100, Int(bitPattern: question), 0, 0, 0) == 0
      else {
        continue
      }
      let number = question.load(fromByteOffset: 16, as: Int32.self)
      if number == SYS_close {
        check(
          question.load(fromByteOffset: 32, as: UInt64.self),
          of: question.load(fromByteOffset: 8, as: Int32.self), question)
      }
      let error = decide(number, secondArgument: question.load(fromByteOffset: 40, as: Int.self))
      reply.storeBytes(of: question.load(as: UInt64.self), as: UInt64.self)
      reply.storeBytes(of: 0, toByteOffset: 8, as: Int64.self)
      reply.storeBytes(of: -error, toByteOffset: 16, as: Int32.self)
      // 1: the kernel continues the call.
      reply.storeBytes(of: error == 0 ? 1 : 0, toByteOffset: 20, as: UInt32.self)
      _ = Self.raw(Int(SYS_ioctl), Int(listener), 0xC018_2101, Int(bitPattern: reply), 0, 0, 0)
    }
  }

  /// Closes of descriptors that were not open, since the last call of `during` began: another thread could have got that
  /// number in between.
  package var wrongCloses: Int { plan.withLock { $0.wrongCloses } }

  /// The thread is about to close this descriptor: the watched one, or that of a child process, which has descriptors of its own.
  ///
  /// - Parameter question: begins with the number of the call, which is no longer valid when the thread was killed meanwhile.
  private func check(_ descriptor: UInt64, of thread: Int32, _ question: UnsafeMutableRawPointer) {
    // No descriptor, as the result of a failed call.
    guard descriptor <= Int32.max else { return }
    let table = "/proc/\(thread)/fd"
    var status = stat()
    guard access(table, F_OK) == 0, lstat("\(table)/\(descriptor)", &status) < 0, errno == ENOENT,
      Self.raw(
        Int(SYS_ioctl), Int(listener.load(ordering: .relaxed)), 0x4008_2102, Int(bitPattern: question), 0, 0,
        0) == 0
    else { return }
    plan.withLock { $0.wrongCloses += 1 }
  }

  /// The error of the call, or 0.
  private func decide(_ number: Int32, secondArgument: Int) -> Int32 {
    plan.withLock { plan in
      // EPOLL_CTL_ADD.
      if plan.hasNoRoom, number == SYS_epoll_ctl, secondArgument == 1 { return ENOSPC }
      guard plan.isOn, number != SYS_close else { return 0 }
      plan.count += 1
      guard plan.count == plan.place, let call = calls.first(where: { $0.number == number }),
        plan.variant < call.errors.count
      else { return 0 }
      let error = call.errors[plan.variant]
      plan.failed = "\(call.name) with \(String(cString: strerror(error)))"
      return error
    }
  }
}
