import HIDEvents
import ResponderKit
import TestHarness
import TestSupport
import Testing

/// Which window and which view is found, and who is first responder, in unusual cases.
@Suite(.hangLimit) struct WindowRuleTests {
  typealias Recorder = TouchTests.Recorder

  private func window(_ frame: Rect = UIScreen.main.bounds) -> (UIWindow, Recorder) {
    let window = UIWindow(frame: frame)
    let view = Recorder(frame: window.bounds)
    window.addSubview(view)
    return (window, view)
  }

  @Test func onlyAWindowOfTheNormalLevelBecomesKeyByItself() {
    onStage { stage in
      let (below, _) = window()
      let (key, _) = window()
      let (alert, _) = window()
      alert.windowLevel = .alert
      alert.isHidden = false
      below.isHidden = false
      key.makeKeyAndVisible()
      key.isHidden = true
      #expect(stage.application.keyWindow === below)
      below.isHidden = true
      #expect(stage.application.keyWindow == nil)
      alert.makeKey()
      #expect(alert.isKeyWindow)
      // Hiding another one changes nothing.
      key.isHidden = false
      key.isHidden = true
      #expect(alert.isKeyWindow)
    }
  }

  @Test func theLevelOfAHiddenWindowDoesNotShowIt() {
    onStage { stage in
      let (shown, view) = window()
      let (hidden, _) = window()
      shown.isHidden = false
      hidden.windowLevel = .alert
      #expect(stage.application.windows == [shown])
      stage.tap(10, 10)
      #expect(view.take() == ["began 10", "ended 10"])
      hidden.isHidden = false
      #expect(stage.application.windows == [shown, hidden])
      stage.tap(10, 10, after: 1000)
      #expect(view.take() == [])
    }
  }

  @Test func aWindowIsInFrontOfTheOthersOfItsLevelAndBehindThoseAbove() {
    onStage { stage in
      let windows = (0..<4).map { _ in window().0 }
      for (window, level) in zip(windows, [1.0, 0, 1, 2]) {
        window.windowLevel = .init(rawValue: level)
        window.isHidden = false
      }
      #expect(stage.application.windows == [windows[1], windows[0], windows[2], windows[3]])
      windows[0].isHidden = true
      windows[0].isHidden = false
      #expect(stage.application.windows == [windows[1], windows[2], windows[0], windows[3]])
      windows[1].windowLevel = .init(rawValue: 2)
      #expect(stage.application.windows == [windows[2], windows[0], windows[3], windows[1]])
    }
  }

  @Test func aFirstResponderThatRefusesToResignIsNoneWhenItHasLeft() {
    onStage { stage in
      let root = stage.show(UIView(frame: UIScreen.main.bounds))
      let box = UIView(frame: root.bounds)
      let field = ResponderTests.Field(frame: Rect(0, 0, 10, 10))
      root.addSubview(box)
      box.addSubview(field)
      #expect(field.becomeFirstResponder())
      field.lets = false
      #expect(!field.resignFirstResponder() && field.isFirstResponder)
      box.removeFromSuperview()
      #expect(stage.window.firstResponder == nil && !field.isFirstResponder)
      root.addSubview(box)
      #expect(!field.isFirstResponder)
      stage.post(.key(.init(usage: 4, .down, characters: "a")))
      #expect(field.take() == [])
    }
  }

  @Test func aControllersFirstResponderIsNoneWhenItsViewHasLeft() {
    final class Controller: UIViewController {
      override var canBecomeFirstResponder: Bool { true }
    }
    onStage { stage in
      let controller = Controller()
      stage.show(controller)
      #expect(controller.becomeFirstResponder() && stage.window.firstResponder === controller)
      let other = stage.window
      controller.view.removeFromSuperview()
      #expect(other.firstResponder == nil)
    }
  }

  @Test func movingInTheWindowKeepsTheFirstResponder() {
    onStage { stage in
      let root = stage.show(UIView(frame: UIScreen.main.bounds))
      let (one, other) = (UIView(frame: root.bounds), UIView(frame: root.bounds))
      let field = ResponderTests.Field(frame: Rect(0, 0, 10, 10))
      root.addSubview(one)
      root.addSubview(other)
      one.addSubview(field)
      field.becomeFirstResponder()
      other.addSubview(field)
      #expect(field.isFirstResponder)
      one.removeFromSuperview()
      #expect(field.isFirstResponder)
    }
  }

