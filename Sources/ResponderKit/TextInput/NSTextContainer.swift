/// The room of a text: that of a text view, or one that a program lays text out in.
///
/// A subclass gives the room another form by `lineFragmentRect(forProposedRect:at:writingDirection:remaining:)`.
open class NSTextContainer: NSObject {
  static let standardPadding = 5.0
  /// The view that shows the text.
  private(set) final weak var view: UITextView?
  private(set) final weak var ownLayoutManager: NSLayoutManager?
  /// The room at both sides of each line; 5 by default.
  open var lineFragmentPadding = standardPadding {
    didSet { if lineFragmentPadding != oldValue { changed() } }
  }
  /// The most lines that are shown; 0, the default: all. Lines beside each other, around a path, are one. A view that does not scroll is as high as these. What is
  /// behind them is part of the text all the same.
  open var maximumNumberOfLines = 0 {
    didSet { if maximumNumberOfLines != oldValue { changed() } }
  }
  /// How the last one of these is cut if there is more text: between words by default, or with dots.
  open var lineBreakMode = NSLineBreakMode.byWordWrapping {
    didSet { if lineBreakMode != oldValue { changed() } }
  }
  /// What lines keep clear of, in the container's coordinates, which begin at the upper left corner. A line has parts at both sides of a path. Of each connected
  /// subpath, lines keep clear of all between its leftmost and its rightmost place beside them.
  open var exclusionPaths: [UIBezierPath] = [] {
    didSet {
      let new = exclusionPaths.flatMap(ExcludedArea.all)
      guard new != areas else { return }
      (areas, blockedRow) = (new, nil)
      changed()
    }
  }
  /// Whether the width is that of the view, less its insets.
  open var widthTracksTextView = false { didSet { if widthTracksTextView != oldValue { changed() } } }
  /// Whether the height is that of the view, less its insets.
  open var heightTracksTextView = false { didSet { if heightTracksTextView != oldValue { changed() } } }
  private final var ownSize = Size.zero
  private final var areas: [ExcludedArea] = []
  /// What areas cover of the row that was asked about last, from left to right.
  private final var blockedRow: (row: ClosedRange<Double>, extents: [ClosedRange<Double>])?
  /// Incremented on each change.
  private(set) final var version: UInt64 = 1
  /// The size for which lines are made, while `lineFragmentRect` is being called.
  private final var laidSize: Size?
  /// Whether `lineFragmentRect` is being called.
  final var isInUse: Bool { laidSize != nil }
  /// Whether its properties are changing.
  private final var isChanging = false

  /// The last line that is shown, as it is cut.
  struct CutLine {
    let lines: [StyledText.StyledLine]
    /// What it was made of.
    let key: Key

    struct Key: Equatable {
      var version: UInt64
      var look: TextLayout.Look
      var color: UIColor
      var width: Double
      /// The first character of the line.
      var start: Int
      var part: LineFlow.Part?
    }
  }

  final var cutLine: CutLine?
  /// How often a line was cut, in all.
  final var cuts = 0

  /// A room of a size; 0, or less: without a limit. One without a width follows that of the text view that is made with it.
  public init(size: Size) {
    super.init()
    ownSize = size
  }
  /// A room without limits; that of a text view that is made with it is as wide as the view.
  public override convenience init() { self.init(size: .zero) }
  /// A room without limits, for `super.init(coder: coder)`: the coder contains nothing.
  public init?(coder: NSCoder, archive: Void = ()) { super.init() }

  convenience init(_ view: UITextView) {
    self.init(size: .zero)
    widthTracksTextView = true
    self.view = view
  }

