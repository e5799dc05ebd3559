import HIDEvents

/// Fingers on a touchpad: one moves the pointer, two scroll. The pad's width is the screen's.
///
/// Buttons are the mouse's. A short touch is no click.
struct Touchpad {
  private var places: [UInt32: (x: Double, y: Double)] = [:]

  /// Applies a frame: the movement of the fingers' centre, while their number is unchanged.
  mutating func follow(_ contacts: [HIDEvent.Contact], _ mouse: inout MousePointer) {
    guard !contacts.isEmpty else { return }
    let before = places
    for contact in contacts {
      switch contact.phase {
      case .began, .moved, .stationary: places[contact.identity] = (contact.x, contact.y)
      case .ended, .cancelled: places[contact.identity] = nil
      }
    }
    guard !places.isEmpty, places.count == before.count else { return }
    var way = (x: 0.0, y: 0.0)
    for (identity, place) in places {
      guard let old = before[identity] else { return }
      way.x += (place.x - old.x) / Double(places.count)
      way.y += (place.y - old.y) / Double(places.count)
    }
    switch places.count {
    case 1: mouse.move(x: way.x, y: way.y)
    // The content follows the fingers.
    case 2: mouse.turn(x: way.x, y: way.y)
    default: break
    }
  }
}
