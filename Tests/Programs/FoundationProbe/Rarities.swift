import CoreFoundation
import Foundation

/// What hardly any program asks of CFRunLoop.
enum Rarities {
  private static var loop: CFRunLoop { CFRunLoopGetCurrent() }

  static func run() {
    signals()
    severalModes()
    names()
    distantDates()
    otherFunctions()
    stops()
  }

  private static func mode(_ name: String) -> CFString { CFStringCreateWithCString(nil, name, 0x0800_0100) }

  private static func run(_ mode: CFString, _ seconds: Double = 0) -> Int32 {
    CFRunLoopRunInMode(mode, seconds, false).rawValue
  }

  private static func source(
    _ info: Int = 0, _ perform: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Void = { _ in }
  ) -> CFRunLoopSource {
    var context = CFRunLoopSourceContext()
    context.info = UnsafeMutableRawPointer(bitPattern: info)
    context.perform = perform
    return CFRunLoopSourceCreate(nil, 0, &context)
  }

  private static func function<Function>(_ name: String, as type: Function.Type) -> Function {
    guard let symbol = dlsym(nil, name) else { fatalError("there is no \(name)") }
    return unsafeBitCast(symbol, to: type)
  }

  private static func signals() {
    let isSignalled = function(
      "CFRunLoopSourceIsSignalled", as: (@convention(c) (CFRunLoopSource) -> UInt8).self)
    let mode = mode("signals")
    let source = source()
    CFRunLoopAddSource(loop, source, mode)
    print("signalled: \(isSignalled(source))", terminator: " ")
    CFRunLoopSourceSignal(source)
    print(isSignalled(source), terminator: " ")
    _ = run(mode)
    print(isSignalled(source))
    CFRunLoopSourceInvalidate(source)
  }

  /// A block for several modes is performed once, in the first one that runs.
  private static func severalModes() {
    let perform = function(
      "CFRunLoopPerformBlock",
      as: (@convention(c) (CFRunLoop, AnyObject, @escaping @convention(block) () -> Void) -> Void).self)
    let names = (1...4).map { "several \($0)" }
    let sources = names.map { name in
      let source = source()
      CFRunLoopAddSource(loop, source, mode(name))
      return source
    }
    for number in 0..<4 {
      let called = Shared<[String]>([])
      perform(loop, NSSet(array: names)) { called.change { $0.append("set") } }
      perform(loop, NSArray(array: names)) { called.change { $0.append("array") } }
      perform(loop, NSNumber(value: 1)) { called.change { $0.append("number") } }
      _ = run(mode(names[number]))
      print("several: \(called.value)", terminator: " ")
      _ = run(mode(names[(number + 1) % 4]))
      print(called.value)
    }
    for source in sources { CFRunLoopSourceInvalidate(source) }
  }

  /// Of letters that are longer in UTF-8.
  private static func names() {
    let names = ["größer", "größere", "模式一", "模式二", "👍🏽"]
    let sources = names.enumerated().map { number, name in
      let source = source(16 * (number + 1))
      CFRunLoopAddSource(loop, source, mode(name))
      return source
    }
    for (name, source) in zip(names, sources) {
      let found = names.filter { CFRunLoopContainsSource(loop, source, mode($0)) }
      let current = Shared("none")
      CFRunLoopPerformBlock(loop, mode(name)) {
        current.value = CFRunLoopCopyCurrentMode(loop).map { "\($0)" } ?? "no mode"
      }
      _ = run(mode(name))
      print("in \(found), run in '\(current.value)'")
    }
    for source in sources { CFRunLoopSourceInvalidate(source) }
  }

