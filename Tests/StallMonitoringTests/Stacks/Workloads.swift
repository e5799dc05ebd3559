import Dispatch
import LinuxSystem
import Synchronization

// Things that a thread does, each at the end of a known recursion: a stack is right when it names all of it.

/// What the workloads share. Plain memory: they run beside the thread that looks at them.
enum Load {
  nonisolated(unsafe) static let stop: UnsafeMutablePointer<Atomic<Bool>> = {
    let pointer = UnsafeMutablePointer<Atomic<Bool>>.allocate(capacity: 1)
    pointer.initialize(to: Atomic(false))
    return pointer
  }()
  nonisolated(unsafe) static var sink = 0
  nonisolated(unsafe) static var interruptions = 0
  nonisolated(unsafe) static var pipe: (read: Int32, write: Int32) = (-1, -1)
  nonisolated(unsafe) static var scratch: Int32 = -1
  nonisolated(unsafe) static let mutex: UnsafeMutablePointer<pthread_mutex_t> = {
    let pointer = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    pthread_mutex_init(pointer, nil)
    return pointer
  }()
  static let semaphore = DispatchSemaphore(value: 0)
  static var goesOn: Bool { !stop.pointee.load(ordering: .relaxed) }
}

enum Workload: Int, CaseIterable, Sendable {
  case busy, nanosleep, poll, read, mutex, malloc, qsort, memcpy, strings, dlopen, dispatchSemaphore, epoll,
    fsync
  case sort, pieces, sets, timedSemaphore, timedReceive

  /// Part of the name of the function that the recursion ends in.
  var leaf: String { "load\("\(self)".prefix(1).uppercased())\("\(self)".dropFirst())" }
}

@inline(never) func loadBusy() {
  while Load.goesOn { for index in 0..<2000 { Load.sink = Load.sink &* 31 &+ index } }
}
@inline(never) func loadNanosleep() {
  while Load.goesOn {
    var time = timespec(tv_sec: 0, tv_nsec: 50_000_000)
    if nanosleep(&time, nil) != 0 { Load.interruptions += 1 }
  }
}
@inline(never) func loadPoll() {
  while Load.goesOn {
    var entry = pollfd(fd: Load.pipe.read, events: Int16(POLLIN), revents: 0)
    if poll(&entry, 1, 50) < 0 { Load.interruptions += 1 }
  }
}
@inline(never) func loadRead() {
  while Load.goesOn {
    var byte: UInt8 = 0
    if read(Load.pipe.read, &byte, 1) < 0 { Load.interruptions += 1 }
  }
}
@inline(never) func loadMutex() {
  while Load.goesOn {
    pthread_mutex_lock(Load.mutex)
    pthread_mutex_unlock(Load.mutex)
    if Load.goesOn { usleep(100) }
  }
}
@inline(never) func loadMalloc() {
  while Load.goesOn {
    for index in 1..<200 {
      let memory = malloc(index * 37)
      Load.sink &+= Int(bitPattern: memory) & 1
      free(memory)
    }
  }
}
@inline(never) func compareWords(_ left: UnsafeRawPointer?, _ right: UnsafeRawPointer?) -> Int32 {
  let (a, b) = (left?.load(as: Int32.self) ?? 0, right?.load(as: Int32.self) ?? 0)
  for index in 0..<40 { Load.sink &+= index ^ Int(a) }
  return a < b ? -1 : (a > b ? 1 : 0)
}
@inline(never) func loadQsort() {
  var words = [Int32](repeating: 0, count: 2000)
  while Load.goesOn {
    for index in words.indices { words[index] = Int32(truncatingIfNeeded: index &* 7919 % 2003) }
    qsort(&words, words.count, 4, compareWords)
  }
}
@inline(never) func loadMemcpy() {
  let source = UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 16)
  let target = UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 16)
  memset(source, 1, 1 << 20)
  while Load.goesOn {
    memcpy(target, source, 1 << 20)
    Load.sink &+= target.load(as: Int.self)
  }
  source.deallocate()
  target.deallocate()
}
@inline(never) func loadStrings() {
  while Load.goesOn {
    var counts: [String: Int] = [:]
    for index in 0..<200 { counts["k\(index % 50)", default: 0] += index }
    Load.sink &+= counts.count
  }
}
@inline(never) func loadDlopen() {
  while Load.goesOn { if let library = dlopen("libanl.so.1", RTLD_NOW) { dlclose(library) } }
}
@inline(never) func loadDispatchSemaphore() {
  while Load.goesOn { _ = Load.semaphore.wait(timeout: .now() + .milliseconds(50)) }
}
@inline(never) func loadEpoll() {
  let set = epoll_create1(0)
  var event = epoll_event()
  while Load.goesOn { if epoll_wait(set, &event, 1, 50) < 0 { Load.interruptions += 1 } }
  close(set)
}
@inline(never) func loadFsync() {
  while Load.goesOn {
    var value = Load.sink
    pwrite(Load.scratch, &value, 8, 0)
    fsync(Load.scratch)
    Load.sink &+= 1
  }
}
@inline(never) func loadSort() {
  var numbers = (0..<2000).map { ($0 &* 7919) % 2003 }
  while Load.goesOn {
    numbers.sort { $0 > $1 }
    numbers.sort { (left, right) in left < right }
    Load.sink &+= numbers[0]
  }
}
@inline(never) func loadPieces() {
  while Load.goesOn {
    var text = ""
    for index in 0..<100 { text += String(index, radix: 16) + "-" }
    Load.sink &+= text.utf8.count + text.split(separator: "-").count
  }
}
@inline(never) func loadSets() {
  while Load.goesOn {
    var set = Set<[UInt8]>()
    for index in 0..<100 { set.insert([UInt8(index & 63), 2, 3]) }
    Load.sink &+= set.count + set.map { $0.description }.count
  }
}

