import LinuxSystem
import RunLoopCore
import Synchronization

/// Children of a soak: programs, and copies of this process.
final class SoakProcesses: Sendable {
  let children = SoakAccount("children started", "reaped with the right status")
  let forks = SoakAccount("forks", "copies whose loop worked")
  /// Copies that were ended by their alarm. The Swift runtime's own locks are not taken for a fork: a copy hangs in one that another
  /// thread held. It is held for a moment, when a type is used first, so that one such copy in a soak is no defect.
  private let hung = Atomic<Int>(0)

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

  /// Forks the process; the calling thread's loop continues in the child for a moment.
  func fork(on loop: RunLoop) throws {
    forks.begin()
    let process = linux_fork()
    if process == 0 { Self.liveAsCopy() }
    guard process > 0 else { throw Descriptors.Failure("fork") }
    let child = try RunLoop.ChildSource(process, label: "soak fork") { [self] status in
      let isHung = status == .killed(signal: SIGALRM, dumpedCore: false)
      if status.isSuccess || isHung && hung.add(1, ordering: .relaxed).newValue == 1 { forks.end() }
    }
    try loop.add(child, to: .common)
  }

  /// In the copy: a timer and a block, in a mode of their own, since the descriptors are the parent's.
  private static func liveAsCopy() -> Never {
    // The thread that started the tool may have blocked it.
    var alone = sigset_t()
    sigemptyset(&alone)
    sigaddset(&alone, SIGALRM)
    sigprocmask(SIG_UNBLOCK, &alone, nil)
    alarm(5)
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
    loop.run(mode: mode, for: .seconds(3))
    _exit(ran.ended == 2 ? 0 : 2)
  }
}
