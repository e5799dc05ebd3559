import Scenarios
import TestHarness

/// Mainspring's side of a comparison: `runloop trace`. The programs are run as they were built, beside the test bundle: the bundle
/// itself must not hold the oracle, whose clocks are not the machine's.
struct Mainspring {
  private let program: String

  init() throws { program = try ChildProgram.product("runloop") }

  /// The trace in simulated time. With `armsAllPorts` as programs get it, without as CFRunLoop arms its ports.
  /// With `usesDispatch` the main queue is Dispatch's, as CFRunLoop's is.
  func trace(_ scenario: String, armsAllPorts: Bool = false, usesDispatch: Bool = false) throws -> String {
    let options = (armsAllPorts ? ["--arm-all-ports"] : []) + (usesDispatch ? ["--dispatch"] : [])
    let outcome = try ChildProgram.run(program, ["trace"] + options, input: scenario, seconds: 20)
    guard [0, 3, 4].contains(outcome.status) else {
      throw ChildProgram.Failure(
        "runloop trace ended with \(outcome.status): \(outcome.errors)\n\(outcome.output)")
    }
    return outcome.output
  }
}

/// CFRunLoop's side: `cforacle --batch`, which stays and forks itself for each scenario.
final class CFRunLoopOracle {
  private let program: String
  private let environment: [String: String]
  private var server: ChildProgram?
  private var buffer: [UInt8] = []

  /// - Parameter preloads: with our library before Foundation's, so that our loop is behind CFRunLoop's functions.
  init(preloads: Bool = false) throws {
    program = try ChildProgram.product("cforacle")
    environment = preloads ? ["LD_PRELOAD": try ChildProgram.product(Preloaded.library)] : [:]
  }

  /// The trace in virtual time, or as the options want.
  func trace(_ scenario: String, _ options: String = "") throws -> String {
    do {
      let server =
        try self.server
        ?? ChildProgram(program, ["--batch"], environment: environment, hasInput: true)
      self.server = server
      server.allow(seconds: 25)
      let text = Array(scenario.utf8)
      try server.write("\(text.count) \(options)\n" + scenario)
      while !buffer.contains(UInt8(ascii: "\n")) { try readMore(server) }
      let end = buffer.firstIndex(of: UInt8(ascii: "\n")) ?? 0
      let words = String(decoding: buffer[..<end], as: UTF8.self).split(separator: " ")
      buffer.removeFirst(end + 1)
      guard words.count == 3, let length = Int(words[2]) else {
        throw ChildProgram.Failure("cforacle answers \(words)")
      }
      while buffer.count < length { try readMore(server) }
      let trace = String(decoding: buffer.prefix(length), as: UTF8.self)
      buffer.removeFirst(length)
      guard ["end", "BUDGET", "DEADLOCK"].contains(words[0]) else {
        throw ChildProgram.Failure("cforacle: \(words[0])\n\(trace)")
      }
      return trace
    } catch {
      // What it would say next belongs to this scenario: the next one gets another server.
      server = nil
      buffer = []
      throw error
    }
  }

  private func readMore(_ server: ChildProgram) throws {
    let more = try server.read()
    if more.isEmpty { throw ChildProgram.Failure("cforacle has ended") }
    buffer += more
  }
}
