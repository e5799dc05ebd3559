import HIDEvents

/// What of a picture is no longer true.
extension Scene {
  /// The pixels that differ between two scenes, or that may.
  func damage(since old: Scene) -> Damage {
    var damage = Damage()
    if items.count == old.items.count, zip(items, old.items).allSatisfy({ $0.identity == $1.identity }) {
      for (new, old) in zip(items, old.items) { Self.compare(new, old, &damage) }
      return damage
    }
    var places: [SceneItem.Identity: Int] = [:]
    places.reserveCapacity(old.items.count)
    for (index, item) in old.items.enumerated() { places[item.identity] = index }
    // Remaining items, from back to front: an item that was behind its predecessor is drawn.
    var last = -1
    for item in items {
      guard let index = places.removeValue(forKey: item.identity) else {
        damage.add(item.box)
        continue
      }
      if index < last {
        damage.add(item.box)
        damage.add(old.items[index].box)
      } else {
        last = index
      }
      Self.compare(item, old.items[index], &damage)
    }
    for index in places.values { damage.add(old.items[index].box) }
    return damage
  }

  private static func compare(_ new: SceneItem, _ old: SceneItem, _ damage: inout Damage) {
    if new.group != old.group {
      damage.add(new.treeBox)
      damage.add(old.treeBox)
    } else if !new.looksLike(old) {
      // The edges that a layer is cut along have moved.
      damage.add(new.group == nil ? new.box : new.treeBox)
      damage.add(old.group == nil ? old.box : old.treeBox)
    }
  }
}

/// Drawing.
extension Scene {
  /// Redraws a part of the picture.
  func draw(_ part: PixelRect, with painter: Painter, background: CGColor) {
    // What lies behind something opaque that fills the part is not drawn.
    let first = items.indices.last { items[$0].hides(part) && isOutsideOfLayers($0) } ?? 0
    if items.isEmpty || !items[first].hides(part) { painter.clear(part, to: background) }
    draw(first..<items.count, part, painter)
  }

  /// No item around it is a layer: then it is drawn straight into the picture.
  private func isOutsideOfLayers(_ own: Int) -> Bool {
    !items[..<own].contains { $0.group != nil && $0.end > own }
  }

  private func draw(_ range: Range<Int>, _ part: PixelRect, _ painter: Painter) {
    var index = range.lowerBound
    while index < range.upperBound {
      let item = items[index]
      guard let group = item.group else {
        item.draw(part, painter)
        index += 1
        continue
      }
      let clip = item.treeBox.intersection(part)
      if !clip.isEmpty {
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
            item.draw(part, painter, withShadow: !group.isMasked, isCut: group.isMasked)
            draw(content..<item.end, part, painter)
          }
          if let dissolve = group.dissolve, dissolve.passage != .fade {
            item.slide(dissolve, clip, painter, new)
          } else {
            new(clip)
            if let dissolve = group.dissolve {
              painter.dissolve(clip, to: dissolve.part) { item.draw(dissolve.picture, clip, painter) }
            }
          }
          if group.hasMask {
            painter.keep(clip) { draw(index + 1..<content, clip, painter) }
          }
        }
      }
      index = max(item.end, index + 1)
    }
  }
}

extension SceneItem {
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
    if let color = look.background {
      painter.fill(shape, color, transform, visible)
    }
    if let gradient = look.gradient {
      painter.fill(shape, gradient, in: bounds, transform, visible)
    }
    guard let drawing, !drawing.operations.isEmpty else { return }
    // What was drawn stays where it was in the view when that scrolls.
    let shift = bounds.origin - drawing.bounds.origin
    painter.paint(
      drawing.operations, AffineTransform(translationX: shift.x, y: shift.y).concatenating(transform),
      clip: visible)
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

  /// What it looked like before a transition.
  fileprivate func draw(_ picture: ViewPicture, _ part: PixelRect, _ painter: Painter) {
    painter.paint([.image(picture.bitmap, picture.place, alpha: 1)], transform, clip: part)
  }

  /// - Parameter isCovered: whether the box is drawn over it, and nothing of it is seen through that.
  fileprivate func drawShadow(_ part: PixelRect, _ painter: Painter, alpha: Double, isCovered: Bool = false) {
    guard look.shadowOpacity > 0 else { return }
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
