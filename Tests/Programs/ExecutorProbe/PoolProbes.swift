import LinuxSystem
import RunLoopCore
import RunLoopExecutors

/// A pool of loops in a program of its own: which threads there are then.
enum PoolProbes {
  static let all: [String: @Sendable () -> Void] = [
    "pool-alone": alone, "pool-default": asDefault, "pool-late": tooLate,
    "pool-simulated": underASimulatedClock,
  ]

  /// The names of the process's threads.
  private static func threadNames() -> [String] {
    guard let directory = opendir("/proc/self/task") else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let number = withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) }
      guard number.first != ".", let file = fopen("/proc/self/task/\(number)/comm", "re") else { continue }
      var name = [CChar](repeating: 0, count: 32)
      if fgets(&name, 32, file) != nil {
        names.append(
          String(decoding: name.prefix { $0 > 10 || $0 < 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
      }
      fclose(file)
    }
    return names.sorted()
  }

  /// What tasks do: groups, children, time.
  private static func work() async {
    let sum = await withTaskGroup(of: Int.self) { group in
      for number in 1...100 {
        group.addTask {
          await Task.yield()
          try? await Task.sleep(for: .milliseconds(2))
          return number
        }
      }
      return await group.reduce(0, +)
    }
    say("sum \(sum)".onAnyThread)
  }

  /// Tasks that prefer it, and a main thread that waits.
  private static func alone() {
    do throws(LoopThreadError) {
      let pool = try LoopPool(threads: 2)
      Task(executorPreference: pool.taskExecutor) {
        await work()
        say("threads: \(threadNames().joined(separator: ", "))".onAnyThread)
        exit(0)
      }
      while true { sleep(60) }
    } catch {
      say("\(error)")
    }
  }

  /// All tasks, and the main actor on the main loop.
  private static func asDefault() {
    do {
      try LoopPool(threads: 2).installAsDefaultExecutor()
    } catch {
      return say("\(error)")
    }
    RunLoop.runMain {
      say("main actor")
      await Task.detached {
        await work()
        await MainActor.run { say("hop") }
      }.value
      try await Task.sleep(for: .milliseconds(2))
      say("back")
      say("threads: \(threadNames().joined(separator: ", "))")
    }
  }

  /// The main loop's clock is simulated and far ahead; that of the pool's loops is real.
  private static func underASimulatedClock() {
    SimulatedClock(start: RunLoop.Instant(nanoseconds: .max / 4)).install()
    do {
      try LoopPool(threads: 1).installAsDefaultExecutor()
    } catch {
      return say("\(error)")
    }
    alarm(30)
    RunLoop.runMain {
      try await Task.sleep(for: .milliseconds(2))
      say("awake")
    }
  }

  private static func tooLate() {
    do {
      let pool = try LoopPool(threads: 1)
      try RunLoop.installMainExecutor()
      do throws(MainExecutorError) { try pool.installAsDefaultExecutor() } catch {
        say("\(error == .alreadyInstalled)")
      }
    } catch {
      say("\(error)")
    }
  }
}

extension String {
  /// The line, without a mark for lines of other threads than the main one.
  fileprivate var onAnyThread: AnyThreadLine { AnyThreadLine(text: self) }
}

private struct AnyThreadLine { let text: String }

private func say(_ line: AnyThreadLine) {
  _ = (line.text + "\n").withCString { write(1, $0, strlen($0)) }
}
