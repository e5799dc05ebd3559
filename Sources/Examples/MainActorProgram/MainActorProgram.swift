// A program whose user interface belongs to the main actor, on our main loop: every line of it runs on the main
// thread, also after `await`, in plain callbacks of the loop, and in inner runs.
//
//     MainActorProgram --dispatch     the main actor's jobs come through DispatchQueue.main, which the loop serves
//     MainActorProgram --executor     the loop is the main actor's executor itself
import CLinux
import Dispatch
import Glibc
import RunLoopCore
import RunLoopDispatch
import RunLoopExecutors

/// The text of a view. Each line names the thread on which it runs.
@MainActor final class ViewModel {
  private(set) var city = "nowhere"
  private(set) var taps = 0

  /// Where it comes from takes its time, on another thread.
  func show(_ city: String) async {
    here("asks for \(city)")
    let degrees = await Weather.degrees(in: city)
    self.city = city
    here("shows \(city): \(degrees) degrees")
  }

  func tap() {
    taps += 1
    here("tap \(taps)")
  }

  /// What takes time without a thread: by Swift's timers, and by the loop's.
  func wait() async throws {
    try await Task.sleep(for: .milliseconds(1))
    here("waited for Swift")
    try await RunLoop.main.sleep(for: .milliseconds(1))
    here("waited for the loop")
    for await _ in RunLoop.main.ticks(every: .milliseconds(1)).prefix(1) { here("waited for a tick") }
  }

  /// A dialog: the loop runs inside a callout until the user answers.
  func ask(in mode: RunLoop.Mode) -> RunLoop.RunResult {
    here("asks in mode \(mode)")
    return RunLoop.main.run(mode: mode, for: .seconds(20))
  }
}

enum Weather {
  static func degrees(in city: String) async -> Int {
    await Task.detached {
      precondition(!isMainThread, "this is work for another thread")
      return city.count
    }.value
  }
}

/// A synchronous main, so that thread 0 is ours: an asynchronous one leaves it at its first `await`.
@main enum MainActorProgram {
  static func main() {
    alarm(60)
    let loop = RunLoop.main
    do {
      switch CommandLine.arguments.dropFirst().first {
      case "--executor": try RunLoop.installMainExecutor()
      case "--dispatch": try loop.serveDispatchMainQueue()
      default: throw Usage()
      }
    } catch {
      print(error)
      exit(2)
    }
    begin(loop)
    let result = loop.run(mode: .default)
    MainActor.assumeIsolated { here("the end: \(result)") }
  }

  private static func begin(_ loop: RunLoop) {
    // A mode that is common serves the main actor, as one of a scrolling view; a mode that is not does not, as one of a
    // dialog that must not be disturbed.
    try? loop.addCommonMode("scrolling")
    let model = MainActor.assumeIsolated { ViewModel() }
    // Plain callbacks may call it at once: they are on its thread.
    let touch = RunLoop.Source(label: "touch") { MainActor.assumeIsolated { model.tap() } }
    loop.add(touch, to: .common)
    touch.signal()
    Task { @MainActor in
      await model.show("Oslo")
      try await model.wait()
      await MainActor.run { here("in MainActor.run") }
      await inAJob(model, loop)
      inTimers(model, loop)
    }
  }

  /// An inner run inside code of the main actor: callbacks are called, other code of the main actor waits.
  @MainActor private static func inAJob(_ model: ViewModel, _ loop: RunLoop) async {
    let other = Task { here("another job, which waited") }
    loop.add(
      RunLoop.Timer(after: .milliseconds(5)) { _ in
        MainActor.assumeIsolated { model.tap() }
        loop.stop()
      }, to: "scrolling")
    here("inner run in a job: \(model.ask(in: "scrolling"))")
    await other.value
  }

  /// Inner runs, inside the callouts of timers.
  @MainActor private static func inTimers(_ model: ViewModel, _ loop: RunLoop) {
    loop.add(
      RunLoop.Timer(after: .zero) { _ in
        MainActor.assumeIsolated {
          let inner = Task {
            await model.show("Rome")
            here("in the inner run")
            loop.stop()
          }
          here("inner run: \(model.ask(in: "scrolling")), shows \(model.city)")
          inner.cancel()
          undisturbed(model, loop)
        }
      })
  }

  @MainActor private static func undisturbed(_ model: ViewModel, _ loop: RunLoop) {
    loop.add(RunLoop.Timer(after: .milliseconds(20)) { _ in loop.stop() }, to: "dialog")
    Task {
      await model.show("Bern")
      loop.stop()
    }
    here("inner run: \(model.ask(in: "dialog")), shows \(model.city) still")
  }

  private struct Usage: Error, CustomStringConvertible {
    var description: String { "usage: MainActorProgram --dispatch|--executor" }
  }
}

var isMainThread: Bool { linux_gettid() == getpid() }

/// Says what the main actor does, and where.
@MainActor func here(_ what: String) {
  print(isMainThread ? "thread 0: \(what)" : "ANOTHER THREAD: \(what)")
}
