/// A menu that is shown for a view.
protocol ShownMenu: AnyObject {
  func close()
}

extension UIView {
  /// What few views have.
  final class Rare {
    var words: AccessibilityWords?
    var notifiedInsets = EdgeInsets.zero
    var traitChanges = TraitChanges()
    var layoutItem: LayoutItem?
    var interactions: [any UIInteraction] = []
    var style = UIUserInterfaceStyle.unspecified
    var isElevated = false
    var tintMode = TintAdjustmentMode.automatic
    /// The gray of its own tint color.
    var grayTint: (color: UIColor, gray: UIColor)?
    var semantics = UISemanticContentAttribute.unspecified
    var overrides = UITraitOverrides()
    var contentMode = ContentMode.scaleToFill
    var isOpaque = true
    var preservesMargins = false
    var motionEffects: [UIMotionEffect] = []
    /// The edit menu that is shown for the view: it closes when that leaves its window.
    weak var editMenu: (any ShownMenu)?
    /// See UIView+Observation.swift.
    var observers = ValueObservers()
    /// Kept while its layer is the mask.
    var mask: UIView?
  }

  func change(_ body: (Rare) -> Void) {
    let rare = rareStorage ?? Rare()
    rareStorage = rare
    body(rare)
  }

  /// Without effect: margins of the superview do not count.
  public final var preservesSuperviewLayoutMargins: Bool {
    get { rareStorage?.preservesMargins ?? false }
    set { if newValue != preservesSuperviewLayoutMargins { change { $0.preservesMargins = newValue } } }
  }

  /// The program's accessibility properties of it, for readers and tests.
  var accessibilityWords: AccessibilityWords? {
    get { rareStorage?.words }
    set { change { $0.words = newValue } }
  }
  /// The insets that it was notified of; see SafeArea.swift.
  var notifiedInsets: EdgeInsets {
    get { rareStorage?.notifiedInsets ?? .zero }
    set { if newValue != notifiedInsets { change { $0.notifiedInsets = newValue } } }
  }
  /// See UIInteraction.swift.
  var interactionsStorage: [any UIInteraction] {
    get { rareStorage?.interactions ?? [] }
    set { change { $0.interactions = newValue } }
  }
  /// What constraints know of it; see the folder Layout/Constraints.
  var layoutItemStorage: LayoutItem? {
    get { rareStorage?.layoutItem }
    set { change { $0.layoutItem = newValue } }
  }
  /// See UIView+Style.swift.
  var styleStorage: UIUserInterfaceStyle {
    get { rareStorage?.style ?? .unspecified }
    set { change { $0.style = newValue } }
  }
  /// Whether it and its subviews are presented in front of other content.
  var isElevated: Bool {
    get { rareStorage?.isElevated ?? false }
    set {
      change { $0.isElevated = newValue }
      home?.traitSources.forget()
    }
  }
  /// See UIView+Direction.swift.
  var semanticsStorage: UISemanticContentAttribute {
    get { rareStorage?.semantics ?? .unspecified }
    set { change { $0.semantics = newValue } }
  }
  /// See UIView.swift.
  var contentModeStorage: ContentMode {
    get { rareStorage?.contentMode ?? .scaleToFill }
    set { if newValue != contentModeStorage { change { $0.contentMode = newValue } } }
  }
  /// For programs that promise to draw all of their bounds: without effect, as what is drawn decides.
  public final var isOpaque: Bool {
    get { rareStorage?.isOpaque ?? true }
    set { if newValue != isOpaque { change { $0.isOpaque = newValue } } }
  }
  /// See UIView+TraitOverrides.swift.
  var overrideStorage: UITraitOverrides {
    get { rareStorage?.overrides ?? UITraitOverrides() }
    set { change { $0.overrides = newValue } }
  }
  var traitChanges: TraitChanges {
    get { rareStorage?.traitChanges ?? TraitChanges() }
    set { change { $0.traitChanges = newValue } }
  }
}
