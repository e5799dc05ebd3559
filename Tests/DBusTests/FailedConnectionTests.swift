import Foundation
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import DBus

/// What is left of a bus that is not there, and of bytes that are no message.
@Suite(.hangLimit) struct FailedConnectionTests {
  private static func openDescriptors() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
  }

  @Test func addressesAtWhichNothingListensLeaveNoSocketsOpen() throws {
    let list = (0..<300).map { "unix:path=/nonexistent/bus\($0)" }
    let addresses = DBusAddress.parse(list.joined(separator: ";"))
    #expect(addresses.count == 300)
    let before = try Self.openDescriptors()
    #expect(throws: DBusError.cannotConnect("unix:path=/nonexistent/bus299", code: 2)) {
      try DBusSocket(addresses)
    }
    // Other tests of the process open some, too.
    #expect(try Self.openDescriptors() < before + 150)
  }

  @Test func aBusThatAnswersNothingIsNotAskedWithoutEnd() throws {
    try onFreshThread {
      let (bus, connection) = try FakeBus.greeted()
      defer { bus.hangUp() }
      var failures: [String] = []
      for _ in 0..<4100 {
        connection.call(.call("a.b", "/x", "c.d", "Ask"), patience: nil) { result in
          if case .failure(let error) = result { failures.append("\(error)") }
        }
      }
      #expect(failures == [String](repeating: "\(DBusError.notRead)", count: 4) && connection.isOpen)
      connection.close()
      #expect(failures.count == 4100)
    }
  }

  @Test func aBusThatRefusesTheGreetingOrGivesNoNameIsLeft() throws {
    try onFreshThread {
      let loop = RunLoop.current
      for answer in [[], [.string("1")], [.string("")], [.uint32(7)], nil] as [[DBusValue]?] {
        let (bus, connection) = try FakeBus.connect()
        var ends = 0
        connection.onEnd = { _ in ends += 1 }
        connection.onReady = { Issue.record("there is no name") }
        let hello = try #require(bus.next(loop))
        bus.send(answer.map { hello.reply($0) } ?? hello.failure(.failed("no")))
        loop.runUntil { !connection.isOpen }
        #expect(ends == 1 && connection.name == nil)
      }
    }
  }

  @Test func bytesBehindTheValuesThatTheSignatureNamesAreAnError() throws {
    let values: [[DBusValue]] = [[], [.uint32(1)], [.string("text")]]
    for body in values {
      var message = DBusMessage.call("a.b", "/x", "c.d", "Do", body)
      message.serial = 1
      var bytes = try message.encoded()
      let isRead = try DBusMessage(bytes[...]) == message
      #expect(isRead)
      // The body's length, in this machine's order.
      var length: UInt32 = bytes[4..<8].withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
      while length % 4 != 0 { (length, bytes) = (length + 1, bytes + [0]) }
      (length, bytes) = (length + 4, bytes + [0, 0, 0, 0])
      withUnsafeBytes(of: length) { bytes.replaceSubrange(4..<8, with: $0) }
      #expect(throws: DBusError.self) { try DBusMessage(bytes[...]) }
    }
  }
}
