/// Notifications about the life of a scene.
public protocol UISceneDelegate: AnyObject {
  /// Called once, after the launch of the application: the place for making the window.
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions)
  /// Called before the application ends.
  func sceneDidDisconnect(_ scene: UIScene)
  /// Called when the application has become active, in place of `applicationDidBecomeActive`.
  func sceneDidBecomeActive(_ scene: UIScene)
  /// Called before the application becomes inactive, in place of `applicationWillResignActive`.
  func sceneWillResignActive(_ scene: UIScene)
  /// Called when the scene will be seen, also after the launch, in place of `applicationWillEnterForeground`.
  func sceneWillEnterForeground(_ scene: UIScene)
  /// Called when the scene is no longer visible, in place of `applicationDidEnterBackground`.
  func sceneDidEnterBackground(_ scene: UIScene)
}

extension UISceneDelegate {
  public func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {}
  public func sceneDidDisconnect(_ scene: UIScene) {}
  public func sceneDidBecomeActive(_ scene: UIScene) {}
  public func sceneWillResignActive(_ scene: UIScene) {}
  public func sceneWillEnterForeground(_ scene: UIScene) {}
  public func sceneDidEnterBackground(_ scene: UIScene) {}
}

/// The delegate of a scene with windows.
public protocol UIWindowSceneDelegate: UISceneDelegate {
  /// The scene's window, if the delegate has it as a property.
  var window: UIWindow? { get set }
}

extension UIWindowSceneDelegate {
  public var window: UIWindow? {
    get { nil }
    set {}
  }
}
