extension UIView {
  /// The parts of a view's place that change with its superview's size.
  public struct AutoresizingMask: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The space on the left.
    public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
    /// The view's width.
    public static let flexibleWidth = AutoresizingMask(rawValue: 2)
    /// The space on the right.
    public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
    /// The space above.
    public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
    /// The view's height.
    public static let flexibleHeight = AutoresizingMask(rawValue: 16)
    /// The space below.
    public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)
  }

  /// Changes the frames of the subviews that have a mask; of a view that is transformed the one that it has without that.
  final func resizeSubviews(from old: Size) {
    let new = geometry.bounds.size
    guard old.isFinite, new.isFinite else { return }
    for child in children where !child.autoresizingMask.isEmpty {
      let mask = child.autoresizingMask
      let frame = child.plainFrame
      let (x, width) = Self.stretch(
        frame.minX, frame.width, old.width, new.width,
        [.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin].map(mask.contains))
      let (y, height) = Self.stretch(
        frame.minY, frame.height, old.height, new.height,
        [.flexibleTopMargin, .flexibleHeight, .flexibleBottomMargin].map(mask.contains))
      let changed = Rect(x, y, width, height)
      let (wider, higher) = (new.width - old.width, new.height - old.height)
      let isCrowded = frame.width + wider < 0 || frame.height + higher < 0
      if mask == [.flexibleWidth, .flexibleHeight], let item = child.layoutItemStorage,
        isCrowded || item.crowded != nil, geometry.bounds.isFinite
      {
        child.keepDistances(frame, Rect(origin: geometry.bounds.origin, size: old), geometry.bounds)
      } else if changed != frame {
        child.takeStretchedFrame(changed)
      }
    }
  }

  /// Has the same distances from the superview's edges in its new bounds as in its old ones. They are remembered while there is no room for them.
  private final func keepDistances(_ frame: Rect, _ old: Rect, _ new: Rect) {
    let distances = distances(frame, in: old)
    let (width, height) = (
      new.width - distances.left - distances.right, new.height - distances.top - distances.bottom
    )
    let changed = Rect(
      new.minX + distances.left, new.minY + distances.top, max(width, 0), max(height, 0))
    if changed != frame { takeStretchedFrame(changed) }
    layoutItemStorage?.crowded = width < 0 || height < 0 ? (distances, plainFrame, new.size) : nil
  }

  /// Shares a change of length among the flexible ones of three parts, each as it is long: before, the view, behind.
  private static func stretch(
    _ start: Double, _ length: Double, _ old: Double, _ new: Double, _ isFlexible: [Bool]
  ) -> (start: Double, length: Double) {
    let parts = [start, length, old - start - length]
    let flexible = (0..<3).filter { isFlexible[$0] }
    guard !flexible.isEmpty, old != new else { return (start, length) }
    let total = flexible.reduce(0) { $0 + max(parts[$1], 0) }
    func change(_ part: Int) -> Double {
      guard isFlexible[part] else { return 0 }
      return (new - old) * (total > 0 ? max(parts[part], 0) / total : 1 / Double(flexible.count))
    }
    return (start + change(0), max(length + change(1), 0))
  }

  /// Gives the view the size that fits it, in its place.
  public final func sizeToFit() {
    let fitting = sizeThatFits(bounds.size)
    frame = Rect(origin: frame.origin, size: fitting)
  }
}
