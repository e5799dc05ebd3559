import Synchronization

extension UISheetPresentationController {
  /// A height at which a sheet can rest.
  public final class Detent: NSObject {
    /// Names a detent.
    public struct Identifier: RawRepresentable, Hashable, Sendable {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
      /// A name of the program's choice.
      public init(_ rawValue: String) { self.rawValue = rawValue }
      /// Half of the window's height.
      public static let medium = Identifier("com.apple.UIKit.medium")
      /// All of the height, but for a strip at the upper edge.
      public static let large = Identifier("com.apple.UIKit.large")
    }

    /// In place of a height: the detent is left out.
    public static let inactive = -Double.greatestFiniteMagnitude
    /// Its name.
    public let identifier: Identifier
    private let resolver: (any UISheetPresentationControllerDetentResolutionContext) -> Double?

    private init(
      _ identifier: Identifier,
      _ resolver: @escaping (any UISheetPresentationControllerDetentResolutionContext) -> Double?
    ) {
      self.identifier = identifier
      self.resolver = resolver
      super.init()
    }

    /// About half of the window's height; left out in windows of little height.
    public static func medium() -> Detent {
      Detent(.medium) { context in
        context.containerTraitCollection.verticalSizeClass == .compact
          ? nil : (context as? SheetContext)?.half ?? context.maximumDetentValue / 2
      }
    }

    /// All of the height, but for a strip at the upper edge.
    public static func large() -> Detent { Detent(.large) { $0.maximumDetentValue } }

    /// A height of the program's choice, without the part of the safe area below; nil: the detent is left out.
    public static func custom(
      identifier: Identifier? = nil,
      resolver: @escaping (any UISheetPresentationControllerDetentResolutionContext) -> Double?
    ) -> Detent {
      Detent(identifier ?? Identifier("custom \(made.add(1, ordering: .relaxed).newValue)"), resolver)
    }

    /// How many were made without a name of the program's.
    private static let made = Atomic(0)

    /// Its height; nil if it is left out.
    public func resolvedValue(
      in context: any UISheetPresentationControllerDetentResolutionContext
    ) -> Double? {
      guard let value = resolver(context), value.isFinite, value != Self.inactive else { return nil }
      return min(max(value, 0), max(context.maximumDetentValue, 0))
    }
  }
}
