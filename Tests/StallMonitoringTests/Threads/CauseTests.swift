import Dispatch
import LinuxSystem
import Synchronization
import TestHarness
import Testing

@testable import StallMonitoring

/// A known reason to take long, made for as long as the body's parameter says (nanoseconds).
enum Injection: CaseIterable, Sendable {
  case busy, sleep, fsync, minorFaults, majorFaults, pipe, socket, semaphore, child, poll, kernel, starved

  var expected: Cause {
    switch self {
    case .busy: .processor
    case .sleep: .sleep
    case .fsync: .fileIO
    case .minorFaults: .minorFaults
    case .majorFaults: .majorFaults
    case .pipe: .pipe
    case .socket: .socket
    case .semaphore: .wait
    case .child: .childProcess
    case .poll: .poll
    case .kernel: .kernel
    case .starved: .starved
    }
  }

  /// Nearly all the time.
  var isBlocked: Bool { [.sleep, .pipe, .socket, .semaphore, .child, .poll].contains(self) }

  @inline(never) func run(for duration: UInt64, _ means: Means) {
    means.begun.store(MonotonicTime.now, ordering: .releasing)
    let end = MonotonicTime.now + duration
    var time: timespec { timespec(tv_sec: 0, tv_nsec: Int(end - min(end, MonotonicTime.now))) }
    var byte: UInt8 = 0
    switch self {
    case .busy: spin(until: end)
    case .sleep:
      while MonotonicTime.now < end {
        var rest = time
        nanosleep(&rest, nil)
      }
    case .fsync:
      while MonotonicTime.now < end {
        for index in 0..<8 {
          pwrite(means.file, means.block, means.blockSize, off_t(index * means.blockSize))
        }
        LinuxSystem.fsync(means.file)
      }
    case .minorFaults:
      while MonotonicTime.now < end {
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        guard let memory = mmap(nil, 16 << 20, PROT_READ | PROT_WRITE, flags, -1, 0), memory != MAP_FAILED
        else { return }
        madvise(memory, 16 << 20, 15)
        for page in 0..<4096 { (memory + page * 4096).storeBytes(of: 1, as: UInt8.self) }
        munmap(memory, 16 << 20)
      }
    case .majorFaults:
      let size = means.bigSize
      guard let memory = mmap(nil, size, PROT_READ, MAP_PRIVATE, means.bigFile, 0), memory != MAP_FAILED
      else { return }
      madvise(memory, size, Int32(MADV_RANDOM))
      var place = 12345
      while MonotonicTime.now < end {
        posix_fadvise(means.bigFile, 0, 0, Int32(POSIX_FADV_DONTNEED))
        for _ in 0..<64 {
          place = (place &* 1_103_515_245 &+ 12345) & 0x7fff_ffff
          Load.sink &+= Int((memory + place % (size / 4096) * 4096).load(as: UInt8.self))
        }
        madvise(memory, size, Int32(MADV_DONTNEED))
      }
      munmap(memory, size)
    case .pipe: read(means.pipe, &byte, 1)
    case .socket: recv(means.socket, &byte, 1, 0)
    case .semaphore: _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .nanoseconds(Int(duration)))
    case .child:
      var child = pid_t()
      let seconds = "\(Double(duration) / 1e9)"
      var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup(seconds), nil]
      posix_spawn(&child, "/bin/sleep", nil, nil, &arguments, nil)
      var status: Int32 = 0
      waitpid(child, &status, 0)
      for argument in arguments { free(argument) }
    case .poll:
      var entry = pollfd(fd: means.pipe, events: Int16(POLLIN), revents: 0)
      LinuxSystem.poll(&entry, 1, Int32(duration / 1_000_000))
    case .kernel:
      let zeros = open("/dev/zero", O_RDONLY)
      while MonotonicTime.now < end { read(zeros, means.block, means.blockSize) }
      close(zeros)
    case .starved: spin(until: end)
    }
  }

  private func spin(until end: UInt64) {
    while MonotonicTime.now < end { for index in 0..<2000 { Load.sink = Load.sink &* 31 &+ index } }
  }

  /// What the injections work on.
  final class Means: @unchecked Sendable {
    /// When it began, for who looks at it; 0: not yet.
    let begun = Atomic<UInt64>(0)
    let blockSize = 1 << 20
    let block = UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 4096)
    let file: Int32
    let bigFile: Int32
    let bigSize = 64 << 20
    let pipe: Int32
    private let pipeEnd: Int32
    let socket: Int32
    private let socketEnd: Int32

    init() {
      memset(block, 1, blockSize)
      func scratch() -> Int32 {
        var name = Array("/var/tmp/mainspring-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        unlink(name)
        return descriptor
      }
      file = scratch()
      bigFile = scratch()
      var pair: [Int32] = [-1, -1]
      LinuxSystem.pipe(&pair)
      (pipe, pipeEnd) = (pair[0], pair[1])
      guard let ends = try? Socket.pair(.stream, isBlocking: true) else { preconditionFailure("no sockets") }
      (socket, socketEnd) = (ends.0.number, ends.1.number)
    }

    func fillBigFile() {
      for offset in stride(from: 0, to: bigSize, by: blockSize) {
        pwrite(bigFile, block, blockSize, off_t(offset))
      }
      LinuxSystem.fsync(bigFile)
    }

    func release() {
      var byte: UInt8 = 1
      write(pipeEnd, &byte, 1)
      send(socketEnd, &byte, 1, 0)
    }

    deinit {
      for descriptor in [file, bigFile, pipe, pipeEnd, socket, socketEnd] { close(descriptor) }
      block.deallocate()
    }
  }
}

