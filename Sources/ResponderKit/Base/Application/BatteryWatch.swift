import RunLoopCore

/// Looks from time to time whether the battery has changed, while that is monitored: the kernel's files announce no changes.
final class BatteryWatch {
  static let interval = Duration.seconds(30)

  private unowned let device: UIDevice
  private let notices: NoticeCenter
  private let loop: RunLoop
  private var timer: RunLoop.Timer?
  private var last: (level: Float, state: UIDevice.BatteryState) = (-1, .unknown)

  init(_ device: UIDevice, _ notices: NoticeCenter, _ loop: RunLoop) {
    (self.device, self.notices, self.loop) = (device, notices, loop)
  }

  deinit { timer?.invalidate() }

  /// Monitoring has begun or ended.
  func changed() {
    timer?.invalidate()
    timer = nil
    last = (device.batteryLevel, device.batteryState)
    guard device.isBatteryMonitoringEnabled else { return }
    let watch = ThreadConfined(self)
    let timer = RunLoop.Timer(after: Self.interval, repeating: Self.interval, label: "battery") { _ in
      watch.object?.look()
    }
    self.timer = timer
    loop.add(timer, to: .common)
  }

  private func look() {
    let (old, new) = (last, (level: device.batteryLevel, state: device.batteryState))
    last = new
    if new.level != old.level {
      notices.post(name: UIDevice.batteryLevelDidChangeNotification, object: device)
    }
    if new.state != old.state {
      notices.post(name: UIDevice.batteryStateDidChangeNotification, object: device)
    }
  }
}
