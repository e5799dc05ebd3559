import LinuxSystem

/// The time that a processor spent on a thread or on the process, in nanoseconds.
///
/// For code that never waits it is the time that passes on a machine with nothing else to do; and unlike that it stays
/// the same when other programs want the processor, too. It is meaningless where waiting is part of the measurement.
/// Reading it is a system call: read it around many repetitions.
public enum ProcessorTime {
  /// The processor time of the calling thread.
  public static var ofThread: UInt64 { linux_time(CLOCK_THREAD_CPUTIME_ID) }
  /// The processor time of all threads of the process.
  public static var ofProcess: UInt64 { linux_time(CLOCK_PROCESS_CPUTIME_ID) }

  /// The processor time of the calling thread for a body.
  public static func elapsed(_ body: () throws -> Void) rethrows -> UInt64 {
    let start = ofThread
    try body()
    return ofThread &- start
  }
}
