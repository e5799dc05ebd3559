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
  /// The most lines that are shown; 0, the default: all. A view that does not scroll is as high as these. What is behind them is part of the text all the same.
  open var maximumNumberOfLines = 0 {
    didSet { if maximumNumberOfLines != oldValue { changed() } }
  }
  /// How the last one of these is cut if there is more text: between words by default, or with dots.
  open var lineBreakMode = NSLineBreakMode.byWordWrapping {
    didSet { if lineBreakMode != oldValue { changed() } }
  }
  /// What lines keep clear of, in the container's coordinates, which begin at the upper left corner. A line has parts at both sides of a path. Of each part of a
  /// path that hangs together, lines keep clear of all between its leftmost and its rightmost place beside them.
  open var exclusionPaths: [UIBezierPath] = [] {
    didSet {
      areas = exclusionPaths.flatMap(ExcludedArea.all)
      if !areas.isEmpty || !oldValue.isEmpty { changed() }
    }
  }
  /// Whether the width is that of the view, less its insets.
  open var widthTracksTextView = false { didSet { if widthTracksTextView != oldValue { changed() } } }
  /// Whether the height is that of the view, less its insets.
  open var heightTracksTextView = false { didSet { if heightTracksTextView != oldValue { changed() } } }
  private final var ownSize = Size.zero
  private final var areas: [ExcludedArea] = []
  /// Another one after each change of the room.
  private(set) final var version: UInt64 = 1
  /// Whether it is asked for parts of rows.
  private(set) final var isInUse = false
  /// What the storage and the view have in common: see UITextView+Storage.swift.
  final var sync = TextSync()

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
    }
  }

  final var cutLine: CutLine?
  /// How often a line was cut, in all.
  final var cuts = 0

  /// A room of a size; 0, or less: without a limit.
  public init(size: Size) {
    super.init()
    ownSize = size
  }
  /// A room without limits.
  public override convenience init() { self.init(size: .zero) }
  /// A room without limits, for `super.init(coder: coder)`: the coder contains nothing.
  public init?(coder: NSCoder, archive: Void = ()) { super.init() }

  convenience init(_ view: UITextView) {
    self.init(size: .zero)
    widthTracksTextView = true
    self.view = view
  }

  /// The room; 0, or less, is no limit. That of a text view's own container follows the view.
  open var size: Size {
    get {
      guard let view else { return ownSize }
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

  /// The first part of a row that is free.
  ///
  /// - Parameters:
  ///   - proposedRect: the row, or the rest of it, in the container's coordinates.
  ///   - characterIndex: that of the first character in it, in UTF-16 code units where the container is not a view's; otherwise in characters.
  ///   - remainingRect: the rest of the row behind the part and what is beside it; empty if there is none.
  open func lineFragmentRect(
    forProposedRect proposedRect: Rect, at characterIndex: Int,
    writingDirection baseWritingDirection: NSWritingDirection,
    remaining remainingRect: UnsafeMutablePointer<Rect>?
  ) -> Rect {
    remainingRect?.pointee = .zero
    let right = size.width > 0 ? min(proposedRect.maxX, size.width) : proposedRect.maxX
    let row = proposedRect.minY...max(proposedRect.minY, proposedRect.maxY)
    var left = max(proposedRect.minX, 0)
    let blocked = areas.compactMap { $0.extent(in: row) }.sorted { $0.lowerBound < $1.lowerBound }
    for extent in blocked where extent.upperBound > left {
      if extent.lowerBound > left {
        let end = min(extent.lowerBound, right)
        if extent.upperBound < right {
          remainingRect?.pointee = Rect(
            extent.upperBound, proposedRect.minY, right - extent.upperBound, proposedRect.height)
        }
        return Rect(left, proposedRect.minY, max(end - left, 0), proposedRect.height)
      }
      left = extent.upperBound
    }
    return Rect(left, proposedRect.minY, max(right - left, 0), proposedRect.height)
  }

  // MARK: For those that use it

  final func setLayoutManager(_ manager: NSLayoutManager?) { ownLayoutManager = manager }

  /// Shows the text of this container in a view.
  final func setView(_ new: UITextView) {
    view = new
    version &+= 1
  }

  /// The padding, as a number that lines can be laid out with.
  final var padding: Double { lineFragmentPadding.isFinite ? min(max(lineFragmentPadding, -1e4), 1e4) : 0 }

  private func changed() {
    version &+= 1
    ownLayoutManager?.textContainerChangedGeometry(self)
    view?.containerChanged()
  }

  /// Whether rows have several parts, or other widths.
  final var hasParts: Bool { !areas.isEmpty || type(of: self) != NSTextContainer.self }

  /// The most parts of a row.
  private static let mostParts = 64

  /// The parts of a row that are free, in the coordinates of the text, which begin behind the padding.
  final func parts(of row: Rect, at character: Int) -> [LineFlow.Part] {
    var (parts, rest) = ([LineFlow.Part](), row)
    isInUse = true
    defer { isInUse = false }
    for _ in 0..<Self.mostParts where rest.width > 0 && rest.width.isFinite {
      var next = Rect.zero
      let free = lineFragmentRect(
        forProposedRect: rest, at: character, writingDirection: .natural, remaining: &next)
      let width = min(free.width - 2 * padding, row.width)
      if width > 0, free.minX.isFinite { parts.append(LineFlow.Part(left: free.minX, width: width)) }
      rest = next
    }
    return parts
  }

  /// Where lines of a width are, and the most of them that are made.
  final func flow(
    width: Double, height: Double = .infinity, most: Int = .max, from start: Int = 0
  ) -> LineFlow {
    guard hasParts else { return LineFlow(width: width, height: height, most: most, from: start) }
    return LineFlow(width: width, height: height, most: most, from: start) { [weak self] top, height, place in
      let row = Rect(0, top, width + 2 * (self?.padding ?? 0), height)
      return self?.parts(of: row, at: place) ?? [LineFlow.Part(left: 0, width: width)]
    }
  }
}

/// A part of a path that lines keep clear of.
private struct ExcludedArea {
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
    guard rows.lowerBound < row.upperBound, row.lowerBound < rows.upperBound else { return nil }
    var (left, right) = (Double.infinity, -Double.infinity)
    var last = points[points.count - 1]
    for point in points {
      let (upper, lower) = last.y < point.y ? (last, point) : (point, last)
      last = point
      guard upper.y <= row.upperBound, lower.y >= row.lowerBound else { continue }
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
