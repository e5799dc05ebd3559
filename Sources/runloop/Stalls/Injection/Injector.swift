import LinuxSystem
import StallMonitoring

/// A known cause that can be injected into a loop, with the expected report.
struct Injector: Sendable {
  enum Expectation: Sendable {
    /// A stall of this cause; the function is on its stacks, and a lock of this kind has an owner.
    case stall(Cause, function: String, lock: LockOwner.Kind? = nil)
    /// No stall: the whole process stands.
    case freeze
    /// Nothing at all.
    case nothing
    /// Not a stall of the loop: only starvation may be reported.
    case starvation
  }

  let name: String
  let summary: String
  let expectation: Expectation
  /// Takes about this number of nanoseconds. In a callout of the loop, unless `isOutside`.
  let inject: @Sendable (InjectionPlace, UInt64) -> Void
  /// Between two runs of the loop.
  var isOutside = false
  /// Needs rights or tools that are not everywhere, or disturbs the whole machine: only when it is asked for.
  var isSpecial = false
  /// Why it can not be done here; nil when it can.
  var obstacle: @Sendable () -> String? = { nil }
  /// Required words of its sentence, with `OWNER` for the other thread's number, and forbidden words.
  var says: [String] = []
  var neverSays: [String] = []

  static func named(_ name: String) throws(WrongCall) -> Injector {
    if let found = all.first(where: { $0.name == name }) { return found }
    let names = all.map(\.name)
    throw .init(
      "unknown cause '\(name)'\(Likeness.question(name, names)); there are: \(names.joined(separator: ", "))")
  }

  static let all: [Injector] = stalls + sentences + others

  static let stalls = [
    Injector(
      name: "busy", summary: "computes", expectation: .stall(.processor, function: "injectBusy"),
      inject: { _, time in injectBusy(time) }),
    Injector(
      name: "kernel", summary: "makes the kernel compute: reads random bytes",
      expectation: .stall(.kernel, function: "injectKernel"), inject: { _, time in injectKernel(time) }),
    Injector(
      name: "minor-faults", summary: "touches new memory, 16 MiB again and again",
      expectation: .stall(.minorFaults, function: "injectMinorFaults"),
      inject: { _, time in injectMinorFaults(time) }),
    Injector(
      name: "major-faults", summary: "reads a mapped file that is not in memory, here and there",
      expectation: .stall(.majorFaults, function: "injectMajorFaults"),
      inject: { place, time in injectMajorFaults(place, time) }),
    Injector(
      name: "lock", summary: "waits for a pthread mutex that another thread holds",
      expectation: .stall(.lock, function: "injectLock", lock: .pthreadMutex),
      inject: { place, time in
        place.holder.hold(for: time) {
          pthread_mutex_lock($0.lock)
        } release: {
          pthread_mutex_unlock($0.lock)
        }
        injectLock(place)
      }),
    Injector(
      name: "mutex", summary: "waits for a Mutex that another thread holds",
      expectation: .stall(.lock, function: "injectMutex", lock: .mutex),
      inject: { place, time in
        place.holder.holdMutex(for: time)
        injectMutex(place)
      }),
    Injector(
      name: "rwlock", summary: "waits for a read-write lock that another thread writes under",
      expectation: .stall(.lock, function: "injectReadWriteLock", lock: .readWriteLock),
      inject: { place, time in
        place.holder.hold(for: time) {
          pthread_rwlock_wrlock($0.readWriteLock)
        } release: {
          pthread_rwlock_unlock($0.readWriteLock)
        }
        injectReadWriteLock(place)
      }),
    Injector(
      name: "wait", summary: "waits for a semaphore", expectation: .stall(.wait, function: "injectWait"),
      inject: { place, time in
        place.holder.act(after: time) { sem_post($0.semaphore) }
        injectWait(place)
      }, says: ["for a semaphore (sem_wait)", "injectWait(_:)"]),
    Injector(
      name: "sleep", summary: "sleeps", expectation: .stall(.sleep, function: "injectSleep"),
      inject: { place, time in injectSleep(place, time) }),
    Injector(
      name: "file-io", summary: "writes 8 MiB and waits until they are on the disk, again and again",
      expectation: .stall(.fileIO, function: "injectFileIO"),
      inject: { place, time in injectFileIO(place, time) }),
    Injector(
      name: "pipe", summary: "reads an empty pipe",
      expectation: .stall(.pipe, function: "injectPipe"),
      inject: { place, time in
        place.holder.act(after: time) { $0.pipe.writeByte() }
        injectPipe(place)
      }),
    Injector(
      name: "socket", summary: "waits for bytes from a socket",
      expectation: .stall(.socket, function: "injectSocket"),
      inject: { place, time in
        place.holder.act(after: time) { $0.sockets.writeByte() }
        injectSocket(place)
      }),
    Injector(
      name: "poll", summary: "polls a descriptor of its own",
      expectation: .stall(.poll, function: "injectPoll"),
      inject: { place, time in
        place.holder.act(after: time) { $0.pipe.writeByte() }
        injectPoll(place)
      }, says: ["it waited for pipe:[", "outside of the loop (poll)", "injectPoll(_:)"]),
    Injector(
      name: "child", summary: "waits for a process that it started",
      expectation: .stall(.childProcess, function: "injectChild"), inject: { _, time in injectChild(time) }),
  ]

