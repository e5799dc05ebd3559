import ResponderKit
import TestHarness
import Testing

/// Bars of a navigation controller that come and go.
@Suite(.hangLimit) struct BarHidingTests {
  /// A page without a bar, as a program writes it.
  private final class Bare: UIViewController {
    override func viewWillAppear(_ animated: Bool) {
      navigationController?.setNavigationBarHidden(true, animated: animated)
    }
    override func viewWillDisappear(_ animated: Bool) {
      navigationController?.setNavigationBarHidden(false, animated: animated)
    }
  }

  private func onPage(_ body: @escaping @Sendable (Stage, UINavigationController, UIViewController) -> Void) {
    onStage { stage in
      let page = UIViewController()
      page.title = "First"
      let navigation = UINavigationController(rootViewController: page)
      stage.show(navigation)
      stage.wait(40)
      body(stage, navigation, page)
    }
  }

  @Test func theBarLeavesOverTheUpperEdgeAndThePageFollowsIt() {
    onPage { stage, navigation, page in
      let label = UILabel()
      label.translatesAutoresizingMaskIntoConstraints = false
      page.view.addSubview(label)
      label.topAnchor.constraint(equalTo: page.view.safeAreaLayoutGuide.topAnchor).isActive = true
      stage.wait(20)
      let bar = navigation.navigationBar
      navigation.setNavigationBarHidden(true, animated: true)
      #expect(navigation.isNavigationBarHidden && !bar.isHidden && bar.frame.maxY == 0)
      #expect(page.view.safeAreaInsets.top == 0 && label.frame.minY == 0)
      stage.wait(100)
      #expect(bar.presentationFrame.minY < -5 && bar.presentationFrame.minY > -39)
      #expect(abs(label.presentationFrame.minY - bar.presentationFrame.maxY) < 0.001)
      stage.wait(120)
      #expect(bar.isHidden && !label.isAnimating)
      navigation.setNavigationBarHidden(false, animated: true)
      stage.wait(100)
      #expect(!bar.isHidden && bar.presentationFrame.minY < -5 && label.presentationFrame.minY > 5)
      stage.wait(120)
      #expect(!bar.isHidden && !bar.isAnimating && label.frame.minY == 44)
      #expect(UINavigationController.hideShowBarDuration == 0.2)
    }
  }

  @Test func aChangeOfMindTurnsItBackWhereItIs() {
    onPage { stage, navigation, page in
      let bar = navigation.navigationBar
      navigation.setNavigationBarHidden(true, animated: true)
      stage.wait(100)
      let place = bar.presentationFrame.minY
      navigation.setNavigationBarHidden(false, animated: true)
      #expect(abs(bar.presentationFrame.minY - place) < 3)
      navigation.setNavigationBarHidden(true, animated: true)
      navigation.setNavigationBarHidden(false, animated: true)
      // The end of the first one hides nothing.
      stage.wait(150)
      #expect(!bar.isHidden && bar.presentationFrame.minY > place)
      stage.wait(100)
      #expect(!bar.isHidden && bar.presentationFrame.minY == 0 && page.view.safeAreaInsets.top == 44)
      // Without an animation all of it ends.
      navigation.setNavigationBarHidden(true, animated: true)
      stage.wait(50)
      navigation.isNavigationBarHidden = false
      navigation.isNavigationBarHidden = true
      #expect(bar.isHidden && !bar.isAnimating)
    }
  }

  @Test func theToolbarComesOverTheLowerEdge() {
    onPage { stage, navigation, page in
      let bar: UIToolbar = navigation.toolbar
      navigation.setToolbarHidden(false, animated: true)
      stage.wait(100)
      let height = bar.frame.height
      #expect(bar.frame.maxY == 844 && bar.presentationFrame.minY > 844 - height + 5)
      #expect(bar.presentationFrame.minY < 839)
      stage.wait(120)
      #expect(!bar.isAnimating && page.view.safeAreaInsets.bottom == height)
      navigation.setToolbarHidden(true, animated: true)
      stage.wait(100)
      #expect(!bar.isHidden && bar.isAnimating)
      stage.wait(120)
      #expect(bar.isHidden && page.view.safeAreaInsets.bottom == 0)
    }
  }

