import CoreFoundation
import Foundation

/// A program with Foundation and nothing of ours: it prints what its loops do, the same on any loop that is right.
///
/// The words are the parts to run; without one, all.
@main
enum FoundationProbe {
  static let parts: [(name: String, body: @Sendable () throws -> Void)] = [
    ("waits", Waits.run), ("timers", Timers.run), ("notifications", Notifications.run),
    ("dispatch", Dispatching.run),
    ("operations", Operations.run), ("processes", Processes.run), ("threads", Threads.run),
    ("ports", Ports.run),
    ("streams", Streams.run), ("stops", Stops.run), ("leaks", Leaks.run), ("races", Races.run),
    ("details", Details.run), ("rarities", Rarities.run),
  ]

  static func main() throws {
    alarm(280)
    let wanted = CommandLine.arguments.dropFirst()
    let alone: [String: @Sendable () -> Void] = [
      "stall": Stalling.run, "secondary": Secondary.run, "library": Library.run, "elsewhere": Elsewhere.run,
      "closed": Closed.run,
    ]
    if let body = wanted.first.flatMap({ alone[$0] }) { return body() }
    if let kind = wanted.first.flatMap({ Measures.kinds[$0] }), let count = wanted.last.flatMap({ Int($0) }) {
      return kind(count)
    }
    for part in parts where wanted.isEmpty || wanted.contains(part.name) {
      print("== \(part.name)")
      try part.body()
    }
    print("end")
  }

  /// Runs the current loop until something holds, for ten seconds at most.
  static func wait(_ what: String, _ condition: () -> Bool) {
    let end = Date(timeIntervalSinceNow: 10)
    while !condition(), Date() < end {
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
    }
    print("\(what): \(condition() ? "done" : "missing")")
  }

  static var descriptorCount: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }
}

/// A value that several threads change.
final class Shared<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var storage: Value

  init(_ value: Value) { storage = value }

  var value: Value {
    get { lock.withLock { storage } }
    set { lock.withLock { storage = newValue } }
  }

  func change(_ body: (inout Value) -> Void) { lock.withLock { body(&storage) } }
}

enum Waits {
  static func run() {
    let start = Date()
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.05))
    print("until a date: \(Date().timeIntervalSince(start) >= 0.05 ? "late enough" : "too early")")
    print("empty mode: \(RunLoop.main.run(mode: RunLoop.Mode("empty"), before: .distantFuture))")
    print("no mode: \(RunLoop.main.currentMode == nil)")
    let order = Shared<[String]>([])
    RunLoop.main.perform { order.change { $0.append("first \(RunLoop.main.currentMode == .default)") } }
    RunLoop.main.perform(inModes: [.common]) { order.change { $0.append("second") } }
    RunLoop.main.perform(inModes: [RunLoop.Mode("other")]) { order.change { $0.append("never") } }
    FoundationProbe.wait("blocks") { order.value.count == 2 }
    print(order.value)
    print(
      "limit: \(RunLoop.main.limitDate(forMode: .default) != nil), \(RunLoop.main.limitDate(forMode: RunLoop.Mode("x")) == nil)"
    )
    blockAndTimer()
  }

  private static func blockAndTimer() {
    let called = Shared<[String]>([])
    let timer = Timer(timeInterval: 0.01, repeats: false) { _ in called.change { $0.append("timer") } }
    RunLoop.current.add(timer, forMode: .default)
    RunLoop.current.perform { called.change { $0.append("block") } }
    FoundationProbe.wait("block and timer") { called.value.count == 2 }
    print(called.value.sorted(), timer.isValid)
  }
}

