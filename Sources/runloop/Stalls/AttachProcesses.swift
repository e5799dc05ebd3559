import Glibc

/// Processes of the machine by their programs' names.
enum ProcessList {
  /// Those whose name, or whose program's file, is called so; without the calling one.
  static func named(_ name: String) -> [Int32] {
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    var found: [Int32] = []
    while let entry = readdir(folder) {
      let text = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let number = Int32(text), number != getpid() else { continue }
      if names(of: number).contains(name) { found.append(number) }
    }
    return found.sorted()
  }

  private static func names(of process: Int32) -> [String] {
    var names: [String] = []
    let descriptor = open("/proc/\(process)/comm", O_RDONLY | O_CLOEXEC)
    if descriptor >= 0 {
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(descriptor, &bytes, bytes.count)
      close(descriptor)
      names.append(
        String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
    var path = [CChar](repeating: 0, count: 4_096)
    let count = readlink("/proc/\(process)/exe", &path, path.count)
    if count > 0 {
      let whole = String(decoding: path.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      names.append(whole.split(separator: "/").last.map(String.init) ?? whole)
    }
    return names
  }
}

/// A program that `attach` has started.
final class LaunchedProgram {
  let process: Int32

  init(_ command: [String]) throws {
    // Signals are blocked here, and are not to be there.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var child = pid_t()
    let failure = posix_spawnp(&child, command[0], nil, &attributes, &words, environ)
    guard failure == 0 else {
      throw StallArguments.Wrong("'\(command[0])' can not be started: \(String(cString: strerror(failure)))")
    }
    process = child
  }

  /// How it has ended; nil when it has not.
  var ending: String? {
    var status: Int32 = 0
    guard waitpid(process, &status, WNOHANG) == process else { return nil }
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
    sigprocmask(SIG_BLOCK, &set, nil)
  }

  /// CLOCK_MONOTONIC, nanoseconds.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Sleeps until the time; the signal that ended the sleep, or nil.
  static func wait(until time: UInt64) -> Int32? {
    let now = Self.now
    let left = time > now ? min(time - now, 3_600_000_000_000) : 0
    var span = timespec(tv_sec: Int(left / 1_000_000_000), tv_nsec: Int(left % 1_000_000_000))
    var set = signals
    let signal = sigtimedwait(&set, nil, &span)
    return signal > 0 ? signal : nil
  }
}
