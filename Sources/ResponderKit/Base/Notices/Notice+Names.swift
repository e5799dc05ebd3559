// Names of what applications and scenes post. Each comes right after the delegate was notified.

extension UIApplication {
  /// The application was launched.
  public static let didFinishLaunchingNotification = Notice.Name(
    "UIApplicationDidFinishLaunchingNotification")
  /// The application has become active.
  public static let didBecomeActiveNotification = Notice.Name("UIApplicationDidBecomeActiveNotification")
  /// The application will be inactive.
  public static let willResignActiveNotification = Notice.Name("UIApplicationWillResignActiveNotification")
  /// The application is no longer seen.
  public static let didEnterBackgroundNotification = Notice.Name(
    "UIApplicationDidEnterBackgroundNotification")
  /// The application will be seen again.
  public static let willEnterForegroundNotification = Notice.Name(
    "UIApplicationWillEnterForegroundNotification")
  /// The application ends.
  public static let willTerminateNotification = Notice.Name("UIApplicationWillTerminateNotification")
  /// Memory is short.
  public static let didReceiveMemoryWarningNotification = Notice.Name(
    "UIApplicationDidReceiveMemoryWarningNotification")
}

extension UIScene {
  /// The scene was connected.
  public static let willConnectNotification = Notice.Name("UISceneWillConnectNotification")
  /// The application, and so the scene, ends.
  public static let didDisconnectNotification = Notice.Name("UISceneDidDisconnectNotification")
  /// The scene gets input.
  public static let didActivateNotification = Notice.Name("UISceneDidActivateNotification")
  /// The scene will get no input.
  public static let willDeactivateNotification = Notice.Name("UISceneWillDeactivateNotification")
  /// The scene is no longer seen.
  public static let didEnterBackgroundNotification = Notice.Name("UISceneDidEnterBackgroundNotification")
  /// The scene will be seen.
  public static let willEnterForegroundNotification = Notice.Name("UISceneWillEnterForegroundNotification")
}

extension UIWindow {
  /// The window is key now: posted after `becomeKey()`.
  public static let didBecomeKeyNotification = Notice.Name("UIWindowDidBecomeKeyNotification")
  /// The window is no longer key: posted after `resignKey()`.
  public static let didResignKeyNotification = Notice.Name("UIWindowDidResignKeyNotification")
}

extension UIDevice {
  /// The device is held in another way: posted with the device after `orientation` has changed.
  public static let orientationDidChangeNotification = Notice.Name("UIDeviceOrientationDidChangeNotification")
  /// The battery's charge has changed: posted with the device while that is monitored, up to half a minute later.
  public static let batteryLevelDidChangeNotification = Notice.Name(
    "UIDeviceBatteryLevelDidChangeNotification")
  /// The battery is charged, or not, or full: posted with the device while that is monitored, up to half a minute later.
  public static let batteryStateDidChangeNotification = Notice.Name(
    "UIDeviceBatteryStateDidChangeNotification")
  /// Without effect, as UIKit's programs call it: changes are always posted.
  public func beginGeneratingDeviceOrientationNotifications() {}
  /// Without effect.
  public func endGeneratingDeviceOrientationNotifications() {}
}
