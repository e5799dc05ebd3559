import CLinux
import Glibc

/// Tells whether a thread passes some instructions: by breakpoints that the kernel counts. The thread notices nothing; each
/// breakpoint costs it about a microsecond once, since the kernel turns it off at the first pass.
///
/// For one thread.
final class PassCounter {
  private let thread: Int32
  private var events: [(address: UInt, descriptor: Int32)] = []
  /// Debug registers of a processor.
  private static let most = 3

  init(_ thread: Int32) { self.thread = thread }

  deinit { for event in events { close(event.descriptor) } }

  /// Counts anew. 0, or why the kernel refuses it.
  func arm(_ addresses: [UInt]) -> Int32 {
    for address in addresses.prefix(Self.most) where !events.contains(where: { $0.address == address }) {
      if events.count == Self.most { close(events.removeFirst().descriptor) }
      let descriptor = linux_pass_count_open(thread, UInt64(address))
      guard descriptor >= 0 else { return -descriptor }
      events.append((address, descriptor))
    }
    for event in events where linux_pass_count_arm(event.descriptor) != 0 { return errno }
    return 0
  }

  /// Whether it has passed one of them since; nil when that can not be read.
  var hasPassed: Bool? {
    for event in events {
      var count: UInt64 = 0
      guard read(event.descriptor, &count, 8) == 8 else { return nil }
      if count > 0 { return true }
    }
    return false
  }

  /// Why passes of a thread can not be counted; empty when they can. Nothing is counted for it.
  static func refusal(of thread: Int32, at address: UInt) -> String {
    let descriptor = linux_pass_count_open(thread, UInt64(address))
    guard descriptor < 0 else {
      close(descriptor)
      return ""
    }
    return String(cString: strerror(-descriptor))
  }
}
