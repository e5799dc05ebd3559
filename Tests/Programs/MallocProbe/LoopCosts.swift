import RunLoopCore

import class RunLoopCore.RunLoop

/// Turns of the main thread's loop with several things to do.
enum LoopCosts {
  static func lines() -> [String] {
    [
      "blocks for two modes: \(blocks())", "two sources in a turn: \(sources())",
      "timers with tolerance: \(timers())", "an observer joins and leaves: \(observer())",
      "a source joins and leaves: \(source())",
    ]
  }

  private static let modes: [RunLoop.Mode] = [.default, "tracking"]

  private static func blocks() -> String {
    let loop = RunLoop.current
    return MallocProbe.cost(5000) { _ in
      loop.post(inModes: modes) {}
      loop.post(inModes: modes) {}
      loop.run(mode: .default, for: .zero)
    }
  }

  private static func sources() -> String {
    let loop = RunLoop.current
    let sources = (0..<2).map { _ in RunLoop.Source {} }
    for source in sources { loop.add(source) }
    defer { for source in sources { source.invalidate() } }
    return MallocProbe.cost(5000) { _ in
      for source in sources { source.signal() }
      loop.run(mode: .default, for: .zero)
    }
  }

  private static func observer() -> String {
    let loop = RunLoop.current
    let observer = RunLoop.Observer(activities: .beforeTimers) { _ in }
    return MallocProbe.cost(5000) { _ in
      loop.add(observer)
      loop.remove(observer)
    }
  }

  private static func source() -> String {
    let loop = RunLoop.current
    let source = RunLoop.Source {}
    return MallocProbe.cost(5000) { _ in
      loop.add(source)
      loop.remove(source)
    }
  }

  /// How long it may sleep is looked for among those whose windows overlap.
  private static func timers() -> String {
    let loop = RunLoop.current
    let timers = (0..<50).map { index in
      RunLoop.Timer(
        after: .microseconds(100 + index), repeating: .microseconds(100), tolerance: .microseconds(90)
      ) { _ in }
    }
    for timer in timers { loop.add(timer) }
    defer { for timer in timers { timer.invalidate() } }
    return MallocProbe.cost(4000) { _ in loop.run(mode: .default, for: .microseconds(20)) }
  }
}
