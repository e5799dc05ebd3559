/// What an application shows, as its delegate knows it: one scene, as long as the application lives.
open class UIScene: UIResponder {
  /// Whether the scene is seen and gets input.
  public enum ActivationState: Int, Hashable, Sendable {
    /// The application has ended.
    case unattached = -1
    /// It gets input.
    case foregroundActive
    /// `foregroundInactive`: it is seen. `background`: it is not seen either.
    case foregroundInactive, background
  }
  /// Why a scene was connected.
  public typealias ConnectionOptions = SceneConnectionOptions

  /// What is known of the scene.
  public final let session: UISceneSession
  /// Notified of changes of `activationState`, and nil where the application's delegate is. Retained, as in UIKit. With one the scene is in the
  /// responder chain, between windows and application.
  public final var delegate: (any UISceneDelegate)? {
    didSet { application?.sceneInChain = delegate == nil ? nil : self }
  }
  /// A title, for programs; without effect on the desktop's window.
  open var title: String!
  final weak var application: UIApplication?

  init(_ application: UIApplication, _ session: UISceneSession) {
    self.application = application
    self.session = session
    super.init()
    label = "\(type(of: self))"
    session.sceneStorage = self
  }

  /// Whether it is seen and gets input: what the application's state is.
  open var activationState: ActivationState {
    switch application?.applicationState {
    case .active: .foregroundActive
    case .inactive: .foregroundInactive
    case .background: .background
    case nil: .unattached
    }
  }

  /// The application.
  open override var next: UIResponder? { application }
}

extension UISceneSession {
  /// The session's scene.
  public var scene: UIScene? { sceneStorage as? UIScene }
}
