import Foundation
import LinuxSystem
import MutantKit

/// A child process in a process group of its own, so that it ends with all that it has started.
struct Child: ~Copyable {
  let process: pid_t

  /// - Parameter output: the descriptor for both of its outputs.
  init(_ command: [String], environment: [String: String] = [:], folder: String? = nil, output: Int32) throws
  {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, output, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))

    let words =
      ["/usr/bin/env"] + (folder.map { ["-C", $0] } ?? []) + environment.map { "\($0)=\($1)" } + command
    var pointers = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process: pid_t = 0
    let failure = posix_spawn(&process, pointers[0]!, &actions, &attributes, &pointers, environ)
    guard failure == 0 else {
      throw MutantError("cannot run \(command[0]): \(String(cString: strerror(failure)))")
    }
    self.process = process
  }

  /// Ends it and its descendants.
  func kill() {
    _ = LinuxSystem.kill(-process, SIGKILL)
  }

  /// Ends the processes that have a variable in their environment: what a test started may outlive it, in a process
  /// group of its own.
  static func killAll(with variable: String) {
    guard let folder = opendir("/proc") else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) }
      guard let process = pid_t(name),
        let environment = try? String(contentsOfFile: "/proc/\(name)/environ", encoding: .utf8),
        environment.split(separator: "\0").contains(Substring(variable))
      else { continue }
      _ = LinuxSystem.kill(process, SIGKILL)
    }
  }

  /// Its exit status; the negative number of the signal that ended it.
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
  }

  /// Runs a command to its end, with its output in a file.
  static func run(_ command: [String], environment: [String: String], output path: String) throws -> Int32 {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw MutantError("cannot write \(path): \(String(cString: strerror(errno)))") }
    defer { close(file) }
    return try Child(command, environment: environment, output: file).wait()
  }

  /// What a command prints.
  static func output(of command: [String], environment: [String: String] = [:]) throws -> String {
    var lines: [String] = []
    let reader = try LineReader()
    let child = try Child(command, environment: environment, output: reader.writeEnd)
    reader.closeWriteEnd()
    while case .line(let line) = reader.next(until: .max) { lines.append(line) }
    let status = child.wait()
    guard status == 0 else {
      throw MutantError(
        "\(command.joined(separator: " ")): status \(status)\n\(lines.joined(separator: "\n"))")
    }
    return lines.joined(separator: "\n")
  }
}

/// Reads the lines that a child writes, with a time limit.
final class LineReader {
  enum Next {
    case line(String)
    case end, timeOut
  }

  private let readEnd: Int32
  private(set) var writeEnd: Int32
  private var bytes: [UInt8] = []
  private var isAtEnd = false

  init() throws {
    do throws(Errno) {
      let ends = try Socket.pair(.stream, isBlocking: true)
      (readEnd, writeEnd) = (ends.0.number, ends.1.number)
    } catch {
      throw MutantError("no socket pair: \(error)")
    }
  }

  deinit {
    close(readEnd)
    closeWriteEnd()
  }

  func closeWriteEnd() {
    if writeEnd >= 0 { close(writeEnd) }
    writeEnd = -1
  }

  /// - Parameter deadline: of the monotonic clock, in milliseconds.
  func next(until deadline: Int) -> Next {
    while true {
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: bytes[..<end], as: UTF8.self)
        bytes.removeSubrange(...end)
        return .line(line)
      }
      if isAtEnd {
        defer { bytes = [] }
        return bytes.isEmpty ? .end : .line(String(decoding: bytes, as: UTF8.self))
      }
      let left = deadline == .max ? -1 : deadline - milliseconds()
      if deadline != .max, left <= 0 { return .timeOut }
      var ready = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, Int32(clamping: left)) > 0 else { continue }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = read(readEnd, &buffer, buffer.count)
      if count > 0 { bytes += buffer[..<count] } else if count == 0 || errno != EINTR { isAtEnd = true }
    }
  }
}

/// The monotonic clock, in milliseconds.
func milliseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
}
