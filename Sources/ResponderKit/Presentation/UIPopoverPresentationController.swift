/// Shows a controller beside its subject, with an arrow. In a narrow window it is a sheet, unless the delegate wants another style.
open class UIPopoverPresentationController: UIPresentationController {
  /// The view that the arrow points to.
  open var sourceView: UIView? { didSet { placeAnew() } }
  /// The part of that; null, the default: all of it.
  open var sourceRect = Rect.null { didSet { placeAnew() } }
  /// What the arrow points to, in place of `sourceView`.
  open var sourceItem: (any UIPopoverPresentationControllerSourceItem)? { didSet { placeAnew() } }
  /// Where the arrow may point.
  open var permittedArrowDirections = UIPopoverArrowDirection.any { didSet { placeAnew() } }
  /// Where it points.
  public final internal(set) var arrowDirection = UIPopoverArrowDirection.unknown
  /// The color of the arrow, and behind the controller's view; nil: that of the view.
  open var backgroundColor: UIColor? { didSet { placeAnew() } }
  /// Views beside the popover that can be touched, without dismissing it.
  open var passthroughViews: [UIView]?
  /// How far it stays from the edges of the window's safe area: ten points.
  open var popoverLayoutMargins = EdgeInsets(10) { didSet { placeAnew() } }
  /// Whether it may be over its source where it does not fit beside that; otherwise it becomes smaller.
  open var canOverlapSourceViewRect = false { didSet { placeAnew() } }

  /// How it is shown in a narrow window: its detents and the rest of a sheet.
  open private(set) lazy var adaptiveSheetPresentationController: UISheetPresentationController = {
    let sheet = UISheetPresentationController(
      presentedViewController: presentedViewController, presenting: nil)
    sheet.popover = self
    return sheet
  }()

  enum PopoverForm {
    case popover, sheet, full
  }

  /// How it is shown.
  private(set) var form: PopoverForm?
  /// Whether the controller fills the window, in place of a sheet, and of a popover without a source: an action sheet.
  final var fillsWindowOtherwise = false
  /// Called when it is shown in another form.
  final var onFormChange: (() -> Void)?

  private func placeAnew() { container?.setNeedsLayout() }

  /// Where its source is in a view; nil when that is nowhere.
  final func source(in view: UIView) -> Rect? {
    if let sourceItem { return sourceItem.frame(in: view) }
    guard let sourceView, let window = view.window, sourceView.window === window else { return nil }
    return sourceView.convert(sourceRect.isNull ? sourceView.bounds : sourceRect, to: view)
  }

  open override var adaptivePresentationStyle: UIModalPresentationStyle {
    switch form {
    case .sheet: .pageSheet
    case .full: fillsWindowOtherwise ? .overFullScreen : .fullScreen
    case .popover, nil: .popover
    }
  }

  // MARK: Its form

  private func form(in window: UIWindow) -> PopoverForm {
    if fillsWindowOtherwise, sourceItem == nil, sourceView == nil { return .full }
    let traits = window.traitCollection
    guard traits.horizontalSizeClass == .compact else { return .popover }
    switch delegate?.adaptivePresentationStyle(for: self, traitCollection: traits) ?? .automatic {
    case .none: return .popover
    case .fullScreen, .overFullScreen, .currentContext, .overCurrentContext: return .full
    default: return fillsWindowOtherwise ? .full : .sheet
    }
  }

  private func become(_ form: PopoverForm, in window: UIWindow) {
    let old = container
    clearContainers()
    self.form = form
    onFormChange?()
    guard let view = presentedViewController.view else { return }
    switch form {
    case .popover:
      let popover = PopoverContainer(self)
      container = popover
      popover.install(view, in: window)
    case .sheet:
      container = adaptiveSheetPresentationController.install(view, in: window)
    case .full: fillWindow()
    }
    old?.removeFromSuperview()
  }

  override func show(_ animated: Bool, _ completion: (() -> Void)?) {
    (delegate as? any UIPopoverPresentationControllerDelegate)?.prepareForPopoverPresentation(self)
    guard let window else {
      completion?()
      return
    }
    if form(in: window) != .full, let animator = presenter(animated) {
      return comeIn(by: animator, completion) {
        become(form(in: window), in: window)
        return container
      }
    }
    become(form(in: window), in: window)
    guard let container else {
      completion?()
      return
    }
    container.moveIn(animated, completion)
  }

  override func containerWasLaidOut() {
    guard let window = container?.window, let form else { return }
    let wanted = self.form(in: window)
    if wanted != form { become(wanted, in: window) }
  }

  private func clearContainers() {
    container = nil
    arrowDirection = .unknown
    if form == .sheet { adaptiveSheetPresentationController.container = nil }
    form = nil
  }

  override func clear() {
    super.clear()
    clearContainers()
  }
}

extension UIViewController {
  /// Shows the controller, or the one that it is in, as a popover; nil for other styles. Set its source before the controller is presented.
  public final var popoverPresentationController: UIPopoverPresentationController? {
    presentationController as? UIPopoverPresentationController
  }
}
