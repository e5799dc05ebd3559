import HIDEvents
import TestHarness
import Testing

/// What may be left out when there is too much, and what may not.
@Suite(.hangLimit) struct MoveTests {
  private static func touch(_ contacts: (UInt32, HIDEvent.Contact.Phase)...) -> HIDEvent {
    HIDEvent(timestamp: 1, .digitizer(contacts.map { .init($0.0, $0.1, x: 0, y: 0) }))
  }
  private static func pointer(_ phase: HIDEvent.Pointer.Phase) -> HIDEvent {
    HIDEvent(timestamp: 1, .pointer(.init(phase, x: 0, y: 0)))
  }

  @Test func onlyStepsOfAWayAreMoves() {
    #expect(Self.touch((1, .moved), (2, .stationary)).onlyMoves)
    for phase in [HIDEvent.Contact.Phase.began, .ended, .cancelled] {
      #expect(!Self.touch((1, .moved), (2, phase)).onlyMoves)
      #expect(!Self.touch((1, phase), (2, .moved)).onlyMoves)
    }
    #expect(HIDEvent.Pointer.Phase.allCases.filter { Self.pointer($0).onlyMoves } == [.moved])
    #expect(HIDEvent(timestamp: 1, .acceleration(.init(x: 0, y: 0, z: 0))).onlyMoves)
    #expect(!HIDEvent(timestamp: 1, .key(.init(usage: 4, .repeated))).onlyMoves)
    #expect(!HIDEvent(timestamp: 1, .remoteControl(.play)).onlyMoves)
    #expect(!HIDEvent(timestamp: 1, .system(.contactsLost)).onlyMoves)
  }

  @Test func aMoveStandsForAMoveOfTheSameContacts() {
    let move = Self.touch((1, .moved), (2, .stationary))
    #expect(move.sumsUp(Self.touch((1, .moved), (2, .moved))))
    #expect(move.sumsUp(move))
    for other in [
      Self.touch((1, .moved)), Self.touch((1, .moved), (2, .moved), (3, .moved)),
      Self.touch((2, .moved), (1, .moved)), Self.touch((1, .moved), (3, .moved)),
      Self.touch((1, .began), (2, .moved)), Self.touch((1, .moved), (2, .ended)),
      Self.pointer(.moved), Self.touch(),
    ] {
      #expect(!move.sumsUp(other), "\(other)")
      #expect(!other.sumsUp(move), "\(other)")
    }
    #expect(!Self.touch().sumsUp(Self.touch()))
    #expect(Self.pointer(.moved).sumsUp(Self.pointer(.moved)))
    for phase in [HIDEvent.Pointer.Phase.entered, .left, .scrolled] {
      #expect(!Self.pointer(.moved).sumsUp(Self.pointer(phase)))
      #expect(!Self.pointer(phase).sumsUp(Self.pointer(.moved)))
    }
    // A drag in which another button went down: the receiver is to see both.
    let drags = [HIDEvent.Contact.Buttons.primary, [.primary, .secondary]].map {
      HIDEvent(timestamp: 1, .digitizer([.init(1, .moved, x: 0, y: 0, kind: .pointer, buttons: $0)]))
    }
    #expect(drags[1].sumsUp(drags[1]) && !drags[1].sumsUp(drags[0]) && !drags[0].sumsUp(drags[1]))
    let acceleration = HIDEvent(timestamp: 1, .acceleration(.init(x: 0, y: 0, z: 0)))
    #expect(!acceleration.sumsUp(acceleration))
  }
}
