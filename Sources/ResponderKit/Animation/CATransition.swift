/// Lets what a view's layer has shown pass into what it shows next: added before the change, for which it takes a picture of the view.
open class CATransition: CAAnimation {
  /// How it passes; `fade` by default.
  public final var type = CATransitionType.fade
  /// Where what is new comes from; nil: from the left.
  public final var subtype: CATransitionSubtype?

  final var passage: ViewPassage {
    let side: ViewPassage.Side =
      switch subtype {
      case .fromRight: .right
      case .fromTop: .bottom
      case .fromBottom: .top
      default: .left
      }
    switch type {
    case .push: return .slide(from: side, old: true, new: true)
    case .moveIn: return .slide(from: side, old: false, new: true)
    case .reveal: return .slide(from: side, old: true, new: false)
    default: return .fade
    }
  }
}

/// How a ``CATransition`` passes.
public struct CATransitionType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The old picture is seen less and less.
  public static let fade = CATransitionType(rawValue: "fade")
  /// What is new slides over the old.
  public static let moveIn = CATransitionType(rawValue: "moveIn")
  /// What is new pushes the old away.
  public static let push = CATransitionType(rawValue: "push")
  /// The old slides away from what is new.
  public static let reveal = CATransitionType(rawValue: "reveal")
}

/// Where what is new comes from. The names are those of coordinates that grow upwards: as in UIKit, `fromTop` is up from the lower edge.
public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// From the right.
  public static let fromRight = CATransitionSubtype(rawValue: "fromRight")
  /// From the left.
  public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft")
  /// Up from the lower edge.
  public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
  /// Down from the upper edge.
  public static let fromBottom = CATransitionSubtype(rawValue: "fromBottom")
}

/// The key that transitions are often added with. Of several that a layer has, the last one is seen.
public let kCATransition = "transition"
