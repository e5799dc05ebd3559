import HIDEvents

/// Of a window that no desktop shows: it is in the pictures of those behind it.
final class SharedPicture: WindowPicture {
  private weak var application: UIApplication?

  init(_ application: UIApplication) { self.application = application }

  var isStale: Bool {
    get { true }
    set {
      guard newValue else { return }
      for window in application?.windows ?? [] { window.renderer?.isStale = true }
    }
  }

  func present() {}
  func changed(_ view: UIView) { isStale = true }

  /// The views' drawings are the same, but show something else.
  func redraw() {
    for window in application?.windows ?? [] { window.renderer?.setNeedsPicture() }
  }
}

extension UIWindow {
  /// It may be in the pictures of those behind it now, or no longer.
  final func picturePlaceChanged() {
    for window in application?.windows ?? [] where window !== self { window.renderer?.isStale = true }
  }

  /// The windows in front of this one that no desktop shows, from back to front. Each gets a `SharedPicture`, by which a change of it redraws the
  /// windows that it is drawn over.
  final func shareUnshownInFront() -> [UIWindow] {
    guard let application, let index = application.windows.firstIndex(where: { $0 === self }) else {
      return []
    }
    let others = application.windows[(index + 1)...].filter { $0.hostNumber == 0 && $0.renderer == nil }
    for window in others where window.rendererStorage == nil {
      window.rendererStorage = SharedPicture(application)
    }
    return others
  }
}

extension Scene {
  /// Adds another window where it is on the screen.
  mutating func add(_ other: UIWindow, over window: UIWindow, scale: Double, bounds: PixelRect) {
    let place = other.presentationStorage?.state.toSuperlayer ?? other.geometry.toSuperview
    let origin = window.frame.origin
    let base = place.concatenating(AffineTransform(translationX: -origin.x, y: -origin.y))
      .concatenating(AffineTransform(scaleX: scale, y: scale))
    let start = items.count
    let scene = Scene(.view(other, base, bounds), root: nil, others: others + start)
    others = scene.others - start
    take(scene)
    for var item in scene.items {
      item.end += start
      items.append(item)
    }
  }
}
