import Dispatch
import LinuxSystem
import RunLoopCore
import RunLoopExecutors

/// A pool of loops beside Swift's own pool: `executorprobe pools [ROUNDS]`.
///
/// Each figure is a process of its own; the ways take turns, so that other programs disturb them alike.
enum PoolBenchmark {
  static let all: [String: @Sendable () -> Void] = ["pools": compare, "pool-of": measure]

  private enum Way: String, CaseIterable {
    case swift = "Swift's pool"
    case loops = "LoopPool"
    case installed = "LoopPool as the default executor"
  }

  private enum Work: String, CaseIterable {
    case spawn = "spawn: a child task in a group of 1,000, ns"
    case resume = "await: a task resumes another one and waits, ns"
    case sleep = "sleep: Task.sleep(1 ms) one after the other, late by ns"
    case sleepers = "sleep: 10,000 tasks sleep 1 ms at once, processor ns each"
    case socket = "I/O: a byte to and fro between two tasks by a socket pair, ns"
  }

  // MARK: One process

  /// `executorprobe pool-of WAY WORK`: prints the figure.
  private static func measure() {
    guard CommandLine.arguments.count == 4, let way = Way(rawValue: CommandLine.arguments[2]),
      let work = Work(rawValue: CommandLine.arguments[3])
    else { exit(2) }
    let pool = way == .loops ? try? LoopPool() : nil
    if way == .installed {
      do { try LoopPool().installAsDefaultExecutor() } catch { exit(3) }
    }
    Task.detached(executorPreference: pool?.taskExecutor) {
      _ = await run(work, way, 0.2)
      print(await run(work, way, 1))
      exit(0)
    }
    while true { pause() }
  }

  private static func run(_ work: Work, _ way: Way, _ share: Double) async -> UInt64 {
    func times(_ count: Int) -> Int { Int(Double(count) * share) }
    let start = DispatchTime.now().uptimeNanoseconds
    func each(_ count: Int) -> UInt64 { (DispatchTime.now().uptimeNanoseconds - start) / UInt64(count) }
    switch work {
    case .spawn:
      for _ in 0..<times(200) {
        await withTaskGroup(of: Void.self) { group in for _ in 0..<1000 { group.addTask {} } }
      }
      return each(times(200) * 1000)
    case .resume:
      let (here, there) = (Door(), Door())
      let count = times(100_000)
      async let other: Void = {
        for _ in 0..<count {
          await there.wait()
          here.open()
        }
      }()
      for _ in 0..<count {
        there.open()
        await here.wait()
      }
      await other
      return each(count * 2)
    case .sleep:
      for _ in 0..<times(500) { try? await Task.sleep(for: .milliseconds(1)) }
      return each(times(500)) - 1_000_000
    case .sleepers:
      let before = clock()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<times(10_000) { group.addTask { try? await Task.sleep(for: .milliseconds(1)) } }
      }
      return UInt64(clock() - before) * 1000 / UInt64(times(10_000))
    case .socket:
      guard let ends = try? Socket.pair(.stream, isBlocking: true) else { return 0 }
      let (near, far, count) = (ends.0.number, ends.1.number, times(20_000))
      async let other: Void = echo(far, way, count, speaksFirst: false)
      await echo(near, way, count, speaksFirst: true)
      await other
      close(near)
      close(far)
      return each(count)
    }
  }

  /// Sends a byte and waits for one, or the other way round.
  private static func echo(_ socket: Int32, _ way: Way, _ count: Int, speaksFirst: Bool) async {
    var byte: UInt8 = 1
    if speaksFirst { write(socket, &byte, 1) }
    var left = count
    switch way {
    case .loops, .installed:
      do {
        for try await _ in RunLoop.current.events(of: socket) {
          read(socket, &byte, 1)
          left -= 1
          if left > 0 || !speaksFirst { write(socket, &byte, 1) }
          if left == 0 { return }
        }
      } catch {
        print(error)
      }
    case .swift:
      // The usual way beside Swift's pool: one source, and a continuation for each wait.
      let door = Door()
      let source = DispatchSource.makeReadSource(fileDescriptor: socket, queue: .global())
      source.setEventHandler {
        var byte: UInt8 = 0
        read(socket, &byte, 1)
        door.open()
      }
      let cancelled = Door()
      source.setCancelHandler { cancelled.open() }
      source.activate()
      while left > 0 {
        await door.wait()
        left -= 1
        if left > 0 || !speaksFirst { write(socket, &byte, 1) }
      }
      // Only then may the descriptor be closed, and its number used again.
      source.cancel()
      await cancelled.wait()
    }
  }

  /// One task waits until another one opens it.
  private final class Door: @unchecked Sendable {
    private let lock = FutexLock()
    private var isOpen = false
    private var waiter: UnsafeContinuation<Void, Never>?

    func open() {
      lock.lock()
      let waiter = waiter.take()
      if waiter == nil { isOpen = true }
      lock.unlock()
      waiter?.resume()
    }

    func wait() async {
      await withUnsafeContinuation { continuation in
        lock.lock()
        let isOpen = isOpen
        self.isOpen = false
        if !isOpen { waiter = continuation }
        lock.unlock()
        if isOpen { continuation.resume() }
      }
    }
  }

  // MARK: All of them

  private static func compare() {
    alarm(0)
    let rounds = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[2]) ?? 5 : 5
    print("medians of \(rounds) rounds in turn (least to most)")
    for work in Work.allCases {
      var figures: [Way: [Int]] = [:]
      for _ in 0..<rounds {
        for way in Way.allCases {
          if let figure = run(way, work) { figures[way, default: []].append(figure) }
        }
      }
      print(work.rawValue)
      for way in Way.allCases {
        let sorted = figures[way, default: []].sorted()
        let missing = sorted.count < rounds ? ", \(rounds - sorted.count) without a figure" : ""
        guard let least = sorted.first, let most = sorted.last else {
          print("  \(way.rawValue): no figure")
          continue
        }
        print("  \(way.rawValue): \(sorted[sorted.count / 2]) (\(least) to \(most))\(missing)")
      }
      fflush(nil)
    }
  }

  private static func run(_ way: Way, _ work: Work) -> Int? {
    guard
      let pipe = popen("/proc/\(getpid())/exe pool-of \"\(way.rawValue)\" \"\(work.rawValue)\"", "re")
    else { return nil }
    var line = [CChar](repeating: 0, count: 64)
    let text =
      fgets(&line, 64, pipe) == nil
      ? ""
      : line.prefix { $0 > 10 }.map { UInt8($0) }.reduce(into: "") {
        $0.unicodeScalars.append(Unicode.Scalar($1))
      }
    pclose(pipe)
    return Int(text)
  }
}
