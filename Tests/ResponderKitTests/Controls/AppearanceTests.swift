import ResponderKit
import TestHarness
import TestSupport
import Testing

/// The calls that a controller gets while its view comes and goes.
@Suite(.hangLimit) struct AppearanceTests {
  /// Notes its calls.
  private final class Page: NamedPage {
    private var why: String {
      isBeingPresented
        ? " presented"
        : isBeingDismissed
          ? " dismissed" : isMovingToParent ? " to parent" : isMovingFromParent ? " from parent" : ""
    }
    override func viewDidLoad() { log("\(name) loaded") }
    override func viewWillAppear(_ animated: Bool) { log("\(name) will appear\(why)") }
    override func viewIsAppearing(_ animated: Bool) { log("\(name) is appearing") }
    override func viewDidAppear(_ animated: Bool) { log("\(name) did appear\(why)") }
    override func viewWillDisappear(_ animated: Bool) { log("\(name) will disappear\(why)") }
    override func viewDidDisappear(_ animated: Bool) { log("\(name) did disappear\(why)") }
    override func didReceiveMemoryWarning() { log("\(name) warned") }
  }

  @Test func aPushCallsInUIKitsOrder() {
    onStage { stage in
      let log = Log()
      let (first, second) = (Page("A", log), Page("B", log))
      let navigation = UINavigationController(rootViewController: first)
      stage.show(navigation)
      stage.wait(40)
      #expect(
        log.lines == ["A loaded", "A will appear to parent", "A is appearing", "A did appear to parent"])
      _ = log.take()
      navigation.pushViewController(second, animated: true)
      stage.wait(300)
      #expect(
        log.take() == ["B loaded", "A will disappear", "B will appear to parent", "B is appearing"])
      stage.wait(200)
      #expect(log.take() == ["A did disappear", "B did appear to parent"])
      navigation.popViewController(animated: true)
      stage.wait(300)
      #expect(log.take() == ["B will disappear from parent", "A will appear", "A is appearing"])
      stage.wait(200)
      #expect(log.take() == ["B did disappear from parent", "A did appear"])
      #expect(!second.isMovingFromParent && second.parent == nil)
    }
  }

  @Test func tabsChangeInUIKitsOrder() {
    onStage { stage in
      let log = Log()
      let tabs = UITabBarController()
      tabs.viewControllers = [Page("A", log), Page("B", log)]
      stage.show(tabs)
      stage.wait(40)
      _ = log.take()
      tabs.selectedIndex = 1
      stage.wait(40)
      #expect(
        log.lines == [
          "B loaded", "A will disappear", "B will appear to parent", "B is appearing", "A did disappear",
          "B did appear to parent",
        ])
    }
  }

  @Test func presentedControllersKnowThatTheyAre() {
    onStage { stage in
      let log = Log()
      let (first, second) = (Page("A", log), Page("B", log))
      stage.show(first)
      stage.wait(40)
      _ = log.take()
      first.present(second, animated: true)
      stage.wait(40)
      first.dismiss(animated: true)
      stage.wait(500)
      #expect(
        log.lines == [
          "B loaded", "B will appear presented", "B is appearing", "B did appear presented",
          "B will disappear dismissed", "B did disappear dismissed",
        ])
    }
  }

  @Test func theDelegateIsNotifiedOfWhatIsShown() {
    final class Delegate: UINavigationControllerDelegate {
      let log: Log
      init(_ log: Log) { self.log = log }
      func navigationController(
        _ navigationController: UINavigationController, willShow viewController: UIViewController,
        animated: Bool
      ) { log("will show \((viewController as? Page)?.name ?? "") \(animated)") }
      func navigationController(
        _ navigationController: UINavigationController, didShow viewController: UIViewController,
        animated: Bool
      ) { log("did show \((viewController as? Page)?.name ?? "")") }
    }
    onStage { stage in
      let log = Log()
      let navigation = UINavigationController(rootViewController: Page("A", Log()))
      let delegate = Delegate(log)
      navigation.delegate = delegate
      stage.show(navigation)
      stage.wait(40)
      navigation.pushViewController(Page("B", log), animated: true)
      stage.wait(500)
      #expect(
        log.lines == [
          "will show A false", "did show A", "B loaded", "will show B true", "B will appear to parent",
          "B is appearing", "B did appear to parent", "did show B",
        ])
      navigation.viewControllers.removeFirst()
      stage.wait(40)
      #expect(navigation.viewControllers.map { ($0 as? Page)?.name } == ["B"])
    }
  }

  @Test func theEditButtonTurnsEditingOnAndOff() {
    final class Editor: UIViewController {
      var calls: [Bool] = []
      override func setEditing(_ editing: Bool, animated: Bool) {
        super.setEditing(editing, animated: animated)
        calls.append(editing)
      }
    }
    onStage { stage in
      let editor = Editor()
      editor.navigationItem.rightBarButtonItem = editor.editButtonItem
      stage.show(UINavigationController(rootViewController: editor))
      stage.wait(40)
      #expect(editor.editButtonItem.title == "Edit" && editor.editButtonItem === editor.editButtonItem)
      stage.tap(365, 22)
      #expect(editor.calls == [true] && editor.isEditing && editor.editButtonItem.title == "Done")
      stage.wait(500)
      stage.tap(365, 22)
      #expect(editor.calls == [true, false] && editor.editButtonItem.title == "Edit")
    }
  }

  @Test func aMemoryWarningReachesAllControllers() {
    final class Delegate: UIApplicationDelegate {
      let log: Log
      init(_ log: Log) { self.log = log }
      func applicationDidReceiveMemoryWarning(_ application: UIApplication) { log("delegate warned") }
    }
    onStage { stage in
      let log = Log()
      let delegate = Delegate(log)
      stage.application.delegate = delegate
      let first = Page("A", log)
      stage.show(UINavigationController(rootViewController: first))
      stage.wait(40)
      first.present(Page("B", log), animated: false)
      _ = log.take()
      stage.application.memoryWarningReceived()
      #expect(log.lines == ["delegate warned", "A warned", "B warned"])
    }
  }

  @Test func theBackButtonHasTheTitleOfTheItemBefore() {
    onStage { stage in
      let (first, second) = (UIViewController(), UIViewController())
      first.title = "A long title"
      first.navigationItem.backBarButtonItem = UIBarButtonItem(
        title: "Home", style: .plain, target: nil, action: nil)
      let navigation = UINavigationController(rootViewController: first)
      navigation.pushViewController(second, animated: false)
      stage.show(navigation)
      stage.wait(40)
      let label = {
        navigation.navigationBar.subviews.first { !$0.isHidden && $0 is UIControl }?.accessibilityLabel
      }
      #expect(label() == "Home")
      first.navigationItem.backButtonTitle = "Start"
      second.navigationItem.setHidesBackButton(true, animated: false)
      stage.wait(40)
      #expect(label() == nil)
      second.navigationItem.setHidesBackButton(false, animated: false)
      stage.wait(40)
      #expect(label() == "Start")
    }
  }
}
