import BenchmarkKit
import HIDEvents
import LinuxSystem
import ResponderKit
import RunLoopCore

extension Workload {
  /// Counted: from just before the four records of a finger's coming down are written to a FIFO, as a device would, to the
  /// first instruction of `touchesBegan` in an application: through the router's process (reader, source, socket), and the
  /// application's port source, queue, source, hit test, and delivery. One finger after the other.
  ///
  /// `until=picture`: to the moment when the picture that answers the touch is drawn in the application's memory, 800 by 480 pixels of
  /// another color. What a display server does with it is not included.
  ///
  /// Where the three processes run: `same` all on one processor; `different` the router on another one than the application and
  /// the injecting one; `free` wherever the kernel puts them.
  static let input = Workload(
    name: "input",
    summary: "a touch from a device, through the router's process, to touchesBegan or the picture; latency",
    parameters: [.choice("cpus", "same", "different", "free"), .choice("until", "touch", "picture")],
    variants: [("same", "touch"), ("different", "touch"), ("free", "touch"), ("free", "picture")].map {
      [.init("cpus", .text($0.0)), .init("until", .text($0.1))]
    },
    clock: { _ in .elapsed }, bars: InputBars.all
  ) { bench, variant in
    let cpus = variant.text("cpus")
    let home = cpus == "free" ? nil : bench.loopProcessor
    let router = cpus == "different" ? try bench.other() : home
    let rig = try InputRig(application: home, router: router, drawing: variant.text("until") == "picture")
    defer { rig.end() }
    return try bench.run(
      Contestant("", limit: 100_000) { repetitions, latencies in
        for _ in 0..<repetitions { latencies.record(try rig.touch()) }
      }, on: home)
  }
}

/// A display shows 60 pictures a second, or 120: one interval more between an event and its picture misses the bar at either,
/// while a busy machine, or a debug build, stays below a quarter of the longer one.
enum InputBars {
  static let all = [
    Bar.atMost(
      "from a device's records to the picture, a quarter of a display's interval: at most 4 ms",
      "input cpus=free until=picture", 4_000_000, unit: "ns")
  ]

  /// How many milliseconds the application's surface takes no picture after a touch, as a display that has just got one: so one
  /// sees that the bar can be missed.
  static let variable = "MAINSPRING_LATE_PICTURES"
}

/// A router and an application, each in a process, and the device that is played here.
private final class InputRig {
  private let folder: String
  private var device: Int32 = -1
  private var answers: Int32 = -1
  private var children: [pid_t] = []
  private var tracking: Int32 = 0

  init(application: Int?, router: Int?, drawing: Bool) throws {
    folder = try TemporaryFolder.make("mainspring-bench")
    do {
      guard mkfifo(folder + "/device", 0o600) == 0 else { throw Descriptors.Failure("mkfifo") }
      // Opened for both: so it opens without a reader, and is never at its end.
      device = open(folder + "/device", O_RDWR | O_CLOEXEC)
      guard device >= 0 else { throw Descriptors.Failure("open of a FIFO") }
      let output = try Descriptors.pipe()
      answers = output.input
      _ = fcntl(answers, F_SETFL, fcntl(answers, F_GETFL) & ~O_NONBLOCK)
      defer { close(output.output) }
      try Processors.pinned(to: router) {
        try start(["router", "--socket", folder + "/router", "--device", folder + "/device"], output: nil)
      }
      try Processors.pinned(to: application) {
        let argument = drawing ? InputApplication.drawingArgument : InputApplication.argument
        try start(["bench", argument, folder + "/router"], output: output.output)
      }
      // The application reports when it is in front.
      _ = try answer()
    } catch {
      end()
      throw error
    }
  }

  /// A finger comes down and is lifted. The nanoseconds until the application was called.
  func touch() throws -> UInt64 {
    tracking = (tracking + 1) & 0xffff
    let down: [(UInt16, UInt16, Int32)] = [(3, 0x39, tracking), (3, 0x35, 100), (3, 0x36, 100), (0, 0, 0)]
    let up: [(UInt16, UInt16, Int32)] = [(3, 0x39, -1), (0, 0, 0)]
    let start = MonotonicTime.now
    try write(down, at: start)
    let latency = try answer() - start
    try write(up, at: MonotonicTime.now)
    // The end, too: nothing is under way when the next one comes.
    _ = try answer()
    return latency
  }