@inline(never) func loadTimedSemaphore() {
  let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  sem_init(semaphore, 0, 0)
  while Load.goesOn {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    time.tv_nsec += 50_000_000
    if time.tv_nsec >= 1_000_000_000 {
      (time.tv_sec, time.tv_nsec) = (time.tv_sec + 1, time.tv_nsec - 1_000_000_000)
    }
    if sem_timedwait(semaphore, &time) != 0, errno == EINTR { Load.interruptions += 1 }
  }
  sem_destroy(semaphore)
  semaphore.deallocate()
}
@inline(never) func loadTimedReceive() {
  var pair: (Int32, Int32) = (-1, -1)
  withUnsafeMutableBytes(of: &pair) {
    _ = socketpair(
      AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, $0.assumingMemoryBound(to: Int32.self).baseAddress)
  }
  var limit = timeval(tv_sec: 0, tv_usec: 50_000)
  setsockopt(pair.0, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  while Load.goesOn {
    var byte: UInt8 = 0
    if recv(pair.0, &byte, 1, 0) < 0, errno == EINTR { Load.interruptions += 1 }
  }
  close(pair.0)
  close(pair.1)
}

@inline(never) func descendOdd(_ depth: Int, _ load: Workload) -> Int {
  if depth == 0 {
    switch load {
    case .busy: loadBusy()
    case .nanosleep: loadNanosleep()
    case .poll: loadPoll()
    case .read: loadRead()
    case .mutex: loadMutex()
    case .malloc: loadMalloc()
    case .qsort: loadQsort()
    case .memcpy: loadMemcpy()
    case .strings: loadStrings()
    case .dlopen: loadDlopen()
    case .dispatchSemaphore: loadDispatchSemaphore()
    case .epoll: loadEpoll()
    case .fsync: loadFsync()
    case .sort: loadSort()
    case .pieces: loadPieces()
    case .sets: loadSets()
    case .timedSemaphore: loadTimedSemaphore()
    case .timedReceive: loadTimedReceive()
    }
    Load.sink &+= 1
    return Load.sink
  }
  let result = descendEven(depth - 1, load)
  Load.sink &+= result & 1
  return result &+ 1
}
@inline(never) func descendEven(_ depth: Int, _ load: Workload) -> Int {
  let result = descendOdd(depth, load)
  Load.sink &+= result & 3
  return result ^ 1
}
@inline(never) func descendFirst(_ depth: Int, _ load: Workload) -> Int {
  let result = descendOdd(depth, load)
  Load.sink &+= result
  return result &+ 2
}