  /// CF has a latest date.
  private static func distantDates() {
    for date in [4_039_289_855.0, 4_039_289_857, 63_113_904_000, 1e300] {
      guard let timer = CFRunLoopTimerCreateWithHandler(nil, date, 0, 0, 0, { _ in }) else { return }
      print("made for \(CFRunLoopTimerGetNextFireDate(timer))", terminator: " ")
      CFRunLoopTimerSetNextFireDate(timer, 1)
      print("then \(CFRunLoopTimerGetNextFireDate(timer))", terminator: " ")
      CFRunLoopTimerSetNextFireDate(timer, date)
      print("moved to \(CFRunLoopTimerGetNextFireDate(timer))")
      CFRunLoopTimerInvalidate(timer)
    }
    let timer = Timer(timeInterval: 1, repeats: true) { _ in }
    timer.fireDate = .distantFuture
    print("distant future: \(timer.fireDate == .distantFuture)")
    timer.invalidate()
  }

  /// Sources without a context's object are equal only if they call the same.
  private static func otherFunctions() {
    let mode = mode("functions")
    let (one, other) = (
      source { _ in print("one", terminator: " ") }, source { _ in print("other", terminator: " ") }
    )
    CFRunLoopAddSource(loop, one, mode)
    print("equal: \(CFRunLoopContainsSource(loop, other, mode))", terminator: " ")
    CFRunLoopAddSource(loop, other, mode)
    for source in [one, other] { CFRunLoopSourceSignal(source) }
    print("run \(run(mode))")
    for source in [one, other] { CFRunLoopSourceInvalidate(source) }
  }

  /// Stops of modes that do not run, or not innermost.
  private static func stops() {
    let stop = function("_CFRunLoopStopMode", as: (@convention(c) (CFRunLoop, CFString) -> Void).self)
    let (outer, inner, empty) = (mode("outer"), mode("inner"), mode("empty"))
    let sources = [outer, inner].map { mode in
      let source = source()
      CFRunLoopAddSource(loop, source, mode)
      return source
    }
    func timer(in mode: CFString, _ body: @escaping () -> Void) {
      CFRunLoopAddTimer(
        loop, CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent(), 0, 0, 0) { _ in body() }, mode)
    }
    timer(in: outer) {
      timer(in: inner) { stop(loop, outer) }
      print("inner: \(run(inner, 0.02))", terminator: " ")
    }
    print("outer: \(run(outer, 5)), \(run(outer))")
    stop(loop, empty)
    print("nothing in it: \(run(empty))", terminator: " ")
    let late = source()
    CFRunLoopAddSource(loop, late, empty)
    print("something: \(run(empty)), \(run(empty))")
    for source in sources + [late] { CFRunLoopSourceInvalidate(source) }
  }
}

/// The run of a loop by a thread that is not its own, which the toolchain does not define.
enum Elsewhere {
  static func run() {
    guard let symbol = dlsym(nil, "CFRunLoopRunSpecific") else { return print("no function") }
    typealias Run = @convention(c) (CFRunLoop, CFString, Double, UInt8) -> Int32
    let run = unsafeBitCast(symbol, to: Run.self)
    let timer = Timer(timeInterval: 1_000, repeats: true) { _ in }
    RunLoop.main.add(timer, forMode: .default)
    let result = Shared<Int32>(0)
    let thread = Thread { result.value = run(CFRunLoopGetMain(), kCFRunLoopDefaultMode as CFString, 5, 0) }
    thread.start()
    while !thread.isFinished { usleep(1_000) }
    timer.invalidate()
    print("run elsewhere: \(result.value)")
  }
}

/// Sources of a descriptor that is closed.
enum Closed {
  static func run() {
    var context = CFRunLoopSourceContext1()
    context.version = 1
    context.getPort = { _ in -1 }
    context.perform = { _ in print("called") }
    for _ in 0..<3 {
      // The version says which of the two contexts this is.
      let source = withUnsafeMutablePointer(to: &context) { context in
        context.withMemoryRebound(to: CFRunLoopSourceContext.self, capacity: 1) {
          CFRunLoopSourceCreate(nil, 0, $0)
        }
      }
      CFRunLoopAddSource(CFRunLoopGetMain(), source, kCFRunLoopDefaultMode)
    }
    print("run: \(CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.01, false).rawValue)")
  }
}