  /// The room; 0, or less, is no limit. That of a text view's own container follows the view. Of the text, what is below the height is not shown, but for the first
  /// line of a view. A view that scrolls shows all of it.
  open var size: Size {
    get {
      guard let view else { return ownSize }
      if let laidSize { return laidSize }
      let inset = view.textContainerInset
      return Size(
        widthTracksTextView ? max(view.bounds.width - inset.left - inset.right, 0) : ownSize.width,
        heightTracksTextView ? max(view.bounds.height - inset.top - inset.bottom, 0) : ownSize.height)
    }
    set {
      guard newValue != ownSize else { return }
      ownSize = newValue
      changed()
    }
  }

  /// What lays out the text in this container. A text view's own has one once it is asked for.
  public final var layoutManager: NSLayoutManager? { ownLayoutManager ?? view?.layoutManager }

  /// Whether lines are as wide as the container.
  open var isSimpleRectangularTextContainer: Bool { !hasParts }

  /// The first part of a row that is free: from the left, or for a paragraph from right to left from the right. No size for a rectangle that is not finite.
  ///
  /// - Parameters:
  ///   - proposedRect: the row, or the rest of it, in the container's coordinates.
  ///   - characterIndex: that of the first character in it, in UTF-16 code units.
  ///   - baseWritingDirection: that of the paragraph.
  ///   - remainingRect: the rest of the row behind the part and what is beside it; empty if there is none.
  open func lineFragmentRect(
    forProposedRect proposedRect: Rect, at characterIndex: Int,
    writingDirection baseWritingDirection: NSWritingDirection,
    remaining remainingRect: UnsafeMutablePointer<Rect>?
  ) -> Rect {
    remainingRect?.pointee = .zero
    let row = proposedRect
    guard row.isFinite else { return .zero }
    let right = size.width > 0 ? min(row.maxX, size.width) : row.maxX
    var (parts, left) = ([ClosedRange<Double>](), max(row.minX, 0))
    for extent in blocked(row.minY...max(row.minY, row.maxY)) + [max(right, left)...max(right, left)]
    where left < right && extent.upperBound > left {
      if extent.lowerBound > left { parts.append(left...min(extent.lowerBound, right)) }
      left = extent.upperBound
    }
    func rect(_ left: Double, _ right: Double) -> Rect { Rect(left, row.minY, right - left, row.height) }
    guard let first = parts.first, let last = parts.last else { return rect(left, left) }
    if baseWritingDirection == .rightToLeft {
      let rest = parts.dropLast().last
      if let rest { remainingRect?.pointee = rect(first.lowerBound, rest.upperBound) }
      return rect(last.lowerBound, last.upperBound)
    }
    let rest = parts.dropFirst().first
    if let rest { remainingRect?.pointee = rect(rest.lowerBound, last.upperBound) }
    return rect(first.lowerBound, first.upperBound)
  }

  private func blocked(_ row: ClosedRange<Double>) -> [ClosedRange<Double>] {
    if let blockedRow, blockedRow.row == row { return blockedRow.extents }
    let extents = areas.compactMap { $0.extent(in: row) }.sorted { $0.lowerBound < $1.lowerBound }
    blockedRow = (row, extents)
    return extents
  }

  // MARK: Internal use

  final func setLayoutManager(_ manager: NSLayoutManager?) { ownLayoutManager = manager }

  /// Shows the text of this container in a view.
  ///
  /// Without a width it follows the view.
  final func setView(_ new: UITextView) {
    if let view, view !== new { view.lose(self) }
    if !(ownSize.width > 0) { widthTracksTextView = true }
    view = new
    version &+= 1
  }

  /// The padding, as a number that lines can be laid out with.
  final var padding: Double { lineFragmentPadding.isFinite ? min(max(lineFragmentPadding, -1e4), 1e4) : 0 }

  private func changed() {
    isChanging = true
    ownLayoutManager?.textContainerChangedGeometry(self)
    isChanging = false
    wasInvalidated()
  }

  /// Lays out a view's text again, in a container that may have another form.
  final func wasInvalidated() {
    guard !isChanging else { return }
    version &+= 1
    view?.containerChanged()
  }

  /// Whether rows have several parts, or other widths.
  final var hasParts: Bool { !areas.isEmpty || type(of: self) != NSTextContainer.self }

