import Glibc
import RunLoopCore

import class RunLoopCore.RunLoop

/// Keeps programs running: one that ends is started again, later and later when it ends at once; SIGTERM and SIGINT end
/// all of them in order, and those that do not obey by force.
///
///     supervisor 'web: ./server 80' 'work: ./worker'
@main
enum Supervisor {
  static func main() throws {
    let tasks = CommandLine.arguments.dropFirst().compactMap { Task($0) }
    guard !tasks.isEmpty, tasks.count == CommandLine.arguments.count - 1 else {
      say("usage: supervisor 'NAME: COMMAND' …")
      exit(2)
    }
    let loop = RunLoop.current
    // Before any other thread: see SignalSource.
    let stop = try RunLoop.SignalSource([SIGTERM, SIGINT], label: "stop") { _ in
      say("stopping")
      for task in tasks { task.stop() }
      return .disarm
    }
    try loop.add(stop)
    for task in tasks {
      task.whenStopped = {
        if tasks.allSatisfy(\.isStopped) { loop.stop() }
      }
      task.start()
    }
    loop.run()
    say("stopped")
  }
}

/// One program. The loop's thread only.
private final class Task: @unchecked Sendable {
  private let name: String
  private let arguments: [String]
  private var child: RunLoop.ChildSource?
  /// Starts it again, or ends it by force.
  private var timer: RunLoop.Timer?
  private var startedAt = RunLoop.Instant.now
  private var delay = shortestDelay
  private var shallStop = false
  var whenStopped: () -> Void = {}

  private static let shortestDelay = Duration.milliseconds(100)
  private static let longestDelay = Duration.seconds(30)
  /// A program that ran for this time did not end at once.
  private static let goodTime = Duration.seconds(10)
  private static let patience = Duration.seconds(5)

  init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    name = String(text[..<colon])
    arguments = text[text.index(after: colon)...].split(separator: " ").map(String.init)
    if name.isEmpty || arguments.isEmpty { return nil }
  }

  var isStopped: Bool { shallStop && child == nil }

  func start() {
    startedAt = .now
    do {
      let child = try RunLoop.ChildSource(spawning: arguments, label: name) { [self] in ended("\($0)") }
      try RunLoop.current.add(child)
      self.child = child
      say("\(name): started")
    } catch {
      ended("\(error)")
    }
  }

  private func ended(_ how: String) {
    child = nil
    say("\(name): \(how)")
    if shallStop {
      timer?.invalidate()
      return whenStopped()
    }
    if startedAt.duration(to: .now) >= Self.goodTime { delay = Self.shortestDelay }
    say("\(name): again in \(delay)")
    later(delay) { [self] in start() }
    delay = min(delay * 2, Self.longestDelay)
  }

  func stop() {
    shallStop = true
    timer?.invalidate()
    guard let child else { return whenStopped() }
    child.send(SIGTERM)
    later(Self.patience) { [name] in
      say("\(name): by force")
      child.send(SIGKILL)
    }
  }

  private func later(_ delay: Duration, _ body: @escaping @Sendable () -> Void) {
    let timer = RunLoop.Timer(after: delay, label: name) { _ in body() }
    self.timer = timer
    RunLoop.current.add(timer)
  }
}

/// A line that is seen at once, also through a pipe.
private func say(_ line: String) {
  print(line)
  fflush(nil)
}
