/// A part of a view that a pointer affects.
open class UIPointerRegion: NSObject {
  /// The part, in the view's coordinates.
  public final let rect: Rect
  /// The program's name for it.
  public final let identifier: AnyHashable?

  /// A part of a view.
  public init(rect: Rect, identifier: AnyHashable? = nil) {
    self.rect = rect
    self.identifier = identifier
    super.init()
  }

  final func isSame(_ other: UIPointerRegion) -> Bool { rect == other.rect && identifier == other.identifier }
}

/// Where the pointer is, for which a part is wanted.
open class UIPointerRegionRequest: NSObject {
  /// In the view's coordinates.
  public final let location: Point
  /// Modifier keys that are down.
  public final let modifiers: UIKeyModifierFlags

  init(location: Point, modifiers: UIKeyModifierFlags) {
    self.location = location
    self.modifiers = modifiers
    super.init()
  }
}

/// Axes along which something holds.
public struct UIAxis: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// From left to right.
  public static let horizontal = UIAxis(rawValue: 1)
  /// From top to bottom.
  public static let vertical = UIAxis(rawValue: 2)
  /// Both of them.
  public static let both: UIAxis = [.horizontal, .vertical]
}

/// What a pointer does to what it is over.
public enum UIPointerEffect {
  /// UIKit chooses by the view; here a shade, as highlight.
  case automatic(UITargetedPreview)
  /// It gets a shade.
  case highlight(UITargetedPreview)
  /// It becomes a little larger, with a shadow.
  case lift(UITargetedPreview)
  /// As its values say.
  case hover(
    UITargetedPreview, preferredTintMode: TintMode = .overlay, prefersShadow: Bool = false,
    prefersScaledContent: Bool = true)

  /// The shade of a view below a pointer.
  public enum TintMode: Int, Hashable, Sendable {
    /// No shade.
    case none
    /// A shade over the view.
    case overlay
    /// A shade behind the view in UIKit; here over it.
    case underlay
  }

  /// What it is about.
  public var preview: UITargetedPreview {
    switch self {
    case .automatic(let preview), .highlight(let preview), .lift(let preview), .hover(let preview, _, _, _):
      preview
    }
  }
}

/// The form of a pointer. Kept, and without effect: the desktop's own pointer stays as it is.
public enum UIPointerShape {
  /// A path around the pointer's place.
  case path(UIBezierPath)
  /// A rectangle with round corners.
  case roundedRect(Rect, radius: Double = defaultCornerRadius)
  /// A line from top to bottom, as for text.
  case verticalBeam(length: Double)
  /// A line from left to right.
  case horizontalBeam(length: Double)

  /// The radius of corners without one of their own.
  public static let defaultCornerRadius = 8.0
}

/// An effect, and the form of the pointer meanwhile.
open class UIPointerStyle: NSObject {
  let effect: UIPointerEffect?
  /// Things beside the pointer: without effect.
  public final var accessories: [Any] = []

  /// A style with an effect. The form has no effect: the desktop's own pointer stays as it is.
  public init(effect: UIPointerEffect, shape: UIPointerShape? = nil) {
    self.effect = effect
    super.init()
  }

  private init(_ effect: UIPointerEffect?) {
    self.effect = effect
    super.init()
  }

  /// A style without an effect on views. Form and axes have no effect: the desktop's own pointer stays as it is.
  public convenience init(shape: UIPointerShape, constrainedAxes: UIAxis = []) { self.init(nil) }

  /// A style without an effect. The desktop's own pointer is not hidden.
  public static func hidden() -> UIPointerStyle { UIPointerStyle(nil) }
  /// The usual pointer.
  public static func system() -> UIPointerStyle { UIPointerStyle(nil) }
}
