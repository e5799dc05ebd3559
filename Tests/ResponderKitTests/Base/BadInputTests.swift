import HIDEvents
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

/// Input that no device sends: dropped or cancelled, with a reason that is counted.
@Suite(.hangLimit) struct BadInputTests {
  typealias Recorder = TouchTests.Recorder

  private func recorder(_ stage: Stage) -> Recorder {
    let view = stage.show(Recorder(frame: UIScreen.main.bounds))
    view.isMultipleTouchEnabled = true
    return view
  }

  @Test func placesThatAreNoNumbers() {
    onStage { stage in
      let view = recorder(stage)
      stage.down(.nan, 10)
      stage.move(10, 10)
      stage.up(10, 10)
      #expect(view.take() == [])
      stage.down(10, 10)
      stage.move(.infinity, 10)
      stage.move(11, -.infinity)
      stage.up(.nan, .nan)
      // The end counts, where the finger was.
      #expect(view.take() == ["began 10", "ended 10"])
      stage.post(.pointer(.init(.moved, x: .nan, y: 0)))
      stage.post(.acceleration(.init(x: .nan, y: 0, z: 0)))
      #expect(stage.application.losses.count(of: .notFinite) == 6)
      #expect(stage.application.losses.total == 6)
      // Far away is a place, but no window is there.
      stage.down(1e300, -1e300)
      #expect(stage.application.losses.count(of: .nowhere) == 1)
    }
  }

  @Test func contactsThatEndOrMoveWithoutBeginning() {
    onStage { stage in
      let view = recorder(stage)
      stage.up(10, 10, finger: 3)
      stage.move(10, 10, finger: 4)
      stage.cancel(finger: 5)
      stage.frame(.init(6, .stationary, x: 1, y: 1))
      #expect(view.take() == [])
      #expect(stage.application.losses.count(of: .unknownContact) == 3)
    }
  }

  @Test func identitiesThatAreUsedAgain() {
    onStage { stage in
      let view = recorder(stage)
      stage.down(10, 10)
      stage.down(20, 20)
      stage.move(21, 20)
      stage.up(21, 20)
      stage.up(21, 20)
      #expect(view.take() == ["began 10", "began 20", "cancelled 10", "moved 21", "ended 21"])
      #expect(stage.application.losses.count(of: .identityReused) == 1)
      #expect(stage.application.losses.count(of: .unknownContact) == 1)
      stage.frame(.init(1, .began, x: 10, y: 10), .init(1, .moved, x: 20, y: 20), after: 1000)
      stage.up(10, 10)
      #expect(view.take() == ["began 10", "ended 10"])
      #expect(stage.application.losses.count(of: .duplicateContact) == 1)
    }
  }

  @Test func eventsThatAreOlderThanTheOnesBefore() {
    onStage { stage in
      let view = recorder(stage)
      stage.down(10, 10)
      let began = view.seen[0].timestamp
      stage.application.post(HIDEvent(timestamp: 5, .digitizer([.init(1, .moved, x: 20, y: 10)])))
      stage.wait(1)
      #expect(view.seen[0].timestamp == began)
      // A time far ahead is kept; nothing overflows.
      stage.application.post(HIDEvent(timestamp: .max, .digitizer([.init(1, .moved, x: 30, y: 10)])))
      stage.wait(1)
      stage.up(30, 10)
      #expect(view.take() == ["began 10", "moved 20", "moved 30", "ended 30"])
      #expect(stage.application.losses.count(of: .timeWentBack) == 2)
    }
  }

  @Test func aThousandContactsAtOnce() {
    onStage { stage in
      let view = recorder(stage)
      let all = (0..<1000).map { UInt32($0) }
      stage.send(all.map { .init($0, .began, x: Double($0 % 300), y: Double($0 / 4)) })
      let most = stage.application.maximumTouches
      #expect(view.seen.count == most)
      #expect(stage.application.losses.count(of: .tooManyContacts) == 1000 - most)
      stage.send(all.map { .init($0, .moved, x: Double($0 % 300) + 1, y: Double($0 / 4)) })
      stage.send(all.map { .init($0, .ended, x: 0, y: 0) })
      #expect(view.take().map { $0.prefix { $0 != " " } } == ["began", "moved", "ended"])
      #expect(stage.application.losses.total == 1000 - most)
      // All are gone: the same number fits again.
      stage.send(all.map { .init($0, .began, x: 1, y: 1) }, after: 1000)
      #expect(view.seen.count == 2 * most)
    }
  }

  @Test func contactsThatBeginForEverDoNotUseUpTheMemory() {
    onStage { stage in
      _ = recorder(stage)
      stage.application.beginIgnoringInteractionEvents()
      for round in 0..<20 {
        stage.send((0..<1000).map { .init(UInt32(round * 1000 + $0), .began, x: 1, y: 1) })
      }
      stage.application.endIgnoringInteractionEvents()
      #expect(stage.application.losses.count(of: .ignored) == 20_000)
      #expect(stage.application.dump().contains("interaction ignored: 20000"))
    }
  }

  @Test func packetsThatAreCutShortOrUnknown() throws {
    try onFreshThread(SimulatedClock()) {
      let application = UIApplication()
      defer { application.terminate() }
      let window = UIWindow()
      let view = Recorder(frame: window.bounds)
      window.addSubview(view)
      window.makeKeyAndVisible()
      let (ours, theirs) = try RunLoop.MessagePort.pair()
      try application.connect(to: ours)
      let good = HIDEvent(timestamp: 1, .digitizer([.init(1, .began, x: 10, y: 10)])).packet()
      var later = good
      later[2] = 9
      var strange = good
      strange[3] = 99
      for packet in [Array(good.dropLast(3)), later, strange, [1, 2, 3, 4], good] { try theirs.send(packet) }
      application.run(for: .milliseconds(5))
      #expect(view.take() == ["began 10"])
      for label in ["cut short", "unknown version", "unknown kind", "not a packet"] {
        #expect(application.losses.count(of: "packet: \(label)") == 1, "\(label)")
      }
      #expect(application.losses.total == 4)
      withExtendedLifetime(theirs) {}
    }
  }
}
