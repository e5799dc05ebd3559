import HIDEvents
import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// What a device's sensors report: how it is held, and whether something is close to its screen.
@Suite(.hangLimit) struct DeviceTests {
  private final class Controller: UIViewController {
    var sizes: [Size] = []
    var supported = UIInterfaceOrientationMask.all
    override var supportedInterfaceOrientations: UIInterfaceOrientationMask { supported }
    override func viewWillTransition(to size: Size) {
      sizes.append(size)
      super.viewWillTransition(to: size)
    }
  }

  private func onDevice(_ body: @escaping @Sendable (Stage, UIWindow, Controller) -> Void) {
    onStage { stage in
      let (window, controller) = (UIWindow(), Controller())
      window.rootViewController = controller
      window.makeKeyAndVisible()
      stage.application.supportedInterfaceOrientations = .all
      stage.wait(1)
      body(stage, window, controller)
    }
  }

  @Test("S003-1: rotation") func theInterfaceTurnsWithTheDeviceInTheEventsCallout() {
    onDevice { stage, window, controller in
      let child = Controller()
      controller.addChild(child)
      let upright = window.bounds.size
      let turned = Size(upright.height, upright.width)
      stage.post(.orientation(.landscapeLeft))
      stage.wait(1)
      #expect(stage.application.device.orientation == .landscapeLeft)
      #expect(window.bounds.size == turned && stage.application.screen.bounds.size == turned)
      #expect(controller.view.bounds.size == turned)
      #expect(controller.sizes == [turned] && child.sizes == [turned])
      // To the other side, and onto a table: it stays as wide as it is.
      for orientation in [HIDEvent.Orientation.landscapeRight, .faceUp, .faceDown] {
        stage.post(.orientation(orientation))
        stage.wait(1)
      }
      #expect(window.bounds.size == turned && controller.sizes.count == 1)
      #expect(stage.application.device.orientation == .faceDown)
      stage.post(.orientation(.portraitUpsideDown))
      stage.wait(1)
      #expect(window.bounds.size == upright && controller.sizes == [turned, upright])
    }
  }

  /// Also views that were laid out before: the one that fills its superview, and one that a program places by its size.
  @Test func subviewsAreLaidOutForTheTurnedSize() {
    final class Placing: UIView {
      let corner = UIView()
      var sizes: [Size] = []
      override func layoutSubviews() {
        sizes.append(bounds.size)
        corner.frame = Rect(bounds.width - 30, bounds.height - 20, 30, 20)
      }
    }
    onDevice { stage, window, controller in
      let upright = window.bounds.size
      let turned = Size(upright.height, upright.width)
      let placing = Placing(frame: controller.view.bounds)
      placing.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      placing.addSubview(placing.corner)
      controller.view.addSubview(placing)
      stage.wait(20)
      #expect(placing.sizes == [upright])
      #expect(placing.corner.frame == Rect(upright.width - 30, upright.height - 20, 30, 20))
      stage.post(.orientation(.landscapeLeft))
      stage.wait(20)
      #expect(placing.frame == Rect(origin: .zero, size: turned) && placing.sizes == [upright, turned])
      #expect(placing.corner.frame == Rect(turned.width - 30, turned.height - 20, 30, 20))
      // A touch is given to what is there now.
      #expect(window.hitTest(Point(turned.width - 1, turned.height - 1), with: nil) === placing.corner)
      stage.post(.orientation(.portrait))
      stage.wait(20)
      #expect(placing.sizes == [upright, turned, upright])
      #expect(placing.corner.frame == Rect(upright.width - 30, upright.height - 20, 30, 20))
    }
  }

  @Test func anInterfaceTurnsOnlyAsItsProgramAndItsControllersSupport() {
    onDevice { stage, window, controller in
      let upright = window.bounds.size
      controller.supported = .portrait
      stage.post(.orientation(.landscapeLeft))
      stage.wait(1)
      #expect(window.bounds.size == upright && controller.sizes == [])
      // The device's left is the interface's right.
      controller.supported = [.portrait, .landscapeRight]
      for (orientation, size) in [
        (HIDEvent.Orientation.landscapeRight, upright), (.landscapeLeft, Size(upright.height, upright.width)),
      ] {
        stage.post(.orientation(orientation))
        stage.wait(1)
        #expect(window.bounds.size == size, "\(orientation)")
      }
      #expect(UIViewController().supportedInterfaceOrientations == .allButUpsideDown)
    }
    onStage { stage in
      let window = UIWindow()
      window.makeKeyAndVisible()
      let size = window.bounds.size
      var told: [UIDeviceOrientation] = []
      stage.application.device.onOrientationChange = { told.append($0) }
      for _ in 0..<2 {
        stage.post(.orientation(.landscapeLeft))
        stage.wait(1)
      }
      // Without a word of the program's nothing turns; it is notified once.
      #expect(window.bounds.size == size && told == [.landscapeLeft])
    }
  }

