/// A rectangle in a view, for constraints: a part of the view such as its safe area, or one that only constraints place.
open class UILayoutGuide {
  enum Kind: CaseIterable, Hashable {
    /// Added by the program.
    case free
    case safeArea, margins
    /// As wide as lines may be that are read with ease.
    case readable
    /// What is seen of a scroll view, and what is scrolled.
    case visible, content
    /// What is shown for entering text.
    case keyboard
  }

  /// A name for messages.
  open var identifier = ""
  let kind: Kind
  /// The view that it is in.
  final weak var owner: (any LayoutSubject)?
  private final lazy var item = LayoutItem(self)

  /// A guide of the program's, for `addLayoutGuide`.
  public init() { kind = .free }

  init(_ kind: Kind, _ owner: any LayoutSubject) {
    self.kind = kind
    self.owner = owner
  }

  /// In the coordinates of its view. Of a guide that constraints place: as the last layout found it.
  open var layoutFrame: Rect {
    guard isPartOfBounds else { return item.solvedFrame }
    let frame = owner.map { $0.layoutBounds.inset(by: $0.guideInsets(kind)) } ?? .zero
    let width = kind == .readable ? min(frame.width, Self.readableWidth) : frame.width
    return Rect(frame.midX - width / 2, frame.minY, width, frame.height)
  }

  /// Whether it is where its view is, whatever is scrolled.
  final var isPartOfBounds: Bool { kind != .free && kind != .content && kind != .keyboard }
  /// What holds for it by itself.
  var ownRules: [LayoutRule] { kind == .readable ? readableRules : [] }
}

extension UILayoutGuide: LayoutSubject {
  final var layoutItem: LayoutItem { item }
  final var layoutParent: (any LayoutSubject)? { owner }
  final var layoutSource: LayoutSource {
    switch kind {
    case .free, .readable, .keyboard: .constraints
    case .content: .content
    case .safeArea, .margins, .visible:
      .insets(owner?.guideInsets(kind) ?? .zero)
    }
  }
  final var isMirrored: Bool { false }
  final var layoutBounds: Rect { .zero }
  final func guideInsets(_ kind: Kind) -> EdgeInsets { .zero }
  final var scrolledGuide: UILayoutGuide? { nil }
  final var layoutContentSize: Size { Size(-1, -1) }
  final var layoutHeightFollowsWidth: Bool { false }
  final func layoutHeight(forWidth width: Double) -> Double { 0 }
  final var layoutBaselines: (first: Double, last: Double)? { nil }
  final var layoutFont: UIFont? { nil }
  final var marginsItem: LayoutItem { item }
  final var defaultHugging: Float { 250 }
  final var layoutRules: [LayoutRule] { ownRules }
  final func takePart() {}
  final func constraintsChanged(_ parts: UnsolvedParts) { owner?.constraintsChanged(parts) }
  final var layoutName: String {
    let view = owner?.layoutName ?? "(no view)"
    return identifier.isEmpty ? "\(view).\(kind)" : identifier
  }
}
