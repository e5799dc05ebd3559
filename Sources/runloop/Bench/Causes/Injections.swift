import BenchmarkKit
import LinuxSystem
import Synchronization

/// A way to make a callout late.
protocol Injection: AnyObject {
  /// Whether the loop's thread has a real-time priority.
  var isRealtime: Bool { get }
  /// Whether `work` is called in another callout, a moment before the date.
  var isCallout: Bool { get }
  /// On the loop's thread, once.
  func prepare() throws
  /// How long before the date it begins, in nanoseconds.
  var lead: Int64 { get }
  /// On the loop's thread, so long before the callout's date.
  func begin(date: UInt64)
  func work(until time: UInt64)
  func end()
}

extension Injection {
  var isRealtime: Bool { true }
  var isCallout: Bool { false }
  var lead: Int64 { 11_000_000 }
  func prepare() throws {}
  func begin(date: UInt64) {}
  func work(until time: UInt64) {}
  func end() {}
}

/// A callout that computes.
final class SlowCallout: Injection {
  var isCallout: Bool { true }

  func work(until time: UInt64) { while MonotonicTime.now < time {} }
}

/// A thread of a higher priority that computes on the same processor from just before the date on.
final class PreemptingThread: Injection, @unchecked Sendable {
  private let date = Atomic<UInt64>(0)
  private let wanted = Semaphore()
  private let isEnding = Atomic<Bool>(false)
  private var thread: PinnedThread?

  init(on processor: Int) throws {
    let started = Semaphore()
    let status = Handed<Int32>(0)
    thread = PinnedThread(on: processor) { [unowned(unsafe) self] in
      status.value = linux_set_realtime(0, 20)
      started.signal()
      while true {
        wanted.wait()
        if isEnding.load(ordering: .relaxed) { return }
        let date = date.load(ordering: .relaxed)
        let start = date - 200_000
        var time = SystemTime.timespec(nanoseconds: start)
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
        while MonotonicTime.now < date + CauseCheck.length {}
      }
    }
    started.wait()
    if status.value != 0 {
      end()
      throw Skipped("real-time priorities are not permitted (root or CAP_SYS_NICE may)")
    }
  }

  func begin(date: UInt64) {
    self.date.store(date, ordering: .relaxed)
    wanted.signal()
  }

  func end() {
    isEnding.store(true, ordering: .relaxed)
    wanted.signal()
    thread?.join()
  }
}

/// A callout that touches memory whose pages it has given back.
final class MissingPages: Injection {
  private static let size = 4 << 20
  private let memory: UnsafeMutableRawPointer?
  var isCallout: Bool { true }

  init() {
    memory = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    // Single pages, and no large ones: MADV_NOHUGEPAGE.
    madvise(memory, Self.size, 15)
  }

  func work(until time: UInt64) {
    while MonotonicTime.now < time {
      madvise(memory, Self.size, MADV_DONTNEED)
      for place in stride(from: 0, to: Self.size, by: 4096) where MonotonicTime.now < time {
        memory?.storeBytes(of: 1, toByteOffset: place, as: UInt8.self)
      }
    }
  }

  func end() { munmap(memory, Self.size) }
}

/// A shell that stops this process for a while, whenever it reads a line.
final class StoppingProcess: Injection {
  private var child: pid_t = 0
  private var input: Int32 = -1
  /// On a busy machine the shell comes late itself.
  var lead: Int64 { 40_000_000 }

  init() throws {
    let ends = try Descriptors.pipe()
    input = ends.output
    _ = fcntl(ends.input, F_SETFL, fcntl(ends.input, F_GETFL) & ~O_NONBLOCK)
    for end in [ends.input, ends.output] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends.input) }
    let script = "while read line; do kill -STOP \(getpid()); sleep 0.08; kill -CONT \(getpid()); done"
    child = try ToolProcess.start("/bin/sh", ["sh", "-c", script], [0: ends.input])
  }

  func begin(date: UInt64) { _ = write(input, "\n", 1) }

  func end() {
    close(input)
    ToolProcess.wait(for: child)
  }
}

/// A control group with a small quota, and the loop's thread in it.
final class ThrottledGroup: Injection {
  private let folder: String
  var isRealtime: Bool { false }
  var isCallout: Bool { true }

  init() throws {
    // The older file system's groups hold threads.
    folder = "/sys/fs/cgroup/cpu/mainspring-bench-\(getpid())"
    guard mkdir(folder, 0o755) == 0 else {
      throw Skipped(
        "no control group of single threads can be made: \(folder): \(Errno.last)")
    }
    do {
      try ReportFile(folder + "/cpu.cfs_period_us").write("50000")
      try ReportFile(folder + "/cpu.cfs_quota_us").write("1000")
    } catch {
      end()
      throw error
    }
  }

  func prepare() throws { try ReportFile(folder + "/tasks").write("\(linux_gettid())") }

  /// Time by which a new period begins.
  var lead: Int64 { 60_000_000 }

  /// Three quotas.
  func work(until time: UInt64) {
    let start = ProcessorTime.ofThread
    while ProcessorTime.ofThread < start + 3_000_000 {}
  }

  /// After the thread that was in it has ended.
  func end() {
    for _ in 0..<100 where rmdir(folder) != 0 && Errno.last == EBUSY { usleep(1000) }
  }
}
