import HIDEvents
import TestHarness
import Testing

@testable import ResponderKit

/// Windows that a desktop shows, each in one of its own, without a desktop.
@Suite(.hangLimit) struct HostedWindowTests {
  /// A stage with two windows with fields.
  private static func onTwoWindows(
    _ body: @escaping @Sendable (Stage, [HostedWindow], [UITextField]) -> Void
  ) {
    onStage { stage in
      var fields: [UITextField] = []
      let hosted = (0..<2).map { _ in
        let (window, field) = (UIWindow(), UITextField(frame: Rect(0, 0, 100, 30)))
        window.addSubview(field)
        let hosted = stage.application.begin(hosting: window)
        window.makeKeyAndVisible()
        field.becomeFirstResponder()
        fields.append(field)
        return hosted
      }
      body(stage, hosted, fields)
      for hosted in hosted { stage.application.end(hosted) }
    }
  }

  private static func post(_ payload: HIDEvent.Payload, _ hosted: HostedWindow, _ stage: Stage) {
    stage.application.post(HIDEvent(timestamp: stage.now, payload), in: hosted)
    stage.wait(1)
  }

  @Test func onlyTheCaretOfTheWindowWithTheKeysBlinks() {
    Self.onTwoWindows { stage, hosted, fields in
      func carets() -> [Bool] { fields.map { !$0.editor.caret.isHidden } }
      #expect(carets() == [false, true])
      Self.post(.system(.didBecomeActive), hosted[0], stage)
      #expect(carets() == [true, false])
      Self.post(.system(.didBecomeActive), hosted[1], stage)
      Self.post(.system(.willResignActive), hosted[0], stage)
      #expect(carets() == [false, true])
      Self.post(.system(.willResignActive), hosted[1], stage)
      stage.wait(60)
      #expect(carets() == [false, false], "the application is not active")
    }
  }

  @Test func whatComesFromAWindowThatHasEndedIsDropped() {
    Self.onTwoWindows { stage, hosted, _ in
      let application = stage.application
      application.post(HIDEvent(timestamp: stage.now, .system(.willResignActive)), in: hosted[0])
      application.post { application.follow(hosted[0]) }
      application.end(hosted[0])
      stage.wait(100)
      #expect(application.applicationState == .active && application.keyWindow === hosted[1].window)
    }
  }

  @Test func contactsThatADesktopHasLostAreThoseOfItsWindow() {
    Self.onTwoWindows { stage, hosted, _ in
      for window in hosted { Self.post(.digitizer([.init(1, .began, x: 200, y: 200)]), window, stage) }
      #expect(stage.application.touches.live.map(\.hostNumber) == hosted.map(\.number))
      Self.post(.system(.contactsLost), hosted[0], stage)
      #expect(stage.application.touches.live.map(\.hostNumber) == [hosted[1].number])
    }
  }

  @Test func aPointerLeavesWhenItsOwnWindowEnds() {
    Self.onTwoWindows { stage, hosted, fields in
      let hover = UIHoverGestureRecognizer()
      fields[1].window?.addGestureRecognizer(hover)
      Self.post(.pointer(.init(.moved, x: 200, y: 200)), hosted[1], stage)
      #expect(hover.state == .began)
      stage.application.end(hosted[0])
      stage.wait(1)
      #expect(hover.state == .began && stage.application.hoverTouch != nil, "it is in the other window")
      stage.application.end(hosted[1])
      stage.wait(1)
      #expect(hover.state != .began && stage.application.hoverTouch == nil)
    }
  }

  @Test func aWindowThatAnotherDesktopWindowShowsStaysInThatOne() {
    onStage { stage in
      let window = UIWindow()
      let first = stage.application.begin(hosting: window)
      window.makeKeyAndVisible()
      let second = stage.application.begin(hosting: window)
      Self.post(.system(.didBecomeActive), second, stage)
      stage.application.end(first)
      #expect(window.hostNumber == second.number && !second.isOver && window.isKeyWindow)
      // What has ended does not end again.
      stage.application.end(first)
      #expect(window.hostNumber == second.number && second.hasFocus)
      stage.application.end(second)
      #expect(second.isOver)
    }
  }

  @Test func whatShowsAWindowIsNotifiedWhenTheFocusLeavesThat() {
    Self.onTwoWindows { stage, hosted, _ in
      var losses = [0, 0]
      for (index, window) in hosted.enumerated() { window.onFocusLoss = { losses[index] += 1 } }
      Self.post(.system(.didBecomeActive), hosted[0], stage)
      Self.post(.system(.didBecomeActive), hosted[1], stage)
      #expect(losses == [0, 0] && hosted.allSatisfy(\.hasFocus))
      Self.post(.system(.willResignActive), hosted[0], stage)
      #expect(losses == [1, 0] && hosted.map(\.hasFocus) == [false, true])
      Self.post(.system(.willResignActive), hosted[1], stage)
      #expect(losses == [1, 1])
    }
  }
}
