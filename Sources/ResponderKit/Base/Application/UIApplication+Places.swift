import HIDEvents

/// Where the desktop's windows are. Input comes in the coordinates of its window, and is moved to the screen's when it is handled: so a window that
/// is moved meanwhile, by the desktop or by the program, gets it in the right place.
extension UIApplication {
  /// The desktop has moved the window, after what was posted before.
  package final func post(place: Point, of hosted: HostedWindow) {
    post { [weak self] in
      hosted.place = place
      self?.placeWindows()
    }
  }

  /// Gives windows their origins on the application's screen, which is the window that fills it, or else the desktop's.
  final func placeWindows() {
    let screen = hosting.all.first { $0.fillsScreen && $0.place != nil }?.place ?? .zero
    for hosted in hosting.all where !hosted.fillsScreen {
      guard let place = hosted.place, let window = hosted.window else { continue }
      let origin = Point(place.x - screen.x, place.y - screen.y)
      if window.frame.origin != origin { window.frame.origin = origin }
    }
  }
}

extension HostedWindow {
  /// The event with places on the application's screen, in place of those in the window.
  package func onScreen(_ event: HIDEvent) -> HIDEvent {
    guard let origin = window?.frame.origin, origin != .zero else { return event }
    return event.moved(x: origin.x, y: origin.y)
  }

  final func onScreen(_ events: [HIDEvent]) -> [HIDEvent] {
    guard let origin = window?.frame.origin, origin != .zero else { return events }
    return events.map { $0.moved(x: origin.x, y: origin.y) }
  }
}
