internal import RunLoopCore

// Swift's interface for executors that have timers is SPI: see RunLoop+MainExecutor.swift.
#if compiler(>=6.3) && compiler(<6.4)
  @_spi(ExperimentalScheduling) internal import _Concurrency

  extension PoolExecutor: SchedulingExecutor {
    /// Adds a timer for `Task.sleep` to the current thread's loop, or, from elsewhere, to that of the thread with the fewest jobs.
    ///
    /// Loops do not count the time in which the machine was suspended; `ContinuousClock` does.
    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      let priority = job.priority.rawValue
      let job = UnownedJob(job)
      let loop = (current ?? leastLoaded).loop
      let date: RunLoop.FirstDate
      let timer: RunLoop.Timer
      if let delay = delay as? Duration {
        date = loop.firstDate(loop.now.advanced(by: delay))
        timer = RunLoop.Timer(
          at: date.whenMade, tolerance: tolerance as? Duration ?? .zero, label: "Task.sleep"
        ) { _ in self.wake(job, priority) }
      } else {
        // A clock of another kind is polled, since its rate is unknown.
        let end = clock.now.advanced(by: delay)
        date = loop.firstDate(loop.now)
        timer = RunLoop.Timer(at: date.whenMade, repeating: .milliseconds(1), label: "Task.sleep") { timer in
          guard clock.now >= end else { return }
          timer.invalidate()
          self.wake(job, priority)
        }
      }
      // A loop that has ended refuses it: then the task does not sleep, instead of sleeping without an end.
      if !loop.add(timer, to: .common) {
        wake(job, priority)
      } else {
        loop.set(date, of: timer)
      }
    }

    /// Runs the job of a timer, on the loop's thread.
    ///
    /// `Task.sleep` gives the executor a job of a task of its own, which resumes the sleeping one. That task prefers no executor: run by
    /// this one, it would begin by moving to the default one, a thread of Dispatch. So it runs here as on the default executor. A job of
    /// another kind, which prefers an executor, moves there by itself.
    private func wake(_ job: UnownedJob, _ priority: UInt8) {
      // Not inside another job, whose inner run of the loop this is.
      guard let worker = current, !worker.isDraining else { return enqueue(job, priority: priority) }
      job.runSynchronously(on: Self.anyThread)
    }

    /// Swift's name for "no serial executor": two words of zero. The library has no function for it.
    private static var anyThread: UnownedSerialExecutor {
      unsafeBitCast((0, 0) as (UInt, UInt), to: UnownedSerialExecutor.self)
    }
  }
#endif
