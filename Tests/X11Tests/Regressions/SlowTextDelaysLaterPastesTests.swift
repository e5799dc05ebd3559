import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import EventRouting

/// A program that wrote a byte now and then kept a paste waiting for as long as it liked, and later pastes joined it: they got a text that
/// was no longer selected.
@Suite("A slow text", .hangLimit) struct SlowTextDelaysLaterPastesTests {
  private static let first = SelectionPlace.first

  /// A read that has begun.
  private static func begin(_ take: @escaping (String?) -> Void) throws -> (SelectionPlace, WaylandSelection)
  {
    let place = try SelectionPlace()
    let selection = try place.selection()
    place.compositor.offer(first, ["TEXT"])
    place.settle()
    selection.read(take)
    place.settle()
    #expect(place.compositor.wanted.count == 1)
    return (place, selection)
  }

  @Test("has its time, and not longer")
  func limit() throws {
    try onFreshThread(SimulatedClock()) {
      var texts: [String?] = []
      let (place, selection) = try Self.begin { texts.append($0) }
      let end = try #require(place.compositor.wanted.last).end
      let begin = RunLoop.Instant.now
      while texts.isEmpty, begin.duration(to: .now) < .seconds(1000) {
        _ = linux_write_pipe(end.descriptor, "a", 1)
        place.run(for: 1_000)
      }
      #expect(texts == [nil] && begin.duration(to: .now) < selection.limit + .seconds(2))
      place.display.close()
    }
  }

  @Test("is given up for the one that is selected now")
  func replaced() throws {
    try onFreshThread {
      var texts: [String?] = []
      let (place, selection) = try Self.begin { texts.append($0) }
      let last = place.compositor.wanted.popLast()
      let old = try #require(last).end
      #expect(linux_write_pipe(old.descriptor, "old", 3) == 3)
      place.settle()
      place.compositor.offer(Self.first + 1, ["TEXT"])
      place.settle()
      // A process that is being started may still have the end that is read.
      #expect(place.run { linux_write_pipe(old.descriptor, "er", 2) < 0 }, "it is still read")
      selection.read { texts.append($0) }
      place.settle()
      #expect(place.compositor.wanted.count == 1 && texts.isEmpty)
      try place.write("new")
      #expect(place.run { texts.count == 2 } && texts == ["new", "new"])
      place.display.close()
    }
  }

  @Test("is given up when no text is selected, or this program's own is", arguments: [true, false])
  func nothing(_ isOwn: Bool) throws {
    try onFreshThread {
      var texts: [String?] = []
      let (place, selection) = try Self.begin { texts.append($0) }
      if isOwn { selection.own("own") } else { place.compositor.offerNothing() }
      place.settle()
      #expect(texts == [isOwn ? "own" : nil])
      place.display.close()
    }
  }

  @Test("is for the requests that came while keys came here")
  func focus() throws {
    try onFreshThread {
      var texts: [String?] = []
      let (place, selection) = try Self.begin { texts.append($0) }
      place.focus(false)
      place.settle()
      selection.read { texts.append($0) }
      #expect(texts == [nil])
      try place.write("text")
      #expect(place.run { texts.count == 2 } && texts == [nil, "text"])
      place.display.close()
    }
  }
}
