import LinuxSystem
import RunLoopCore

/// Processes of the machine by their programs' names.
enum ProcessList {
  /// The processes of this name, or whose program's file has it; without the calling one.
  static func named(_ name: String) -> [Int32] {
    let numbers = (try? Folder.numbers(in: "/proc")) ?? []
    return numbers.filter { $0 != getpid() && names(of: $0).contains(name) }.sorted()
  }

  private static func names(of process: Int32) -> [String] {
    let file = KernelFile.link("/proc/\(process)/exe")?.split(separator: "/").last.map(String.init)
    return [KernelFile.line("/proc/\(process)/comm"), file].compactMap(\.self)
  }
}

/// Which processes are watched that are not named by their numbers.
enum ProcessSearch {
  case name(String)
  /// The folder of a control group.
  case group(String)

  /// Nil when there can be no further one.
  var processes: [Int32]? {
    switch self {
    case .name(let name): ProcessList.named(name)
    case .group(let folder): ControlGroupFolder.processes(in: folder)
    }
  }
}

/// A control group's folder, of version 1 or 2: its processes are in `cgroup.procs`, groups in it are folders.
enum ControlGroupFolder {
  private static let root = "/sys/fs/cgroup"
  private static let list = "cgroup.procs"
  private static let deepest = 32
  private static let mostGroups = 10_000

  /// The folder that is meant: itself, or by its path below one of the trees of groups.
  static func find(_ path: String) -> String? {
    let trees = [root] + folders(in: root)
    return ([path] + trees.map { "\($0)/\(path)" }).first { access("\($0)/\(list)", F_OK) == 0 }
  }

  /// The processes of the group, and of all groups in it, without the calling one; nil when the group has been removed.
  static func processes(in folder: String) -> [Int32]? {
    guard access("\(folder)/\(list)", F_OK) == 0 else { return nil }
    var found: Set<Int32> = []
    var left = [(folder: folder, depth: 0)]
    var count = 0
    while let next = left.popLast(), count < mostGroups {
      count += 1
      // A number that is 0 is of a process that this one can not see.
      found.formUnion(numbers(in: "\(next.folder)/\(list)").filter { $0 > 0 && $0 != getpid() })
      if next.depth < deepest {
        left += folders(in: next.folder).map { ($0, next.depth + 1) }
      }
    }
    return found.sorted()
  }

  private static func numbers(in path: String) -> [Int32] {
    (KernelFile.text(path) ?? "").split(separator: "\n").compactMap { Int32($0) }
  }

  private static func folders(in path: String) -> [String] {
    guard let folder = try? Folder(path) else { return [] }
    var found: [String] = []
    while let entry = try? folder.next() {
      // Links lead elsewhere.
      if entry.kind == UInt8(DT_DIR) { found.append("\(path)/\(entry.name)") }
    }
    return found
  }
}

/// A program that `attach` has started.
final class LaunchedProgram {
  let process: Int32

  /// - Parameter command: words that need not be UTF-8.
  init(_ command: [[UInt8]]) throws {
    do {
      process = try Spawning.start(bytes: command, keepsIgnored: true)
    } catch .notStarted(let program, let code) {
      throw WrongCall("'\(program)' can not be started: \(Errno(code))")
    } catch {
      let words = command.map { String(decoding: $0, as: UTF8.self) }
      throw WrongCall("'\(words.joined(separator: " "))' can not be started: \(error)")
    }
  }

  /// How it has ended; nil when it has not. Its status may arrive a moment after its last thread has ended, and is awaited for that long.
  var ending: String? {
    var status: Int32 = 0
    var ended = waitpid(process, &status, WNOHANG)
    for _ in 0..<200 where ended == 0 {
      usleep(1000)
      ended = waitpid(process, &status, WNOHANG)
    }
    guard ended == process else { return nil }
    let signal = status & 0x7f
    return signal == 0 ? "exited with status \(status >> 8 & 0xff)" : "was ended by signal \(signal)"
  }

  /// A signal that asked this process to end. That of a key has reached both.
  func pass(_ signal: Int32) { if signal != SIGINT { kill(process, signal) } }
}

/// Signals that end the watch, taken between two looks: a stall that is open is written first.
enum EndSignals {
  private static var signals: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&set, signal) }
    return set
  }

  static func block() {
    var set = signals
    // Of a thread that writes to a pipe without a reader, which gets the error instead.
    sigaddset(&set, SIGPIPE)
    sigprocmask(SIG_BLOCK, &set, nil)
  }

  /// Sleeps until the time; the signal that ended the sleep, or nil.
  static func wait(until time: UInt64) -> Int32? {
    let now = monotonicNow()
    let left = time > now ? min(time - now, 3_600_000_000_000) : 0
    var span = SystemTime.timespec(nanoseconds: left)
    var set = signals
    let signal = sigtimedwait(&set, nil, &span)
    return signal > 0 ? signal : nil
  }
}