  /// What must not be taken for a stall, and what only some machines can do.
  static let others = [
    Injector(
      name: "stop", summary: "stops the process (SIGSTOP) and continues it", expectation: .freeze,
      inject: { _, time in HelperProcess.run(["stop", "\(getpid())", "\(time / 1_000_000)"], waits: false) }),
    Injector(
      name: "nested", summary: "runs the loop inside a callout, where it sleeps", expectation: .nothing,
      inject: { _, time in injectNested(time) }),
    Injector(
      name: "reenter", summary: "leaves the loop, stays away, and enters it again", expectation: .nothing,
      inject: { place, time in injectSleep(place, time) }, isOutside: true),
    Injector(
      name: "burst", summary: "many short callouts without a wait, less than a busy burst",
      expectation: .nothing,
      inject: { place, time in place.burst(for: time) }),
    Injector(
      name: "debugger", summary: "attaches gdb for a time", expectation: .freeze,
      inject: { _, time in HelperProcess.run(["debug", "\(getpid())", "\(time / 1_000_000)"], waits: false) },
      isSpecial: true, obstacle: Obstacle.toDebugger),
    Injector(
      name: "freezer", summary: "freezes the process by a control group", expectation: .freeze,
      inject: { _, time in HelperProcess.run(["freeze", "\(getpid())", "\(time / 1_000_000)"], waits: false)
      },
      isSpecial: true, obstacle: Obstacle.toFreezer),
    Injector(
      name: "clock", summary: "sets the machine's wall clock forward and back", expectation: .nothing,
      inject: { _, time in HelperProcess.run(["clock", "\(getpid())", "\(time / 1_000_000)"], waits: false) },
      isSpecial: true, obstacle: Obstacle.toClock),
    Injector(
      name: "starve", summary: "gives the loop's thread no processor: busy processes of higher priority",
      expectation: .starvation,
      inject: { place, time in
        HelperProcess.run(["starve", "\(getpid())", "\(time / 1_000_000)"], waits: false)
        injectBusy(time)
      }, isSpecial: true, obstacle: Obstacle.toStarve),
    Injector(
      name: "quota", summary: "uses up the quota of its control group: a tenth of a processor",
      expectation: .starvation,
      inject: { place, time in
        HelperProcess.run(["quota", "\(getpid())", "\(time / 1_000_000)"], waits: false)
        injectBusy(time)
      }, isSpecial: true, obstacle: Obstacle.toQuota, says: ["its control group had used up its quota"],
      neverSays: ["other processes"]),
  ]
}
