import LinuxSystem

/// Calls of the C library that a program or a preloaded library has replaced: a simulated clock, for tests, also ends
/// waits.
///
/// The core waits by a system call of its own, which costs less than the C library's and bypasses such a replacement.
package enum KernelCalls {
  typealias Wait = @convention(c) (Int32, UnsafeMutablePointer<epoll_event>?, Int32, Int32) -> Int32

  /// A replaced `epoll_wait`; nil when it is the C library's. Set before the first loop waits.
  @exclusivity(unchecked) nonisolated(unsafe) static private(set) var replacedWait: Wait?

  /// Makes loops wait by `epoll_wait` when it is not the C library's own. Called before the first loop waits.
  ///
  /// - Returns: whether it was replaced.
  package static func followReplacements() -> Bool {
    // The symbol that the whole process uses.
    guard let found = dlsym(nil, "epoll_wait"), let known = dlsym(nil, "gnu_get_libc_version") else {
      return false
    }
    var replacement = linux_library()
    var library = linux_library()
    guard linux_find_library(found, &replacement) != 0, linux_find_library(known, &library) != 0,
      replacement.base != library.base
    else { return false }
    // As declared in the C library's header.
    replacedWait = unsafeBitCast(found, to: Wait.self)
    return true
  }
}
