/// Shows a controller as a sheet: at the window's lower edge, where a finger moves it between its detents and out of the window; where there is
/// much room, as a card in the middle, with one place.
open class UISheetPresentationController: UIPresentationController {
  /// The heights at which it can rest, at the lower edge. Without one that counts it is large.
  open var detents: [Detent] = [.large()] { didSet { invalidateDetents() } }
  /// The detent at which it is; nil: the lowest. A change moves the sheet; inside of `animateChanges` it is seen to move.
  open var selectedDetentIdentifier: Detent.Identifier? {
    didSet { if selectedDetentIdentifier != oldValue { invalidateDetents() } }
  }
  /// Up to this detent what is behind is not darkened, and can be touched; nil: it is darkened at all.
  open var largestUndimmedDetentIdentifier: Detent.Identifier? { didSet { invalidateDetents() } }
  /// Whether there is a grabber at the upper edge; a tap on it moves the sheet to its next detent.
  open var prefersGrabberVisible = false { didSet { invalidateDetents() } }
  /// How far its corners are rounded; nil: as usual.
  open var preferredCornerRadius: Double? { didSet { invalidateDetents() } }
  /// Whether a drag of what scrolls in it makes it larger before that scrolls.
  open var prefersScrollingExpandsWhenScrolledToEdge = true
  /// Whether it is at the lower edge in a window of little height; otherwise it fills that.
  open var prefersEdgeAttachedInCompactHeight = false { didSet { invalidateDetents() } }
  /// Whether it is as wide as `preferredContentSize` at the lower edge of a window of little height.
  open var widthFollowsPreferredContentSizeWhenEdgeAttached = false { didSet { invalidateDetents() } }
  /// The popover in whose place it is shown.
  final weak var popover: UIPresentationController?

  override var speaker: UIPresentationController { popover ?? self }
  private var sheet: SheetContainer? { container as? SheetContainer }

  /// Lets what `changes` changes of the sheet be seen to change.
  open func animateChanges(_ changes: () -> Void) {
    guard let sheet, sheet.window != nil else { return changes() }
    sheet.layoutIfNeeded()
    PresentationContainer.animate {
      changes()
      sheet.layoutIfNeeded()
    }
  }

  /// Asks the detents for their heights again.
  open func invalidateDetents() { container?.setNeedsLayout() }

  override func show(_ animated: Bool, _ completion: (() -> Void)?) {
    guard let window, let view = presentedViewController.view else {
      completion?()
      return
    }
    if let animator = presenter(animated) {
      return comeIn(by: animator, completion) { install(view, in: window) }
    }
    install(view, in: window).moveIn(animated, completion)
  }

  /// Shows the view at once: it may be in the window already, as another panel's.
  @discardableResult
  final func install(_ view: UIView, in window: UIWindow) -> PresentationContainer {
    let sheet = SheetContainer(self)
    container = sheet
    sheet.install(view, in: window)
    return sheet
  }

  /// The user has moved it to a detent.
  final func userSelected() {
    let delegate = (delegate ?? popover?.delegate) as? any UISheetPresentationControllerDelegate
    delegate?.sheetPresentationControllerDidChangeSelectedDetentIdentifier(self)
  }

  override func containerWasLaidOut() { popover?.containerWasLaidOut() }
}

// MARK: Its places

extension UISheetPresentationController {
  /// Where it can be in a window.
  final func places(in bounds: Rect, _ insets: EdgeInsets, _ traits: UITraitCollection) -> SheetPlaces {
    let isLow = traits.verticalSizeClass == .compact
    if isLow, !prefersEdgeAttachedInCompactHeight {
      let stop = SheetPlaces.Stop(identifier: .large, extent: bounds.height)
      return SheetPlaces(
        kind: .full, bounds: bounds, stops: [stop], x: 0, width: bounds.width, height: bounds.height)
    }
    if traits.horizontalSizeClass == .regular, !isLow { return card(in: bounds, insets) }
    return edge(in: bounds, insets, traits, isLow)
  }

  private func card(in bounds: Rect, _ insets: EdgeInsets) -> SheetPlaces {
    let room = bounds.inset(by: insets)
    let wanted = presentedViewController.wantedSize
    let isForm = presentationStyle == .formSheet
    let usual = isForm ? Size(540, 620) : Size(704, max(room.height - 80, 0))
    let width = min(isForm && wanted.width > 0 ? wanted.width : usual.width, max(room.width - 20, 0))
    let height = min(isForm && wanted.height > 0 ? wanted.height : usual.height, max(room.height - 40, 0))
    let y = room.midY - height / 2
    let stop = SheetPlaces.Stop(identifier: .large, extent: bounds.maxY - y)
    return SheetPlaces(
      kind: .card, bounds: bounds, stops: [stop], x: room.midX - width / 2 - bounds.minX, width: width,
      height: height)
  }

  private func edge(
    in bounds: Rect, _ insets: EdgeInsets, _ traits: UITraitCollection, _ isLow: Bool
  ) -> SheetPlaces {
    let strip = SheetPlaces.strip(above: bounds.height, insets, least: isLow ? 0 : 54)
    let context = SheetContext(
      containerTraitCollection: traits, maximumDetentValue: max(bounds.height - strip - insets.bottom, 0),
      half: bounds.height / 2 - insets.bottom)
    var stops: [SheetPlaces.Stop] = detents.compactMap { detent in
      guard let value = detent.resolvedValue(in: context) else { return nil }
      return SheetPlaces.Stop(identifier: detent.identifier, extent: value + insets.bottom)
    }
    if stops.isEmpty {
      stops = [.init(identifier: .large, extent: context.maximumDetentValue + insets.bottom)]
    }
    stops.sort { $0.extent < $1.extent }
    let wanted = presentedViewController.wantedSize.width
    let room = isLow ? bounds.inset(by: EdgeInsets(left: insets.left, right: insets.right)) : bounds
    let isNarrow = isLow && widthFollowsPreferredContentSizeWhenEdgeAttached && wanted > 0
    let width = isNarrow ? min(wanted, room.width) : room.width
    return SheetPlaces(
      kind: .edge, bounds: bounds, stops: stops, x: room.midX - width / 2 - bounds.minX, width: width,
      height: 0)
  }
}

extension UIViewController {
  /// The size that it, or what it shows, would like to have; zero: no matter.
  final var wantedSize: Size {
    if preferredContentSize != .zero { return preferredContentSize }
    let shown = children.last { $0.loadedView?.home != nil } ?? children.last
    return shown?.wantedSize ?? .zero
  }

  /// Shows the controller, or the one that it is in, as a sheet; nil for other styles. Set its detents before the controller is presented.
  public final var sheetPresentationController: UISheetPresentationController? {
    presentationController as? UISheetPresentationController
  }
}
