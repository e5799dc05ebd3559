/// Which delegate a scene has.
open class UISceneConfiguration: NSObject {
  /// A name, for programs.
  open private(set) var name: String?
  /// What the scene is for.
  public final let role: UISceneSession.Role
  /// The class of the scene's delegate, a subclass of `NSObject`. Without one it is the class `SceneDelegate` of the module of the application's
  /// delegate, which Xcode's templates name in a file; a program without that has no such delegate.
  open var delegateClass: AnyClass?

  /// A configuration.
  public init(name: String?, sessionRole: UISceneSession.Role) {
    self.name = name
    role = sessionRole
    super.init()
  }
}
