/// A list whose rows can be selected.
protocol RowSelector: AnyObject {
  /// Whether a row is selected in addition to others now.
  var selectsSeveral: Bool { get }
}

/// Places and draws a row's parts.
extension UITableViewCell {
  /// The accessory's breadth, with the space beside it.
  private var accessoryWidth: Double {
    let handle = editing?.handle == nil ? 0 : RowHandle.width
    if let view = shownAccessoryView { return view.bounds.width + 16 + handle }
    switch shownAccessoryType {
    case .none: return handle
    case .disclosureIndicator: return 28 + handle
    case .detailButton, .checkmark: return 38 + handle
    case .detailDisclosureButton: return 56 + handle
    }
  }

  /// How far picture and texts are moved by the row's level.
  private var levelIndent: Double {
    let indent = Double(indentationLevel) * indentationWidth
    return indent.isFinite ? min(max(indent, 0), 10_000) : 0
  }

  final func layOutParts() {
    updateConfigurationIfNeeded()
    for view in [backgroundView, selectedBackgroundView, multipleSelectionBackgroundView] {
      view?.frame = bounds
    }
    showSelectedBackground()
    layOutEditing()
    let width = contentWidth(in: bounds.width)
    loadedContentView?.frame = mirrored(
      Rect(bounds.minX + (editing?.indentation ?? 0), bounds.minY, width, bounds.height))
    if let view = shownAccessoryView {
      let size = view.bounds.size
      view.frame = mirrored(
        Rect(accessoryEnd - 16 - size.width, bounds.midY - size.height / 2, size.width, size.height))
    }
    if let view = configured.view {
      lineStart = (view as? UIListContentView)?.textStart ?? 16
      return
    }
    var left = 16.0 + levelIndent
    let inner = Rect(0, 0, width, bounds.height)
    if let picture = shownPicture, let size = picture.ownSize {
      let height = min(size.height, max(inner.height - 2, 0))
      let breadth = size.height > 0 ? size.width * height / size.height : 0
      picture.frame = Rect(left, inner.midY - height / 2, breadth, height)
      left += breadth + 16
    } else {
      shownPicture?.frame = .zero
    }
    lineStart = left
    layOutTexts(Rect(left, 0, max(inner.width - left - (accessoryWidth > 0 ? 8 : 16), 0), inner.height))
    guard isMirrored else { return }
    for part in [shownPicture, shownText, shownDetail] {
      part.map { $0.frame = $0.frame.mirrored(in: inner) }
    }
  }

  private func contentWidth(in width: Double) -> Double {
    max(width - accessoryWidth - (editing?.indentation ?? 0), 0)
  }

  private func layOutTexts(_ room: Rect) {
    guard let text = shownText else {
      shownDetail?.frame = room
      return
    }
    guard let detail = shownDetail, detail.text?.isEmpty == false else {
      text.frame = room
      return
    }
    let (first, second) = (text.sizeThatFits(room.size), detail.sizeThatFits(room.size))
    switch style {
    case .default: text.frame = room
    case .subtitle:
      let top = room.midY - (first.height + second.height + 2) / 2
      text.frame = Rect(room.minX, top, room.width, first.height)
      detail.frame = Rect(room.minX, top + first.height + 2, room.width, second.height)
    case .value1:
      let width = min(second.width.rounded(.up), room.width)
      detail.frame = Rect(room.maxX - width, 0, width, room.height)
      text.frame = Rect(room.minX, 0, max(room.width - width - 8, 0), room.height)
    case .value2:
      let width = min(96, room.width)
      text.textAlignment = isMirrored ? .left : .right
      text.frame = Rect(room.minX, 0, width, room.height)
      detail.frame = Rect(room.minX + width + 8, 0, max(room.width - width - 8, 0), room.height)
    }
  }

  /// The height that constraints in the content view say, or else the one that the texts need, 44 at the least.
  final func heightOfParts(width: Double) -> Double {
    updateConfigurationIfNeeded()
    let outer = contentWidth(in: width)
    if let height = configured.height(inWidth: outer) { return max(44, height).rounded(.up) }
    if let height = loadedContentView?.constrainedHeight(inWidth: outer) { return height.rounded(.up) }
    var room = outer - levelIndent - 16 - (accessoryWidth > 0 ? 8 : 16)
    if let size = shownPicture?.ownSize { room -= size.width + 16 }
    let size = Size(max(room, 0), 0)
    let first = shownText?.sizeThatFits(size).height ?? 0
    let second = shownDetail?.text?.isEmpty == false ? shownDetail?.sizeThatFits(size).height ?? 0 : 0
    let texts = style == .subtitle && second > 0 ? first + second + 2 : max(first, second)
    return max(44, texts + 22).rounded(.up)
  }

  final func partsChanged() {
    setNeedsLayout()
    setNeedsDisplay()
  }

  /// It was pressed or selected, or is no longer.
  final func stateChanged(animated: Bool) {
    setNeedsUpdateConfiguration()
    editing?.control?.isSelected = isSelected
    let isLit = (isHighlighted || isSelected) && selectionStyle != .none
    if isLit != self.isLit {
      self.isLit = isLit
      if let loadedContentView { light(loadedContentView) }
    }
    showSelectedBackground()
    setNeedsDisplay()
  }

