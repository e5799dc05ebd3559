import HIDEvents
import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import DesktopWindows
@testable import EventRouting
@testable import ResponderKit

/// What an application sends its router about windows and their pictures.
@Suite(.hangLimit) struct RoutedMessagesTests {
  private final class Place {
    let router: FakeRouter
    let application = UIApplication(screen: Size(800, 480), scale: 1)
    let window = UIWindow()
    let connection: RouterConnection
    let host: DesktopWindow

    init() throws {
      router = try FakeRouter()
      window.frame = Rect(50, 20, 100, 60)
      window.backgroundColor = .white
      connection = application.connect(to: router.address, as: "app")
      host = application.host(window, on: connection)
      settle()
    }

    /// Lets both sides say all that they have to say.
    func settle() {
      for _ in 0..<3 {
        router.take()
        application.loop.settle()
      }
      router.take()
    }

    /// The messages of the next while, in words.
    func words(_ change: () -> Void = {}) -> [String] {
      change()
      settle()
      return router.takeMessages().map { message in
        switch message {
        case .share(let buffer, let width, let height): "share \(buffer) \(width)x\(height)"
        case .unshare(let buffer): "unshare \(buffer)"
        case .arrange(let places): "arrange \(places.map(\.window))"
        case .show(_, let buffer, _): "show \(buffer)"
        default: "other"
        }
      }
    }

    func end() {
      connection.close()
      application.terminate()
    }
  }

  private static func shown(_ words: [String]) -> UInt32 {
    words.last { $0.hasPrefix("show ") }.flatMap { UInt32($0.dropFirst(5)) } ?? 0
  }

  @Test func bothMemoriesGetWhatChangesWhileOneIsShown() throws {
    try onFreshThread {
      let place = try Place()
      let (left, right) = (UIView(frame: Rect(0, 0, 20, 20)), UIView(frame: Rect(60, 0, 20, 20)))
      for view in [left, right] {
        view.backgroundColor = .white
        place.window.addSubview(view)
      }
      let first = Self.shown(place.words { place.router.show(800, 480) })
      let second = Self.shown(place.words { left.backgroundColor = .black })
      #expect(first != 0 && second != 0 && first != second)
      let third = Self.shown(place.words { right.backgroundColor = .black })
      #expect(third == first)
      let pixels = [(10, 10), (70, 10), (40, 40)].map { place.router.pixel(first, $0.0, $0.1) }
      #expect(pixels == [0xFF00_0000, 0xFF00_0000, 0xFFFF_FFFF])
      place.end()
    }
  }

  @Test func manyChangedPartsAreOneThatContainsThem() throws {
    try onFreshThread {
      let place = try Place()
      _ = place.words { place.router.show(800, 480) }
      func changed(_ count: Int) throws -> [RoutingMessage.Part] {
        let parts = (0..<count).map { PixelRect(x: 10 + $0 % 40, y: 5 + $0 / 2, width: 1, height: 1) }
        place.host.show(place.host.renderer.bitmap, damage: parts)
        place.settle()
        let shown = place.router.takeMessages().compactMap { message -> [RoutingMessage.Part]? in
          if case .show(_, _, let parts) = message { parts } else { nil }
        }
        return try #require(shown.last)
      }
      #expect(try changed(RoutingMessage.mostParts).count == RoutingMessage.mostParts)
      #expect(try changed(RoutingMessage.mostParts + 1) == [.init(x: 10, y: 5, width: 40, height: 33)])
      place.end()
    }
  }

  @Test func aWindowThatIsClosedGivesItsMemoryUp() throws {
    try onFreshThread {
      let place = try Place()
      let first = Self.shown(place.words { place.router.show(800, 480) })
      let second = Self.shown(place.words { place.window.backgroundColor = .black })
      let closed = place.words { place.host.close() }
      #expect(first != second && closed.contains("unshare \(first)") && closed.contains("unshare \(second)"))
      #expect(closed.contains("arrange []"))
      place.end()
    }
  }

  @Test func aWindowThatWasMadeFullScreenFillsTheScreenThatComes() throws {
    try onFreshThread {
      let place = try Place()
      place.host.isFullScreen = true
      #expect(place.window.frame == Rect(50, 20, 100, 60))
      let words = place.words { place.router.show(600, 400, scale: 2) }
      #expect(place.window.frame == Rect(0, 0, 300, 200))
      #expect(words.contains { $0.hasSuffix("600x400") })
      place.host.isFullScreen = false
      place.settle()
      #expect(place.window.frame == Rect(50, 20, 100, 60))
      place.end()
    }
  }

  @Test func whatAFullChannelDoesNotTakeIsSentLaterInItsOrder() throws {
    let (sender, receiver) = try RunLoop.MessagePort.pair()
    var unsent = UnsentMessages()
    let count: UInt32 = 5_000
    for number in 0..<count { unsent.add(.unshare(buffer: number), nil) }
    var isFull = false
    var received: [UInt32] = []
    while received.count < Int(count) {
      let isDone = unsent.flush(to: sender.descriptor)
      isFull = isFull || !isDone
      let before = received.count
      while let packet = try receiver.receive() {
        if case .unshare(let number) = try RoutingMessage(packet: packet) { received.append(number) }
      }
      guard received.count > before else { break }
    }
    #expect(isFull && received == Array(0..<count))
  }

  @Test(arguments: [true, false]) func aDescriptorIsClosedWhenItsMessageIsSentOrDropped(isSent: Bool) throws {
    var ends: [Int32] = [-1, -1]
    try #require(linux_pipe(&ends) == 0)
    defer { close(ends[0]) }
    let (sender, receiver) = try RunLoop.MessagePort.pair()
    var unsent = UnsentMessages()
    unsent.add(.unshare(buffer: 1), ends[1])
    if isSent {
      let isDone = unsent.flush(to: sender.descriptor)
      #expect(isDone)
      // Receives without descriptors: the kernel closes the receiver's copy.
      #expect(try receiver.receive() != nil)
    } else {
      unsent.removeAll()
    }
    // The last writer is closed. A child process of another test may hold a copy until its exec.
    var reader = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    #expect(poll(&reader, 1, 2_000) == 1 && reader.revents & Int16(POLLHUP) != 0)
  }
}
