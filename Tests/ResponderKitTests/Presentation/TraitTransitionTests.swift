import ResponderKit
import TestHarness
import TestSupport
import Testing

/// What controllers are called with before their traits change.
@Suite(.hangLimit) struct TraitTransitionTests {
  private final class Adapting: UIViewController {
    let name: String
    let log: Log
    init(_ name: String, _ log: Log) {
      (self.name, self.log) = (name, log)
      super.init()
    }
    required init?(coder: NSCoder) { nil }

    private func name(_ traits: UITraitCollection) -> String {
      "\(traits.horizontalSizeClass == .regular ? "wide" : "narrow") "
        + (traits.verticalSizeClass == .regular ? "high" : "low")
    }
    override func willTransition(
      to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
    ) {
      log("\(name): \(name(traitCollection)) to \(name(newCollection))")
      super.willTransition(to: newCollection, with: coordinator)
      coordinator.animate(alongsideTransition: nil) { [self] in
        log("\(name): \($0.targetTransform.isIdentity ? "end" : "turned")")
      }
    }
    override func viewWillTransition(
      to size: Size, with coordinator: any UIViewControllerTransitionCoordinator
    ) {
      log("\(name): size")
      super.viewWillTransition(to: size, with: coordinator)
    }
    override func traitCollectionDidChange(_ previous: UITraitCollection?) {
      log("\(name): did")
    }
  }

  private func turn(_ stage: Stage, to size: Size) -> [String] {
    _ = stage.log.take()
    stage.application.screenChanged(to: size)
    stage.wait(500)
    return stage.log.take()
  }

  @Test func theyAreCalledBeforeWithTheTraitsThatTheyWillHave() {
    onStage { stage in
      let controller = Adapting("a", stage.log)
      stage.show(controller)
      stage.wait(20)
      let calls = turn(stage, to: Size(844, 390))
      #expect(calls.prefix(2) == ["a: narrow high to wide low", "a: size"])
      // Where nothing moves along, the end is at once.
      #expect(Set(calls.dropFirst(2)) == ["a: did", "a: end"] && calls.count == 4)
      // Another size of the same classes.
      #expect(turn(stage, to: Size(850, 380)) == ["a: size"])
    }
  }

  @Test func childrenAndThePresentedControllerAreCalledByTheirContainer() {
    onStage { stage in
      let (parent, child) = (Adapting("a", stage.log), Adapting("b", stage.log))
      stage.show(parent)
      parent.addChild(child)
      parent.view.addSubview(child.view)
      child.didMove(toParent: parent)
      let shown = Adapting("c", stage.log)
      shown.modalPresentationStyle = .overFullScreen
      parent.present(shown, animated: false)
      stage.wait(20)
      let calls = turn(stage, to: Size(844, 390)).filter { $0.contains(" to ") }
      #expect(calls == ["a", "b", "c"].map { "\($0): narrow high to wide low" })
    }
  }

  @Test func aChildWhoseTraitsStayIsNotCalled() {
    onStage { stage in
      let (parent, child) = (Adapting("a", stage.log), Adapting("b", stage.log))
      stage.show(parent)
      parent.addChild(child)
      parent.view.addSubview(child.view)
      let compact = UITraitCollection { traits in
        (traits.horizontalSizeClass, traits.verticalSizeClass) = (.compact, .regular)
      }
      parent.setOverrideTraitCollection(compact, forChild: child)
      stage.wait(20)
      let calls = turn(stage, to: Size(844, 390)).filter { $0.contains(" to ") }
      #expect(calls == ["a: narrow high to wide low"])
    }
  }

  @Test func thePresentedControllerGetsTheWindowsTraitsWhateverItsPresenterHas() {
    onStage { stage in
      let (presenter, shown) = (Adapting("a", stage.log), Adapting("b", stage.log))
      presenter.traitOverrides.horizontalSizeClass = .compact
      presenter.traitOverrides.verticalSizeClass = .regular
      stage.show(presenter)
      shown.modalPresentationStyle = .overFullScreen
      presenter.present(shown, animated: false)
      stage.wait(20)
      let calls = turn(stage, to: Size(844, 390)).filter { $0.contains(" to ") }
      #expect(calls == ["b: narrow high to wide low"])
      shown.traitOverrides.horizontalSizeClass = .compact
      let back = turn(stage, to: Size(390, 844)).filter { $0.contains(" to ") }
      #expect(back == ["b: narrow low to narrow high"])
    }
  }

  @Test func pagesThatAreCoveredAreCalled() {
    onStage { stage in
      let (first, second) = (Adapting("a", stage.log), Adapting("b", stage.log))
      let navigation = UINavigationController(rootViewController: first)
      stage.show(navigation)
      stage.wait(20)
      navigation.pushViewController(second, animated: false)
      stage.wait(500)
      #expect(first.view.window == nil && second.view.window != nil)
      let calls = turn(stage, to: Size(844, 390)).filter { $0.contains(" to ") }
      #expect(calls.map { $0.prefix(1) } == ["a", "b"] && calls.allSatisfy { $0.hasSuffix("to wide low") })
      #expect(turn(stage, to: Size(850, 380)).filter { $0.contains(" to ") } == [])
    }
  }

  @Test func namesWithoutEffectHaveUIKitsValues() {
    onStage { _ in
      let controller = UIViewController()
      #expect(!controller.modalPresentationCapturesStatusBarAppearance)
      #expect(controller.preferredScreenEdgesDeferringSystemGestures == [])
      #expect(controller.childForScreenEdgesDeferringSystemGestures == nil)
      controller.setNeedsUpdateOfScreenEdgesDeferringSystemGestures()
    }
  }
}