  /// Gives texts and pictures their other looks while the row is pressed or selected, and takes them back; those of controls are the controls'.
  final func light(_ view: UIView) {
    var open = [view]
    while let view = open.popLast() {
      (view as? UILabel)?.isHighlighted = isLit
      (view as? UIImageView)?.isHighlighted = isLit
      if !(view is UIControl) { open += view.children }
    }
  }

  /// What is behind the contents while the row is pressed or selected.
  private var shownSelectedBackground: UIView? {
    guard let multipleSelectionBackgroundView else { return selectedBackgroundView }
    var next = superview
    while let view = next, !(view is any RowSelector) { next = view.superview }
    guard (next as? any RowSelector)?.selectsSeveral == true else { return selectedBackgroundView }
    return multipleSelectionBackgroundView
  }

  private func showSelectedBackground() {
    let shown = shownSelectedBackground
    for view in [selectedBackgroundView, multipleSelectionBackgroundView] {
      view?.isHidden = !isLit || view !== shown
    }
  }

  /// Puts a view in another one's place.
  final func exchange(_ old: UIView?, _ new: UIView?, atBack: Bool) {
    if old?.superview === self { old?.removeFromSuperview() }
    if let new { insertSubview(new, at: atBack ? 0 : subviews.count) }
    if let backgroundView { sendSubviewToBack(backgroundView) }
    partsChanged()
  }

  final func roundCorners() {
    layer.round(groupCorners)
    clipsToBounds = !groupCorners.isEmpty
  }

  // MARK: Drawing

  final func drawRow() {
    guard let drawing = Drawing.current else { return }
    if let background = shownBackgroundConfiguration {
      drawing.fill(background, in: bounds, tint: tintColor, isMirrored: isMirrored)
    } else if isHighlighted || isSelected, selectionStyle != .none, shownSelectedBackground == nil {
      drawing.fill(bounds, isHighlighted ? ControlLooks.pressedRow : ControlLooks.selectedRow)
    }
    let inner = bounds.inset(
      by: EdgeInsets(top: 0, left: 16 + (editing?.indentation ?? 0) + levelIndent, bottom: 0, right: 16))
    if !text.isEmpty, shownText == nil {
      drawing.text(
        text, in: mirrored(inner), font: UIFont(size: 15), ControlLooks.rowText,
        alignment: isMirrored ? .right : .natural)
    }
    if shownAccessoryView == nil { drawAccessory(drawing) }
    // The last row of a group with round corners ends with the group.
    guard let separatorColor, !groupCorners.contains(.layerMinXMaxYCorner) else { return }
    // An inset that a program has set counts.
    let textEdge = max(lineStart, 16) + (editing?.indentation ?? 0)
    let isAdded = separatorInsets.own == nil && separatorInsets.isAdded
    let start = isAdded ? textEdge + separatorInset.left : setSeparatorInset?.left ?? textEdge
    let line = Rect(
      bounds.minX + start, bounds.maxY - 1, max(bounds.width - start - separatorInset.right, 0), 1)
    drawing.fill(mirrored(line), separatorColor)
  }

  private func drawAccessory(_ drawing: Drawing) {
    let (right, middle) = (accessoryEnd - 16, bounds.midY)
    switch shownAccessoryType {
    case .none: break
    case .disclosureIndicator: drawArrow(drawing)
    case .checkmark:
      drawing.sign(
        "checkmark", at: mirrored(Point(right - 7, middle)), size: 17, weight: .medium, tintColor)
    case .detailButton: drawDetail(drawing, right)
    case .detailDisclosureButton:
      drawArrow(drawing)
      drawDetail(drawing, right - 18)
    }
  }

  private func drawArrow(_ drawing: Drawing) {
    let place = mirrored(Point(accessoryEnd - 19, bounds.midY))
    drawing.sign(
      isMirrored ? "chevron.left" : "chevron.right", at: place, size: 15, weight: .semibold,
      ControlLooks.rowSign)
  }

  /// Whether a touch is in the letter i, with some room around it.
  final func hasDetail(at touch: UITouch) -> Bool {
    guard shownAccessoryView == nil else { return false }
    let right: Double
    switch shownAccessoryType {
    case .detailButton: right = accessoryEnd - 16
    case .detailDisclosureButton: right = accessoryEnd - 34
    case .none, .disclosureIndicator, .checkmark: return false
    }
    let circle = detailRect(right)
    return mirrored(Rect(circle.minX - 8, bounds.minY, circle.width + 16, bounds.height)).contains(
      touch.location(in: self))
  }

  private func detailRect(_ right: Double) -> Rect { Rect(right - 22, bounds.midY - 11, 22, 22) }

  private func drawDetail(_ drawing: Drawing, _ right: Double) {
    drawing.sign("info.circle", at: mirrored(detailRect(right)).center, size: 20, tintColor)
  }
}
