import Foundation
import HIDEvents
import LinuxSystem
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import EventRouting

/// Applications that share what they must not.
@Suite("Pictures of hostile applications", .hangLimit)
struct HostilePictureTests {
  private static let frame = ClientDescription.Window(x: 0, y: 0, width: 20, height: 20)

  private static func memory(_ size: Int, seals: Int = 0) -> Int32 {
    let descriptor = linux_sealed_memory("test", size, Int32(seals))
    #expect(descriptor >= 0)
    return descriptor
  }

  /// What becomes of a client that does this.
  private static func refusal(
    _ place: ShownRouter, _ does: (PaintingClient) throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> RoutingMessage.Refusal? {
    let client = try place.client("hostile", frame)
    place.run()
    try does(client)
    runUntil { client.refusal != nil || client.raw.isOver }
    client.raw.close()
    runUntil { place.router.list.isEmpty }
    return client.refusal
  }

  @Test("close the channel, with the reason, and nothing stays open")
  func refused() async {
    await #expect(processExitsWith: .success) { try HostilePictureTests.refuse() }
  }

  private static func refuse() throws {
    try onFreshThread {
      let place = try ShownRouter { ($0.connectionBurst, $0.userBurst) = (1000, 100_000) }
      place.run()
      let before = try openDescriptorNumbers()
      let share = RoutingMessage.share(buffer: 1, width: 20, height: 20)
      // It could be made smaller while it is read.
      #expect(try refusal(place) { $0.send(share, [memory(1600, seals: 0)]) } == .badMemory)
      // Growing is not what matters.
      #expect(try refusal(place) { $0.send(share, [memory(1600, seals: LINUX_SEAL_GROW)]) } == .badMemory)
      #expect(try refusal(place) { $0.send(share, [memory(1599, seals: LINUX_SEAL_SHRINK)]) } == .badMemory)
      #expect(try refusal(place) { $0.send(share, [open("/dev/zero", O_RDWR)]) } == .badMemory)
      let socket = try Socket(AF_UNIX, .stream).number
      #expect(try refusal(place) { $0.send(share, [socket]) } == .badMemory)
      #expect(try refusal(place) { $0.raw.send(share) } == .badMemory)
      let two = { [memory(1600, seals: LINUX_SEAL_SHRINK), memory(1600, seals: LINUX_SEAL_SHRINK)] }
      #expect(try refusal(place) { $0.send(share, two()) } == .badMessage)
      #expect(
        try refusal(place) {
          $0.send(.list, [memory(1600, seals: LINUX_SEAL_SHRINK)]); $0.send(.list, two())
        } == .badMessage)
      // A message that needs none.
      #expect(
        try refusal(place) {
          for _ in 0..<20 { $0.send(.arrange([]), [memory(1600, seals: LINUX_SEAL_SHRINK)]) }
          $0.raw.send(.beat(time: 1))
        } == .badMessage)
      // The same number twice; memory that was never shared; memory that is shown.
      #expect(
        try refusal(place) {
          $0.share(1, "a"); $0.share(1, "b")
        } == .badMessage)
      #expect(try refusal(place) { $0.show(9) } == .badMessage)
      #expect(try refusal(place) { $0.raw.send(.unshare(buffer: 9)) } == .badMessage)
      #expect(
        try refusal(place) {
          $0.appear("a"); $0.show(1)
        } == .badMessage)
      #expect(
        try refusal(place) { client in for number in 1...65 { client.share(UInt32(number), "a", 1, 1) } }
          == .tooManyPictures)
      #expect(
        try refusal(place) { client in
          for number in 1...9 { client.share(UInt32(number), "a", 1024, 1024) }
        } == .tooManyPictures)
      #expect(
        try refusal(place) { client in
          client.share(1, "a")
          // Memory that was taken back does not count.
          for window in 1...65 {
            client.share(UInt32(window + 1) * 2, "a", 1, 1)
            client.raw.send(.unshare(buffer: UInt32(window + 1) * 2))
          }
          client.raw.send(.screen(.init(width: 1, height: 1, scale: 1, interval: 1)))
        } == .badMessage)
      place.run()
      #expect(try descriptorsLeft(since: before).isEmpty)
      place.router.stop()
    }
  }

  @Test("of a router without a screen are out of turn")
  func withoutScreen() throws {
    try onFreshThread {
      let folder = try TemporaryFolder()
      let router = try Router.started(folder)
      let client = try PaintingClient(folder.path + "/router", "a", Self.frame)
      runUntil { router.list.count == 1 }
      client.share(1, "a")
      runUntil { client.refusal == .badMessage }
      router.stop()
    }
  }

  @Test("that is taken back while it is shown is not seen any more")
  func takenBack() throws {
    try onFreshThread {
      let place = try ShownRouter()
      let client = try place.client("a", Self.frame)
      client.appear("a")
      place.blank()
      #expect(place.screen.letters([(5, 5)]) == "a")
      client.raw.send(.unshare(buffer: 1))
      place.blank()
      #expect(place.screen.letters([(5, 5)]) == ".")
      // Nor is that of a window without a place.
      client.appear("b", buffer: 2)
      place.blank()
      #expect(place.screen.letters([(5, 5)]) == "b")
      client.raw.send(.arrange([]))
      place.blank()
      #expect(place.screen.letters([(5, 5)]) == "." && client.freed == [2] && client.refusal == nil)
      place.router.stop()
    }
  }

  @Test("that is taken back before it is shown leaves the one before")
  func neverShown() throws {
    try onFreshThread {
      let place = try ShownRouter()
      let client = try place.client("a", Self.frame)
      client.appear("a")
      place.blank()
      client.share(2, "b")
      client.show(2)
      client.raw.send(.unshare(buffer: 2))
      place.blank()
      #expect(place.screen.letters([(5, 5)]) == "a" && client.freed == [])
      client.share(3, "c")
      client.show(3)
      place.blank()
      #expect(place.screen.letters([(5, 5)]) == "c" && client.freed == [1])
      place.router.stop()
    }
  }

  /// In a process of its own, whose memory is counted.
  @Test("are released when the application has ended")
  func ended() async {
    await #expect(processExitsWith: .success) {
      /// Pictures that can only be read: those of the router.
      @Sendable func pictures() -> Int {
        let maps = FileHandle(forReadingAtPath: "/proc/self/maps")?.readDataToEndOfFile() ?? Data()
        return String(decoding: maps, as: UTF8.self).split(separator: "\n").count {
          $0.contains(" r--s ") && $0.contains("memfd:test")
        }
      }
      try onFreshThread {
        let place = try ShownRouter()
        let client = try place.client("a", HostilePictureTests.frame)
        client.appear("a")
        client.share(2, "b")
        place.blank()
        #expect(pictures() == 2)
        client.raw.close()
        runUntil { place.router.list.isEmpty }
        place.blank()
        #expect(pictures() == 0)
        place.router.stop()
      }
    }
  }

  @Test("are notified of free memory once, however late they read")
  func slowReader() throws {
    try onFreshThread {
      let place = try ShownRouter()
      let client = try place.client("a", Self.frame)
      client.appear("a")
      client.share(2, "b")
      place.blank()
      // Its channel is full of events that it does not read.
      var number: UInt32 = 0
      runUntil {
        for _ in 0..<100 {
          number += 1
          let contact = HIDEvent.Contact(number, .began, x: 1, y: 1)
          place.router.post(HIDEvent(timestamp: 1, .digitizer([contact])))
        }
        RunLoop.current.run(mode: .default, for: .zero)
        return (place.router.waiting(for: 1) ?? 0) > 0
      }
      client.show(2)
      place.blank()
      for time: UInt64 in 11...13 {
        client.raw.send(.awaitBeat)
        place.run()
        place.screen.blank(time)
        place.run()
      }
      runUntil {
        client.raw.read()
        return place.router.waiting(for: 1) == 0
      }
      #expect(client.freed == [1])
      let beats = client.raw.others.filter { if case .beat = $0 { true } else { false } }
      #expect(beats == [.beat(time: 13)], "the latest one alone")
      place.router.stop()
    }
  }
}
