import BenchmarkKit
import DesktopWindows
import EventRouting
import HIDEvents
import LinuxSystem
import ResponderKit
import RunLoopCore
import StallMonitoring

/// An application with one window: real, or only as a picture; watched by the stall monitor; and fingers that play a
/// script.
final class DemoWindowStage {
  let application: UIApplication
  let window: UIWindow
  let place: DemoPlace
  private var renderer: WindowRenderer?
  private var host: DesktopWindow?
  private var screen: ScreenWindow?
  private var monitor: StallMonitor?
  private let listener = StallListener()
  private var fingers: Fingers?
  /// Where the script's fingers are: drawn over everything.
  private let marks = MarkView()
  private var isOver = false
  /// Nil without a router.
  private var connection: RouterConnection?
  private var hasFailed = false

  init(_ place: DemoPlace, title: String, size: Size) {
    self.place = place
    let size = place.size.map { Size(Double($0.width), Double($0.height)) } ?? size
    application = UIApplication(screen: place.isPart ? Self.screenToBe : size, scale: 1)
    window = UIWindow(frame: Rect(origin: .zero, size: size))
    window.label = title
    watch()
  }

  /// A router reports the size of its screen later. A window that fills the screen until then would fill that, too.
  private static var screenToBe: Size { Size(32768, 32768) }

  /// Shows the window with this view in it, and runs until it is closed, or the script has ended.
  func run(
    _ view: UIView, title: String, script: @autoclosure () -> [Gesture],
    onStall: @escaping (String) -> Void
  ) {
    listener.show = onStall
    view.frame = window.bounds
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    window.addSubview(view)
    do {
      if let desktop = place.desktop {
        keep(
          try application.host(window, on: desktop, title: title, name: "mainspring-\(window.label)"))
      } else if let path = place.router {
        let name = "\(window.label) \(getpid())"
        if let corner = place.corner { window.frame.origin = Point(corner.x, corner.y) }
        let connection = application.connect(to: RouterAddress(path: path), as: name)
        self.connection = connection
        keep(application.host(window, on: connection))
      } else if place.isScreen {
        try showOnScreen()
      } else {
        window.makeKeyAndVisible()
        renderer = WindowRenderer(window)
      }
    } catch {
      Tool.fail("\(error)")
    }
    if !place.isLive || place.plays {
      window.layoutIfNeeded()
      play(script())
    }
    runUntilOver()
    write()
    screen?.close()
    monitor?.stop()
    application.terminate()
    if hasFailed { exit(1) }
  }

  private func keep(_ host: DesktopWindow) {
    host.minimumSize = Size(320, 240)
    host.isFullScreen = place.fillsScreen
    host.onClose = { [weak self] host in
      host.close()
      self?.end()
    }
    host.onEnd = { [weak self] error in
      if let error { Tool.write("runloop: \(error)\n", to: 2) }
      self?.end()
    }
    self.host = host
    renderer = host.renderer
  }

  private func showOnScreen() throws {
    var settings = KernelScreen.Settings()
    settings.path = place.screen
    settings.size = place.size
    settings.terminal = place.terminal
    let host = try application.host(window, on: KernelScreen(settings), inputs: place.inputs)
    for failure in host.failures { Tool.write("runloop: \(failure)\n", to: 2) }
    host.onEnd = { [weak self] error in
      Tool.write("runloop: \(error)\n", to: 2)
      self?.end()
    }
    screen = host
    renderer = host.renderer
  }

  private func runUntilOver() {
    let begin = ContinuousClock.now
    var notice = RouterNotice(path: place.router ?? "")
    var lastShown = begin
    while !isOver {
      application.run(for: .milliseconds(50))
      if !isOver { report(&notice, &lastShown) }
      if let seconds = place.seconds, begin.duration(to: .now) > .seconds(seconds) { end() }
    }
    // Waits for pending reports: another thread reads a stall's report, which takes long on a busy machine.
    for _ in 0..<1500 where listener.isBusy { application.run(for: .milliseconds(20)) }
  }

  /// Reports that a router does not show the demo; a refusal ends it.
  private func report(_ notice: inout RouterNotice, _ lastShown: inout ContinuousClock.Instant) {
    guard let connection else { return }
    let isShown = connection.pictureScreen != nil
    if isShown { lastShown = .now }
    if let text = notice.text(
      connection.state, isShown: isShown, mistrust: connection.mistrust, after: lastShown.duration(to: .now))
    {
      Tool.write("runloop: \(text)\n", to: 2)
    }
    if case .closed(let refusal) = connection.state {
      hasFailed = refusal != nil
      end()
    }
  }

  private func end() {
    isOver = true
    application.loop.stop()
  }

  // MARK: The script

  private func play(_ script: [Gesture]) {
    marks.frame = window.bounds
    marks.isUserInteractionEnabled = false
    window.addSubview(marks)
    fingers = Fingers(script, in: application, marks: marks) { [weak self] in
      guard let self else { return }
      if !place.isLive || place.seconds == nil && (place.png != nil || place.svg != nil) {
        end()
      } else {
        fingers?.lift()
      }
    }
  }

  // MARK: Pictures

  private func write() {
    guard let renderer else { return }
    if place.png != nil || place.svg != nil { renderer.update() }
    if let path = place.png { write(renderer.bitmap.png(), to: path) }
    if let path = place.svg { write(Array(window.pictureSVG().utf8), to: path) }
  }

  private func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "w") else {
      Tool.fail("'\(path)' can not be written: \(Errno.last)")
    }
    let count = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, count == bytes.count else { Tool.fail("'\(path)' could not be written whole") }
    print("\(path): \(bytes.count) bytes")
  }

  // MARK: Stalls

  private func watch() {
    // Its message is part of the picture, which a test compares with the screen.
    if Environment.value("MAINSPRING_DEMO_MONITOR") == "off" { return }
    RunLoop.main.label = "main"
    var settings = StallMonitor.Settings()
    settings.threshold = .milliseconds(150)
    settings.rarestRepeat = 1
    settings.dailyLimit = 1_000_000
    settings.reports = .folder(place.folder ?? ReportFolder.standard)
    do {
      let monitor = try StallMonitor(settings, delegate: listener)
      listener.path = monitor.reports?.path ?? ""
      monitor.watch(.main)
      monitor.start()
      self.monitor = monitor
    } catch {
      Tool.write("runloop: without the stall monitor: \(error)\n", to: 2)
    }
  }
}

/// Receives stalls on the monitor's thread; describes them on another one, and shows the text on the main loop.
private final class StallListener: StallMonitorDelegate, @unchecked Sendable {
  /// Set before the monitor starts.
  var path = ""
  /// Set and used on the main thread.
  var show: (String) -> Void = { _ in }
  private let underWay = Counter()

  var isBusy: Bool { underWay.value > 0 }

  func stallBegan(_ record: StallRecord) { underWay.add(1) }

  func stallEnded(_ record: StallRecord) {
    let path = path
    // Reading its symbols takes a while.
    ThreadStart.detached { [self] in
      usleep(20_000)
      let sentence = (try? StallRun(path: path)).map { StallReport(record, of: $0).sentence }
      RunLoop.main.post { [self] in
        if let sentence { print("stall: \(sentence)") }
        show("Stall: \(StallReport.time(record.duration)) in \(record.callout.label)")
        underWay.add(-1)
      }
    }
  }
}