extension RealThreads {
  @Suite(.hangLimit) struct CauseTests {
    /// The samples are those that were taken whole while the injection lasted: a busy machine lets it begin late.
    private func diagnosis(_ injection: Injection, for duration: UInt64) -> (Diagnosis, [StackSample]) {
      let world = LinuxWorld()
      let means = Injection.Means()
      if injection == .majorFaults { means.fillBigFile() }
      let stop = Flag()
      var rivals: [TargetThread] = []
      let start = Flag()
      let target = TargetThread(world) {
        if injection == .starved { pinThisThread() }
        while !start.isSet { usleep(100) }
        injection.run(for: duration, means)
      }
      if injection == .starved {
        rivals = (0..<6).map { _ in
          TargetThread {
            pinThisThread()
            while !stop.isSet { for index in 0..<2000 { Load.sink = Load.sink &* 31 &+ index } }
          }
        }
      }
      start.set()
      while means.begun.load(ordering: .acquiring) == 0 { usleep(100) }
      let begun = means.begun.load(ordering: .acquiring)
      var readings: [ThreadReading] = []
      var samples: [StackSample] = []
      while world.now < begun + duration - 50_000_000 {
        usleep(10_000)
        let reading = world.read(thread: target.thread, isBrief: false)
        let sample = world.sample(thread: target.thread)
        guard world.now < begun + duration else { break }
        if let reading { readings.append(reading) }
        samples.append(sample)
      }
      var result = world.diagnose(thread: target.thread, readings: readings, samples: samples)
      if result.cause == .starved, injection != .starved, result.shares.queue >= result.shares.processor {
        // True: the machine has other work. Then it is what the thread did in the time that it got.
        let notes = world.watchedThread(target.thread)?.notes ?? []
        result = Diagnosing.diagnosis(readings: withoutQueue(readings), notes: notes)
      }
      stop.set()
      means.release()
      target.join()
      for rival in rivals { rival.join() }
      return (result, samples)
    }

    private func withoutQueue(_ readings: [ThreadReading]) -> [ThreadReading] {
      guard let first = readings.first else { return [] }
      return readings.map { reading in
        var reading = reading
        reading.time -= min(reading.queueTime - first.queueTime, reading.time - first.time)
        reading.queueTime = 0
        return reading
      }
    }

    @Test(arguments: Injection.allCases)
    func theCauseOfALongCalloutIsReported(_ injection: Injection) {
      var seen: [String] = []
      for attempt in 0..<12 {
        // Longer after attempts in which a busy machine left no time to look.
        let (found, samples) = diagnosis(injection, for: 250_000_000 << min(UInt64(attempt) / 2, 3))
        seen.append(
          "\(found.cause) \(found.shares) \(found.minorFaults) \(found.majorFaults) \(found.systemCall)")
        // A disk may answer so fast that its calls take more of a processor than they wait: then it is right to say that.
        let isFastDisk =
          injection == .fsync && attempt >= 4 && found.systemCall == "fsync"
          && found.shares.kernel > found.shares.blocked
        guard found.cause == (isFastDisk ? .kernel : injection.expected),
          injection == .starved || samples.count >= 5
        else { continue }
        if injection == .sleep, found.shares.blocked <= 0.9 { continue }
        switch injection {
        case .pipe: #expect(found.descriptor.hasPrefix("pipe:") && found.systemCall == "read")
        case .socket: #expect(found.descriptor.hasPrefix("socket:") && found.systemCall == "recvfrom")
        case .fsync: #expect(isFastDisk || found.descriptor.hasPrefix("/"))
        case .sleep: #expect(found.systemCall.contains("nanosleep"))
        case .minorFaults: #expect(found.minorFaults > 1000)
        default: break
        }
        if injection != .starved {
          let names = SymbolNames()
          let stacks = samples.filter(\.isComplete).map { names.frames($0.addresses).map(\.name) }
          // A busy thread on a busy machine may have no processor when it is looked at; a blocked one always has a stack.
          if stacks.isEmpty, !injection.isBlocked { continue }
          #expect(!stacks.isEmpty, "\(samples.map(\.reason))")
          if injection.isBlocked { #expect(stacks.count * 4 > samples.count * 3, "\(samples.map(\.reason))") }
          #expect(stacks.allSatisfy { $0.contains { $0.contains("Injection.run") } }, "\(stacks)")
        }
        return
      }
      Issue.record("\(injection): \(seen)")
    }
  }
}

/// To the first processor that it may use.
func pinThisThread() {
  var mask = [UInt64](repeating: 0, count: 16)
  guard linux_sched_getaffinity(0, 128, &mask) > 0, let index = mask.firstIndex(where: { $0 != 0 }) else {
    return
  }
  var first = [UInt64](repeating: 0, count: 16)
  first[index] = mask[index] & (0 &- mask[index])
  _ = linux_sched_setaffinity(0, 128, first)
}