  private func write(_ records: [(UInt16, UInt16, Int32)], at time: UInt64) throws {
    var words: [UInt64] = []
    for (kind, code, value) in records {
      words.append(time / 1_000_000_000)
      words.append(time % 1_000_000_000 / 1000)
      words.append(UInt64(kind) | UInt64(code) << 16 | UInt64(UInt32(bitPattern: value)) << 32)
    }
    let count = words.withUnsafeBytes { LinuxSystem.write(device, $0.baseAddress, $0.count) }
    guard count == 8 * words.count else { throw Descriptors.Failure("write to the device") }
  }

  /// The application's next word, for which it has a minute: on a busy processor two processes take long to start.
  private func answer() throws -> UInt64 {
    var waiting = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 60_000) == 1 else { throw Descriptors.Failure("waiting for the application") }
    var time: UInt64 = 0
    guard read(answers, &time, 8) == 8 else { throw Descriptors.Failure("the application's answer") }
    return time
  }

  private func start(_ arguments: [String], output: Int32?) throws {
    children.append(
      try ToolProcess.startAgain(arguments, output.map { [1: $0] } ?? [:], silent: output == nil ? [1] : []))
  }

  func end() {
    for child in children {
      kill(child, SIGKILL)
      ToolProcess.wait(for: child)
    }
    children = []
    if device >= 0 { close(device) }
    if answers >= 0 { close(answers) }
    for name in ["device", "router", "router.lock"] { unlink(folder + "/" + name) }
    rmdir(folder)
  }
}

/// The application's process.
enum InputApplication {
  /// Makes the program do only this: not for people.
  static let argument = "--input-application"
  /// The same; it answers when it has drawn.
  static let drawingArgument = "--drawing-input-application"

  static func run(_ path: String, drawing: Bool) -> Never {
    // Not awaited when the other process was killed.
    alarm(600)
    signal(SIGPIPE, SIG_DFL)
    let application = UIApplication()
    let window = UIWindow(frame: Rect(0, 0, 800, 480))
    let surface = TimingSurface()
    let view: UIView = drawing ? ColorView(surface, window.bounds) : TimingView(frame: window.bounds)
    var views: [UIView] = [window]
    for _ in 0..<11 { views.append(UIView(frame: window.bounds)) }
    views.append(view)
    for (outer, inner) in zip(views, views.dropFirst()) { outer.addSubview(inner) }
    let renderer = drawing ? WindowRenderer(window) : nil
    renderer?.surface = surface
    surface.renderer = renderer
    window.makeKeyAndVisible()
    let connection = application.connect(to: RouterAddress(path: path), as: "input")
    connection.onChange = { state in if case .connected = state { reportMoment() } }
    application.run()
    exit(0)
  }
}

/// Reports the moment to the process that waits for it.
private func reportMoment() {
  var time = MonotonicTime.now
  LinuxSystem.write(1, &time, 8)
}

/// Says when it is touched.
private final class TimingView: UIView {
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { reportMoment() }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { reportMoment() }
}

/// Has another color while it is touched.
private final class ColorView: UIView {
  private let surface: TimingSurface

  init(_ surface: TimingSurface, _ frame: Rect) {
    self.surface = surface
    super.init(frame: frame)
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { show(.systemBlue) }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { show(.systemGreen) }

  private func show(_ color: UIColor) {
    backgroundColor = color
    surface.isAwaited = true
    surface.pause()
  }
}

/// Says when the picture that answers a touch is there. Of the main thread alone.
private final class TimingSurface: WindowSurface, @unchecked Sendable {
  var isAwaited = false
  private(set) var isReady = true
  weak var renderer: WindowRenderer?
  private let length = Environment.value(InputBars.variable).flatMap(Double.init) ?? 0

  func pause() {
    guard length > 0 else { return }
    isReady = false
    RunLoop.current.add(
      RunLoop.Timer(after: .nanoseconds(Int64(length * 1e6))) { [unowned self] _ in
        isReady = true
        renderer?.setNeedsPicture()
      })
  }

  func show(_ bitmap: Bitmap, damage: [PixelRect]) {
    guard isAwaited else { return }
    isAwaited = false
    reportMoment()
  }
}
