import BenchmarkKit
import Glibc

/// A process and what it prints.
final class Child {
  let process: pid_t
  let output: UnsafeMutablePointer<FILE>

  /// Starts a program on one processor.
  init(_ arguments: [String], on processor: Int) throws(Failure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0, let file = fdopen(ends[0], "r") else { throw Failure(description: "no pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    var pointers = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process = pid_t()
    // The child inherits where its maker may run.
    let error = Processors.pinned(to: processor) {
      posix_spawnp(&process, arguments[0], &actions, nil, &pointers, environ)
    }
    close(ends[1])
    guard error == 0 else {
      fclose(file)
      throw Failure(description: "\(arguments[0]) can not be started: \(String(cString: strerror(error)))")
    }
    self.process = process
    output = file
  }

  /// The next line, or nil at the end.
  func line() -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    guard fgets(&buffer, Int32(buffer.count), output) != nil else { return nil }
    return String(
      decoding: buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func end(by signal: Int32? = nil) {
    if let signal { kill(process, signal) }
    fclose(output)
    while waitpid(process, nil, 0) < 0 && errno == EINTR {}
  }
}

/// A server that runs until it is ended.
final class HelloServer {
  let name: String
  let port: UInt16
  private let child: Child
  /// Has the connections that never ask: this process has not descriptors enough for those of several servers.
  private var holder: Child?

  convenience init(_ name: String, program: String, arguments: [String], on processor: Int) throws(Failure) {
    try self.init(name, command: [Self.folder + program] + arguments, on: processor)
  }

  /// A program that prints where it listens.
  init(_ name: String, command: [String], on processor: Int) throws(Failure) {
    self.name = name
    child = try Child(command, on: processor)
    guard let port = child.line()?.split(separator: ":").last.flatMap({ UInt16($0) }) else {
      child.end(by: SIGKILL)
      throw Failure(description: "\(name) does not say where it listens")
    }
    self.port = port
  }

  /// This program, beside which they are built.
  private static let program: String = {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &path, path.count)
    return String(decoding: path.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()

  private static let folder =
    String(program[..<(program.lastIndex(of: "/").map { program.index(after: $0) } ?? program.startIndex)])

  /// Connections that never ask.
  func open(_ count: Int, on processor: Int) throws(Failure) {
    let holder = try Child([Self.program, "--hold", "\(port)", "\(count)"], on: processor)
    self.holder = holder
    let line = holder.line() ?? "they sent nothing"
    if line != "held" { throw Failure(description: line) }
  }

  /// What the server has used of its processor's time, in nanoseconds.
  var processorTime: Double {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(child.process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  func end() {
    child.end(by: SIGKILL)
    holder?.end(by: SIGKILL)
  }
}

/// The process that has idle connections: opens them, says so, and waits for its end.
func hold(_ count: Int, port: UInt16) -> Never {
  for index in 0..<count {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if number < 0 || result != 0 {
      print("after \(index) idle connections: \(String(cString: strerror(errno))) (ulimit -n)")
      exit(1)
    }
  }
  print("held")
  fflush(nil)
  while true { pause() }
}

/// wrk(1), which asks as fast as it gets answers.
enum Wrk {
  /// Requests a second, and how many there were.
  static func run(_ port: UInt16, _ connections: Int, _ seconds: Int, on processor: Int) throws(Failure)
    -> (rate: Double, requests: Double)
  {
    let child = try Child(
      ["wrk", "-t1", "-c\(connections)", "-d\(seconds)s", "http://127.0.0.1:\(port)/"], on: processor)
    var rate: Double?
    var requests: Double?
    var troubles: [String] = []
    while let line = child.line() {
      let words = line.split(separator: " ")
      if words.first == "Requests/sec:", words.count == 2 { rate = Double(words[1]) }
      if words.count > 2, words[1] == "requests", words[2] == "in" { requests = Double(words[0]) }
      if line.contains("errors") || line.contains("Non-2xx") { troubles.append(line) }
    }
    child.end()
    guard let rate, let requests, troubles.isEmpty else {
      throw Failure(description: "wrk (apt install wrk) gave no figure: \(troubles.joined(separator: "; "))")
    }
    return (rate, requests)
  }
}