  @Test func aPushedPageWithoutABarPushesItAside() {
    onPage { stage, navigation, page in
      let (bar, bare) = (navigation.navigationBar, Bare())
      navigation.pushViewController(bare, animated: true)
      stage.wait(100)
      let edge = bare.view.presentationFrame.minX
      #expect(
        !bar.isHidden && abs(bar.presentationFrame.maxX - edge) < 0.001 && bar.presentationFrame.minY == 0)
      #expect(bar.topItem === page.navigationItem && bare.view.safeAreaInsets.top == 0)
      // The page that it covers keeps its room.
      #expect(page.view.safeAreaInsets.top == 44)
      stage.wait(400)
      #expect(bar.isHidden && bar.topItem === bare.navigationItem)
      navigation.popViewController(animated: true)
      stage.wait(100)
      #expect(!bar.isHidden && abs(bar.presentationFrame.maxX - bare.view.presentationFrame.minX) < 0.001)
      stage.wait(400)
      #expect(!bar.isHidden && bar.frame == CGRect(x: 0, y: 0, width: 390, height: 44))
      #expect(!bar.isAnimating && page.view.safeAreaInsets.top == 44)
    }
  }

  @Test func aSwipeThatIsTakenBackLeavesTheBarAsItWas() {
    onStage { stage in
      let (bare, page) = (Bare(), UIViewController())
      let navigation = UINavigationController(rootViewController: bare)
      stage.show(navigation)
      stage.wait(40)
      #expect(navigation.navigationBar.isHidden)
      navigation.pushViewController(page, animated: false)
      stage.wait(40)
      let bar = navigation.navigationBar
      #expect(!bar.isHidden && page.view.safeAreaInsets.top == 44)
      stage.down(2, 400)
      for x in stride(from: 20.0, through: 120, by: 20) { stage.move(x, 400) }
      #expect(navigation.isNavigationBarHidden && bar.presentationFrame.minX > 50)
      stage.up(120, 400, after: 300)
      stage.wait(500)
      #expect(navigation.viewControllers == [bare, page] && !navigation.isNavigationBarHidden)
      #expect(!bar.isHidden && bar.frame.minX == 0 && !bar.isAnimating && page.view.safeAreaInsets.top == 44)
      navigation.popViewController(animated: true)
      stage.wait(500)
      #expect(bar.isHidden && bare.view.safeAreaInsets.top == 0)
    }
  }

  @Test func aFingerHidesAndShowsTheBars() {
    onPage { stage, navigation, page in
      let button = UIButton(frame: CGRect(x: 0, y: 600, width: 100, height: 50))
      page.view.addSubview(button)
      navigation.isToolbarHidden = false
      func swipe(_ from: Double, _ to: Double) {
        stage.down(200, from, after: 500)
        for step in 1...10 { stage.move(200, from + (to - from) * Double(step) / 10) }
        stage.up(200, to)
      }
      swipe(500, 300)
      #expect(!navigation.isNavigationBarHidden)
      navigation.hidesBarsOnSwipe = true
      swipe(500, 300)
      #expect(navigation.isNavigationBarHidden && navigation.isToolbarHidden)
      #expect(!navigation.navigationBar.isHidden && navigation.navigationBar.isAnimating)
      swipe(300, 500)
      #expect(!navigation.isNavigationBarHidden && !navigation.isToolbarHidden)
      navigation.hidesBarsOnSwipe = false
      navigation.hidesBarsOnTap = true
      stage.tap(50, 620, after: 500)
      #expect(!navigation.isNavigationBarHidden, "a tap on a control")
      stage.tap(200, 20, after: 500)
      #expect(!navigation.isNavigationBarHidden, "a tap on the bar")
      navigation.isToolbarHidden = true
      stage.tap(200, 400, after: 500)
      #expect(navigation.isNavigationBarHidden)
      stage.tap(200, 400, after: 500)
      #expect(!navigation.isNavigationBarHidden && navigation.isToolbarHidden)
    }
  }
  @Test func theKeyboardHidesTheBarsUntilAFingerShowsThem() {
    onPage { stage, navigation, page in
      let field = UITextField(frame: CGRect(x: 0, y: 200, width: 100, height: 40))
      field.inputView = UIView(frame: CGRect(x: 0, y: 0, width: 390, height: 200))
      page.view.addSubview(field)
      navigation.isToolbarHidden = false
      field.becomeFirstResponder()
      stage.wait(300)
      #expect(!navigation.isNavigationBarHidden)
      field.resignFirstResponder()
      stage.wait(300)
      navigation.hidesBarsWhenKeyboardAppears = true
      field.becomeFirstResponder()
      stage.wait(20)
      #expect(
        navigation.isNavigationBarHidden && navigation.isToolbarHidden && navigation.navigationBar.isAnimating
      )
      stage.wait(300)
      stage.tap(50, 220, after: 500)
      #expect(navigation.isNavigationBarHidden, "a tap on a control")
      field.resignFirstResponder()
      stage.wait(300)
      #expect(navigation.isNavigationBarHidden)
      stage.tap(200, 400, after: 500)
      #expect(!navigation.isNavigationBarHidden && !navigation.isToolbarHidden)
      stage.wait(300)
      stage.tap(200, 400, after: 500)
      #expect(!navigation.isNavigationBarHidden)
      navigation.hidesBarsWhenKeyboardAppears = false
      field.becomeFirstResponder()
      stage.wait(300)
      #expect(!navigation.isNavigationBarHidden)
    }
  }

  @Test func littleHeightHidesTheBarsUntilATapInTheirPlace() {
    onPage { stage, navigation, page in
      navigation.hidesBarsWhenVerticallyCompact = true
      #expect(!navigation.isNavigationBarHidden)
      stage.window.frame = CGRect(x: 0, y: 0, width: 844, height: 390)
      stage.wait(40)
      #expect(navigation.isNavigationBarHidden && page.view.safeAreaInsets.top == 0)
      stage.tap(200, 200, after: 500)
      #expect(navigation.isNavigationBarHidden)
      stage.tap(200, 20, after: 500)
      #expect(!navigation.isNavigationBarHidden && navigation.isToolbarHidden)
      stage.window.frame = CGRect(x: 0, y: 0, width: 390, height: 844)
      stage.wait(40)
      stage.window.frame = CGRect(x: 0, y: 0, width: 844, height: 390)
      stage.wait(40)
      #expect(navigation.isNavigationBarHidden)
      stage.window.frame = CGRect(x: 0, y: 0, width: 390, height: 844)
      stage.wait(40)
      #expect(!navigation.isNavigationBarHidden && page.view.safeAreaInsets.top == 44)
      // The program's own hiding is not undone.
      navigation.isNavigationBarHidden = true
      stage.window.frame = CGRect(x: 0, y: 0, width: 844, height: 390)
      stage.wait(40)
      stage.window.frame = CGRect(x: 0, y: 0, width: 390, height: 844)
      stage.wait(40)
      #expect(navigation.isNavigationBarHidden)
    }
  }
}
