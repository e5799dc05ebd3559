import LinuxSystem

/// A system call that failed.
struct SystemError: Error {
  let call: StaticString
  let code: CInt

  var isAlreadyThere: Bool { code == EEXIST }
  /// The client ended the connection before it was accepted.
  var isBrokenConnection: Bool { code == ECONNABORTED || code == ECONNRESET || code == EPROTO }

  private var isWatching: Bool { "\(call)" == "epoll_ctl" }

  /// The error for a user of ports.
  func portError(_ descriptor: Int32, _ label: String) -> RunLoop.PortError {
    // Where there is no descriptor yet, or the call does not take it, a sandbox has refused the call.
    if code == EPERM, descriptor < 0 || !isWatching { return .unexpected(call: "\(call)", code: code) }
    return switch code {
    case EBADF, ENOENT: .closed(descriptor: descriptor, label: label)
    case EPERM: .notPollable(descriptor: descriptor, label: label)
    case EMFILE, ENFILE: .tooManyDescriptors
    case ENOSPC, ENOMEM: .watchLimitReached
    default: .unexpected(call: "\(call)", code: code)
    }
  }
}

/// The system calls of the core. Interrupted calls are retried.
enum SystemCall {
  @inline(__always)
  static func checked<Value: SignedInteger>(
    _ name: StaticString, _ body: () -> Value
  ) throws(SystemError) -> Value {
    try checked(name, result: uninterrupted(body))
  }

  /// Throws the error of a call that has failed.
  @inline(__always)
  static func checked<Value: SignedInteger>(_ name: StaticString, result: Value) throws(SystemError) -> Value
  {
    if result < 0 { throw SystemError(call: name, code: Errno.last.code) }
    return result
  }

  /// Adds a call's name to its error.
  @inline(__always)
  private static func named<Value>(
    _ name: StaticString, _ body: () throws(Errno) -> Value
  ) throws(SystemError) -> Value {
    do throws(Errno) { return try body() } catch { throw SystemError(call: name, code: error.code) }
  }

  static func eventDescriptor() throws(SystemError) -> Int32 {
    try checked("eventfd") { eventfd(0, CInt(EFD_NONBLOCK | EFD_CLOEXEC)) }
  }

  static func timerDescriptor() throws(SystemError) -> Int32 {
    try checked("timerfd_create") {
      timerfd_create(CLOCK_MONOTONIC, CInt(TFD_NONBLOCK | TFD_CLOEXEC))
    }
  }

  static func portSetDescriptor() throws(SystemError) -> Int32 {
    try checked("epoll_create1") { epoll_create1(CInt(EPOLL_CLOEXEC)) }
  }

  /// A connected pair of sockets that keep whole messages.
  static func messageSocketPair() throws(SystemError) -> (Int32, Int32) {
    let pair = try named("socketpair") { () throws(Errno) in try Socket.pair(.packets) }
    return (pair.0.number, pair.1.number)
  }

  /// Adds one to an eventfd's counter. A full counter is ready anyway. False when the descriptor is not open.
  @inline(__always)
  @discardableResult
  static func ring(_ descriptor: Int32) -> Bool {
    var one: UInt64 = 1
    return linux_write(descriptor, &one, 8) == 8 || ringAgain(descriptor)
  }

  /// Retries a refused ring at once: nothing else would wake a sleeping loop.
  @inline(never)
  private static func ringAgain(_ descriptor: Int32) -> Bool {
    var one: UInt64 = 1
    for _ in 0..<attempts where !Errno.last.wouldBlock && Errno.last != EBADF {
      if linux_write(descriptor, &one, 8) == 8 { return true }
    }
    return Errno.last != EBADF
  }

  /// How often a call on an eventfd or timerfd is retried when it fails for reasons outside the descriptor.
  private static let attempts = 3

  /// Takes the count of an eventfd or timerfd; false when there was nothing to take.
  @inline(__always)
  static func takeCount(_ descriptor: Int32) -> Bool {
    let taken = linux_take_count(descriptor)
    return taken < 0 ? takeCountAgain(descriptor) : taken > 0
  }

  /// Retries, since the kernel does not report again a count that was not taken.
  @inline(never)
  private static func takeCountAgain(_ descriptor: Int32) -> Bool {
    for _ in 0..<attempts {
      let taken = linux_take_count(descriptor)
      if taken >= 0 { return taken > 0 }
    }
    return false
  }

