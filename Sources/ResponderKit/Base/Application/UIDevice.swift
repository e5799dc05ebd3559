import HIDEvents

/// The reports of a device's sensors. Closures are called, on the application's thread; changes of the orientation are posted, too.
public final class UIDevice {
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

  /// Whether the charge of the battery is wanted; off until a program turns it on.
  public var isBatteryMonitoringEnabled = false {
    didSet { if isBatteryMonitoringEnabled != oldValue { watch?.changed() } }
  }
  /// Posts the battery's changes; nil of a device that is no application's.
  var watch: BatteryWatch?
  /// The machine's power supplies.
  var supplies = PowerSupplies()
  /// From 0 to 1: the mean where there are several batteries; −1 without one, or while that is not monitored.
  public var batteryLevel: Float { isBatteryMonitoringEnabled ? supplies.level ?? -1 : -1 }
  /// Whether the battery is charged; `unknown` without one, or while that is not monitored.
  public var batteryState: BatteryState { isBatteryMonitoringEnabled ? supplies.state : .unknown }

  /// What a battery does.
  public enum BatteryState: Int, Hashable, Sendable {
    /// There is none, or it is not monitored; it gives power; it gets power; it is full.
    case unknown, unplugged, charging, full
  }

  func report(_ state: HIDEvent.Proximity) {
    isNear = state == .near
    guard isProximityMonitoringEnabled, proximityState != isNear else { return }
    proximityState = isNear
    onProximityChange?(isNear)
  }
}
