/// An application's scene.
extension UIApplication {
  /// Its scene, which is made when it is asked for.
  final var scene: UIScene {
    if let scene = sceneStorage as? UIScene { return scene }
    let scene = UIWindowScene(self, UISceneSession())
    sceneStorage = scene
    return scene
  }

  /// The one scene, with all of its windows.
  public final var connectedScenes: Set<UIScene> { [scene] }
  /// The session of the one scene.
  public final var openSessions: Set<UISceneSession> { [scene.session] }
  /// Only one scene is supported.
  public final var supportsMultipleScenes: Bool { false }

  /// Launches the application: notifies its delegate, connects its scene, and makes it active, of which they are notified, too. It is
  /// inactive until then. An application that just runs is active from the start, and its delegate is not notified of that.
  public final func launch() {
    guard !hasLaunched else { return }
    applicationState = .inactive
    finishLaunching()
    if scene.delegate != nil { notify(.willEnterForeground) }
    becomeActive()
  }

  /// Notifies the delegate of the launch, and connects the scene if it has a delegate of its own.
  final func finishLaunching() {
    hasLaunched = true
    _ = delegate?.application(self, didFinishLaunchingWithOptions: nil)
    notices.post(name: UIApplication.didFinishLaunchingNotification, object: self)
    guard let delegate else { return }
    let session = scene.session
    let options = UIScene.ConnectionOptions()
    session.configuration = delegate.application(self, configurationForConnecting: session, options: options)
    let type: AnyClass? = session.configuration.delegateClass ?? Self.sceneDelegateClass(besides: delegate)
    guard let type = type as? DefaultMade.Type,
      let sceneDelegate = DefaultMade.make(type) as? any UISceneDelegate
    else { return }
    scene.delegate = sceneDelegate
    sceneDelegate.scene(scene, willConnectTo: session, options: options)
    notices.post(name: UIScene.willConnectNotification, object: scene)
  }

  /// The class that Xcode's templates name in the program's list of properties, `SceneDelegate` of the program's module.
  private static func sceneDelegateClass(besides delegate: any UIApplicationDelegate) -> AnyClass? {
    guard let module = String(reflecting: type(of: delegate)).split(separator: ".").first else { return nil }
    return _typeByName("\(module.utf8.count)\(module)13SceneDelegateC") as? AnyClass
  }
}

extension UIApplicationDelegate {
  /// A delegate of this class, for a program that begins with it. Nil if the class is no subclass of `NSObject`.
  package static func make() -> Self? {
    guard Self.self is DefaultMade.Type else { return nil }
    return DefaultMade.make(Self.self)
  }
}
