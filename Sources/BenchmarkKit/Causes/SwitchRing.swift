import LinuxSystem

/// The kernel's record of context switches, and of interrupts where tracepoints may be read: a ring of memory that it fills.
final class SwitchRing {
  static let size = 1 << 19
  private let descriptor: Int32
  private var tracepoints: [(descriptor: Int32, kind: ProcessorEvent.Kind)] = []
  let page: UnsafeMutableRawPointer
  let pageSize: Int
  private let thread: Int32
  /// Whether all threads of one processor are recorded, and not the calling thread alone.
  let seesOthers: Bool
  var seesInterrupts: Bool { !tracepoints.isEmpty }
  /// By the number that a tracepoint's raw data begin with.
  private var kinds: [UInt16: ProcessorEvent.Kind] = [:]

  /// For the calling thread. Nil where the kernel refuses; `errno` has the reason.
  init?(processor: Int?) {
    thread = Int32(linux_gettid())
    pageSize = sysconf(Int32(_SC_PAGESIZE))
    var opened: Int32 = -1
    if let processor { opened = linux_perf_open_switches(Int32(processor)) }
    seesOthers = opened >= 0
    if opened < 0 { opened = linux_perf_open_switches(-1) }
    descriptor = opened
    guard descriptor >= 0 else { return nil }
    guard let memory = mmap(nil, pageSize + Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      memory != MAP_FAILED
    else {
      close(descriptor)
      return nil
    }
    page = memory
    if seesOthers, let processor { openTracepoints(processor) }
  }

  /// A ring that the kernel does not fill, of one thread; the caller writes records behind `page`. For tests.
  init?(of thread: Int32, kinds: [UInt16: ProcessorEvent.Kind]) {
    (self.thread, self.kinds, descriptor, seesOthers) = (thread, kinds, -1, true)
    pageSize = sysconf(Int32(_SC_PAGESIZE))
    guard
      let memory = mmap(
        nil, pageSize + Self.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      memory != MAP_FAILED
    else { return nil }
    page = memory
  }

  deinit {
    // Where the initializer failed there is nothing left to close.
    for tracepoint in tracepoints { close(tracepoint.descriptor) }
    munmap(page, pageSize + Self.size)
    close(descriptor)
  }

  private func openTracepoints(_ processor: Int) {
    for root in ["/sys/kernel/tracing", "/sys/kernel/debug/tracing"] {
      for (names, kind) in [
        (
          ["irq/irq_handler_entry", "irq/softirq_entry", "irq_vectors/local_timer_entry"],
          ProcessorEvent.Kind.interruptBegin
        ),
        (["irq/irq_handler_exit", "irq/softirq_exit", "irq_vectors/local_timer_exit"], .interruptEnd),
      ] {
        for name in names {
          guard let text = KernelFile.line("\(root)/events/\(name)/id"), let number = UInt64(text) else {
            continue
          }
          let opened = linux_perf_open_tracepoint(number, Int32(processor), descriptor)
          guard opened >= 0 else { continue }
          tracepoints.append((opened, kind))
          kinds[UInt16(truncatingIfNeeded: number)] = kind
        }
      }
      if !tracepoints.isEmpty { return }
    }
  }

  /// Takes out everything that was recorded since the last call. False when the kernel had to drop some of it.
  func take(into events: inout [ProcessorEvent]) -> Bool {
    let written = linux_perf_written(page)
    var place = linux_perf_read(page)
    var isComplete = true
    while place < written {
      let header = word(place)
      let size = header >> 48
      guard size >= 8, place + size <= written else { break }
      switch UInt32(truncatingIfNeeded: header) {
      case 2: isComplete = false
      case 9: sample(place)
      case 14: change(place, misc: header >> 32, tail: 8)
      case 15: change(place, misc: header >> 32, tail: 16)
      default: break
      }
      place += size
    }
    linux_perf_set_read(page, written)
    return isComplete

    /// A switch: behind `tail` bytes follow the thread, the time and the processor.
    func change(_ place: UInt64, misc: UInt64, tail: UInt64) {
      let who = Int32(truncatingIfNeeded: word(place + tail) >> 32)
      let time = word(place + tail + 8)
      let processor = Int(word(place + tail + 16) & 0xffff_ffff)
      if misc & 1 << 13 == 0 {
        events.append(ProcessorEvent(time, .arrival(thread: who), on: processor))
      } else if who == thread {
        events.append(ProcessorEvent(time, .departure(isPreempted: misc & 1 << 14 != 0), on: processor))
      }
    }

    /// A tracepoint: thread, time, processor, the size of the raw data, and the raw data, which begin with the tracepoint's number.
    func sample(_ place: UInt64) {
      let raw = word(place + 32)
      guard let kind = kinds[UInt16(truncatingIfNeeded: raw >> 32)] else { return }
      events.append(ProcessorEvent(word(place + 16), kind, on: Int(word(place + 24) & 0xffff_ffff)))
    }
  }

  /// Eight bytes; records are multiples of eight, and so none is cut by the ring's end.
  private func word(_ place: UInt64) -> UInt64 {
    page.load(fromByteOffset: pageSize + Int(place & UInt64(Self.size - 1)), as: UInt64.self)
  }
}
