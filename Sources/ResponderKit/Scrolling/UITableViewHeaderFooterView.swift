/// A view above or below a section, which a table uses again:
///
///     table.register(UITableViewHeaderFooterView.self, forHeaderFooterViewReuseIdentifier: "header")
///     let header = table.dequeueReusableHeaderFooterView(withIdentifier: "header")
///     header?.textLabel?.text = "Fruit"
open class UITableViewHeaderFooterView: RegisteredView {
  override class var standardHitTestClass: UIView.Type { UITableViewHeaderFooterView.self }

  /// The identifier for `dequeueReusableHeaderFooterView`; nil for a view that is not reused.
  public final private(set) var reuseIdentifier: String?
  /// Holds what the view shows.
  public final let contentView: UIView = ContentRoom()
  override var directionSource: UIView? { parent as? UITableView }
  /// A view behind the contents, as large as this one.
  open var backgroundView: UIView? {
    didSet {
      guard backgroundView !== oldValue else { return }
      oldValue?.removeFromSuperview()
      if let backgroundView { insertSubview(backgroundView, at: 0) }
      setNeedsLayout()
    }
  }
  /// What is behind the contents; nil: `backgroundView`.
  open var backgroundConfiguration: UIBackgroundConfiguration? {
    didSet { if backgroundConfiguration != oldValue { showBackgroundConfiguration() } }
  }
  private var plate: BackgroundPlate?
  private var label: UILabel?
  final var shownText: UILabel? { label }
  final let configured = ContentPlace()

  /// A view with an identifier for reuse.
  public init(reuseIdentifier: String?) {
    super.init(frame: Rect(0, 0, 0, 28))
    self.reuseIdentifier = reuseIdentifier
    addContents()
  }

  /// A view without an identifier, also as `UITableViewHeaderFooterView()`.
  public override init(frame: Rect) {
    super.init(frame: frame)
    addContents()
  }

  /// A view without an identifier, for `super.init(coder: coder)`.
  public override init?(coder: NSCoder, archive: Void = ()) {
    super.init(frame: Rect(0, 0, 0, 28))
    addContents()
  }

  /// The contents are as large as the view at once: constraints are not to be solved in another size.
  private func addContents() {
    contentView.frame = bounds
    contentView.layoutMargins = EdgeInsets(top: 8, left: 16, bottom: 8, right: 16)
    contentView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(contentView)
  }

  /// See ``RegisteredView``. Not available, so that subclasses need not have it.
  @available(*, unavailable)
  public required convenience init(registered identifier: String) {
    self.init(reuseIdentifier: identifier)
  }

  /// The section's text; created on first use. Never nil, but Optional as in UIKit.
  open var textLabel: UILabel? {
    if let label { return label }
    let new = PartLabel()
    new.font = UIFont(size: 15, weight: .semibold)
    new.isHidden = configured.configuration != nil
    label = new
    contentView.addSubview(new)
    setNeedsLayout()
    return new
  }

  private func showBackgroundConfiguration() {
    plate = BackgroundPlate.shown(backgroundConfiguration, by: plate, in: self, above: backgroundView)
  }

  /// It will be above or below another section.
  open func prepareForReuse() {}

  open override func layoutSubviews() {
    super.layoutSubviews()
    backgroundView?.frame = bounds
    // In the size and the direction that it has here.
    if let backgroundConfiguration { plate?.show(backgroundConfiguration, in: bounds) }
    contentView.frame = bounds
    label?.frame = contentView.bounds.insetBy(dx: 16, dy: 0)
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    if let height = configured.height(inWidth: size.width) { return Size(size.width, max(28, height)) }
    if let height = contentView.constrainedHeight(inWidth: size.width) {
      return Size(size.width, height)
    }
    return Size(size.width, max(28, (label?.sizeThatFits(Size(size.width - 32, 0)).height ?? 0) + 8))
  }
}

extension UITableView {
  /// Chooses the class of the views that `dequeueReusableHeaderFooterView` makes for an identifier; nil: none.
  public final func register(
    _ aClass: UITableViewHeaderFooterView.Type?, forHeaderFooterViewReuseIdentifier identifier: String
  ) { bands.registered[identifier] = aClass }

  /// A view that is no longer above or below a section, or a new one of the registered class; nil without one.
  public final func dequeueReusableHeaderFooterView(withIdentifier identifier: String)
    -> UITableViewHeaderFooterView?
  {
    if let view = bands.spare[identifier]?.popLast() {
      view.prepareForReuse()
      return view
    }
    // As the root class's, whose initializer is available.
    let type: RegisteredView.Type? = bands.registered[identifier]
    return type?.init(registered: identifier) as? UITableViewHeaderFooterView
  }
}
