import HIDEvents
import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import EventRouting

/// Random windows, pictures and switches; the screen is compared with a completely redrawn one, pixel by pixel.
@Suite("Random pictures", .hangLimit)
struct RandomPictureTests {
  /// What should be seen of an application.
  private final class Expected {
    let client: PaintingClient
    var letter: Character?
    var size = (width: 0, height: 0)
    var buffer: UInt32 = 0

    init(_ client: PaintingClient) { self.client = client }
  }

  private static func frame(_ random: inout SplitMix) -> ClientDescription.Window {
    .init(
      x: Double(random.next() % 90) - 20, y: Double(random.next() % 60) - 20,
      width: Double(1 + random.next() % 50), height: Double(1 + random.next() % 40))
  }

  /// - Parameter stack: from back to front.
  private static func drawn(_ stack: [Expected], _ screen: PlayedScreen) -> [Character] {
    var letters = [Character](repeating: ".", count: screen.size.width * screen.size.height)
    for window in stack {
      guard let letter = window.letter else { continue }
      let frame = window.client.frame
      let (width, height) = (
        min(window.size.width, Int(frame.width)), min(window.size.height, Int(frame.height))
      )
      for y in 0..<height {
        for x in 0..<width {
          let (atX, atY) = (x + Int(frame.x), y + Int(frame.y))
          guard (0..<screen.size.width).contains(atX), (0..<screen.size.height).contains(atY) else {
            continue
          }
          letters[atY * screen.size.width + atX] = letter
        }
      }
    }
    return letters
  }

  @Test("are what the screen shows", arguments: 1...4 as ClosedRange<UInt64>)
  func scenes(_ seed: UInt64) throws {
    try onFreshThread {
      var random = SplitMix(seed)
      let place = try ShownRouter { ($0.burst, $0.userBurst) = (100_000, 100_000) }
      var applications: [Expected] = []
      for index in 0..<4 {
        applications.append(Expected(try place.client("\(index)", Self.frame(&random))))
      }
      var tally = FuzzTally("scenes")
      for step in 0..<80 {
        let before = place.screen.pixels
        if place.router.isLocked { place.router.lock(false) }
        for _ in 0...random.next() % 6 {
          let application = applications[Int(random.next() % 4)]
          let client = application.client
          switch random.next() % 24 {
          case 0...11:
            let letter = Character(UnicodeScalar(UInt8(65 + random.next() % 26)))
            let size = (width: Int(1 + random.next() % 60), height: Int(1 + random.next() % 50))
            let old = application.buffer
            application.buffer += 1
            client.share(application.buffer, letter, size.width, size.height)
            client.arrange()
            client.show(application.buffer)
            if old > 0 { client.raw.send(.unshare(buffer: old)) }
            (application.letter, application.size) = (letter, size)
          case 12...17:
            client.frame = Self.frame(&random)
            client.raw.send(.changed(.init(name: client.name, windows: [client.frame])))
            client.arrange()
          case 18...22: place.router.bringToFront(client.name)
          default: place.router.lock(!place.router.isLocked)
          }
          if random.next() % 2 == 0 { place.screen.blank() }
        }
        place.blank()
        place.blank()
        let stack = place.router.list.filter { $0.state != .background }.compactMap { entry in
          applications.first { $0.client.name == entry.name }
        }
        let expected = Self.drawn(stack.reversed(), place.screen)
        tally.count(place.screen.pixels != before)
        try #require(place.screen.pixels.map(Painted.letter) == expected, "step \(step) of seed \(seed)")
      }
      for application in applications { #expect(application.client.refusal == nil) }
      tally.expectMostStepsDidSomething()
      place.router.stop()
    }
  }
}