  @Test func aViewOfAnotherWindowIsNotTheTouchs() {
    final class Straying: UIWindow {
      var other: UIView?
      override func hitTest(_ point: Point, with event: UIEvent?) -> UIView? {
        super.hitTest(point, with: event) == nil ? nil : other
      }
    }
    onStage { stage in
      let (behind, view) = window()
      behind.isHidden = false
      let straying = Straying(frame: Rect(0, 0, 100, 100))
      straying.other = view
      straying.makeKeyAndVisible()
      stage.tap(10, 10)
      #expect(view.take() == [])
      // Neither is one that is in no window.
      let lost = Recorder(frame: Rect(0, 0, 10, 10))
      straying.other = lost
      stage.tap(10, 10, after: 1000)
      #expect(lost.take() == [])
      stage.tap(200, 200, after: 1000)
      #expect(view.take() == ["began 200", "ended 200"])
    }
  }

  @Test func eachWindowHearsOfThePointerThatIsOverIt() {
    final class Hearing: UIWindow {
      var log: Log?
      override func sendEvent(_ event: UIEvent) {
        for touch in event.allTouches ?? [] {
          log?("\(label) \(touch.phase) \(Int(touch.location(in: nil).x)) \(touch.window === self)")
        }
        super.sendEvent(event)
      }
    }
    onStage { stage in
      let windows = ["left", "right"].map { name in
        let window = Hearing(frame: Rect(name == "left" ? 0 : 200, 0, 190, 400))
        window.label = name
        window.log = stage.log
        window.makeKeyAndVisible()
        return window
      }
      for x in [10.0, 20, 210, 195] { stage.post(.pointer(.init(.moved, x: x, y: 10))) }
      #expect(
        stage.log.take() == [
          "left regionEntered 10 true", "left regionMoved 20 true", "left regionExited 210 true",
          "right regionEntered 10 true", "right regionExited -5 true",
        ])
      withExtendedLifetime(windows) {}
    }
  }

  @Test func aPointerLeavesOneWindowBeforeItEntersTheOther() {
    onStage { stage in
      let windows = ["left", "right"].map { name in
        let window = UIWindow(frame: Rect(name == "left" ? 0 : 200, 0, 190, 400))
        let view = PlainView(name, window.bounds, stage.log)
        window.addSubview(view)
        window.makeKeyAndVisible()
        stage.add(UIHoverGestureRecognizer(), name, to: view)
        return window
      }
      for x in [10.0, 20, 210, 220, 10] { stage.post(.pointer(.init(.moved, x: x, y: 10))) }
      #expect(
        stage.log.take() == [
          "left began", "left changed", "left ended", "right began", "right changed", "right ended",
          "left began",
        ])
      // Between the windows there is none.
      stage.post(.pointer(.init(.moved, x: 195, y: 10)))
      #expect(stage.log.take() == ["left ended"])
      stage.post(.pointer(.init(.left, x: 195, y: 10)))
      #expect(stage.log.take() == [])
      withExtendedLifetime(windows) {}
    }
  }

  @Test func aPointerThatLeavesWasWhereItWasSeenLast() {
    final class Hearing: UIWindow {
      var exits: [String] = []
      override func sendEvent(_ event: UIEvent) {
        for touch in event.allTouches ?? [] where touch.phase == .regionExited {
          let (place, last) = (touch.location(in: self), touch.previousLocation(in: self))
          exits.append("\(Int(last.x)) to \(Int(place.x)) \(event.modifierFlags == .shift)")
        }
        super.sendEvent(event)
      }
    }
    onStage { stage in
      let window = Hearing(frame: Rect(0, 0, 300, 400))
      window.makeKeyAndVisible()
      for x in [10.0, 20] { stage.post(.pointer(.init(.moved, x: x, y: 10))) }
      stage.post(.key(.init(usage: 0xE1, .down, modifiers: .shift)))
      stage.post(.pointer(.init(.left, x: 60, y: 10)))
      #expect(window.exits == ["20 to 60 true"])
    }
  }
}

