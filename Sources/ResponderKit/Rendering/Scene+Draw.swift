import HIDEvents

/// Drawing.
extension Scene {
  /// What a part of the picture is drawn with.
  private struct Pass {
    let painter: Painter
    let background: CGColor
    /// How many blurred pictures this one is in.
    var depth = 0
  }

  /// Blurred pictures in which there are others: in deeper ones only their color is drawn.
  private static let mostBlurs = 2

  /// Redraws a part of the picture.
  func draw(_ part: PixelRect, with painter: Painter, background: CGColor) {
    draw(upTo: items.count, part, Pass(painter: painter, background: background))
  }

  /// Draws what lies behind an item, or all.
  private func draw(upTo end: Int, _ part: PixelRect, _ pass: Pass) {
    // What lies behind something opaque that fills the part is not drawn.
    let first = lastHiding(part, before: end) ?? 0
    if end == 0 || !items[first].hides(part) { pass.painter.clear(part, to: pass.background) }
    draw(first..<end, part, pass)
  }

  /// The last item that hides a part of the picture and is drawn straight into it.
  private func lastHiding(_ part: PixelRect, before end: Int) -> Int? {
    var next = end
    let index = self.index
    while next > 0 {
      if let index, let start = index.skip(before: next, unlessHolding: part) {
        next = start
        continue
      }
      next -= 1
      if items[next].hides(part), isOutsideOfLayers(next) { return next }
    }
    return nil
  }

  /// No item around it is a layer: then it is drawn straight into the picture.
  private func isOutsideOfLayers(_ own: Int) -> Bool {
    var next = 0
    let index = self.index
    while next < own {
      if let index, let end = index.skipUngrouped(from: next, before: own) {
        next = end
        continue
      }
      if items[next].group != nil, items[next].end > own { return false }
      next += 1
    }
    return true
  }

  private func draw(_ range: Range<Int>, _ part: PixelRect, _ pass: Pass) {
    var index = range.lowerBound
    let places = self.index
    while index < range.upperBound {
      if let places, let next = places.skip(from: index, before: range.upperBound, outside: part) {
        index = next
        continue
      }
      if items[index].isOutside(of: part) {
        index += 1
        continue
      }
      let item = items[index]
      if let plane = item.plane {
        plane.draw(item.box.intersection(part), with: pass.painter)
        index += 1
        continue
      }
      guard let group = item.group else {
        drawItem(index, part, pass)
        index += 1
        continue
      }
      let clip = item.treeBox.intersection(part)
      if !clip.isEmpty { draw(group, index, clip, pass, upTo: range.upperBound) }
      index = max(item.end, index + 1)
    }
  }

  private func draw(_ group: SceneItem.Group, _ index: Int, _ clip: PixelRect, _ pass: Pass, upTo end: Int) {
    let (item, painter) = (items[index], pass.painter)
    if let dissolve = group.dissolve, dissolve.passage.isTurn {
      return painter.layer(clip, alpha: group.alpha) {
        // Corners, mask and shadow turn with the card.
        var side = group
        (side.alpha, side.dissolve, side.tint) = (1, nil, nil)
        item.flip(dissolve, clip, painter) { draw(side, index, $0, pass, upTo: end) }
        if let tint = group.tint { painter.tint(clip, tint) }
      }
    }
    // The shadow is outside of the mask.
    if group.isMasked { item.drawShadow(clip, painter, alpha: group.alpha) }
    var mask: (Outline, AffineTransform)?
    if group.isMasked {
      let shape = item.look.shape(of: item.bounds)
      mask = (Outline(shape, scale: item.transform.scale), item.transform)
    }
    let content = index + 1 + group.maskCount
    painter.layer(clip, alpha: group.alpha, mask: mask) {
      let new = { (part: PixelRect) in
        drawItem(index, part, pass, withShadow: !group.isMasked, isCut: group.isMasked)
        // Nothing in front of a blurred item is in what is behind it.
        let last = min(item.end, end)
        if content < last { draw(content..<last, part, pass) }
      }
      if let dissolve = group.dissolve, dissolve.passage != .fade {
        item.slide(dissolve, clip, painter, new)
      } else {
        new(clip)
        if let dissolve = group.dissolve {
          painter.dissolve(clip, to: dissolve.part) { item.draw(dissolve.picture, clip, painter) }
        }
      }
      if let tint = group.tint { painter.tint(clip, tint) }
      if group.hasMask {
        painter.keep(clip) { draw(index + 1..<content, clip, pass) }
      }
    }
  }

