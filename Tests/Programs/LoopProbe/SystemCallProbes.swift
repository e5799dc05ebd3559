import LinuxSystem
import RunLoopCore

/// Things whose system calls are counted from outside. What counts is between two marks of one thread: writes to
/// no descriptor, which change nothing.
enum SystemCallProbes {
  static let all: [String: @Sendable () -> Void] = ["calls": calls]

  static let rounds = 200

  private static func mark(_ name: String) {
    _ = name.withCString { write(-1, $0, strlen($0)) }
  }

  private static func measure(_ name: String, _ body: () -> Void) {
    // What a first use costs is not meant.
    body()
    mark("begin \(name)")
    body()
    mark("end \(name)")
  }

  private static func calls() {
    let loop = RunLoop.current
    loop.add(RunLoop.Source {})
    let source = RunLoop.Source {}
    loop.add(source)
    loop.perform {
      measure("own wakes") {
        for _ in 0..<rounds {
          loop.wakeUp()
          loop.post {}
          source.signal()
        }
      }
      let other = LoopProbe.onAnotherThread {
        measure("others' wakes") {
          for _ in 0..<rounds {
            loop.wakeUp()
            loop.post {}
          }
        }
      }
      pthread_join(other, nil)
    }
    loop.run(for: .zero)
    measure("turns that do not sleep") {
      for _ in 0..<rounds {
        source.signal()
        loop.perform {}
        loop.run(for: .zero)
      }
    }
    measure("timers of an awake loop") {
      for number in 0..<rounds {
        let timer = RunLoop.Timer(after: .seconds(number + 1)) { _ in }
        loop.add(timer)
        timer.fireDate = .distantFuture
        if number % 2 == 0 { loop.remove(timer) } else { timer.invalidate() }
      }
    }
    sleeps(loop)
    timersAfterASleep(loop)
    ports(loop)
    descriptors(loop)
  }

  private static func sleeps(_ loop: RunLoop) {
    measure("sleeps for timers") {
      for _ in 0..<rounds {
        loop.add(RunLoop.Timer(after: .microseconds(200)) { _ in loop.stop() })
        loop.run(mode: .default)
      }
    }
    measure("sleeps for one far timer") {
      let far = RunLoop.Timer(after: .seconds(3600)) { _ in }
      loop.add(far)
      for _ in 0..<rounds {
        loop.perform { loop.wakeUp() }
        loop.perform { loop.stop() }
        loop.run(mode: .default)
      }
      loop.remove(far)
    }
  }

  /// A loop that slept and serves is awake: what its timers do is not the kernel's business.
  private static func timersAfterASleep(_ loop: RunLoop) {
    loop.add(
      RunLoop.Timer(after: .milliseconds(1)) { _ in
        measure("timers after a sleep") {
          for number in 0..<rounds {
            let timer = RunLoop.Timer(after: .microseconds(900_000 - number)) { _ in }
            loop.add(timer)
            timer.fireDate = loop.now.advanced(by: .milliseconds(800 - number))
            timer.invalidate()
          }
        }
        loop.stop()
      })
    loop.run(mode: .default)
  }

  /// Switching that comes to nothing, and switching that does not.
  private static func descriptors(_ loop: RunLoop) {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    guard let source = try? RunLoop.DescriptorSource(ends[1], events: [], perform: { _ in .rearm }) else {
      return
    }
    _ = try? loop.add(source, to: "descriptors")
    let port = try? RunLoop.WakePort()
    if let port { _ = try? loop.add(RunLoop.PortSource(port) {}, to: "descriptors") }
    func turn(_ body: @escaping @Sendable () -> Void) {
      loop.perform(inModes: ["descriptors"], body)
      loop.run(mode: "descriptors", for: .zero)
    }
    measure("switching to and fro") {
      for _ in 0..<rounds {
        turn {
          source.events = .writable
          source.disarm()
          source.events = []
          source.arm()
        }
      }
    }
    measure("switching once a turn") {
      for round in 0..<rounds {
        turn {
          source.disarm()
          source.arm()
          source.events = round % 2 == 0 ? .priority : []
        }
      }
    }
    source.invalidate()
  }

  private static func ports(_ loop: RunLoop) {
    let ports = (0..<60).compactMap { _ in try? RunLoop.WakePort() }
    for port in ports { _ = try? loop.add(RunLoop.PortSource(port) {}) }
    for port in ports { port.ring() }
    loop.perform { mark("begin sixty ready ports") }
    for _ in ports { loop.run(for: .seconds(10), returnAfterSourceHandled: true) }
    mark("end sixty ready ports")
  }
}