  @Test("S000-11: proximity") func proximityIsReportedToItsObservers() {
    onStage { stage in
      let device = stage.application.device
      var told: [Bool] = []
      device.onProximityChange = { told.append($0) }
      func report(_ states: HIDEvent.Proximity...) {
        for state in states { stage.post(.proximity(state)) }
        stage.wait(1)
      }
      report(.near)
      #expect(told == [] && !device.proximityState)
      device.isProximityMonitoringEnabled = true
      #expect(device.proximityState)
      report(.near, .far, .far, .near)
      #expect(told == [false, true] && device.proximityState)
      device.isProximityMonitoringEnabled = false
      #expect(!device.proximityState)
    }
  }

  @Test func theBatteryIsKnownByTheKernelsFiles() throws {
    let folder = try TemporaryFolder()
    func write(_ supply: String, _ files: [String: String]) throws {
      mkdir("\(folder.path)/\(supply)", 0o700)
      for (name, text) in files {
        let file = try #require(fopen("\(folder.path)/\(supply)/\(name)", "w"))
        fputs(text + "\n", file)
        fclose(file)
      }
    }
    let device = UIDevice()
    device.supplies = PowerSupplies(folder: folder.path)
    device.isBatteryMonitoringEnabled = true
    #expect(device.batteryLevel == -1 && device.batteryState == .unknown)
    try write("AC", ["type": "Mains", "online": "1"])
    try write("mouse", ["type": "Battery", "scope": "Device", "capacity": "10", "status": "Discharging"])
    #expect(device.batteryLevel == -1 && device.batteryState == .unknown)
    try write("BAT0", ["type": "Battery", "capacity": "40", "status": "Not charging"])
    #expect(device.batteryLevel == 0.4 && device.batteryState == .charging)
    try write("BAT1", ["type": "Battery", "capacity": "100", "status": "Full"])
    #expect(abs(device.batteryLevel - 0.7) < 0.001 && device.batteryState == .charging)
    try write("BAT0", ["status": "Discharging"])
    #expect(device.batteryState == .unplugged)
    try write("BAT0", ["status": "Full"])
    #expect(device.batteryState == .full)
    device.isBatteryMonitoringEnabled = false
    #expect(device.batteryLevel == -1 && device.batteryState == .unknown)
  }

  @Test func changesOfTheBatteryArePostedWhileItIsMonitored() throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    try onStage { stage in
      func write(_ files: [String: String]) throws {
        mkdir("\(path)/BAT0", 0o700)
        for (name, text) in files {
          let file = try #require(fopen("\(path)/BAT0/\(name)", "w"))
          fputs(text + "\n", file)
          fclose(file)
        }
      }
      let device = stage.application.device
      device.supplies = PowerSupplies(folder: path)
      try write(["type": "Battery", "capacity": "40", "status": "Discharging"])
      for name in [UIDevice.batteryLevelDidChangeNotification, UIDevice.batteryStateDidChangeNotification] {
        _ = NoticeCenter.default.addObserver(forName: name, object: device) { _ in
          stage.log("\(device.batteryLevel) \(device.batteryState)")
        }
      }
      stage.wait(60_000)
      device.isBatteryMonitoringEnabled = true
      stage.wait(60_000)
      #expect(stage.log.take().isEmpty)
      try write(["capacity": "39"])
      stage.wait(31_000)
      #expect(stage.log.take() == ["0.39 unplugged"])
      try write(["status": "Charging"])
      stage.wait(31_000)
      #expect(stage.log.take() == ["0.39 charging"])
      device.isBatteryMonitoringEnabled = false
      try write(["status": "Full", "capacity": "100"])
      stage.wait(60_000)
      #expect(stage.log.take().isEmpty)
    }
  }

  @Test func theMachineHasAName() {
    let device = UIDevice()
    #expect(device.systemName == "Linux" && device.systemVersion.contains("."))
    #expect(!device.name.isEmpty && !device.model.isEmpty && device.localizedModel == device.model)
  }

  @Test(arguments: [
    (CGSize(width: 844, height: 390), UIUserInterfaceIdiom.phone), (CGSize(width: 800, height: 600), .pad),
  ])
  func aScreenIsThatOfAPhoneOrLarger(size: CGSize, idiom: UIUserInterfaceIdiom) {
    onStage(screen: size) { stage in
      #expect(stage.application.device.userInterfaceIdiom == idiom)
      #expect(stage.window.traitCollection.userInterfaceIdiom == idiom)
    }
  }
}