/// Keys: who gets them, and what an event of them holds.
@Suite(.hangLimit) struct PressRuleTests {
  typealias Field = ResponderTests.Field

  private func fields(_ stage: Stage) -> (Field, Field) {
    let root = stage.show(UIView(frame: UIScreen.main.bounds))
    let fields = (Field(frame: Rect(0, 0, 10, 10)), Field(frame: Rect(20, 0, 10, 10)))
    root.addSubview(fields.0)
    root.addSubview(fields.1)
    return fields
  }

  @Test func theResponderThatGotTheBeginningGetsTheEnd() {
    onStage { stage in
      let (first, second) = fields(stage)
      first.becomeFirstResponder()
      stage.post(.key(.init(usage: 4, .down, characters: "a")))
      second.becomeFirstResponder()
      stage.post(.key(.init(usage: 5, .down, characters: "b")))
      stage.post(.key(.init(usage: 4, .repeated, characters: "a")))
      stage.post(.key(.init(usage: 4, .up)))
      #expect(first.take() == ["began a", "changed", "ended"])
      #expect(second.take() == ["began b"])
      stage.post(.key(.init(usage: 5, .cancelled)))
      #expect(first.take() == [] && second.take() == ["cancelled"])
    }
  }

  @Test func anEventHasAllKeysThatAreDown() {
    final class Counting: UIView {
      var counts: [Int] = []
      override var canBecomeFirstResponder: Bool { true }
      private func note(_ event: UIPressesEvent?) { counts.append(event?.allPresses.count ?? -1) }
      override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) { note(event) }
      override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) { note(event) }
    }
    onStage { stage in
      let view = stage.show(Counting(frame: UIScreen.main.bounds))
      view.becomeFirstResponder()
      for usage in [4, 5, 6] as [UInt16] { stage.post(.key(.init(usage: usage, .down, characters: "x"))) }
      for usage in [5, 4, 6] as [UInt16] { stage.post(.key(.init(usage: usage, .up))) }
      // The touch that ends is still in its event.
      #expect(view.counts == [1, 2, 3, 3, 2, 1])
    }
  }

  @Test func theReleaseOfAKeyThatACommandUsedIsKnownOnce() {
    onStage { stage in
      let (field, _) = fields(stage)
      field.becomeFirstResponder()
      let save = Selector("save") { (target: Field, _, _) in target.lines.append("save") }
      field.commands = [UIKeyCommand(input: "s", modifierFlags: .command, action: save)]
      stage.post(.key(.init(usage: 22, .down, modifiers: .command, characters: "s")))
      stage.post(.key(.init(usage: 22, .repeated, modifiers: .command, characters: "s")))
      #expect(stage.application.losses.total == 0)
      stage.post(.key(.init(usage: 22, .up)))
      #expect(field.take() == ["save"] && stage.application.losses.total == 0)
      stage.post(.key(.init(usage: 22, .up)))
      #expect(stage.application.losses.count(of: .unknownPress) == 1)
      // With other modifiers, or another key, it is a press.
      for modifiers in [[], .control, [.command, .shift]] as [HIDEvent.Key.Modifiers] {
        stage.post(.key(.init(usage: 22, .down, modifiers: modifiers, characters: "s")))
        stage.post(.key(.init(usage: 22, .up)))
        #expect(field.take() == ["began s", "ended"])
      }
      // Locked capitals do not count.
      stage.post(.key(.init(usage: 22, .down, modifiers: [.command, .alphaShift], characters: "S")))
      #expect(field.take() == ["save"])
    }
  }

  @Test func pressesAreCancelledWhenTheApplicationResignsAndNotLater() {
    onStage { stage in
      let (first, _) = fields(stage)
      first.becomeFirstResponder()
      stage.post(.key(.init(usage: 5, .down, characters: "b")))
      stage.post(.key(.init(usage: 4, .down, characters: "a")))
      stage.post(.system(.willResignActive))
      #expect(first.take() == ["began b", "began a", "cancelled", "cancelled"])
      stage.post(.system(.didBecomeActive))
      stage.post(.key(.init(usage: 4, .up)))
      #expect(first.take() == [] && stage.application.losses.count(of: .unknownPress) == 1)
      stage.post(.key(.init(usage: 4, .down, characters: "a")))
      #expect(first.take() == ["began a"])
    }
  }
}