enum Timers {
  static func run() {
    let counts = Shared<[String: Int]>([:])
    let tracking = RunLoop.Mode("tracking")
    let both = Timer(timeInterval: 0.005, repeats: true) { _ in
      counts.change { $0[RunLoop.current.currentMode == tracking ? "tracking" : "default", default: 0] += 1 }
    }
    RunLoop.current.add(both, forMode: .default)
    RunLoop.current.add(both, forMode: tracking)
    let end = Date(timeIntervalSinceNow: 10)
    while counts.value["tracking", default: 0] < 3, Date() < end {
      _ = RunLoop.current.run(mode: tracking, before: Date(timeIntervalSinceNow: 0.1))
    }
    FoundationProbe.wait("two modes") { counts.value["default", default: 0] >= 3 }
    both.invalidate()
    print("valid: \(both.isValid)")
    let moved = Timer.scheduledTimer(withTimeInterval: 1000, repeats: false) { _ in
      counts.change { $0["moved", default: 0] += 1 }
    }
    moved.fireDate = Date(timeIntervalSinceNow: 0.01)
    FoundationProbe.wait("moved") { counts.value["moved"] == 1 }
    print("fired once: \(!moved.isValid)")
    let fired = Timer(timeInterval: 1000, repeats: true) { _ in counts.change { $0["fired", default: 0] += 1 }
    }
    fired.fire()
    print("by hand: \(counts.value["fired"] ?? 0), \(fired.isValid), \(fired.timeInterval)")
    let date = Date(timeIntervalSinceReferenceDate: 900_000_000.25)
    fired.fireDate = date
    print("date kept: \(fired.fireDate == date)")
    fired.invalidate()
    weak var gone: Token?
    do {
      let token = Token()
      gone = token
      let holder = Timer.scheduledTimer(withTimeInterval: 1000, repeats: true) { _ in token.use() }
      holder.invalidate()
    }
    print("closure released: \(gone == nil)")
  }

  final class Token: @unchecked Sendable { func use() {} }
}

enum Notifications {
  static func run() {
    let names = Shared<[String]>([])
    let center = NotificationCenter.default
    let wanted = ["asap", "idle", "now"].map { name in
      center.addObserver(forName: Notification.Name(name), object: nil, queue: nil) { _ in
        names.change { $0.append(name) }
      }
    }
    let queue = NotificationQueue.default
    queue.enqueue(Notification(name: Notification.Name("idle")), postingStyle: .whenIdle)
    for _ in 0..<3 {
      queue.enqueue(
        Notification(name: Notification.Name("asap")), postingStyle: .asap, coalesceMask: .onName,
        forModes: nil)
    }
    queue.enqueue(Notification(name: Notification.Name("now")), postingStyle: .now)
    FoundationProbe.wait("posted") { names.value.count == 3 }
    print(names.value)
    wanted.forEach { center.removeObserver($0) }
  }
}

enum Dispatching {
  static func run() {
    let order = Shared<[Int]>([])
    for number in 0..<5 { DispatchQueue.main.async { order.change { $0.append(number) } } }
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.02) { order.change { $0.append(5) } }
    DispatchQueue.global().async { DispatchQueue.main.async { order.change { $0.append(6) } } }
    FoundationProbe.wait("main queue") { order.value.count == 7 }
    print(order.value.filter { $0 < 5 }, order.value.count)
    let inside = Shared(-1)
    DispatchQueue.main.async {
      DispatchQueue.main.async { inside.change { $0 += 1 } }
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.02))
      inside.value = 10
    }
    FoundationProbe.wait("nested") { inside.value == 11 }
  }
}

enum Operations {
  static func run() {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 4
    let done = Shared(0)
    let main = Shared(0)
    for _ in 0..<40 {
      queue.addOperation {
        done.change { $0 += 1 }
        OperationQueue.main.addOperation { main.change { $0 += 1 } }
      }
    }
    queue.waitUntilAllOperationsAreFinished()
    print("operations: \(done.value)")
    FoundationProbe.wait("on the main queue") { main.value == 40 }
  }
}

enum Processes {
  static func run() throws {
    var statuses: [Int32] = []
    let before = FoundationProbe.descriptorCount
    for number in 0..<12 {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "echo \(number); exit \(number % 3)"]
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      process.waitUntilExit()
      statuses.append(process.terminationStatus)
      _ = output.fileHandleForReading.readDataToEndOfFile()
    }
    print(statuses)
    let ended = Shared(0)
    for _ in 0..<3 {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/true")
      process.terminationHandler = { _ in ended.change { $0 += 1 } }
      try process.run()
    }
    FoundationProbe.wait("handlers") { ended.value == 3 }
    print("descriptors kept: \(max(0, FoundationProbe.descriptorCount - before) < 12 ? "few" : "many")")
  }
}
