/// Something that has happened, of which observers of its name are notified. The module UIKit calls it `Notification`; here it has a name of its
/// own, which Foundation does not have.
public struct Notice {
  /// What has happened.
  public struct Name: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A name, which a program declares as a constant.
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// What has happened.
  public var name: Name
  /// The object that posted it, or that it concerns.
  public var object: Any?
  /// What belongs to it, by key.
  public var userInfo: [AnyHashable: Any]?

  /// A notice, for `NoticeCenter.post`.
  public init(name: Name, object: Any? = nil, userInfo: [AnyHashable: Any]? = nil) {
    self.name = name
    self.object = object
    self.userInfo = userInfo
  }
}