  /// Watches the descriptor. `edge`: reported once per change to readable; otherwise as long as it is readable.
  static func watch(_ descriptor: Int32, in set: Int32, token: UInt64, edge: Bool) throws(SystemError) {
    let mask = EPOLLIN.rawValue | (edge ? EPOLLET.rawValue : 0)
    try watch(descriptor, in: set, token: token, mask: mask)
  }

  /// Watches the descriptor for the events of the mask. `again`: changes the mask of a watched one.
  static func watch(
    _ descriptor: Int32, in set: Int32, token: UInt64, mask: UInt32, again: Bool = false
  ) throws(SystemError) {
    var event = epoll_event()
    event.events = mask
    event.data.u64 = token
    let operation = CInt(again ? EPOLL_CTL_MOD : EPOLL_CTL_ADD)
    _ = try checked("epoll_ctl") { epoll_ctl(set, operation, descriptor, &event) }
  }

  /// Stops watching a descriptor, which may be closed already.
  static func unwatch(_ descriptor: Int32, in set: Int32) {
    try? stopWatching(descriptor, in: set)
  }

  static func stopWatching(_ descriptor: Int32, in set: Int32) throws(SystemError) {
    var event = epoll_event()
    _ = try checked("epoll_ctl") { epoll_ctl(set, CInt(EPOLL_CTL_DEL), descriptor, &event) }
  }

  /// Whether a failure to watch means that the number no longer belongs to the descriptor. Otherwise the kernel has no
  /// memory for it, or a sandbox refuses the call.
  static func isGone(_ descriptor: Int32, after error: SystemError) -> Bool {
    switch error.code {
    case EBADF, ENOENT, EEXIST, EINVAL, ELOOP: true
    // A regular file has the number now; or the call was refused.
    case EPERM: (try? checkPollable(descriptor)) == nil
    // A sandbox may have any error for a refusal.
    default: false
    }
  }

  /// Makes the number a duplicate of another descriptor.
  static func replace(_ descriptor: Int32, by other: borrowing Descriptor) throws(SystemError) {
    while linux_dup3(other.number, descriptor, CInt(O_CLOEXEC)) < 0 {
      let error = Errno.last
      if !error.isInterruption, error != EBUSY { throw SystemError(call: "dup3", code: error.code) }
    }
  }

  /// Number of ready descriptors, oldest first. Waits that long for one, or a signal; -1: without a limit. Returns 0, after a
  /// pause, when the kernel refuses the call.
  @inline(__always)
  static func readyEvents(
    in set: Int32, into events: UnsafeMutablePointer<epoll_event>, capacity: Int32, for milliseconds: Int32
  ) -> Int {
    let count = wait(in: set, into: events, capacity, for: milliseconds)
    return count >= 0 ? Int(count) : afterFailedWait(in: set, into: events, capacity, for: milliseconds)
  }

  @inline(__always)
  private static func wait(
    in set: Int32, into events: UnsafeMutablePointer<epoll_event>, _ capacity: Int32, for milliseconds: Int32
  ) -> Int32 {
    if let replaced = KernelCalls.replacedWait {
      replaced(set, events, capacity, milliseconds)
    } else {
      linux_epoll_wait(set, events, capacity, milliseconds)
    }
  }

  @inline(never)
  private static func afterFailedWait(
    in set: Int32, into events: UnsafeMutablePointer<epoll_event>, _ capacity: Int32, for milliseconds: Int32
  ) -> Int {
    // In a forked child, no event is asked for.
    if capacity == 0 { return 0 }
    // A signal interrupts a wait, but no call that does not wait: if that fails too, a sandbox refuses with this error.
    if Errno.last.isInterruption {
      let count = wait(in: set, into: events, capacity, for: 0)
      if count >= 0 { return Int(count) }
    }
    let error = Errno.last
    if error == EBADF || error == EINVAL { requirePortSet(set) }
    // A sandbox does not allow the call; it may have any error for that.
    if milliseconds != 0 { pauseAfterRefusal() }
    return 0
  }

  /// Keeps a loop that can not wait from spinning: it polls a hundred times a second.
  @inline(never)
  static func pauseAfterRefusal() {
    usleep(10_000)
  }

