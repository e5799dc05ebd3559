import LinuxSystem

/// The processor time that the calling thread has used, in seconds.
package func threadTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The processor time that some work takes of the calling thread, in seconds.
package func threadTime(_ work: () throws -> Void) rethrows -> Double {
  let start = threadTime()
  try work()
  return threadTime() - start
}

/// How many times as long four times as much work takes, of the least of three times each: 4, or 16 where each part looks at all others.
///
/// - Parameter time: does work of a size, and returns the time that it has taken, measured by its own thread.
package func growth(of size: Int, _ time: (Int) throws -> Double) rethrows -> Double {
  func least(_ size: Int) throws -> Double {
    try (0..<3).map { _ in try time(size) }.min() ?? 0
  }
  let few = try least(size)
  return try least(4 * size) / few
}
