import LinuxSystem

/// How long the control groups of this process were throttled, where one of them has a quota.
struct QuotaFile {
  private let file: KernelFile
  /// The counter's name, and how many nanoseconds one of it is.
  private let isVersionTwo: Bool
  /// For people: "20000 100000", microseconds of processor time and of the period.
  let quota: String

  /// The innermost group with a quota, of both versions of the file system; nil without one.
  init?() {
    guard let groups = KernelFile.text("/proc/thread-self/cgroup"),
      let mounts = KernelFile.text("/proc/mounts")
    else {
      return nil
    }
    for (folder, isVersionTwo) in Self.folders(groups: groups, mounts: mounts) {
      let quota =
        isVersionTwo
        ? KernelFile.line(folder + "/cpu.max")
        : KernelFile.line(folder + "/cpu.cfs_quota_us").map {
          "\($0) \(KernelFile.line(folder + "/cpu.cfs_period_us") ?? "")"
        }
      guard let quota, !quota.hasPrefix("max"), !quota.hasPrefix("-1"),
        let file = KernelFile.readable(folder + "/cpu.stat")
      else { continue }
      (self.file, self.isVersionTwo, self.quota) = (file, isVersionTwo, quota)
      return
    }
    return nil
  }

  /// Nanoseconds.
  var throttled: UInt64 {
    let bytes = file.bytes
    return isVersionTwo
      ? (bytes.numbers(inLineOf: "throttled_usec")?.first ?? 0) &* 1000
      : bytes.numbers(inLineOf: "throttled_time")?.first ?? 0
  }

  /// The folders of the process's groups that limit processors, from the innermost outward.
  static func folders(groups: String, mounts: String) -> [(String, isVersionTwo: Bool)] {
    var folders: [(String, Bool)] = []
    for mount in mounts.split(separator: "\n") {
      let words = mount.split(separator: " ").map(String.init)
      guard words.count > 3, words[2] == "cgroup" || words[2] == "cgroup2" else { continue }
      let isVersionTwo = words[2] == "cgroup2"
      guard isVersionTwo || words[3].split(separator: ",").contains("cpu") else { continue }
      for line in groups.split(separator: "\n") {
        let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3,
          isVersionTwo ? parts[1].isEmpty : parts[1].split(separator: ",").contains("cpu")
        else { continue }
        var path = parts[2].split(separator: "/")
        while !path.isEmpty {
          folders.append((words[1] + "/" + path.joined(separator: "/"), isVersionTwo))
          path.removeLast()
        }
        folders.append((words[1], isVersionTwo))
      }
    }
    return folders
  }
}
