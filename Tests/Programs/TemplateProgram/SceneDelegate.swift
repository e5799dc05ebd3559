import UIKit

// As Xcode's template has it, with the window that lessons make in place of a storyboard's. The lines that print are the test's.

class SceneDelegate: UIResponder, UIWindowSceneDelegate {

  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let windowScene = (scene as? UIWindowScene) else { return }
    print("scene connected as \(session.configuration.name ?? "")")
    window = UIWindow(windowScene: windowScene)
    window?.rootViewController = ViewController()
    window?.makeKeyAndVisible()
  }

  func sceneDidDisconnect(_ scene: UIScene) { print("scene disconnected") }

  func sceneDidBecomeActive(_ scene: UIScene) { print("scene active") }

  func sceneWillResignActive(_ scene: UIScene) { print("scene resigns") }

  func sceneWillEnterForeground(_ scene: UIScene) { print("scene seen") }

  func sceneDidEnterBackground(_ scene: UIScene) { print("scene in the background") }
}
