import CLinux
import Glibc
import RunLoopCore

/// Children of a soak: programs, and copies of this process.
final class SoakProcesses: Sendable {
  let children = SoakAccount("children started", "reaped with the right status")
  let forks = SoakAccount("forks", "copies whose loop worked")

  /// Starts a program that ends with a code, or that is ended.
  ///
  /// - Parameter wanted: the code that the ledger wants: another one is a defect.
  func start(on loop: RunLoop, code: Int32, wanted: Int32, isKilled: Bool) throws {
    let wanted: RunLoop.ChildSource.Status =
      isKilled ? .killed(signal: SIGKILL, dumpedCore: false) : .exited(wanted)
    children.begin()
    let child = try RunLoop.ChildSource(
      spawning: isKilled ? ["sleep", "600"] : ["sh", "-c", "exit \(code)"], label: "soak child"
    ) { [children] status in
      if status == wanted { children.end() }
    }
    try loop.add(child, to: .common)
    if isKilled { child.send(SIGKILL) }
  }

  /// Makes a copy of the process whose loop, the calling thread's, goes on there for a moment.
  func fork(on loop: RunLoop) throws {
    forks.begin()
    let process = linux_fork()
    if process == 0 { Self.liveAsCopy() }
    guard process > 0 else { throw Descriptors.Failure("fork") }
    let child = try RunLoop.ChildSource(process, label: "soak fork") { [forks] status in
      if status.isSuccess { forks.end() }
    }
    try loop.add(child, to: .common)
  }

  /// In the copy: a timer and a block, in a mode of their own, since the descriptors are the parent's.
  private static func liveAsCopy() -> Never {
    alarm(20)
    guard (try? RunLoop.reinitializeAfterFork()) != nil else { _exit(1) }
    let loop = RunLoop.current
    let mode: RunLoop.Mode = "soak copy"
    let ran = SoakAccount("", "")
    loop.perform(inModes: [mode]) { ran.end() }
    loop.add(
      RunLoop.Timer(after: .milliseconds(1)) { _ in
        ran.end()
        loop.stop()
      }, to: mode)
    loop.run(mode: mode, for: .seconds(10))
    _exit(ran.ended == 2 ? 0 : 2)
  }
}
