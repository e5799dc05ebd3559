import LinuxSystem
import RunLoopCore
import Synchronization

/// What injected causes need: locks, pipes, files, a thread that holds things.
final class InjectionPlace: @unchecked Sendable {
  static let bigFileSize = 128 << 20

  let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  let secondLock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  let readWriteLock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
  let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  let mutex = Mutex(0)
  let pipe: BytePipe
  let sockets: BytePipe
  let holder = Holder()
  /// Nil until it is needed.
  private let folder = Mutex<String?>(nil)
  private let interruptions = Atomic<Int>(0)

  init() throws(Descriptors.Failure) {
    pthread_mutex_init(lock, nil)
    pthread_mutex_init(secondLock, nil)
    pthread_rwlock_init(readWriteLock, nil)
    sem_init(semaphore, 0, 0)
    pipe = try BytePipe(isSocket: false)
    sockets = try BytePipe(isSocket: true)
    holder.place = self
  }

  /// A file in a private folder with a random name, which is made on first use: a process that is killed leaves none behind.
  func path(_ name: String) -> String {
    folder.withLock { folder in
      if let folder { return "\(folder)/\(name)" }
      let parent = Environment.value("TMPDIR") ?? "/var/tmp"
      var template = Array("\(parent)/runloop-stalls-XXXXXX".utf8CString)
      // Without a folder, opening the file fails with an error.
      guard let made = mkdtemp(&template) else { return "\(parent)/none/\(name)" }
      let path = String(cString: made)
      folder = path
      return "\(path)/\(name)"
    }
  }

  /// A file that is on the disk, and not all in memory; made when it is first needed.
  var bigFile: String { path("big") }

  func makeBigFile() throws(Descriptors.Failure) {
    let descriptor = open(bigFile, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Descriptors.Failure("open \(bigFile)") }
    defer { close(descriptor) }
    let block = [UInt8](repeating: 7, count: 1 << 20)
    for number in 0..<Self.bigFileSize >> 20 {
      guard pwrite(descriptor, block, block.count, off_t(number << 20)) == block.count else {
        throw Descriptors.Failure("write \(bigFile)")
      }
    }
    fsync(descriptor)
  }

  func removeFiles() {
    folder.withLock { folder in
      guard let path = folder else { return }
      unlink("\(path)/big")
      unlink("\(path)/written")
      rmdir(path)
      folder = nil
    }
  }

  /// A system call was ended early: by a signal, which the monitor must not send to a blocked thread.
  func noteInterruption() { interruptions.add(1, ordering: .relaxed) }
  var interruptionCount: Int { interruptions.load(ordering: .relaxed) }

  /// Posts short blocks, each of which posts the next, for so long: no wait in between.
  func burst(for time: UInt64) {
    let loop = RunLoop.current
    let end = monotonicNow() + time
    @Sendable func next() {
      injectBusy(1_000_000)
      if monotonicNow() < end { loop.post { next() } }
    }
    loop.post { next() }
  }
}

/// A thread that holds a lock for a time, or does something after it.
final class Holder: @unchecked Sendable {
  weak var place: InjectionPlace?
  private let ready = Semaphore()
  let thread = Atomic<Int32>(0)

  /// Takes it on a thread of its own, and comes back when that has it.
  func hold(
    for time: UInt64, take: @escaping @Sendable (InjectionPlace) -> Int32,
    release: @escaping @Sendable (InjectionPlace) -> Int32
  ) {
    start { [self] place in
      _ = take(place)
      ready.signal()
      holdOn(time)
      _ = release(place)
    }
    ready.wait()
  }

  func holdMutex(for time: UInt64) {
    start { [self] place in
      place.mutex.withLock { value in
        value += 1
        ready.signal()
        holdOn(time)
      }
    }
    ready.wait()
  }

  func act(after time: UInt64, _ body: @escaping @Sendable (InjectionPlace) -> Int32) {
    start { place in
      holdOn(time)
      _ = body(place)
    }
  }

  /// Starts a joinable thread that ends after the time; returns when it has started.
  func joinable(for time: UInt64) -> pthread_t {
    thread.store(0, ordering: .relaxed)
    let started = ThreadStart.joinable { [self] in
      thread.store(ThreadStart.number, ordering: .relaxed)
      ready.signal()
      holdOn(time)
    }
    ready.wait()
    return started
  }

  private func start(_ body: @escaping @Sendable (InjectionPlace) -> Void) {
    guard let place else { return }
    ThreadStart.detached { [self] in
      thread.store(ThreadStart.number, ordering: .relaxed)
      body(place)
    }
  }
}

/// The activity of a lock's holder meanwhile.
@inline(never)
func holdOn(_ time: UInt64) {
  let end = monotonicNow() + time
  while monotonicNow() < end {
    let left = end - min(end, monotonicNow())
    var rest = SystemTime.timespec(nanoseconds: left)
    nanosleep(&rest, nil)
  }
}

/// Two connected descriptors, for single bytes.
struct BytePipe: Sendable {
  let reader: Int32
  let writer: Int32

  init(isSocket: Bool) throws(Descriptors.Failure) {
    if isSocket {
      do throws(Errno) {
        let ends = try Socket.pair(.stream, isBlocking: true)
        (reader, writer) = (ends.0.number, ends.1.number)
      } catch {
        throw Descriptors.Failure("socketpair", error)
      }
    } else {
      var ends: [Int32] = [-1, -1]
      guard linux_pipe(&ends) == 0 else { throw Descriptors.Failure("pipe") }
      (reader, writer) = (ends[0], ends[1])
    }
  }

  func writeByte() -> Int32 {
    var byte: UInt8 = 1
    return Int32(write(writer, &byte, 1))
  }

  func readByte() -> Bool {
    var byte: UInt8 = 0
    return read(reader, &byte, 1) == 1
  }

  func receiveByte() -> Bool {
    var byte: UInt8 = 0
    return withUnsafeMutableBytes(of: &byte) { Socket(reader).receiveOnce(into: $0) } == 1
  }
}
