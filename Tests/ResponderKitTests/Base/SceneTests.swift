import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// The life of an application as its delegate and its scene's are notified of it.
@Suite(.hangLimit) struct SceneTests {
  private final class Delegate: UIResponder, UIApplicationDelegate {
    let log: Log
    private let sceneDelegate: AnyClass?
    init(_ log: Log, scene: AnyClass? = nil) {
      self.log = log
      sceneDelegate = scene
    }
    func application(
      _ application: UIApplication,
      didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
      log("launched \(application.applicationState)")
      return true
    }
    func applicationDidBecomeActive(_ application: UIApplication) {
      log("active \(application.applicationState)")
    }
    func applicationWillResignActive(_ application: UIApplication) { log("resigns") }
    func applicationDidEnterBackground(_ application: UIApplication) { log("background") }
    func applicationWillEnterForeground(_ application: UIApplication) { log("foreground") }
    func applicationWillTerminate(_ application: UIApplication) {
      log("terminates, \(application.windows.count) windows")
    }
    func application(
      _ application: UIApplication, configurationForConnecting session: UISceneSession,
      options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
      let configuration = UISceneConfiguration(name: "Main", sessionRole: session.role)
      configuration.delegateClass = sceneDelegate
      return configuration
    }
  }

  private final class SceneDelegateOfTests: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?
    private var lines: [String] = []
    private func note(_ name: String, _ scene: UIScene) { lines.append("\(name) \(scene.activationState)") }
    func take() -> [String] {
      defer { lines = [] }
      return lines
    }
    func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
      note("connected", scene)
      guard let scene = scene as? UIWindowScene, session.scene === scene else { return }
      window = UIWindow(windowScene: scene)
      window?.rootViewController = UIViewController()
      window?.makeKeyAndVisible()
    }
    func sceneDidDisconnect(_ scene: UIScene) { note("disconnected", scene) }
    func sceneDidBecomeActive(_ scene: UIScene) { note("active", scene) }
    func sceneWillResignActive(_ scene: UIScene) { note("resigns", scene) }
    func sceneWillEnterForeground(_ scene: UIScene) { note("seen", scene) }
    func sceneDidEnterBackground(_ scene: UIScene) { note("unseen", scene) }
  }

  @Test func aDelegateIsNotifiedFromTheLaunchToTheEnd() {
    onStage { stage in
      let delegate = Delegate(stage.log)
      stage.application.delegate = delegate
      stage.application.launch()
      stage.application.launch()
      #expect(stage.log.take() == ["launched inactive", "active active"])
      stage.wait(20)
      stage.show(UIView())
      stage.post(.system(.didEnterBackground))
      stage.post(.system(.willEnterForeground))
      stage.post(.system(.didBecomeActive))
      #expect(stage.log.take() == ["resigns", "background", "foreground", "active active"])
      stage.application.terminate()
      stage.application.terminate()
      #expect(stage.log.take() == ["terminates, 1 windows"])
    }
  }

  @Test func anApplicationThatWasNotLaunchedDoesNotTerminate() {
    onStage { stage in
      stage.application.delegate = Delegate(stage.log)
      stage.application.terminate()
      #expect(stage.log.take() == [])
    }
  }

  @Test func aScenesDelegateIsNotifiedInPlaceOfTheApplications() throws {
    try onStage { stage in
      let delegate = Delegate(stage.log, scene: SceneDelegateOfTests.self)
      stage.application.delegate = delegate
      stage.application.launch()
      let scene = try #require(stage.application.connectedScenes.first as? UIWindowScene)
      let sceneDelegate = try #require(scene.delegate as? SceneDelegateOfTests)
      #expect(
        sceneDelegate.take() == [
          "connected foregroundInactive", "seen foregroundInactive", "active foregroundActive",
        ])
      stage.post(.system(.didEnterBackground))
      stage.post(.system(.willEnterForeground))
      #expect(
        sceneDelegate.take() == ["resigns foregroundActive", "unseen background", "seen foregroundInactive"])
      stage.application.terminate()
      #expect(sceneDelegate.take() == ["disconnected foregroundInactive"])
      #expect(stage.log.take() == ["launched inactive", "terminates, 1 windows"])
    }
  }

  @Test func aScenesWindowsAndItsPlaceInTheChain() throws {
    try onStage { stage in
      stage.application.delegate = Delegate(stage.log, scene: SceneDelegateOfTests.self)
      stage.application.launch()
      let scene = try #require(stage.application.connectedScenes.first as? UIWindowScene)
      let window = try #require((scene.delegate as? any UIWindowSceneDelegate)?.window)
      #expect(window.frame == UIScreen.main.bounds && window.windowScene === scene)
      #expect(scene.windows == [window] && scene.keyWindow === window && scene.screen === UIScreen.main)
      #expect(scene.session.configuration.name == "Main")
      #expect(window.next === scene && scene.next === stage.application)
    }
  }

  @Test func withoutADelegateTheSceneIsThereAndNotInTheChain() {
    onStage { stage in
      stage.show(UIView())
      stage.wait(20)
      #expect(stage.window.windowScene === stage.application.connectedScenes.first)
      #expect(stage.window.windowScene?.delegate == nil && stage.window.next === stage.application)
    }
  }

  /// The program has not one line that is not UIKit's, but those that print: TemplateProgram.
  @Test func xcodesTemplateRuns() throws {
    let lines = try ChildProgram.lines(
      of: ChildProgram.product("templateprogram"), ["ends"], environment: ["MAINSPRING_SHOW": "none"])
    #expect(
      lines == [
        "application launched, state 1", "scene connected as Default Configuration", "scene seen",
        "scene active",
        "view appeared, 1 window in the scene", "main queue", "scene disconnected", "application terminates",
      ])
  }
}
