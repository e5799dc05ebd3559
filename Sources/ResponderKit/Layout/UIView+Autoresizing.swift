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

  /// Whether subviews may have another frame after a change of its size.
  final var hasFollowers: Bool {
    autoresizesSubviews && children.contains { !$0.autoresizingMask.isEmpty }
  }

  /// Changes the frames of the subviews that have a mask, and of those in them, and notifies each view whose size has changed, after those in it. Without recursion, as a tree
  /// may be deep: but for views that are transformed, and those whose class overrides one of the properties of their place.
  final func resizeTree(from old: Size) {
    var open = [Resizing(self, from: old)]
    while let last = open.indices.last {
      guard let child = open[last].rest.next() else {
        let done = open.removeLast()
        done.view.sizeChanged()
        done.remember?()
        continue
      }
      guard !child.autoresizingMask.isEmpty else { continue }
      let (view, old, new) = (open[last].view, open[last].old, open[last].new)
      if let next = view.resize(child, from: old, to: new) { open.append(next) }
    }
  }

  /// Changes the frame of a subview that has a mask; of one that is transformed the one that it has without that.
  ///
  /// - Returns: what is still to be done of the change of the subview's size.
  private final func resize(_ child: UIView, from old: Size, to new: Size) -> Resizing? {
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
      return child.keepDistances(frame, Rect(origin: geometry.bounds.origin, size: old), geometry.bounds)
    }
    return changed == frame ? nil : child.stretch(to: changed)
  }

  /// Takes another frame, and then does what is to be done after that.
  private final func stretch(to frame: Rect, _ remember: (() -> Void)? = nil) -> Resizing? {
    if let old = takeStretchedFrame(frame) {
      if hasFollowers { return Resizing(self, from: old, remember) }
      sizeChanged()
    }
    remember?()
    return nil
  }

  /// Has the same distances from the superview's edges in its new bounds as in its old ones. They are remembered while there is no room for them.
  private final func keepDistances(_ frame: Rect, _ old: Rect, _ new: Rect) -> Resizing? {
    let distances = distances(frame, in: old)
    let (width, height) = (
      new.width - distances.left - distances.right, new.height - distances.top - distances.bottom
    )
    let changed = Rect(
      new.minX + distances.left, new.minY + distances.top, max(width, 0), max(height, 0))
    let remember: () -> Void = { [self] in
      layoutItemStorage?.crowded = width < 0 || height < 0 ? (distances, plainFrame, new.size) : nil
    }
    if changed != frame { return stretch(to: changed, remember) }
    remember()
    return nil
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

/// A view whose size has changed, and whose subviews follow.
private struct Resizing {
  let view: UIView
  let old: Size
  let new: Size
  /// The subviews that have not followed yet.
  var rest: IndexingIterator<[UIView]>
  /// Called when the change is done.
  let remember: (() -> Void)?

  init(_ view: UIView, from old: Size, _ remember: (() -> Void)? = nil) {
    let new = view.geometry.bounds.size
    (self.view, self.old, self.new, self.remember) = (view, old, new, remember)
    rest = (old.isFinite && new.isFinite ? view.children : []).makeIterator()
  }
}
