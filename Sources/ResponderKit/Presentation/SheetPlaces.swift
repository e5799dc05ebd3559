/// Where a sheet can be in its window. A sheet's extent is how far its upper edge is from the window's lower one.
struct SheetPlaces {
  enum SheetKind {
    /// At the lower edge; as high as its extent.
    case edge
    /// A card in the window's middle.
    case card
    /// All of the window.
    case full
  }

  /// A place where it rests.
  struct Stop {
    let identifier: UISheetPresentationController.Detent.Identifier
    let extent: Double
  }

  let kind: SheetKind
  let bounds: Rect
  /// From the least extent to the greatest; at least one.
  let stops: [Stop]
  /// How far the sheet's left edge is from the window's, and its width.
  let x: Double
  let width: Double
  /// Of a card.
  let height: Double

  /// The part of a window's height that stays free above a large sheet: at least `least`.
  static func strip(above height: Double, _ insets: EdgeInsets, least: Double = 54) -> Double {
    min(max(insets.top + 10, least), height / 4)
  }

  var least: Double { stops[0].extent }
  var most: Double { stops[stops.count - 1].extent }

  func stop(_ identifier: UISheetPresentationController.Detent.Identifier?) -> Stop? {
    identifier.flatMap { wanted in stops.first { $0.identifier == wanted } }
  }

  /// Below its lowest place it keeps its height, and moves out of the window.
  func frame(_ extent: Double) -> Rect {
    Rect(bounds.minX + x, bounds.maxY - extent, width, kind == .edge ? max(extent, least) : height)
  }

  /// Where a finger pulls it that would have moved it to `extent`: the farther beyond its places, the less it follows.
  func pulled(_ extent: Double, canGo: Bool) -> Double {
    if extent > most { return most + Self.give(extent - most, 44) }
    return extent < least && !canGo ? least - Self.give(least - extent, 120) : extent
  }

  private static func give(_ way: Double, _ length: Double) -> Double {
    (1 - 1 / (way * 0.55 / length + 1)) * length
  }

  /// How dark what is behind is, from 0 to 1: not at all up to `undimmed`.
  func darkness(_ extent: Double, undimmed: Stop?) -> Double {
    let from = undimmed?.extent ?? 0
    guard let to = stops.first(where: { $0.extent > from })?.extent else { return 0 }
    return ((extent - from) / (to - from)).clamped(to: 0...1)
  }

  /// Where a sheet comes to rest when the finger is lifted: the place nearest to where it would stop by itself. Nil: out of the window.
  func rest(from extent: Double, velocity: Double) -> Stop? {
    let goal = extent - velocity * 0.3
    guard let nearest = stops.min(by: { abs($0.extent - goal) < abs($1.extent - goal) }) else { return nil }
    return nearest.extent == least && goal < least / 2 ? nil : nearest
  }
}