  /// The most parts of a row.
  private static let mostParts = 64

  /// In place of a width without a limit.
  private static let endlessWidth = 1e7

  /// The parts of a row that are free, in the order in which lines fill them and in the coordinates of the text, which begin behind the padding.
  private final func parts(
    _ top: Double, _ height: Double, at unit: Int, isRightToLeft: Bool, width: Double
  ) -> [LineFlow.Part] {
    let full = width.isFinite ? width + 2 * padding : Self.endlessWidth
    var (parts, rest) = ([LineFlow.Part](), Rect(0, top, full, height))
    for _ in 0..<Self.mostParts where rest.width > 0 && rest.isFinite {
      var next = Rect.zero
      let free = lineFragmentRect(
        forProposedRect: rest, at: unit, writingDirection: isRightToLeft ? .rightToLeft : .leftToRight,
        remaining: &next)
      var part = LineFlow.Part(left: free.minX, width: min(free.width - 2 * padding, width))
      if !width.isFinite, free.maxX >= full - 1 { part.width = .infinity }
      if part.width > 0, part.left.isFinite { parts.append(part) }
      rest = next
    }
    return parts.sorted { isRightToLeft ? $0.left > $1.left : $0.left < $1.left }
  }

  /// Where lines of a width are: at most `most` rows of them.
  final func flow(
    width: Double, height: Double = .infinity, most: Int = .max, from start: Int = 0
  ) -> LineFlow {
    guard hasParts else { return LineFlow(width: width, height: height, most: most, from: start) }
    // A view's own width may be another one than that in which lines are made.
    let laid = Size(
      widthTracksTextView ? (width.isFinite ? width + 2 * padding : 0) : ownSize.width,
      heightTracksTextView ? (height.isFinite ? height : 0) : ownSize.height)
    return LineFlow(width: width, height: height, most: most, from: start) { top, height, unit, isTurned in
      self.laidSize = laid
      defer { self.laidSize = nil }
      return self.parts(top, height, at: unit, isRightToLeft: isTurned, width: width)
    }
  }
}

/// A part of a path that lines keep clear of.
private struct ExcludedArea: Equatable {
  private let points: [Point]
  private let rows: ClosedRange<Double>

  static func all(_ path: UIBezierPath) -> [ExcludedArea] {
    path.parts.compactMap { part in
      let points = part.points.filter(\.isFinite).map {
        Point(min(max($0.x, -1e6), 1e6), min(max($0.y, -1e6), 1e6))
      }
      guard let low = points.map(\.y).min(), let high = points.map(\.y).max(), high > low else { return nil }
      return ExcludedArea(points: points, rows: low...high)
    }
  }

  /// From its leftmost to its rightmost place in a row.
  func extent(in row: ClosedRange<Double>) -> ClosedRange<Double>? {
    // What only touches the row's boundary does not count, also after rounding.
    let slop = min(1e-6, (row.upperBound - row.lowerBound) / 4)
    let row = row.lowerBound + slop...max(row.upperBound - slop, row.lowerBound + slop)
    guard rows.lowerBound < row.upperBound, row.lowerBound < rows.upperBound else { return nil }
    var (left, right) = (Double.infinity, -Double.infinity)
    var last = points[points.count - 1]
    for point in points {
      let (upper, lower) = last.y < point.y ? (last, point) : (point, last)
      last = point
      guard upper.y < row.upperBound, lower.y > row.lowerBound else { continue }
      let height = lower.y - upper.y
      for y in [max(upper.y, row.lowerBound), min(lower.y, row.upperBound)] {
        let x = height > 0 ? upper.x + (lower.x - upper.x) * (y - upper.y) / height : upper.x
        (left, right) = (min(left, x), max(right, x))
      }
      if height == 0 { (left, right) = (min(left, lower.x), max(right, lower.x)) }
    }
    return left < right ? left...right : nil
  }
}
