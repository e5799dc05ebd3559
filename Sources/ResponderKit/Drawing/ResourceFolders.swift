import LinuxSystem
import RunLoopCore

/// Where pictures and colors are found by their names.
enum ResourceFolders {
  /// The folders, and how often they were set.
  struct Setting: Equatable {
    var paths: [String]
    var version = 0
  }

  private static let stored = Guarded(Setting(paths: beside()))

  static var current: Setting { stored.withLock { $0 } }

  static func set(_ paths: [String]) {
    stored.withLock { $0 = Setting(paths: paths, version: $0.version &+ 1) }
  }

  private static func beside() -> [String] {
    guard let path = KernelFile.link("/proc/self/exe") else { return [] }
    let directory = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    return [directory + "/Resources", directory]
  }
}
