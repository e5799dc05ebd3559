/// Where text continues behind a tab, in the `tabStops` of a paragraph style.
public final class NSTextTab: NSObject {
  /// The name of an option.
  public struct OptionKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Characters at which a column is aligned. Without effect.
    public static let columnTerminators = OptionKey(rawValue: "NSTabColumnTerminatorsAttributeName")
  }

  /// Whether the text behind the tab begins at the place, which `natural` and `justified` mean, too, ends there, or has its middle there.
  public let alignment: NSTextAlignment
  /// From the edge where the paragraph begins, in points.
  public let location: Double
  /// Without effect.
  public let options: [OptionKey: Any]

  /// A place for text of an alignment.
  public init(textAlignment alignment: NSTextAlignment, location: Double, options: [OptionKey: Any] = [:]) {
    (self.alignment, self.location, self.options) = (alignment, location, options)
    super.init()
  }

  /// Equal with the same place and alignment.
  public override func isEqual(_ object: Any?) -> Bool { (object as? NSTextTab)?.look == look }
  /// The same for equal places.
  public override var hash: Int { look.hashValue }

  var look: TabLook { TabLook(location: location, alignment: alignment) }
}

/// A place where text continues behind a tab.
struct TabLook: Hashable {
  var location: Double
  var alignment = NSTextAlignment.natural

  /// Those of a text that has no others, as UIKit's.
  static let standard = (1...12).map { TabLook(location: 28 * Double($0)) }
}

extension LinePlace {
  /// How wide a tab is; nil: as wide as a space.
  ///
  /// - Parameters:
  ///   - x: from the line's beginning.
  ///   - following: the width of the text up to the next tab.
  func tabWidth(at x: Double, before following: Double) -> Double? {
    let start = indent + x
    guard let stop = (look?.tabs ?? TabLook.standard).first(where: { $0.location > start + 1e-6 }) else {
      guard let interval = look?.tabInterval, interval > 0 else { return nil }
      // The place where the line is may be a little in front of one that it has reached.
      return (((start + 1e-6) / interval).rounded(.down) + 1) * interval - start
    }
    let room = stop.location - start
    return switch stop.alignment {
    case .right: max(room - following, 0)
    case .center: max(room - following / 2, 0)
    default: room
    }
  }
}
