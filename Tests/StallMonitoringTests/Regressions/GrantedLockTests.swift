import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// Was wrong: where a file's lock was granted before the list of locks had been read, the holder of another thread's lock was named.
@Suite(.hangLimit) struct GrantedLockTests {
  /// On a file system that shows other numbers than the list of locks has.
  @Test func aGrantedLockNamesNoOtherThreadsHolder() {
    let locks = """
      1: FLOCK  ADVISORY  WRITE 4711 00:1a:131 0 EOF
      1: -> FLOCK  ADVISORY  WRITE 77 00:1a:131 0 EOF
      """
    func holder(_ file: String, isWaiting: Bool) -> Int32? {
      ForeignHolder.fileLockHolder(of: 77, file: file, isWaiting: isWaiting, kind: "FLOCK", locks: locks)
    }
    #expect(holder("fe:01:900", isWaiting: true) == 4711, "the process's only wait is this one")
    #expect(holder("fe:01:900", isWaiting: false) == nil)
    #expect(holder("00:1a:131", isWaiting: false) == 4711, "a wait for the file itself")
    // A look at the thread costs: only where it decides.
    var looks = 0
    func look() -> Bool {
      looks += 1
      return true
    }
    for (file, isExact, count) in [("00:1a:131", false, 0), ("fe:01:900", true, 0), ("fe:01:900", false, 1)] {
      looks = 0
      _ = ForeignHolder.fileLockHolder(
        of: 77, file: file, isExact: isExact, isWaiting: look(), kind: "FLOCK", locks: locks)
      #expect(looks == count, "\(file) \(isExact)")
    }
  }

  @Test func aWaitLastsUntilItsThreadIsReady() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let (reader, writer) = (ends[0], ends[1])
    let world = LinuxWorld()
    var written = 0
    func release() {
      written += 1
      #expect(write(writer, [1], 1) == 1)
    }
    let waiter = TargetThread(world) {
      var byte: UInt8 = 0
      _ = read(reader, &byte, 1)
      _ = read(reader, &byte, 1)
    }
    defer {
      while written < 2 { release() }
      waiter.join()
      close(reader)
      close(writer)
    }
    let watched = world.known(waiter.thread)
    var look = world.sampler.sample(watched)
    #expect(
      waitUntil(10) {
        look = world.sampler.sample(watched)
        return look.stands && look.call?.number == Int(SYS_read)
      })
    let call = try #require(look.call)
    #expect(world.stillWaits(watched, look, in: call))
    var other = call
    other.stackPointer &+= 16
    #expect(!world.stillWaits(watched, look, in: other), "another call")
    var earlier = look
    earlier.stands = false
    #expect(!world.stillWaits(watched, earlier, in: call), "a look that met it on its way")
    // The same call again is another wait: it has run in between.
    release()
    #expect(waitUntil(10) { !world.stillWaits(watched, look, in: call) && isBlocked(watched) })
    #expect(!world.stillWaits(watched, look, in: call))
  }

  private func isBlocked(_ watched: WatchedThread) -> Bool {
    if case .blocked = watched.files.callState { true } else { false }
  }

  // MARK: Real waits

  /// What happens between the look at a thread and the end of the list's reading.
  enum Meanwhile: CaseIterable { case nothing, grant, grantAndAnotherWait }

  @Test(arguments: Meanwhile.allCases, [false, true])
  func aStallsHolderIsThatOfItsWait(_ meanwhile: Meanwhile, isExact: Bool) throws {
    let scene = try LockScene()
    defer { scene.end() }
    let watched = scene.world.known(scene.waiter.thread)
    #expect(waitUntil(10) { scene.isStanding(watched) })
    scene.world.fileLocks = scene.locks(isExact: isExact) { scene.pass(meanwhile) }
    _ = scene.world.sample(thread: scene.waiter.thread)
    let note = try #require(watched.notes.last)
    #expect(note.kind == .lock && scene.readings > 0)
    #expect(note.owner?.process == (meanwhile == .nothing && !isExact ? 1 : nil), "\(note)")
  }

  @Test(arguments: Meanwhile.allCases, [false, true])
  func aChainsHolderIsThatOfItsWait(_ meanwhile: Meanwhile, isExact: Bool) throws {
    let scene = try LockScene()
    defer { scene.end() }
    #expect(waitUntil(10) { scene.isStanding(scene.world.known(scene.waiter.thread)) })
    let reader = WaitReader(of: nil)
    reader.begin(isWide: true)
    reader.fileLocks = scene.locks(isExact: isExact) { scene.pass(meanwhile) }
    let wait = reader.wait(of: ThreadPlace(process: getpid(), thread: scene.waiter.thread))
    #expect(wait?.object == (meanwhile == .nothing && !isExact ? .file : nil) && scene.readings == 1)
  }
}

/// A thread that waits twice, by the same call, for the lock of a file that the test holds. The list of locks has a wait of the process for
/// another file's lock, which process 1 holds.
private final class LockScene {
  let world = LinuxWorld()
  let waiter: TargetThread
  private(set) var readings = 0
  private let folder: TemporaryFolder
  private let held: Int32
  private let wanted: Int32
  private let step = Locked(0)

  init() throws {
    folder = try TemporaryFolder()
    let path = folder.path + "/lock"
    held = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    wanted = open(path, O_RDWR | O_CLOEXEC)
    try #require(held >= 0 && wanted >= 0 && flock(held, LOCK_EX) == 0)
    waiter = TargetThread(world) { [wanted, step] in
      for round in 1...2 {
        // Both calls have the same registers.
        _ = linux_raw_call(Int(SYS_flock), Int(wanted), Int(LOCK_EX), 0, 0, 0, 0)
        flock(wanted, LOCK_UN)
        step.withLock { $0 += 1 }
        while step.withLock({ $0 }) < 2 * round { usleep(100) }
      }
    }
  }

  /// Whether it is blocked in its call.
  func isStanding(_ watched: WatchedThread) -> Bool {
    let look = world.sampler.sample(watched)
    return look.stands && look.call?.number == Int(SYS_flock)
  }

  func pass(_ meanwhile: GrantedLockTests.Meanwhile) {
    // The list may be read again, for the chain.
    guard meanwhile != .nothing, readings == 1 else { return }
    flock(held, LOCK_UN)
    #expect(waitUntil(10) { step.withLock { $0 } == 1 })
    guard meanwhile == .grantAndAnotherWait else { return }
    flock(held, LOCK_EX)
    step.withLock { $0 = 2 }
    let files = ThreadFiles(thread: waiter.thread)
    #expect(
      waitUntil(10) {
        if case .blocked(let call) = files.callState { call.number == Int(SYS_flock) } else { false }
      })
  }

  func locks(isExact: Bool, _ meanwhile: @escaping () -> Void) -> FileLocks {
    var locks = FileLocks()
    locks.list = {
      self.readings += 1
      meanwhile()
      return """
        1: FLOCK  ADVISORY  WRITE 1 00:1a:131 0 EOF
        1: -> FLOCK  ADVISORY  WRITE \(getpid()) 00:1a:131 0 EOF
        """
    }
    locks.file = { _, _ in ("fe:01:900", isExact) }
    return locks
  }

  func end() {
    world.fileLocks = FileLocks()
    flock(held, LOCK_UN)
    step.withLock { $0 = 4 }
    waiter.join()
    close(held)
    close(wanted)
  }
}
