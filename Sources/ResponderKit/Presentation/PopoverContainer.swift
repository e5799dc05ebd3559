/// Holds a popover: its panel beside its source, with an arrow.
final class PopoverContainer: PresentationContainer {
  private let arrow = PopoverArrow()
  private static let cornerRadius = 13.0
  /// Of a controller that does not say how large it would like to be.
  private static let usualSize = Size(320, 480)

  init(_ popover: UIPopoverPresentationController) {
    super.init(popover)
    // It takes touches, and darkens nothing.
    dimming.backgroundColor = nil
    dimming.alpha = 1
    for view in [panel, clip] { view.layer.cornerRadius = Self.cornerRadius }
    panel.layer.shadowOpacity = 0.22
    panel.layer.shadowRadius = 18
    panel.layer.shadowOffset = Size(0, 4)
    clip.layer.borderWidth = PopoverArrow.lineWidth
    arrow.isElevated = true
    addSubview(arrow)
  }

  private var popover: UIPopoverPresentationController? {
    presentationController as? UIPopoverPresentationController
  }

  override func hitTest(_ point: Point, with event: UIEvent?) -> UIView? {
    let hit = super.hitTest(point, with: event)
    guard hit === dimming, let through = popover?.passthroughViews else { return hit }
    let passes = through.contains { view in
      view.window === window && view.point(inside: view.convert(point, from: self), with: event)
    }
    return passes ? nil : hit
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    guard let popover, !isLeaving else { return }
    dimming.frame = bounds
    let color = popover.backgroundColor ?? popover.presentedView?.backgroundColor ?? Self.color
    panel.backgroundColor = color
    clip.layer.borderColor = PopoverArrow.line.resolvedColor(with: traitCollection).cgColor
    let source = popover.source(in: self)
    let place = place(popover, source)
    panel.frame = place.frame
    clip.frame = panel.bounds
    arrow.isHidden = place.side == nil
    popover.arrowDirection = UIPopoverArrowDirection(place.side)
    if let side = place.side, let source {
      arrow.show(at: side, color)
      arrow.frame = PopoverArrow.frame(beside: place.frame, side, to: source, corner: Self.cornerRadius)
    }
    popover.containerWasLaidOut()
  }

  private func place(_ popover: UIPopoverPresentationController, _ source: Rect?) -> PanelPlace {
    var room = bounds.inset(by: safeAreaInsets)
    if let keyboard = window?.inputViewFrame, keyboard.height > 0 {
      room.size.height = max(min(room.maxY, keyboard.minY) - room.minY, 0)
    }
    room = room.inset(by: popover.popoverLayoutMargins)
    let wanted = popover.presentedViewController.wantedSize
    let size = Size(
      min(wanted.width > 0 ? wanted.width : Self.usualSize.width, room.width),
      min(wanted.height > 0 ? wanted.height : Self.usualSize.height, room.height))
    if let source {
      let sides = popover.permittedArrowDirections.sides
      let gap = PopoverArrow.height
      if let place = PanelPlace(size, beside: source, in: room, gap: gap, sides) { return place }
      if !popover.canOverlapSourceViewRect,
        let place = PanelPlace(largest: size, beside: source, in: room, gap: gap, sides)
      {
        return place
      }
    }
    return PanelPlace(size, over: source ?? room, in: room)
  }

  override var surroundings: [UIView] { [dimming, arrow] }
  override func moveOut() { alpha = 0 }
  override func comeBack() { alpha = 1 }
}
