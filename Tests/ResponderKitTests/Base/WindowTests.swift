import ResponderKit
import TestHarness
import Testing

/// Several windows: which one gets a touch, and which is key.
@Suite(.hangLimit) struct WindowTests {
  private func window(_ name: String, _ frame: Rect = UIScreen.main.bounds) -> (UIWindow, TouchTests.Recorder)
  {
    let window = UIWindow(frame: frame)
    window.label = name
    let view = TouchTests.Recorder(frame: window.bounds)
    view.label = "view of \(name)"
    window.addSubview(view)
    return (window, view)
  }

  @Test("S001-12") func theWindowShownLastIsAskedFirst() {
    onStage { stage in
      let (first, viewOfFirst) = window("first")
      let (second, viewOfSecond) = window("second", Rect(0, 0, 100, 100))
      first.isHidden = false
      second.isHidden = false
      stage.tap(10, 10)
      #expect(viewOfSecond.take() == ["began 10", "ended 10"])
      // Where it can not be hit, the one behind it is.
      stage.tap(200, 200, after: 1000)
      #expect(viewOfFirst.take() == ["began 200", "ended 200"])
      second.isUserInteractionEnabled = false
      stage.tap(10, 10, after: 1000)
      #expect(viewOfFirst.take() == ["began 10", "ended 10"])
      second.isUserInteractionEnabled = true
      // Shown again, it is in front again.
      first.isHidden = true
      first.isHidden = false
      stage.tap(10, 10, after: 1000)
      #expect(viewOfFirst.take() == ["began 10", "ended 10"])
      #expect(viewOfSecond.take() == [])
    }
  }

  @Test func aHigherLevelIsInFrontWhateverWasShownLast() {
    onStage { stage in
      let (alert, viewOfAlert) = window("alert")
      let (normal, viewOfNormal) = window("normal")
      alert.windowLevel = .alert
      alert.isHidden = false
      normal.isHidden = false
      #expect(stage.application.windows.map(\.label) == ["normal", "alert"])
      stage.tap(10, 10)
      #expect(viewOfAlert.take().count == 2)
      alert.windowLevel = UIWindow.Level(rawValue: -1)
      #expect(stage.application.windows.map(\.label) == ["alert", "normal"])
      stage.tap(10, 10, after: 1000)
      #expect(viewOfNormal.take().count == 2)
      #expect(UIWindow.Level.normal < .statusBar && UIWindow.Level.statusBar < .alert)
    }
  }

  @Test("S004-9") func aWindowInWhichNoViewIsHitIsHitItself() {
    final class Window: UIWindow {
      var began = 0
      override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { began += 1 }
    }
    onStage { stage in
      let window = Window()
      window.addSubview(UIView(frame: Rect(0, 0, 10, 10)))
      window.makeKeyAndVisible()
      stage.tap(200, 200)
      #expect(window.began == 1)
    }
  }

  @Test func whereNoWindowIsATouchIsCountedAndDropped() {
    onStage { stage in
      let (small, _) = window("small", Rect(0, 0, 10, 10))
      small.isHidden = false
      stage.tap(200, 200)
      #expect(stage.application.losses.count(of: .nowhere) == 1)
      #expect(stage.application.losses.total == 1)
    }
  }

  @Test func aWindowThatIsNotAtTheScreensOriginHasItsOwnCoordinates() {
    onStage { stage in
      let (moved, view) = window("moved", Rect(100, 50, 200, 200))
      let (other, otherView) = window("other", Rect(10, 10, 50, 50))
      moved.isHidden = false
      other.isHidden = false
      stage.tap(150, 70)
      #expect(view.take() == ["began 50", "ended 50"])
      #expect(view.convert(Point(0, 0), to: otherView) == Point(90, 40))
      #expect(otherView.convert(Point(90, 40), to: view) == .zero)
      #expect(moved.convert(Point(0, 0), to: other) == Point(90, 40))
      #expect(moved.convert(Point(90, 40), from: other) == .zero)
      #expect(moved.convert(Point(1, 2), to: nil) == Point(101, 52))
    }
  }

  @Test func theKeyWindowIsNotifiedAndItsRoleMovesWhenItIsHidden() {
    final class Window: UIWindow {
      var lines: [String] = []
      override func becomeKey() { lines.append("become") }
      override func resignKey() { lines.append("resign") }
    }
    onStage { stage in
      let (first, second) = (Window(), Window())
      first.makeKeyAndVisible()
      second.makeKeyAndVisible()
      #expect(stage.application.keyWindow === second)
      second.isHidden = true
      #expect(stage.application.keyWindow === first)
      #expect(first.lines == ["become", "resign", "become"])
      #expect(second.lines == ["become", "resign"])
    }
  }

  @Test func observersAreNotifiedOfTheKeyWindowAfterItIs() {
    onStage { stage in
      var lines: [String] = []
      let observers = [
        (UIWindow.didBecomeKeyNotification, "becomes"), (UIWindow.didResignKeyNotification, "resigns"),
      ].map { name, word in
        NoticeCenter.default.addObserver(forName: name, object: nil, queue: nil) { notice in
          let window = notice.object as? UIWindow
          lines.append("\(window?.label ?? "") \(word) \(window?.isKeyWindow == true)")
        }
      }
      let (first, second) = (UIWindow(), UIWindow())
      (first.label, second.label) = ("first", "second")
      first.makeKeyAndVisible()
      first.makeKey()
      second.makeKeyAndVisible()
      #expect(lines == ["first becomes true", "first resigns false", "second becomes true"])
      for observer in observers { NoticeCenter.default.removeObserver(observer) }
    }
  }

  @Test func levelsAreCountedFromOthers() {
    let level: UIWindow.Level = .alert + 1
    #expect(level.rawValue == 2001 && UIWindow.Level.normal - 1 < .normal && level > .alert)
  }
}
