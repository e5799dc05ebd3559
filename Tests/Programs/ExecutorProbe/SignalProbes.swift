import LinuxSystem
import RunLoopCore
import RunLoopDispatch
import RunLoopExecutors

/// Signals of the whole process as a sequence: needs a process of its own.
enum SignalProbes {
  static let all: [String: @Sendable () -> Void] = ["signal-sequence": sequence, "signal-queue": queue]

  private static let names: [Int32: String] = [SIGUSR1: "USR1", SIGHUP: "HUP", SIGTERM: "TERM"]

  private static func sequence() {
    DispatchProbes.serveMainQueue()
    do { try RunLoop.SignalSource.block(Set(names.keys)) } catch { say("\(error)") }
    // Threads of the pool, at work all the time: a signal that one of them took would end the program.
    let workers = (0..<8).map { _ in Task.detached { while !Task.isCancelled { await Task.yield() } } }
    // Before anybody waits.
    kill(getpid(), SIGUSR1)
    Task { @MainActor in
      do {
        for try await signal in RunLoop.main.signals(Set(names.keys)) {
          say(names[signal.number] ?? "\(signal)")
          switch signal.number {
          case SIGUSR1 where heard == 0:
            heard += 1
            kill(getpid(), SIGUSR1)
          case SIGUSR1: Task.detached { kill(getpid(), SIGHUP) }
          case SIGHUP: kill(getpid(), SIGTERM)
          default: RunLoop.main.stop()
          }
        }
      } catch {
        say("\(error)")
      }
    }
    say("\(RunLoop.main.run(for: .seconds(30)))")
    for worker in workers { worker.cancel() }
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    say(sigismember(&mask, SIGTERM) == 1 ? "blocked still" : "not blocked")
  }

  @MainActor private static var heard = 0

  private static func queue() {
    DispatchProbes.serveMainQueue()
    let signal: Int32 = 40
    do { try RunLoop.SignalSource.block([signal]) } catch { say("\(error)") }
    Task { @MainActor in
      var values: [Int32] = []
      do {
        for try await signal in RunLoop.main.signals([signal]) {
          values.append(signal.value)
          if values.count % 20 == 0 { try await RunLoop.main.sleep(for: .milliseconds(1)) }
          if values.count == 200 { break }
        }
      } catch {
        say("\(error)")
      }
      say(values == Array(1...200) ? "1…200 in order" : "\(values)")
      RunLoop.main.stop()
    }
    for value in 1...200 { _ = sigqueue(getpid(), signal, sigval(sival_int: Int32(value))) }
    RunLoop.main.run(for: .seconds(30))
  }
}
