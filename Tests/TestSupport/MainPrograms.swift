import LinuxSystem
internal import RunLoopCore

/// What programs with an asynchronous main do, for the tests of the ways to have one. Each line that is said on another
/// thread than the main one is marked.
package enum MainPrograms {
  @MainActor package static func run(_ name: String) async throws {
    // The test continues in spite of any error.
    alarm(280)
    say("begins")
    switch name {
    case "sleep": try await sleep()
    case "group": await group()
    case "actor": await actor()
    case "throw": try await fail()
    case "exit": try await exitInTheMiddle()
    case "stop": try await stopTheLoop()
    default: say("there is no program '\(name)'")
    }
    say("ends")
  }

  package static func say(_ line: String) {
    let line = (RunLoop.main.isOwnThread ? "" : "NOT ON THE MAIN THREAD: ") + line + "\n"
    _ = line.withCString { write(1, $0, strlen($0)) }
  }

  @MainActor private static func sleep() async throws {
    try await Task.sleep(for: .milliseconds(1))
    say("slept")
  }

  @MainActor private static func group() async {
    let sum = await withTaskGroup(of: Int.self, returning: Int.self) { group in
      for number in 1...100 { group.addTask { number } }
      var sum = 0
      for await number in group { sum += number }
      return sum
    }
    say("sum \(sum)")
  }

  @MainActor private final class Model {
    private var count = 0

    func add() {
      count += 1
      say("count \(count)")
    }
  }

  /// Called from another thread, and from a plain callback of the main loop.
  @MainActor private static func actor() async {
    let model = Model()
    await Task.detached { await model.add() }.value
    await withCheckedContinuation { continuation in
      RunLoop.main.add(
        RunLoop.Timer(after: .milliseconds(1)) { _ in
          MainActor.assumeIsolated { model.add() }
          continuation.resume()
        })
    }
    model.add()
  }

  private struct DiskIsFull: Error, CustomStringConvertible {
    var description: String { "the disk is full" }
  }

  @MainActor private static func fail() async throws {
    try await Task.sleep(for: .milliseconds(1))
    throw DiskIsFull()
  }

  @MainActor private static func exitInTheMiddle() async throws {
    Task.detached {
      await MainActor.run {
        say("exits")
        exit(7)
      }
    }
    try await Task.sleep(for: .seconds(100))
  }

  @MainActor private static func stopTheLoop() async throws {
    RunLoop.main.add(RunLoop.Timer(after: .milliseconds(1)) { _ in RunLoop.main.stop() })
    try await Task.sleep(for: .seconds(100))
  }
}
