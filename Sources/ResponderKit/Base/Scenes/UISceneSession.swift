/// What is known of a scene before it is there. An application has one.
public final class UISceneSession: NSObject {
  /// What a scene is for.
  public struct Role: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Windows of an application: the only one here.
    public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
  }

  /// What its scene is for.
  public let role = Role.windowApplication
  /// The session's name: the same in each run.
  public let persistentIdentifier = "main"
  /// How its scene is made: what the application's delegate has returned.
  public internal(set) var configuration: UISceneConfiguration
  weak var sceneStorage: AnyObject?

  override init() {
    configuration = UISceneConfiguration(name: nil, sessionRole: .windowApplication)
    super.init()
  }
}
