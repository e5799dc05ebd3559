import HIDEvents

/// What of a picture is no longer true.
extension Scene {
  /// The pixels that differ between two scenes, or that may.
  func damage(since old: Scene) -> Damage {
    var damage = Damage()
    if compareInPlace(with: old, &damage) { return damage }
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

  /// Compares the items of two scenes that have the same ones, in the same order; false if they do not. Items are large: none is copied.
  private func compareInPlace(with old: Scene, _ damage: inout Damage) -> Bool {
    items.withUnsafeBufferPointer { items in
      old.items.withUnsafeBufferPointer { old in
        guard items.count == old.count,
          items.indices.allSatisfy({ items[$0].identity == old[$0].identity })
        else { return false }
        for index in items.indices { Self.compare(items[index], old[index], &damage) }
        return true
      }
    }
  }

  private static func compare(_ new: SceneItem, _ old: SceneItem, _ damage: inout Damage) {
    if let plane = new.plane, let before = old.plane {
      let isSame = plane.takePicture(from: before)
      if isSame, new.box == old.box, new.clip == old.clip { return }
      damage.add(new.box)
      damage.add(old.box)
    } else if new.group != old.group {
      damage.add(new.treeBox)
      damage.add(old.treeBox)
    } else if !new.looksLike(old) {
      // The edges that a layer is cut along have moved.
      damage.add(new.group == nil ? new.box : new.treeBox)
      damage.add(old.group == nil ? old.box : old.treeBox)
    }
  }
}

extension Scene {
  /// With what changes because something behind it does: what is blurred, around the pixels that are drawn anew.
  func spread(_ damage: Damage) -> Damage {
    guard hasBackdrops else { return damage }
    var damage = damage
    for item in items {
      guard let backdrop = item.backdrop else { continue }
      let reach = BackdropBlur(deviation: backdrop.deviation).reach
      let place = item.place
      for part in damage.rects { damage.add(part.insetBy(-reach).intersection(place)) }
    }
    return damage
  }
}
