import Foundation
import LinuxSystem

/// The number of this process's open descriptors, inherited ones included.
func openDescriptors() throws -> Int {
  try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
}

/// This process's open descriptors, without that of the folder in which they are looked up.
func openDescriptorNumbers() throws -> Set<Int32> {
  let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
  return Set(names.compactMap { Int32($0) }.filter { fcntl($0, F_GETFD) >= 0 })
}

/// Descriptors that were not open before, and stay. Another thread of the process, as one of the tests' own, may have some open
/// for a moment.
func descriptorsLeft(since before: Set<Int32>) throws -> Set<Int32> {
  var left: Set<Int32> = []
  for _ in 0..<100 {
    left = try openDescriptorNumbers().subtracting(before)
    if left.isEmpty { break }
    usleep(10_000)
  }
  return left
}
