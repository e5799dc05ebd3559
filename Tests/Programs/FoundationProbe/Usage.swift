import CoreFoundation
import Foundation

/// What the process has: to be compared before and after.
struct Usage {
  var descriptors = FoundationProbe.descriptorCount
  /// Bytes that malloc has given out, in all arenas.
  var bytes = Self.bytesInUse

  private static var bytesInUse: Int {
    typealias MallocInfo = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
    guard let symbol = dlsym(nil, "malloc_info") else { return 0 }
    let mallocInfo = unsafeBitCast(symbol, to: MallocInfo.self)
    var text: UnsafeMutablePointer<CChar>?
    var size = 0
    guard let file = open_memstream(&text, &size) else { return 0 }
    _ = mallocInfo(0, file)
    fclose(file)
    defer { free(text) }
    guard let text else { return 0 }
    // The last of each are those of all arenas together.
    var sizes: [String: Int] = [:]
    for line in String(cString: text).split(separator: "\n") {
      let words = line.split(whereSeparator: { " \"=<>/".contains($0) }).map { String($0) }
      guard words.count >= 5, words[0] == "total" || words[0] == "system", words[1] == "type" else {
        continue
      }
      sizes[words[2]] = Int(words[words.count - 1])
    }
    return (sizes["current"] ?? 0) - (sizes["fast"] ?? 0) - (sizes["rest"] ?? 0) + (sizes["mmap"] ?? 0)
  }
}

/// An object that is not retained.
struct Weak {
  weak var object: AnyObject?
}

/// Processes one after the other: what stays of them. Not among the parts: how much memory the toolchain keeps itself is no promise.
enum Spawns {
  private static let warmUp = 3

  static func run(_ count: Int) {
    let ended = Shared(0)
    var objects: [Weak] = []
    func spawn() {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/true")
      let output = Pipe()
      process.standardOutput = output
      process.terminationHandler = { _ in ended.change { $0 += 1 } }
      do { try process.run() } catch { return print("not started: \(error)") }
      process.waitUntilExit()
      objects += [Weak(object: process), Weak(object: output)]
    }
    // A process, and its descriptors, live a little longer than its handler.
    func waitForEnds() {
      let end = Date(timeIntervalSinceNow: 5)
      while objects.contains(where: { $0.object != nil }), Date() < end {
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.005))
      }
    }
    // These fill caches.
    for _ in 0..<warmUp { spawn() }
    FoundationProbe.wait("first ones") { ended.value == warmUp }
    waitForEnds()
    objects = []
    let before = Usage()
    for _ in 0..<count { spawn() }
    FoundationProbe.wait("all") { ended.value == count + warmUp }
    waitForEnds()
    print("ended: \(ended.value - warmUp)")
    print("objects kept: \(objects.count { $0.object != nil })")
    // What is left of an object that a weak reference names is no leak.
    objects = []
    let after = Usage()
    print("descriptors kept: \(after.descriptors - before.descriptors)")
    print("bytes kept: \(after.bytes - before.bytes)")
  }
}

/// Items of CFRunLoop's, made and dropped in many ways: what stays of them.
enum Items {
  static func run(_ count: Int) {
    var objects: [Weak] = []
    for _ in 0..<50 { churn(&objects) }
    objects = []
    let before = Usage()
    for _ in 0..<count { churn(&objects) }
    print("objects kept: \(objects.count { $0.object != nil })")
    objects = []
    let after = Usage()
    print("bytes kept: \(after.bytes - before.bytes)")
  }

  private static func churn(_ objects: inout [Weak]) {
    guard let loop = CFRunLoopGetCurrent() else { return }
    for isInvalidated in [true, false] {
      var context = CFRunLoopSourceContext()
      context.perform = { _ in }
      guard let source = CFRunLoopSourceCreate(nil, 0, &context),
        let timer = CFRunLoopTimerCreateWithHandler(
          nil, CFAbsoluteTimeGetCurrent() + 1_000, 0, 0, 0, { _ in }),
        let fired = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent(), 0, 0, 0, { _ in }),
        let observer = CFRunLoopObserverCreateWithHandler(nil, 0xFFFF, true, 0, { _, _ in })
      else { return }
      let items: [AnyObject] = [source, timer, fired, observer]
      objects += items.map { Weak(object: $0) }
      CFRunLoopAddSource(loop, source, kCFRunLoopCommonModes)
      CFRunLoopAddTimer(loop, timer, kCFRunLoopDefaultMode)
      CFRunLoopAddTimer(loop, fired, kCFRunLoopDefaultMode)
      CFRunLoopAddObserver(loop, observer, kCFRunLoopDefaultMode)
      CFRunLoopSourceSignal(source)
      _ = CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, false)
      if isInvalidated {
        CFRunLoopSourceInvalidate(source)
        CFRunLoopTimerInvalidate(timer)
        CFRunLoopObserverInvalidate(observer)
      } else {
        CFRunLoopRemoveSource(loop, source, kCFRunLoopCommonModes)
        CFRunLoopRemoveTimer(loop, timer, kCFRunLoopDefaultMode)
        CFRunLoopRemoveObserver(loop, observer, kCFRunLoopDefaultMode)
      }
    }
  }
}

/// Foundation's first loop is that of another thread than the main one.
enum Secondary {
  static func run() {
    let order = Shared<[String]>([])
    let isOver = Shared(false)
    let thread = Thread {
      let timer = Timer(timeInterval: 0.005, repeats: false) { _ in order.change { $0.append("timer") } }
      RunLoop.current.add(timer, forMode: .default)
      while timer.isValid {
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 1))
      }
      print("its own: \(RunLoop.current !== RunLoop.main)")
      RunLoop.main.perform { order.change { $0.append("block on main: \(Thread.isMainThread)") } }
      DispatchQueue.main.async { order.change { $0.append("main queue on main: \(Thread.isMainThread)") } }
      CFRunLoopWakeUp(CFRunLoopGetMain())
      isOver.value = true
    }
    thread.start()
    while !isOver.value { usleep(1_000) }
    FoundationProbe.wait("main loop") { order.value.count == 3 }
    print(order.value.sorted())
    print("main: \(RunLoop.current === RunLoop.main)")
  }
}

/// Which libraries of Mainspring's the process has.
enum Library {
  static func run() {
    _ = RunLoop.current
    // Its size is not known before it is read.
    let data = FileHandle(forReadingAtPath: "/proc/self/maps")?.readDataToEndOfFile() ?? Data()
    let maps = String(decoding: data, as: UTF8.self)
    print("preloaded: \(maps.contains("libMainspringFoundation.so"))")
    print("engine: \(maps.contains("libMainspringFoundationEngine.so"))")
  }
}
