import LinuxSystem
import RunLoopCore

// What holds the loop up: one function for each cause, never inlined, so that stacks show which it was.

/// CLOCK_MONOTONIC, nanoseconds.
func monotonicNow() -> UInt64 { linux_time(CLOCK_MONOTONIC) }

/// Keeps the optimizer from removing the computation.
nonisolated(unsafe) private var sink = 0

@inline(never)
func injectBusy(_ time: UInt64) {
  let end = monotonicNow() + time
  while monotonicNow() < end { for number in 0..<2000 { sink = sink &* 31 &+ number } }
}

@inline(never)
func injectKernel(_ time: UInt64) {
  let end = monotonicNow() + time
  let descriptor = open("/dev/urandom", O_RDONLY | O_CLOEXEC)
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while monotonicNow() < end { sink &+= read(descriptor, &buffer, buffer.count) }
  close(descriptor)
}

@inline(never)
func injectMinorFaults(_ time: UInt64) {
  let end = monotonicNow() + time
  let size = 16 << 20
  while monotonicNow() < end {
    guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      memory != MAP_FAILED
    else { return }
    for offset in stride(from: 0, to: size, by: 4096) {
      memory.storeBytes(of: 1, toByteOffset: offset, as: UInt8.self)
    }
    munmap(memory, size)
  }
}

@inline(never)
func injectMajorFaults(_ place: InjectionPlace, _ time: UInt64) {
  let end = monotonicNow() + time
  let size = InjectionPlace.bigFileSize
  while monotonicNow() < end {
    let descriptor = open(place.bigFile, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
    guard let memory = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), memory != MAP_FAILED else {
      return
    }
    defer { munmap(memory, size) }
    madvise(memory, size, MADV_RANDOM)
    var seed = Int(end & 0xFFFFFF)
    for _ in 0..<size / 8192 {
      guard monotonicNow() < end else { break }
      seed = (seed &* 1_103_515_245 &+ 12345) & 0x7FFF_FFFF
      sink &+= Int(memory.load(fromByteOffset: (seed &* 4096) & (size - 4096), as: UInt8.self))
    }
  }
}

@inline(never)
func injectLock(_ place: InjectionPlace) {
  pthread_mutex_lock(place.lock)
  pthread_mutex_unlock(place.lock)
}

@inline(never)
func injectMutex(_ place: InjectionPlace) {
  place.mutex.withLock { $0 += 1 }
}

@inline(never)
func injectReadWriteLock(_ place: InjectionPlace) {
  pthread_rwlock_rdlock(place.readWriteLock)
  pthread_rwlock_unlock(place.readWriteLock)
}

@inline(never)
func injectWait(_ place: InjectionPlace) {
  while sem_wait(place.semaphore) != 0 { place.noteInterruption() }
}

@inline(never)
func injectSleep(_ place: InjectionPlace, _ time: UInt64) {
  let end = monotonicNow() + time
  while true {
    let now = monotonicNow()
    guard now < end else { return }
    var rest = SystemTime.timespec(nanoseconds: end - now)
    if nanosleep(&rest, nil) != 0 { place.noteInterruption() }
  }
}

@inline(never)
func injectFileIO(_ place: InjectionPlace, _ time: UInt64) {
  let end = monotonicNow() + time
  let descriptor = open(place.path("written"), O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
  let block = [UInt8](repeating: 1, count: 1 << 20)
  while monotonicNow() < end {
    for number in 0..<8 { sink &+= pwrite(descriptor, block, block.count, off_t(number << 20)) }
    fsync(descriptor)
  }
  close(descriptor)
}

@inline(never)
func injectPipe(_ place: InjectionPlace) {
  while !place.pipe.readByte() { place.noteInterruption() }
}

@inline(never)
func injectSocket(_ place: InjectionPlace) {
  while !place.sockets.receiveByte() { place.noteInterruption() }
}

@inline(never)
func injectPoll(_ place: InjectionPlace) {
  var entry = pollfd(fd: place.pipe.reader, events: Int16(POLLIN), revents: 0)
  while poll(&entry, 1, -1) < 1 { place.noteInterruption() }
  _ = place.pipe.readByte()
}

@inline(never)
func injectChild(_ time: UInt64) {
  HelperProcess.run(["sleep", "\(time / 1_000_000)"], waits: true)
}

@inline(never)
func injectNested(_ time: UInt64) {
  let mode = RunLoop.Mode("injected")
  let loop = RunLoop.current
  let timer = RunLoop.Timer(after: .nanoseconds(Int64(clamping: time)), label: "inner") { _ in }
  loop.add(timer, to: mode)
  _ = loop.run(mode: mode, for: .nanoseconds(Int64(clamping: time)))
}