  private func drawItem(
    _ index: Int, _ part: PixelRect, _ pass: Pass, withShadow: Bool = true, isCut: Bool = false
  ) {
    let item = items[index]
    guard let backdrop = item.backdrop else {
      return item.draw(part, pass.painter, withShadow: withShadow, isCut: isCut)
    }
    if withShadow { item.drawShadow(part, pass.painter, alpha: 1) }
    drawBackdrop(backdrop, index, part, pass, isCut: isCut)
    item.draw(part, pass.painter, withShadow: false, isCut: isCut)
  }

  /// Draws what lies behind an item, blurred, and its color over that.
  private func drawBackdrop(
    _ backdrop: Backdrop.Shown, _ index: Int, _ part: PixelRect, _ pass: Pass, isCut: Bool
  ) {
    let (item, painter) = (items[index], pass.painter)
    let place = item.place
    let seen = place.intersection(part)
    guard !seen.isEmpty else { return }
    let shape = isCut ? Drawing.Shape.rect(item.bounds, radius: 0) : item.look.shape(of: item.bounds)
    let blur = BackdropBlur(deviation: backdrop.deviation)
    if blur.isSeen, pass.depth < Self.mostBlurs {
      // Nothing beyond its own edges counts, so that a change elsewhere does not change it.
      let source = blur.source(of: seen, in: place)
      var inner = pass
      inner.depth += 1
      let behind = painter.apart(source) { draw(upTo: index, source, inner) }
      painter.lay(blur.blurred(behind, at: source, seen, in: place), over: seen, shape, item.transform)
    }
    painter.fill(shape, backdrop.color, item.transform, seen)
  }
}

extension SceneItem {
  /// Whether it draws nothing in a part, whatever is in it. Asked of each item, which is not copied for that.
  fileprivate func isOutside(of part: PixelRect) -> Bool {
    group == nil && plane == nil && backdrop == nil && box.intersection(part).isEmpty
  }

  fileprivate func draw(
    _ part: PixelRect, _ painter: Painter, withShadow: Bool = true, isCut: Bool = false
  ) {
    let visible = box.intersection(part)
    guard !visible.isEmpty else { return }
    if identity.isOverlay { return painter.paint([look.border(of: bounds)], transform, clip: visible) }
    let shape = isCut ? Drawing.Shape.rect(bounds, radius: 0) : look.shape(of: bounds)
    if withShadow {
      drawShadow(visible, painter, alpha: 1, isCovered: group == nil && look.background?.isOpaque == true)
    }
    if let tiling = look.tiling(of: bounds) {
      painter.fill(shape, tiling, transform, visible)
    } else if let color = look.background {
      painter.fill(shape, color, transform, visible)
    }
    if let gradient = look.gradient {
      painter.fill(shape, gradient, in: bounds, transform, visible)
    }
    guard let drawing, !drawing.operations.isEmpty else { return }
    let operations = contentOperations
    // Where it is turned, a mask cuts it.
    let part = self.isCut && !transform.isTurned ? innerClip.intersection(visible) : visible
    // What was drawn stays where it was in the view when that scrolls.
    let shift = bounds.origin - drawing.bounds.origin
    painter.paint(
      operations, AffineTransform(translationX: shift.x, y: shift.y).concatenating(transform),
      clip: part)
  }

