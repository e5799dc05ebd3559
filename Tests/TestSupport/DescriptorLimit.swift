import LinuxSystem

/// Limits the process's descriptors to this number, for good.
///
/// In one place: a release build does not find the limit's name in a body that runs in a process of its own.
package func limitDescriptors(to number: rlim_t) {
  var limit = rlimit(rlim_cur: number, rlim_max: number)
  setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}
