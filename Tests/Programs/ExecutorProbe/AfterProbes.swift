import CoreFoundation
import Dispatch
import Foundation
import LinuxSystem
import Synchronization

import class RunLoopCore.RunLoop

/// `asyncAfter` and `async` among timers, modes and inner runs, on our main loop and on CFRunLoop: the same lines.
enum AfterProbes {
  static let all: [String: @Sendable () -> Void] = ["after-ours": ours, "after-cf": theirs]

  /// What the script needs of a loop.
  private struct Machine: Sendable {
    var timer: @Sendable (_ milliseconds: Int, _ body: @escaping @Sendable () -> Void) -> Void
    /// Runs for so long; says why it ended.
    var run: @Sendable (_ mode: String, _ milliseconds: Int) -> String
    var perform: @Sendable (_ body: @escaping @Sendable () -> Void) -> Void
  }

  private static func play(_ machine: Machine) {
    let start = DispatchTime.now()
    @Sendable func after(_ milliseconds: Int, _ body: @escaping @Sendable () -> Void) {
      let date = start + .milliseconds(milliseconds)
      DispatchQueue.main.asyncAfter(deadline: date) {
        if DispatchTime.now() < date { say("TOO EARLY") }
        body()
      }
    }
    after(40) {
      say("after 40")
      DispatchQueue.main.async { say("sent by after 40") }
      machine.perform { say("block of after 40") }
      say("inner \(machine.run("default", 0))")
    }
    machine.timer(80) {
      say("timer 80")
      DispatchQueue.main.async { say("sent by timer 80") }
      say("inner \(machine.run("default", 30))")
    }
    after(160) { say("after 160") }
    machine.timer(150) {
      say("timer 150")
      say("inner, not common, \(machine.run("other", 50))")
    }
    machine.perform { DispatchQueue.main.async { say("sent by a block") } }
    say("\(machine.run("default", 250))")
  }

  private static func ours() {
    let loop = RunLoop.main
    DispatchProbes.serveMainQueue()
    loop.add(RunLoop.Source {}, to: "other")
    play(
      Machine(
        timer: { milliseconds, body in
          loop.add(RunLoop.Timer(after: .milliseconds(milliseconds)) { _ in body() })
        },
        run: { "\(loop.run(mode: .init(rawValue: $0), for: .milliseconds($1)))" },
        perform: { loop.perform($0) }))
  }

  private static func theirs() {
    struct Loop: @unchecked Sendable {
      let object = CFRunLoopGetMain()
    }
    let loop = Loop()
    @Sendable func mode(_ name: String) -> CFString {
      name == "default"
        ? kCFRunLoopDefaultMode
        : CFStringCreateWithCString(nil, name, CFStringBuiltInEncodings.UTF8.rawValue)
    }
    var context = CFRunLoopSourceContext()
    context.perform = { _ in }
    CFRunLoopAddSource(loop.object, CFRunLoopSourceCreate(nil, 0, &context), mode("other"))
    play(
      Machine(
        timer: { milliseconds, body in
          let date = CFAbsoluteTimeGetCurrent() + Double(milliseconds) / 1000
          let timer = CFRunLoopTimerCreateWithHandler(nil, date, 0, 0, 0) { _ in body() }
          CFRunLoopAddTimer(loop.object, timer, mode("default"))
        },
        run: { name, milliseconds in
          switch CFRunLoopRunInMode(mode(name), Double(milliseconds) / 1000, false).rawValue {
          case 1: "finished"
          case 2: "stopped"
          case 3: "timedOut"
          default: "handledSource"
          }
        },
        perform: { CFRunLoopPerformBlock(loop.object, mode("default"), $0) }))
  }
}