  /// The picture from before a transition and what is new, each as far from its place as it is now, within the bounds.
  fileprivate func slide(
    _ dissolve: ViewPresentation.Dissolve, _ part: PixelRect, _ painter: Painter, _ new: (PixelRect) -> Void
  ) {
    let box = PixelRect(around: bounds.applying(transform)).intersection(clip)
    guard let offsets = dissolve.passage.offsets(dissolve.part), !box.isEmpty else { return }
    // Each is drawn whole: what is seen of it in the part may come from elsewhere.
    let newPicture = painter.apart(box) { new(box) }
    let oldPicture = painter.apart(box) { draw(dissolve.picture, box, painter) }
    let pictures = [(oldPicture, offsets.old), (newPicture, offsets.new)]
    for (picture, offset) in dissolve.passage.isNewInFront ? pictures : pictures.reversed() {
      let (x, y) = (Double(box.width) * offset.x, Double(box.height) * offset.y)
      painter.lay(picture, Int(x.rounded()) + box.minX, Int(y.rounded()) + box.minY, part.intersection(box))
    }
  }

  /// One of both pictures on a card that turns around the middle of the bounds; of a view that is turned itself, of the box around it. What is cut off around the view is not on
  /// the card.
  fileprivate func flip(
    _ dissolve: ViewPresentation.Dissolve, _ part: PixelRect, _ painter: Painter, _ new: (PixelRect) -> Void
  ) {
    let card = bounds.applying(transform)
    guard card.isFinite, !treeBox.isEmpty, let turn = dissolve.passage.turn(dissolve.part, of: card.size)
    else { return }
    let picture = painter.apart(treeBox) {
      if turn.isNew { new(treeBox) } else { draw(dissolve.picture, treeBox, painter) }
    }
    let origin = AffineTransform(translationX: card.minX, y: card.minY)
    let map = PlaneMap(origin.inverted()).concatenating(turn.map).concatenating(PlaneMap(origin))
    let drawn = Rect(
      Double(treeBox.minX), Double(treeBox.minY), Double(treeBox.width), Double(treeBox.height))
    let seen = map.outline(of: drawn.corners)
    // Seen from its edge it is a line.
    guard let back = map.inverse, seen.count > 2 else { return }
    painter.project(picture, at: treeBox, back, Outline(.polygon(seen), scale: 1), part)
  }

  /// What it looked like before a transition.
  fileprivate func draw(_ picture: ViewPicture, _ part: PixelRect, _ painter: Painter) {
    painter.paint([.image(picture.bitmap, picture.place, alpha: 1)], transform, clip: part)
  }

  /// What it draws, with the shadow of that.
  var contentOperations: [Drawing.Operation] {
    let operations = drawing?.operations ?? []
    guard contentThrowsShadow else { return operations }
    let color = look.shadowColor.withAlpha(look.shadowColor.alpha * look.shadowOpacity)
    let offset = Point(look.shadowOffset.width, look.shadowOffset.height)
    return [.effect(operations, .shadow(.init(offset: offset, deviation: look.shadowRadius, color: color)))]
  }

  /// - Parameter isCovered: whether the box is drawn over it, and nothing of it is seen through that.
  fileprivate func drawShadow(_ part: PixelRect, _ painter: Painter, alpha: Double, isCovered: Bool = false) {
    guard look.shadowOpacity > 0, !contentThrowsShadow else { return }
    let visible = box.intersection(part)
    let rect = bounds.offsetBy(dx: look.shadowOffset.width, dy: look.shadowOffset.height)
    let color = look.shadowColor.withAlpha(look.shadowColor.alpha * look.shadowOpacity * alpha)
    guard look.shadowRadius > 0 else {
      return painter.fill(look.shape(of: rect), color, transform, visible)
    }
    let inner = bounds.insetBy(dx: look.cornerRadius + 1, dy: look.cornerRadius + 1)
    var hidden = PixelRect.empty
    if isCovered, !transform.isTurned, !inner.isEmpty, inner.applying(transform).isFinite {
      hidden = PixelRect(rounding: inner.applying(transform))
    }
    painter.shadow(
      .init(size: rect.size, cornerRadius: look.cornerRadius, deviation: look.shadowRadius), at: rect.origin,
      color, transform, visible, hidden: hidden)
  }
}
