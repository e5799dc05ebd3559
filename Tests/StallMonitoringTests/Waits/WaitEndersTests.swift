import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

/// Who could end a wait.
@Suite(.hangLimit) struct WaitEndersTests {
  @Test func theWatcherOfAProcessIsNotTheOtherEndOfItsPipe() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let cat = try ChildProgram("/bin/cat", descriptors: [0: ends[0]])
    defer {
      for end in ends { close(end) }
      cat.wait()
    }
    let thread = ThreadPlace(process: cat.process, thread: cat.process)
    func enders(of process: Int32?) -> Set<Int32>? {
      let reader = WaitReader(of: process)
      reader.begin(isWide: true)
      guard let wait = reader.wait(of: thread), wait.object == .pipe else { return nil }
      return Set(wait.enders.map(\.process))
    }
    waitUntil { enders(of: nil) != nil }
    // As one of the machine's processes it is.
    #expect(enders(of: nil)?.contains(getpid()) == true)
    #expect(enders(of: cat.process)?.contains(getpid()) == false)
  }

  @Test func theOtherEndIsThatOfTheSameConnection() {
    let tables = """
      0: 0100007F:1F90 0100007F:C351 01 0:0 00:0 0 0 0 21 1
      1: 0100007F:C350 0100007F:1F90 01 0:0 00:0 0 0 0 11 1
      2: 0100007F:1F90 0100007F:C350 01 0:0 00:0 0 0 0 12 1
      3: 0100007F:C351 0100007F:1F90 01 0:0 00:0 0 0 0 22 1
      """
    for (one, other) in [(11, 12), (12, 11), (21, 22), (22, 21)] as [(UInt64, UInt64)] {
      #expect(SocketPeer.peer(of: one, in: tables) == other)
    }
  }

  @Test func aWaitForAnotherLockIsAnotherChain() {
    func chain(_ place: UInt64) -> WaitChain {
      var first = WaitChain.Link(thread: 1)
      (first.object, first.place) = (.mutex, place)
      return WaitChain(links: [first, WaitChain.Link(thread: 2)])
    }
    #expect(chain(0x1000).isBeginning(of: chain(0x1000)) && !chain(0x1000).isBeginning(of: chain(0x2000)))
  }
}
