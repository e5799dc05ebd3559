/// The kind of device that an interface is for.
public enum UIUserInterfaceIdiom: Int, Hashable, Sendable {
  /// Not known.
  case unspecified = -1
  /// A screen whose shorter side has less than 600 points; a larger one. The others are no kind of device here.
  case phone, pad, tv, carPlay
  /// No kind of device here.
  case mac = 5, vision
}

extension UIDevice {
  /// By the application's screen: a pad from 600 points of its shorter side on.
  public var userInterfaceIdiom: UIUserInterfaceIdiom { .of(UIScreen.main.bounds.size) }
}

extension UITraitCollection {
  /// By the application's screen, as that of the device.
  public var userInterfaceIdiom: UIUserInterfaceIdiom { .of(UIScreen.main.bounds.size) }
}

extension UIUserInterfaceIdiom {
  fileprivate static func of(_ screen: Size) -> UIUserInterfaceIdiom {
    min(screen.width, screen.height) < UITraitCollection.regularWidth ? .phone : .pad
  }
}
