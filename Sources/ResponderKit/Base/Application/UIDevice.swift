import HIDEvents

/// How a device is held: `HIDEvent.Orientation`, or not known.
public enum UIDeviceOrientation: Int, Hashable, Sendable, CaseIterable {
  /// Nothing has been reported.
  case unknown
  /// Upright.
  case portrait
  /// Upright, with the lower edge on top.
  case portraitUpsideDown
  /// Turned to the left.
  case landscapeLeft
  /// Turned to the right.
  case landscapeRight
  /// Lying, with the screen upwards.
  case faceUp
  /// Lying, with the screen downwards.
  case faceDown

  /// Upright, either way up.
  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  /// Turned to a side.
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

/// Orientations in which an interface may be shown.
public struct UIInterfaceOrientationMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The device is upright.
  public static let portrait = Self(rawValue: 1 << 1)
  /// The device is upright, with the lower edge on top.
  public static let portraitUpsideDown = Self(rawValue: 1 << 2)
  /// The device is turned to the right, and so the interface to the left.
  public static let landscapeLeft = Self(rawValue: 1 << 4)
  /// The device is turned to the left, and so the interface to the right.
  public static let landscapeRight = Self(rawValue: 1 << 3)
  /// Turned to a side.
  public static let landscape: Self = [.landscapeLeft, .landscapeRight]
  /// Each of them.
  public static let all: Self = [.portrait, .portraitUpsideDown, .landscape]
  /// Each but with the lower edge on top.
  public static let allButUpsideDown: Self = [.portrait, .landscape]

  /// Whether an interface is turned with a device that is held so.
  func supports(_ orientation: UIDeviceOrientation) -> Bool {
    switch orientation {
    case .portrait: contains(.portrait)
    case .portraitUpsideDown: contains(.portraitUpsideDown)
    case .landscapeLeft: contains(.landscapeRight)
    case .landscapeRight: contains(.landscapeLeft)
    case .unknown, .faceUp, .faceDown: false
    }
  }
}

/// What a device's own sensors report. UIKit posts notifications; here a closure is called, on the application's thread.
public final class UIDevice {
  /// The device of the calling thread's application.
  public static var current: UIDevice { UIApplication.shared.device }

  /// How the device is held, as it was last reported.
  public internal(set) var orientation = UIDeviceOrientation.unknown
  /// Called after `orientation` has changed, before the interface is turned.
  public var onOrientationChange: ((UIDeviceOrientation) -> Void)?

  /// Whether the sensor at the screen's front is wanted; off until a program turns it on.
  public var isProximityMonitoringEnabled = false {
    didSet { if !isProximityMonitoringEnabled { proximityState = false } else { proximityState = isNear } }
  }
  /// Whether something is close to the screen's front; always false while that is not monitored.
  public private(set) var proximityState = false
  /// Called after `proximityState` has changed by a report.
  public var onProximityChange: ((Bool) -> Void)?
  private var isNear = false

  func report(_ state: HIDEvent.Proximity) {
    isNear = state == .near
    guard isProximityMonitoringEnabled, proximityState != isNear else { return }
    proximityState = isNear
    onProximityChange?(isNear)
  }
}

extension UIApplication {
  /// The device is held in another way: the interface turns with it, where the root view controllers support that.
  final func handle(_ orientation: HIDEvent.Orientation) {
    let orientation = UIDeviceOrientation(rawValue: Int(orientation.rawValue)) ?? .unknown
    guard device.orientation != orientation else { return }
    device.orientation = orientation
    device.onOrientationChange?(orientation)
    let supported = windows.compactMap(\.rootViewController).reduce(supportedInterfaceOrientations) {
      $0.intersection($1.supportedInterfaceOrientations)
    }
    guard supported.supports(orientation) else { return }
    let size = screen.bounds.size
    let (short, long) = (min(size.width, size.height), max(size.width, size.height))
    screenChanged(to: orientation.isPortrait ? Size(short, long) : Size(long, short))
  }
}
