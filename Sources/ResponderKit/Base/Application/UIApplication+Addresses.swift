// Addresses that links lead to.
extension UIApplication {
  /// Keys of `open`: there are none here.
  public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// Gives an address to `addressHandler`. The closure gets whether there was one that took it.
  public final func open(
    _ url: LinkAddress, options: [OpenExternalURLOptionsKey: Any] = [:],
    completionHandler completion: ((Bool) -> Void)? = nil
  ) {
    let wasTaken = addressHandler?(url) ?? false
    completion?(wasTaken)
  }

  /// Whether there is something that addresses are given to.
  public final func canOpenURL(_ url: LinkAddress) -> Bool { addressHandler != nil }
}
