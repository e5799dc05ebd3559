import LinuxSystem

/// Another program, run as a child. Nothing waits for it longer than it may.
final class ChildProcess {
  /// What it wrote, and how it ended.
  struct Outcome {
    /// Standard output.
    var output: String
    /// Standard error.
    var errors: String
    /// The exit status; negative: the number of the signal that ended it.
    var status: Int32
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let program: String
  private let process: pid_t
  /// Our end of its standard input.
  private var feed: Int32
  private let output: Int32
  private let errors: Int32
  private var isOver = false

  /// Sockets rather than pipes: they can be made so that no other child inherits them, and a child that does
  /// not read its input ends nobody by a signal.
  ///
  /// - Parameter readsErrors: otherwise standard error is thrown away. One that nobody reads would fill up and
  ///   stop the child.
  /// - Parameter environment: `NAME=VALUE`, before what this process has.
  init(_ program: String, _ arguments: [String], readsErrors: Bool, environment: [String] = []) throws {
    self.program = program
    let (feed, input) = try Self.pair()
    let (output, childOutput) = try Self.pair()
    let (errors, childErrors) = try Self.pair()
    (self.feed, self.output, self.errors) = (feed, output, errors)
    defer { for end in [input, childOutput, childErrors] { close(end) } }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, end) in [input, childOutput, childErrors].enumerated() {
      posix_spawn_file_actions_adddup2(&actions, end, Int32(number))
    }
    if !readsErrors { posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) }
    var words = ([program] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    // Of two of a name the first holds.
    var variables = environment.map { strdup($0) }
    defer { for variable in variables.prefix(environment.count) { free(variable) } }
    var next = environ
    while let variable = next.pointee {
      variables.append(variable)
      next += 1
    }
    variables.append(nil)
    var process: pid_t = 0
    let failure = posix_spawn(&process, program, &actions, nil, words, variables)
    self.process = process
    guard failure == 0 else {
      isOver = true
      throw Failure(description: "cannot run \(program): \(String(cString: strerror(failure)))")
    }
  }

  deinit {
    if !isOver {
      kill(process, SIGKILL)
      _ = reap()
    }
    for end in [feed, output, errors] where end >= 0 { close(end) }
  }

  /// Runs a program to its end.
  static func run(
    _ program: String, _ arguments: [String] = [], input: String = "", seconds: Double = 30,
    environment: [String] = []
  ) throws -> Outcome {
    let child = try ChildProcess(program, arguments, readsErrors: true, environment: environment)
    let deadline = Deadline(seconds: seconds)
    // One that does not want its input may have ended by now.
    _ = try? child.write(input, by: deadline)
    child.endInput()
    let (output, errors) = try child.readAll(by: deadline)
    return Outcome(output: output, errors: errors, status: child.reap())
  }

  func endInput() {
    close(feed)
    feed = -1
  }

  func write(_ text: String, by deadline: Deadline) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      try wait(for: [feed], POLLOUT, by: deadline)
      let count = rest.withUnsafeBytes { send(feed, $0.baseAddress, $0.count, flags) }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { throw Failure(description: "\(program) does not take its input") }
      rest = rest.dropFirst(count)
    }
  }

  /// What it writes next to its standard output; empty when it has closed that.
  func read(by deadline: Deadline) throws -> [UInt8] {
    try wait(for: [output], POLLIN, by: deadline)
    return read(output)
  }

  private func readAll(by deadline: Deadline) throws -> (output: String, errors: String) {
    var bytes: [Int32: [UInt8]] = [:]
    var open = [output, errors]
    while !open.isEmpty {
      for end in try wait(for: open, POLLIN, by: deadline) {
        let more = read(end)
        bytes[end, default: []] += more
        if more.isEmpty { open.removeAll { $0 == end } }
      }
    }
    func text(_ end: Int32) -> String { String(decoding: bytes[end] ?? [], as: UTF8.self) }
    return (text(output), text(errors))
  }

  private let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)

  private func read(_ end: Int32) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = recv(end, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      return Array(buffer.prefix(max(count, 0)))
    }
  }

  /// Which of the descriptors are ready, as soon as one is. When none is in time, the child is killed.
  @discardableResult
  private func wait(for ends: [Int32], _ events: Int32, by deadline: Deadline) throws -> [Int32] {
    var polled = ends.map { pollfd(fd: $0, events: Int16(events), revents: 0) }
    while true {
      let count = poll(&polled, nfds_t(polled.count), deadline.milliseconds)
      if count > 0 { return polled.filter { $0.revents != 0 }.map(\.fd) }
      if count < 0, errno == EINTR { continue }
      kill(process, SIGKILL)
      throw Failure(description: "\(program) was killed: it took too long")
    }
  }

  private func reap() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    isOver = true
    // The low seven bits are the signal that ended it.
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
  }

  private static func pair() throws -> (Int32, Int32) {
    do throws(Errno) {
      let ends = try Socket.pair(.stream, isBlocking: true)
      return (ends.0.number, ends.1.number)
    } catch {
      throw Failure(description: "no descriptors: \(error)")
    }
  }
}

/// A moment by which something must be over.
struct Deadline {
  private let instant: ContinuousClock.Instant

  init(seconds: Double) {
    instant = .now + .seconds(seconds)
  }

  var isOver: Bool { ContinuousClock.now >= instant }

  /// What is left, for poll(2).
  var milliseconds: Int32 {
    Int32(max((ContinuousClock.now.duration(to: instant) / .milliseconds(1)).rounded(.up), 0))
  }
}
