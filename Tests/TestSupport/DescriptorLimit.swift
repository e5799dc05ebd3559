import LinuxSystem

/// Limits the process's descriptors to this number, for good. Those that libdispatch needs are opened before.
///
/// In one place: a release build does not find the limit's name in a body that runs in a process of its own.
package func limitDescriptors(to number: rlim_t) {
  waitForDispatch()
  var limit = rlimit(rlim_cur: number, rlim_max: number)
  setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}

/// Waits until libdispatch, on whose threads tasks run, has opened its descriptors, but for no longer than two seconds.
///
/// It opens an epoll descriptor, an eventfd and a timerfd on a thread of its own soon after its first worker has begun, and ends the
/// process if it can not.
package func waitForDispatch() {
  for _ in 0..<200 {
    if (3..<64).contains(where: isEpollOfDispatch) { return }
    usleep(10_000)
  }
}

/// Whether the descriptor is an epoll descriptor with the timer that looks at the workers once a second: the only one of the process
/// with `EPOLLONESHOT` and this number.
private func isEpollOfDispatch(_ descriptor: Int) -> Bool {
  let text = KernelFile.text("/proc/self/fdinfo/\(descriptor)") ?? ""
  return text.split(separator: "\n").contains { line in
    let words = line.split(separator: " ")
    guard words.count > 5, words[0] == "tfd:", let events = UInt32(words[3], radix: 16) else { return false }
    return events & EPOLLONESHOT.rawValue != 0 && words[5] == "3"
  }
}
