import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

@inline(never) private func waitHere(_ descriptor: Int32, _ byte: UnsafeMutablePointer<UInt8>) -> Int {
  while read(descriptor, byte, 1) < 0 {}
  return 1 &+ Int(byte.pointee)
}

@inline(never) private func waitThere(_ descriptor: Int32, _ byte: UnsafeMutablePointer<UInt8>) -> Int {
  while read(descriptor, byte, 1) < 0 {}
  return 2 &+ Int(byte.pointee)
}

extension RealThreads {
  @Suite(.hangLimit) struct StandingThreadTests {
    /// The same call with the same arguments, from two functions in turn: the stack of the wait before is no stack of this one.
    @Test func aThreadThatWaitsAgainHasANewStack() throws {
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      defer { for end in ends { close(end) } }
      let source = ends[0]
      let world = LinuxWorld()
      let target = TargetThread(world) {
        let byte = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
        defer { byte.deallocate() }
        for round in 0..<20 {
          byte.pointee = 0
          Load.sink &+= round % 2 == 0 ? waitHere(source, byte) : waitThere(source, byte)
        }
      }
      let names = SymbolNames()
      for round in 0..<20 {
        let expected = round % 2 == 0 ? "waitHere" : "waitThere"
        var isFound = false
        for _ in 0..<5000 where !isFound {
          let first = names.frames(world.sample(thread: target.thread).addresses)
          // While it stands, each of its stacks is the same; before it has come to the call, it is not.
          isFound =
            first.contains { $0.name.contains(expected) }
            && names.frames(world.sample(thread: target.thread).addresses) == first
          if !isFound { usleep(200) }
        }
        #expect(isFound, "no stack of round \(round) has \(expected)")
        var byte: UInt8 = 1
        #expect(write(ends[1], &byte, 1) == 1)
      }
      target.join()
    }
  }
}
