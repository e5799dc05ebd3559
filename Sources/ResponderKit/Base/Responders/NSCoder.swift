/// A placeholder, so that `init?(coder:)` of UIKit's programs compiles: there are no archives and no interface files here.
open class NSCoder {
  /// A coder that contains nothing.
  public init() {}
}

/// A placeholder for UIKit's bundles: there are none here.
public final class Bundle: Sendable {
  /// The only one.
  public static let main = Bundle()
  private init() {}
}
