import Dispatch
import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

/// Threads of a process as a watcher reads them from /proc.
@Suite(.hangLimit) struct ForeignSourceTests {
  /// A thread that waits for a semaphore until the body is done.
  private func withWaitingThread(_ body: (Int32) throws -> Void) rethrows {
    let end = DispatchSemaphore(value: 0)
    let target = TargetThread { end.wait() }
    defer {
      end.signal()
      target.join()
    }
    try body(target.thread)
  }

  private func block(_ look: ThreadLook?) -> Block? {
    if case .blocked(let block)? = look?.doing { block } else { nil }
  }

  @Test func aThreadThatWaitsForAnotherOneIsDistinguishedFromOtherBlockedThreads() {
    withWaitingThread { thread in
      let source = LinuxForeignSource(getpid())
      waitUntil(5) { block(source.look(thread)) != nil }
      #expect(block(source.look(thread))?.isFutex == true)
    }
    let stop = Flag()
    let sleeper = TargetThread { while !stop.isSet { usleep(100_000) } }
    let source = LinuxForeignSource(getpid())
    waitUntil(5) { block(source.look(sleeper.thread)) != nil }
    #expect(block(source.look(sleeper.thread))?.isFutex == false)
    stop.set()
    sleeper.join()
  }

  @Test func stopsByTheWatcherAreNoSwitchesOfTheThread() throws {
    try withWaitingThread { thread in
      waitUntil(5) { block(LinuxForeignSource(getpid()).look(thread)) != nil }
      func switches(_ stops: UInt64) -> UInt64? {
        LinuxForeignSource(getpid(), stops: { $0 == thread ? stops : 0 }).look(thread)?.switches
      }
      let all = try #require(switches(0))
      #expect(switches(3) == all &- 3)
    }
  }

  @Test func theFilesOfAForgottenThreadAreClosed() {
    withWaitingThread { thread in
      let source = LinuxForeignSource(getpid())
      func files() -> Int {
        let names = (try? FileBytes.names(in: "/proc/self/fd")) ?? []
        return names.count {
          KernelFile.link("/proc/self/fd/\($0)")?.hasPrefix("/proc/\(getpid())/task/\(thread)/") == true
        }
      }
      _ = source.look(thread)
      #expect(files() > 0)
      source.forget(thread)
      // Another test may look at all threads at this moment.
      waitUntil(5) { files() == 0 }
      #expect(files() == 0)
      withExtendedLifetime(source) {}
    }
  }

  @Test func aProcessThatHasEndedIsGoneBeforeItsParentHasTakenNotice() throws {
    let child = try ChildProgram("cat", hasInput: true)
    let source = LinuxForeignSource(child.process)
    #expect(source.threads() == [child.process])
    child.endInput()
    waitUntil(5) { source.threads() == nil }
    #expect(source.threads() == nil && ThreadFiles.threads(of: child.process) == [child.process])
    child.wait()
  }
}
