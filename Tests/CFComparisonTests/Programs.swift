import LinuxSystem
import Scenarios

/// The programs that are compared. They are run as they were built, beside the test bundle: the test bundle
/// itself must not hold the oracle, whose clocks are not the machine's.
enum Programs {
  static func path(of name: String) throws -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    let bundle = String(decoding: buffer.prefix(max(length, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // Where the bundle is run by a helper of the toolchain, the bundle is an argument.
    let candidates = [bundle] + CommandLine.arguments.filter { $0.hasSuffix(".xctest") }
    for candidate in candidates {
      guard let slash = candidate.lastIndex(of: "/") else { continue }
      let path = candidate[...slash] + name
      if access(String(path), X_OK) == 0 { return String(path) }
    }
    throw ChildProcess.Failure(
      description: "no '\(name)' beside the test bundle (\(bundle)): run 'swift build' first")
  }
}

/// Mainspring's side of a comparison: `runloop trace`.
struct Mainspring {
  private let program: String

  init() throws { program = try Programs.path(of: "runloop") }

  /// The trace in simulated time. With `armsAllPorts` as programs get it, without as CFRunLoop arms its ports.
  /// With `usesDispatch` the main queue is Dispatch's, as CFRunLoop's is.
  func trace(_ scenario: String, armsAllPorts: Bool = false, usesDispatch: Bool = false) throws -> String {
    let options = (armsAllPorts ? ["--arm-all-ports"] : []) + (usesDispatch ? ["--dispatch"] : [])
    let outcome = try ChildProcess.run(program, ["trace"] + options, input: scenario, seconds: 20)
    guard [0, 3, 4].contains(outcome.status) else {
      throw ChildProcess.Failure(
        description: "runloop trace ended with \(outcome.status): \(outcome.errors)\n\(outcome.output)")
    }
    return outcome.output
  }
}

/// CFRunLoop's side: `cforacle --batch`, which stays and forks itself for each scenario.
final class CFRunLoopOracle {
  private let program: String
  private let environment: [String]
  private var server: ChildProcess?
  private var buffer: [UInt8] = []

  /// - Parameter preloads: with our library before Foundation's, so that our loop is behind CFRunLoop's functions.
  init(preloads: Bool = false) throws {
    program = try Programs.path(of: "cforacle")
    environment = preloads ? ["LD_PRELOAD=\(try Programs.path(of: Preloaded.library))"] : []
  }

  /// The trace in virtual time, or as the options want.
  func trace(_ scenario: String, _ options: String = "") throws -> String {
    let deadline = Deadline(seconds: 25)
    do {
      let server =
        try self.server
        ?? ChildProcess(program, ["--batch"], readsErrors: false, environment: environment)
      self.server = server
      let text = Array(scenario.utf8)
      try server.write("\(text.count) \(options)\n" + scenario, by: deadline)
      while !buffer.contains(UInt8(ascii: "\n")) { try readMore(server, deadline) }
      let end = buffer.firstIndex(of: UInt8(ascii: "\n")) ?? 0
      let words = String(decoding: buffer[..<end], as: UTF8.self).split(separator: " ")
      buffer.removeFirst(end + 1)
      guard words.count == 3, let length = Int(words[2]) else {
        throw ChildProcess.Failure(description: "cforacle answers \(words)")
      }
      while buffer.count < length { try readMore(server, deadline) }
      let trace = String(decoding: buffer.prefix(length), as: UTF8.self)
      buffer.removeFirst(length)
      guard ["end", "BUDGET", "DEADLOCK"].contains(words[0]) else {
        throw ChildProcess.Failure(description: "cforacle: \(words[0])\n\(trace)")
      }
      return trace
    } catch {
      // What it would say next belongs to this scenario: the next one gets another server.
      server = nil
      buffer = []
      throw error
    }
  }

  private func readMore(_ server: ChildProcess, _ deadline: Deadline) throws {
    let more = try server.read(by: deadline)
    if more.isEmpty { throw ChildProcess.Failure(description: "cforacle has ended") }
    buffer += more
  }
}
