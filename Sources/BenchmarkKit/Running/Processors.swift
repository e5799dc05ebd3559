import LinuxSystem

/// The processors that this process may run on, and which of them a thread runs on.
///
/// Waking a thread on the same processor and on another are two different things (a context switch, and an interrupt
/// to a processor that may be halted), so that threads of a benchmark are pinned and the result says where to.
public enum Processors {
  /// The most processors that are distinguished.
  private static let limit = 1024

  /// The numbers of the processors that the calling thread may run on; [0] when the kernel does not report them.
  public static var allowed: [Int] {
    var mask = [UInt8](repeating: 0, count: limit / 8)
    let size = mask.withUnsafeMutableBytes { linux_sched_getaffinity(0, $0.count, $0.baseAddress) }
    guard size > 0 else { return [0] }
    let numbers = (0..<Int(size) * 8).filter { mask[$0 / 8] & (1 << UInt8($0 % 8)) != 0 }
    return numbers.isEmpty ? [0] : numbers
  }

  /// The processor that the calling thread runs on now.
  public static var current: Int { Swift.max(0, Int(linux_getcpu())) }

  /// Keeps the calling thread on one processor. False when the kernel refuses, which changes nothing.
  @discardableResult
  public static func pin(to processor: Int) -> Bool { pin(to: [processor]) }

  /// Keeps the calling thread on some processors.
  @discardableResult
  public static func pin(to processors: [Int]) -> Bool {
    var mask = [UInt8](repeating: 0, count: limit / 8)
    for processor in processors where (0..<limit).contains(processor) {
      mask[processor / 8] |= 1 << UInt8(processor % 8)
    }
    return mask.withUnsafeBytes { linux_sched_setaffinity(0, $0.count, $0.baseAddress) } == 0
  }

  /// Calls a body with the calling thread on one processor, or where it is for nil; then lets it go again.
  public static func pinned<Value>(to processor: Int?, _ body: () throws -> Value) rethrows -> Value {
    guard let processor else { return try body() }
    let before = allowed
    pin(to: processor)
    defer { pin(to: before) }
    return try body()
  }
}
