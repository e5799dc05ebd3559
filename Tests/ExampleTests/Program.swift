import LinuxSystem
import Testing

/// An example that runs as a process until the test is done with it.
final class Program: @unchecked Sendable {
  let process: pid_t
  private let output: Int32
  private var begun: [UInt8] = []
  private(set) var status: Int32?

  /// The program that is built with the tests.
  init(_ name: String, _ arguments: [String] = []) throws {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    try #require(count > 0)
    let path = String(decoding: buffer[..<count], as: UTF8.self)
    let directory = try #require(path.lastIndex(of: "/"))
    var ends: [Int32] = [-1, -1]
    try #require(linux_pipe(&ends) == 0)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var pointers = ([path[..<directory] + "/" + name] + arguments).map { strdup(String($0)) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process = pid_t()
    let failure = posix_spawn(&process, pointers[0]!, &actions, nil, &pointers, environ)
    close(ends[1])
    output = ends[0]
    self.process = process
    try #require(failure == 0, "\(name) could not be started")
  }

  deinit {
    if status == nil {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close(output)
  }

  /// The next line of output; nil at its end, or when none comes in time.
  func line() -> String? {
    while true {
      if let end = begun.firstIndex(of: 10) {
        defer { begun.removeSubrange(...end) }
        return String(decoding: begun[..<end], as: UTF8.self)
      }
      guard let more = Self.read(output) else { return nil }
      begun += more
    }
  }

  func lines() -> [String] {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    return lines
  }

  /// Reads until such a line comes, which it gives back.
  func line(where matches: (String) -> Bool) -> String? {
    while let line = line() {
      if matches(line) { return line }
    }
    return nil
  }

  /// The port behind the last colon of the next line.
  func port() throws -> UInt16 {
    let said = try #require(line())
    return try #require(said.split(separator: ":").last.flatMap { UInt16($0) }, "\(said)")
  }

  /// Ends it with a signal, unless it has ended, and gives back how it ended.
  @discardableResult
  func end(_ signal: Int32 = SIGTERM) -> Int32 {
    kill(process, signal)
    return wait()
  }

  func wait() -> Int32 {
    var result: Int32 = 0
    waitpid(process, &result, 0)
    status = result
    return result
  }

  /// What is there within thirty seconds; nil for nothing.
  static func read(_ descriptor: Int32) -> [UInt8]? {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, 30_000) == 1 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = LinuxSystem.read(descriptor, &buffer, buffer.count)
    return count > 0 ? Array(buffer[..<count]) : nil
  }
}

/// A client that connects to a port of this machine.
final class Client: @unchecked Sendable {
  private let number: Int32
  private var begun: [UInt8] = []

  init(port: UInt16) throws {
    number = try Socket.connected(.stream, to: .loopback(port: port), isBlocking: true).number
  }

  deinit { close(number) }

  func send(_ text: String) {
    Socket(number).send(Array(text.utf8))
  }

  /// Sends what fits now; false when the connection is broken.
  func sendNow(_ text: String) -> Bool {
    Socket(number).send(Array(text.utf8), .dontWait) >= 0 || Errno.last.wouldBlock
  }

  /// Whether something was sent to it, or its end has come.
  var hasInput: Bool {
    var ready = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, 0) == 1
  }

  func finishWriting() { Socket(number).finishWriting() }

  /// Until so many bytes have come, or the end.
  func receive(_ count: Int = .max) -> String {
    while begun.count < count, let more = Program.read(number) { begun += more }
    let taken = begun.prefix(count)
    begun.removeFirst(taken.count)
    return String(decoding: taken, as: UTF8.self)
  }

  func line() -> String? {
    while true {
      if let end = begun.firstIndex(of: 10) {
        defer { begun.removeSubrange(...end) }
        return String(decoding: begun[..<end], as: UTF8.self)
      }
      guard let more = Program.read(number) else { return nil }
      begun += more
    }
  }
}