  /// Arms a timerfd for an absolute time; 0 disarms it. False when the kernel refuses.
  static func setTimer(_ descriptor: Int32, to deadline: Nanoseconds) -> Bool {
    var setting = itimerspec()
    setting.it_value = SystemTime.timespec(nanoseconds: deadline)
    return timerfd_settime(descriptor, CInt(TFD_TIMER_ABSTIME), &setting, nil) == 0
  }

  /// Whether the descriptor is open and of a kind that can be watched.
  static func checkPollable(_ descriptor: Int32) throws(SystemError) {
    var status = stat()
    _ = try checked("fstat") { fstat(descriptor, &status) }
    let kind = status.st_mode & S_IFMT
    if kind == S_IFREG || kind == S_IFDIR { throw SystemError(call: "epoll_ctl", code: EPERM) }
  }

  /// Whether the descriptor is an eventfd or a timerfd.
  static func hasCount(_ descriptor: Int32) -> Bool {
    let name = fileName(of: descriptor)
    return name == "anon_inode:[eventfd]" || name == "anon_inode:[timerfd]"
  }

  /// The kernel's name of an open file; nil when it is not known.
  static func fileName(of descriptor: Int32) -> String? { KernelFile.link("/proc/self/fd/\(descriptor)") }

  /// The descriptor of a new connection, which does not block; nil when none waits.
  static func acceptConnection(_ socket: Int32) throws(SystemError) -> Int32? {
    do throws(SystemError) {
      return try named("accept4") { () throws(Errno) in try Socket(socket).accept().number }
    } catch {
      guard error.code == EAGAIN else { throw error }
      return nil
    }
  }

  /// Sends one whole message; a closed peer is an error, not a signal.
  static func sendMessage(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    _ = try checked("send", result: Socket(descriptor).send(bytes))
  }

  /// Receives one message into the buffer and returns its true length, which may exceed the buffer's.
  static func receiveMessage(
    into buffer: UnsafeMutableRawBufferPointer, peek: Bool, from descriptor: Int32
  ) throws(SystemError) -> Int {
    try checked(
      "recv", result: Socket(descriptor).receive(into: buffer, peek ? [.wholeLength, .peek] : .wholeLength))
  }

  /// Makes a file, or empties it.
  static func emptyFile(at path: String) throws(SystemError) -> Int32 {
    // The path would be cut off at the NUL, and name another file.
    if path.utf8.contains(0) { throw SystemError(call: "open", code: ENOENT) }
    return try checked("open") { open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
  }

  /// Extends a file and maps the new part. Allocates its blocks: writing to mapped memory without room on the disk would
  /// end the process.
  static func mapNewPiece(
    of descriptor: Int32, from start: Int, count: Int
  ) throws(SystemError) -> UnsafeMutableRawPointer {
    // It returns the error instead of setting errno. In memory file systems a signal interrupts it.
    var failure = EINTR
    while failure == EINTR { failure = posix_fallocate(descriptor, start, count) }
    if failure != 0 { throw SystemError(call: "posix_fallocate", code: failure) }
    let mapped = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, start)
    guard let mapped, mapped != MAP_FAILED else { throw SystemError(call: "mmap", code: Errno.last.code) }
    return mapped
  }

  /// Wakes a thread that sleeps on the word.
  static func wake(_ word: UnsafePointer<UInt32>) {
    _ = linux_futex_wake(word, 1)
  }

  /// Sleeps while the word has the value, until the deadline at the latest.
  static func sleep(on word: UnsafePointer<UInt32>, while value: UInt32, until deadline: Nanoseconds) {
    let result: CInt
    if deadline == .never {
      result = linux_futex_wait(word, value, nil)
    } else {
      var time = SystemTime.timespec(nanoseconds: deadline)
      result = linux_futex_wait(word, value, &time)
    }
    // Otherwise a sandbox does not allow the call.
    if result < 0, ![EINTR, EAGAIN, ETIMEDOUT].contains(Errno.last.code) { pauseAfterRefusal() }
  }
}

/// The only owner of a descriptor, which closes it once, when it is destroyed.
struct Descriptor: ~Copyable {
  let number: Int32

  init(_ number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }
}

// MARK: Memory

extension SystemCall {
  /// Memory from the kernel, zeroed; nil when it has none.
  static func mapMemory(_ bytes: Int) -> UnsafeMutableRawPointer? {
    let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    return memory == MAP_FAILED ? nil : memory
  }

  static func unmapMemory(_ memory: UnsafeMutableRawPointer, _ bytes: Int) {
    munmap(memory, bytes)
  }
}
