import LinuxSystem

/// Lets the kernel record when a thread's waits for events begin and end, by the tracepoints of these system calls.
///
/// While it exists, every system call of the machine takes some tens of nanoseconds longer. For one thread.
final class WaitRecorder {
  private var descriptors: [Int32] = []
  private var begins: Set<UInt64> = []
  private let ring: PerformanceRing
  private var waits = RecordedWaits()
  /// Enough for some thousand waits between two looks. A wait without room is lost, but then there are many others.
  private static let ringSize = 256 << 10

  /// Throws the reason when the kernel refuses.
  init(_ thread: Int32, of calls: [Int]) throws(Refusal) {
    var opened: [Int32] = []
    var begins: Set<UInt64> = []
    do throws(Refusal) {
      for call in calls.prefix(PassCounter.most) {
        for side in [PassCounter.Side.enter, .exit] {
          guard let tracepoint = PassCounter.tracepoint(of: call, side) else { throw Refusal(error: ENOENT) }
          let descriptor = linux_pass_record_open(thread, tracepoint)
          guard descriptor >= 0 else { throw Refusal(error: -descriptor) }
          opened.append(descriptor)
          var number: UInt64 = 0
          guard linux_pass_number(descriptor, &number) == 0 else { throw Refusal(error: Errno.last.code) }
          if side == .enter { begins.insert(number) }
        }
      }
      guard let first = opened.first, let ring = PerformanceRing(first, size: Self.ringSize) else {
        throw Refusal(error: ENOMEM)
      }
      for other in opened.dropFirst() where linux_pass_share(other, first) != 0 {
        throw Refusal(error: Errno.last.code)
      }
      self.ring = ring
    } catch {
      for descriptor in opened { PassCounter.closeInBackground(descriptor) }
      throw error
    }
    self.begins = begins
    descriptors = opened
  }

  deinit { for descriptor in descriptors { PassCounter.closeInBackground(descriptor) } }

  struct Refusal: Error {
    var error: Int32
  }

  /// Takes the waits recorded since the last call, up to a moment.
  func take(until end: UInt64) -> RecordedWaits {
    waits.firstBegin = nil
    let sample: UInt32 = 9
    ring.read { kind, bytes in
      guard kind == sample, bytes.count >= 24 else { return true }
      let time = bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
      guard time <= end else { return false }
      if begins.contains(bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)) {
        waits.began(time)
      } else {
        waits.ended(time)
      }
      return true
    }
    return waits
  }
}
