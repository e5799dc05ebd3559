import LinuxSystem
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.Offload
import enum RunLoopCore.OffloadError
import class RunLoopCore.RunLoop

@testable import RunLoopNet

/// Names and their addresses.
@Suite(.hangLimit) struct ResolverTests {
  @Test func theMachinesOwnNameIsKnown() async throws {
    let addresses = try await Resolver.addresses(of: "localhost", port: 81)
    #expect(addresses.contains(try .tcp("127.0.0.1", port: 81)))
    #expect(Set(addresses).count == addresses.count)
    #expect(addresses.allSatisfy { $0.port == 81 })
    onFreshThread {
      let notes = Notes()
      Resolver.system.lookUp("localhost", port: 81) { notes("\($0 == .success(addresses))") }
      #expect(notes.lines.isEmpty)
      #expect(RunLoop.current.run(until: { !notes.lines.isEmpty }, timeout: patience))
      #expect(notes.lines == ["true"])
    }
  }

  @Test func numericAddressesNeedNoThread() async throws {
    let never = Resolver { _, _, _, _, _ in
      Issue.record("a numeric address was looked up")
      return {}
    }
    try onFreshThread {
      for host in ["127.0.0.1", "::1"] {
        let notes = Notes()
        never.lookUp(host, port: 5) { notes("\($0)") }
        #expect(notes.lines.isEmpty, "not inside the call")
        #expect(RunLoop.current.run(until: { !notes.lines.isEmpty }, timeout: patience))
        let address = try Address.tcp(host, port: 5)
        #expect(notes.lines == ["\(Resolver.Answer.success([address]))"])
      }
    }
    #expect(try await Resolver.addresses(of: "::1", port: 5) == [.tcp("::1", port: 5)])
  }

  @Test func aCancelledLookupIsSilent() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let pool = Offload(threads: 1)
      let gate = Gate()
      let notes = Notes()
      try pool.start(gate.work) { _ in notes.count += 1 }
      gate.waitUntilEntered()
      let lookup = Resolver(on: pool).lookUp("localhost", port: 1) { _ in Issue.record("it was cancelled") }
      lookup.cancel()
      #expect(pool.load.waiting == 0)
      gate.open()
      #expect(loop.run(until: { notes.count == 1 }, timeout: patience))
      loop.run(for: .zero)
    }
  }

  @Test func aFullPoolIsAnError() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let pool = Offload(threads: 1, capacity: 1)
      let gate = Gate()
      let notes = Notes()
      try pool.start(gate.work) { _ in }
      gate.waitUntilEntered()
      try pool.start(gate.work) { _ in }
      Resolver(on: pool).lookUp("localhost", port: 1) {
        notes("\($0 == .failure(.notOffloaded(.full(1))))")
      }
      #expect(loop.run(until: { !notes.lines.isEmpty }, timeout: patience))
      #expect(notes.lines == ["true"])
      gate.open()
    }
  }

  @Test func aCancelledTasksLookUpIsCancelled() async throws {
    let pool = Offload(threads: 1, capacity: 1)
    let gate = Gate()
    onFreshThread { #expect(throws: Never.self) { try pool.start(gate.work) { _ in } } }
    gate.waitUntilEntered()
    let task = Task { () -> String in
      do throws(NetError) {
        return "\(try await Resolver.addresses(of: "localhost", port: 1, on: pool))"
      } catch {
        return error == .cancelled ? "cancelled" : "\(error)"
      }
    }
    task.cancel()
    #expect(await task.value == "cancelled")
    gate.open()
  }

  @Test func namesThatCannotBeLookedUpAreErrors() {
    #expect(SocketCall.addresses(of: "", port: 1) == .failure(.unknownName("")))
    #expect(SocketCall.addresses(of: "localhost\0x", port: 1) == .failure(.unknownName("localhost\0x")))
    #expect(SocketCall.nameError("x", EAI_NONAME, 0) == .unknownName("x"))
    #expect(SocketCall.nameError("x", -5, 0) == .unknownName("x"))
    #expect(SocketCall.nameError("x", EAI_AGAIN, 0) == .noNameServer("x"))
    #expect(SocketCall.nameError("x", EAI_SYSTEM, EMFILE) == .tooManyDescriptors)
    #expect(SocketCall.nameError("x", EAI_FAIL, 0) == .nameServiceFailed("x", code: EAI_FAIL))
  }
}
