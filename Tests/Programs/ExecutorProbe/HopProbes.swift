import CoreFoundation
import Dispatch
import LinuxSystem
import RunLoopDispatch
import RunLoopExecutors

import class RunLoopCore.RunLoop

/// What a hop from another thread to the main actor and back costs: `executorprobe hops [ROUNDS]`.
///
/// Each figure is a process of its own, since the main actor has one executor in a process. The ways take turns, so
/// that what else the machine does hits all of them alike.
enum HopProbes {
  static let all: [String: @Sendable () -> Void] = [
    "hops": compare, "hops-of": measure, "own-hops": ownHops, "own-main-hops": ownMainHops,
  ]

  private enum Way: String, CaseIterable {
    case dispatchMain = "dispatchMain()"
    case cfRunLoop = "CFRunLoop"
    case bridge = "RunLoopDispatch"
    case executor = "RunLoopExecutors"
  }

  private static let hops = 10_000

  // MARK: One process

  /// `executorprobe hops-of WAY PROCESSORS`: prints the nanoseconds of a hop there and back.
  private static func measure() {
    guard CommandLine.arguments.count == 4, let way = Way(rawValue: CommandLine.arguments[2]),
      let processors = Int(CommandLine.arguments[3])
    else { exit(2) }
    var mask: UInt64 = processors == 1 ? 1 : 3
    _ = linux_sched_setaffinity(0, 8, &mask)
    let loop = RunLoop.main
    do {
      if way == .bridge { try loop.serveDispatchMainQueue() }
      if way == .executor { try RunLoop.installMainExecutor() }
    } catch {
      print(error)
      exit(2)
    }
    Task.detached {
      await hop(hops / 5)
      let start = DispatchTime.now().uptimeNanoseconds
      await hop(hops)
      print((DispatchTime.now().uptimeNanoseconds - start) / UInt64(hops))
      exit(0)
    }
    switch way {
    case .dispatchMain: dispatchMain()
    case .cfRunLoop: CFRunLoopRun()
    case .bridge, .executor: loop.run()
    }
  }

  private static func hop(_ count: Int) async {
    for _ in 0..<count { await MainActor.run {} }
  }

  // MARK: Within one thread

  private actor Pinned {
    private nonisolated let executor: LoopExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private var count = 0

    init(_ loop: RunLoop) { executor = loop.executor }

    func touch() { count += 1 }
  }

  /// For who counts system calls from outside: a write to no descriptor, which changes nothing.
  private static func mark(_ name: String) {
    _ = name.withCString { write(-1, $0, strlen($0)) }
  }

  private static func touch(_ pinned: Pinned, _ count: Int) async {
    for _ in 0..<count { await pinned.touch() }
  }

  private static func begin() -> UInt64 {
    mark("begin")
    return DispatchTime.now().uptimeNanoseconds
  }

  private static func end(_ start: UInt64, _ loop: RunLoop) {
    mark("end")
    print((DispatchTime.now().uptimeNanoseconds - start) / UInt64(hops))
    loop.post { exit(0) }
  }

  /// From a task of the loop to an actor of the same loop and back.
  private static func ownHops() {
    let loop = RunLoop.main
    let pinned = Pinned(loop)
    Task(executorPreference: loop.taskExecutor) {
      await touch(pinned, hops / 5)
      let start = begin()
      await touch(pinned, hops)
      end(start, loop)
    }
    loop.run()
  }

  /// From the main actor, whose executor the main loop is, to an actor of the same loop and back.
  private static func ownMainHops() {
    let loop = RunLoop.main
    do { try RunLoop.installMainExecutor() } catch { print(error) }
    let pinned = Pinned(loop)
    Task { @MainActor in
      for _ in 0..<hops / 5 { await pinned.touch() }
      let start = begin()
      for _ in 0..<hops { await pinned.touch() }
      end(start, loop)
    }
    loop.run()
  }

  // MARK: All of them

  private static func compare() {
    let rounds = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[2]) ?? 9 : 9
    print(
      "nanoseconds from a detached task to the main actor and back; \(hops) hops, \(rounds) rounds in turn")
    for processors in [1, 2] {
      var figures: [Way: [Int]] = [:]
      for _ in 0..<rounds {
        for way in Way.allCases { figures[way, default: []].append(run(way, processors)) }
      }
      print(processors == 1 ? "both threads on one processor:" : "on two processors:")
      for way in Way.allCases {
        let sorted = figures[way, default: []].sorted()
        guard let least = sorted.first, let most = sorted.last else { continue }
        print("  \(way.rawValue): median \(sorted[sorted.count / 2]), least \(least), most \(most)")
      }
    }
  }

  private static func run(_ way: Way, _ processors: Int) -> Int {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    let words = ["executorprobe", "hops-of", way.rawValue, "\(processors)"]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var child = pid_t()
    let failure = posix_spawn(&child, "/proc/self/exe", &actions, nil, &arguments, environ)
    posix_spawn_file_actions_destroy(&actions)
    for argument in arguments { free(argument) }
    close(ends[1])
    var text = ""
    var byte: UInt8 = 0
    while failure == 0, read(ends[0], &byte, 1) == 1 { text.unicodeScalars.append(Unicode.Scalar(byte)) }
    close(ends[0])
    var status: Int32 = 0
    if failure == 0 { waitpid(child, &status, 0) }
    guard failure == 0, status == 0, let figure = Int(text.dropLast()) else {
      print("\(way.rawValue) failed with \(failure), \(status): \(text)")
      exit(1)
    }
    return figure
  }
}
