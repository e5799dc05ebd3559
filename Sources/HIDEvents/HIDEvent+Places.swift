extension HIDEvent {
  /// The event with its places moved by a distance.
  package func moved(x: Double, y: Double) -> HIDEvent {
    var event = self
    switch payload {
    case .digitizer(var contacts):
      for index in contacts.indices {
        contacts[index].x += x
        contacts[index].y += y
      }
      event.payload = .digitizer(contacts)
    case .pointer(var pointer):
      pointer.x += x
      pointer.y += y
      event.payload = .pointer(pointer)
    case .key, .acceleration, .remoteControl, .proximity, .orientation, .system: break
    }
    return event
  }
}
