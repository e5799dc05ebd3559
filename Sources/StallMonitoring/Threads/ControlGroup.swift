import LinuxSystem

/// The control groups of a process, with their limits on processors.
enum ControlGroup {
  /// The folders of the group that has a controller, in either version of the interface; the innermost first, then those
  /// around it.
  static func folders(of controller: String, for process: Int32? = nil) -> [String] {
    guard
      let groups = KernelFile.contents("\(KernelFile.folder(of: process))/cgroup").map({
        String(decoding: $0, as: UTF8.self)
      }),
      let mounts = KernelFile.contents("/proc/self/mountinfo").map({ String(decoding: $0, as: UTF8.self) })
    else { return [] }
    return folders(of: controller, groups: groups, mounts: mounts)
  }

  /// - Parameters:
  ///   - groups: the text of /proc/self/cgroup.
  ///   - mounts: the text of /proc/self/mountinfo.
  static func folders(of controller: String, groups: String, mounts: String) -> [String] {
    var found: [String] = []
    for line in groups.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      let isUnified = parts[1].isEmpty
      guard isUnified || parts[1].split(separator: ",").contains(where: { $0 == controller }) else {
        continue
      }
      guard let mount = mount(of: isUnified ? nil : controller, in: mounts) else { continue }
      // In a container the mount's root may be the group itself.
      var path = parts[2]
      if mount.root != "/", path == mount.root || path.hasPrefix(mount.root + "/") {
        path = path.dropFirst(mount.root.count)
      }
      var names = path.split(separator: "/")
      if names.contains("..") { names = [] }
      for count in stride(from: names.count, through: 0, by: -1).prefix(16) {
        found.append(([mount.folder] + names.prefix(count).map(String.init)).joined(separator: "/"))
      }
    }
    return found
  }

  /// Where a hierarchy is mounted: that of a controller, or the unified one when nil.
  private static func mount(of controller: String?, in mounts: String) -> (folder: String, root: String)? {
    for line in mounts.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 6, let dash = words.firstIndex(of: "-"), dash + 3 < words.count else { continue }
      let isMeant =
        controller.map { name in
          words[dash + 1] == "cgroup" && words[dash + 3].split(separator: ",").contains { $0 == name }
        } ?? (words[dash + 1] == "cgroup2")
      if isMeant { return (String(words[4]), String(words[3])) }
    }
    return nil
  }

  /// The number behind a word at the beginning of a line.
  static func value(_ name: String, in bytes: [UInt8]) -> UInt64? {
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "))
      guard words.count == 2, words[0].elementsEqual(name.utf8) else { continue }
      return UInt64(String(decoding: words[1], as: UTF8.self))
    }
    return nil
  }
}

/// How much of the processors the groups of a process may use, and for how long they were throttled.
///
/// For one thread.
final class GroupQuota {
  /// Processors that the tightest of the groups may use; nil without a limit.
  private(set) var processors: Double?
  private var statistics: [KernelFile] = []
  private var paths: [String] = []
  /// Throttled time of former groups: the count continues over a change of groups.
  private var base: UInt64 = 0
  private var atLookup: UInt64 = 0
  /// The last result.
  private var latest: UInt64 = 0
  private var lookupTime: UInt64?
  /// A process is seldom moved, and limits are seldom changed.
  private static let lookupPeriod: UInt64 = 1_000_000_000
  /// The text of /proc/self/cgroup, and its folders: searching the mounts costs a hundred times as much as reading it.
  private var groups: [UInt8] = []
  private var folders: [String] = []
  private let process: Int32?

  /// - Parameter process: the calling one when nil.
  init(of process: Int32? = nil) { self.process = process }

  /// Nanoseconds that the groups were throttled since the first call, on all processors together.
  func throttledTime(now: UInt64) -> UInt64 {
    if lookupTime.map({ now &- $0 >= Self.lookupPeriod }) ?? true { lookUp(now) }
    return total
  }

  /// The throttled time of all groups. The last known count of a group that was left is kept: the group may be removed.
  private var total: UInt64 {
    latest = Self.total(base, sum, atLookup: atLookup, latest: latest)
    return latest
  }

  static func total(_ base: UInt64, _ sum: UInt64, atLookup: UInt64, latest: UInt64) -> UInt64 {
    max(latest, base &+ (sum &- min(atLookup, sum)))
  }

  private var sum: UInt64 {
    statistics.reduce(0) { sum, file in
      guard let bytes = file.read().bytes else { return sum }
      let text = Array(bytes)
      let microseconds = ControlGroup.value("throttled_usec", in: text)
      return sum &+ (microseconds.map { $0 &* 1000 } ?? ControlGroup.value("throttled_time", in: text) ?? 0)
    }
  }

  /// Looks up the groups again.
  func lookUp(_ now: UInt64) {
    let before = lookupTime
    lookupTime = now
    var limits: [(path: String, processors: Double)] = []
    let groups = KernelFile.contents("\(KernelFile.folder(of: process))/cgroup") ?? []
    if groups != self.groups || folders.isEmpty {
      self.groups = groups
      folders = ControlGroup.folders(of: "cpu", for: process)
    }
    for folder in folders {
      if let limit = Self.limit(in: folder) { limits.append(("\(folder)/cpu.stat", limit)) }
    }
    processors = limits.map(\.processors).min()
    guard limits.map(\.path) != paths else { return }
    base = total
    let since = paths.isEmpty ? before : nil
    paths = limits.map(\.path)
    statistics = paths.map { KernelFile($0) }
    atLookup = Self.ofOthers(sum, since: since, now)
  }

  /// Looks up the groups again, unless that was just done.
  func lookAgain(_ now: UInt64) {
    if lookupTime.map({ now &- $0 >= Self.lookupPeriod / 10 }) ?? true { lookUp(now) }
  }

  /// The part of a group's throttled time from before this process joined it.
  /// - Parameter since: when the process was last seen without a quota; nil when that is not known.
  static func ofOthers(_ sum: UInt64, since: UInt64?, _ now: UInt64) -> UInt64 {
    // All of it may be since then: the group has the quota no longer than the process.
    guard let since, sum <= now &- min(since, now) else { return sum }
    return 0
  }

  /// Nil for none.
  private static func limit(in folder: String) -> Double? {
    if let text = KernelFile.line("\(folder)/cpu.max") { return limit(text) }
    guard let part = KernelFile.line("\(folder)/cpu.cfs_quota_us"),
      let whole = KernelFile.line("\(folder)/cpu.cfs_period_us")
    else { return nil }
    return limit("\(part) \(whole)")
  }

  /// "5000 100000": a twentieth of a processor; "max 100000" and "-1 100000": no limit.
  static func limit(_ text: String) -> Double? {
    let words = text.split(separator: " ").compactMap { Double($0) }
    guard words.count == 2, words[0] > 0, words[1] > 0 else { return nil }
    return words[0] / words[1]
  }
}
