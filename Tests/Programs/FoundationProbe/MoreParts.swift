import CoreFoundation
import Foundation

enum Threads {
  static let count = 1_000

  static func run() {
    let fired = Shared(0)
    let ended = Shared(0)
    let before = FoundationProbe.descriptorCount
    // A few at a time: each loop has descriptors.
    for _ in 0..<(count / 50) {
      let group = DispatchGroup()
      for _ in 0..<50 {
        group.enter()
        let thread = Thread {
          let timer = Timer(timeInterval: 0.001, repeats: false) { _ in fired.change { $0 += 1 } }
          RunLoop.current.add(timer, forMode: .default)
          _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 5))
          while timer.isValid {
            _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 5))
          }
          ended.change { $0 += 1 }
          group.leave()
        }
        thread.start()
      }
      group.wait()
    }
    print("threads: \(ended.value), timers: \(fired.value)")
    let end = Date(timeIntervalSinceNow: 5)
    while FoundationProbe.descriptorCount > before + 8, Date() < end { usleep(5_000) }
    print("descriptors kept: \(FoundationProbe.descriptorCount <= before + 8 ? "none" : "some")")
    // A loop of another thread, reached from here.
    let loop = Shared<RunLoop?>(nil)
    let heard = Shared(0)
    let isOver = Shared(false)
    let thread = Thread {
      loop.value = RunLoop.current
      let keeper = Timer(timeInterval: 1_000, repeats: true) { _ in }
      RunLoop.current.add(keeper, forMode: .default)
      while !isOver.value {
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
      }
      keeper.invalidate()
    }
    thread.start()
    FoundationProbe.wait("loop of a thread") { loop.value != nil }
    loop.value?.perform { heard.change { $0 += 1 } }
    FoundationProbe.wait("block there") { heard.value == 1 }
    print("same: \(loop.value === RunLoop.current)")
    isOver.value = true
    FoundationProbe.wait("its end") { thread.isFinished }
  }
}

enum Ports {
  final class Delegate: NSObject, PortDelegate {
    let received = Shared<[String]>([])
    func handle(_ message: PortMessage) {
      let data = message.components?.first as? Data
      received.change { $0.append(data.map { String(decoding: $0, as: UTF8.self) } ?? "nothing") }
    }
  }

  static func run() throws {
    guard let port = SocketPort(tcpPort: 0) else { return print("no port") }
    let delegate = Delegate()
    port.setDelegate(delegate)
    port.schedule(in: .current, forMode: .default)
    print(
      "a port keeps the loop: \(RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)))"
    )
    port.remove(from: .current, forMode: .default)
    port.invalidate()
    print("valid: \(port.isValid)")
  }
}

enum Streams {
  static func run() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("foundation-probe-\(getpid())")
    try Data(repeating: 7, count: 200).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    guard let stream = InputStream(url: file) else { return print("no stream") }
    // The toolchain's streams of files notify a delegate of nothing: what they do is the same without.
    stream.schedule(in: .current, forMode: .default)
    stream.open()
    _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.02))
    var buffer = [UInt8](repeating: 0, count: 512)
    print("read: \(stream.read(&buffer, maxLength: buffer.count)), \(stream.hasBytesAvailable)")
    stream.remove(from: .current, forMode: .default)
    stream.close()
    let input = Pipe()
    let received = Shared(Data())
    input.fileHandleForReading.readabilityHandler = { handle in
      let data = handle.availableData
      received.change { $0.append(data) }
    }
    try input.fileHandleForWriting.write(contentsOf: Data("pipe".utf8))
    FoundationProbe.wait("pipe") { received.value.count == 4 }
    input.fileHandleForReading.readabilityHandler = nil
  }
}

enum Stops {
  static func run() {
    let timer = Timer(timeInterval: 1_000, repeats: true) { _ in }
    RunLoop.main.add(timer, forMode: .default)
    let heard = Shared(false)
    Thread.detachNewThread {
      usleep(20_000)
      RunLoop.main.perform {
        heard.value = true
        CFRunLoopStop(CFRunLoopGetMain())
      }
      CFRunLoopWakeUp(CFRunLoopGetMain())
    }
    CFRunLoopRun()
    print("stopped from a block: \(heard.value)")
    Thread.detachNewThread {
      while !CFRunLoopIsWaiting(CFRunLoopGetMain()) { usleep(1_000) }
      CFRunLoopStop(CFRunLoopGetMain())
    }
    print("stopped by a thread: \(CFRunLoopRunInMode(kCFRunLoopDefaultMode, 10, false).rawValue)")
    timer.invalidate()
    let finished = CFRunLoopRunInMode(CFStringCreateWithCString(nil, "nothing", 0x0800_0100), 1, false)
    print("finished: \(finished.rawValue)")
  }
}

enum Leaks {
  static func run() {
    for _ in 0..<20 { churn() }
    let before = FoundationProbe.descriptorCount
    for _ in 0..<200 { churn() }
    print("descriptors: \(FoundationProbe.descriptorCount - before)")
    print("tokens: \(Token.count.value)")
  }

  private static func churn() {
    let token = Token()
    let timer = Timer(timeInterval: 0, repeats: false) { _ in token.use() }
    RunLoop.current.add(timer, forMode: .default)
    while timer.isValid { _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.001)) }
    let dropped = Timer(timeInterval: 1_000, repeats: true) { _ in token.use() }
    RunLoop.current.add(dropped, forMode: .common)
    dropped.invalidate()
    RunLoop.current.perform { token.use() }
    _ = RunLoop.current.run(mode: .default, before: Date())
    var context = CFRunLoopSourceContext()
    context.info = Unmanaged.passUnretained(token).toOpaque()
    context.retain = { UnsafeRawPointer(Unmanaged<Token>.fromOpaque($0!).retain().toOpaque()) }
    context.release = { Unmanaged<Token>.fromOpaque($0!).release() }
    context.perform = { Unmanaged<Token>.fromOpaque($0!).takeUnretainedValue().use() }
    let source = CFRunLoopSourceCreate(nil, 0, &context)
    CFRunLoopAddSource(CFRunLoopGetCurrent(), source, kCFRunLoopCommonModes)
    CFRunLoopSourceSignal(source)
    _ = CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, true)
    CFRunLoopSourceInvalidate(source)
  }

  final class Token: @unchecked Sendable {
    static let count = Shared(0)
    init() { Self.count.change { $0 += 1 } }
    deinit { Self.count.change { $0 -= 1 } }
    func use() {}
  }
}

/// Holds up its main loop, for a watcher.
enum Stalling {
  static func run() {
    let timer = Timer(timeInterval: 0.05, repeats: false) { _ in holdUp() }
    RunLoop.main.add(timer, forMode: .default)
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 1))
  }

  @inline(never) static func holdUp() {
    usleep(400_000)
    print("went on")
  }
}
