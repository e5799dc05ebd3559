import EventRouting
import HIDEvents
import LinuxSystem
import PlainText
import ResponderKit
import RunLoopCore

/// `runloop router`: the process between devices and applications.
enum RouterCommand {
  static let usage = """
    usage: runloop router [OPTIONS]
           runloop router list | front NAME | lock | unlock  [--socket PATH]

    Reads input devices and sends each event to the application it belongs to. Applications connect to its socket
    (UIApplication.connect(to:)) and declare their windows' frames. The router itself takes the system's keys (power:
    lock; volume, mute; Alt+Tab: the next application), and every event while no application is in front.

      --socket PATH      where it listens, in a private folder ($XDG_RUNTIME_DIR/mainspring/router, or
                         /tmp/mainspring-UID/router)
      --device PATH      a device node (/dev/input/eventN), a FIFO or a file in the same format; may be repeated
      --describe FILE    the device of a FIFO or a recording: its axes' ranges (an evemu description)
      --grab             takes the device nodes' events away from all other programs
      --recording FILE   plays a recording of evemu-record, in recorded time, and exits at its end
      --fast             plays it as fast as possible
      --clients N        starts playing when N applications are connected
      --stay             keeps running after the recording's end
      --screen WxH       the screen in points (390x844), over which devices' axes are stretched
      --show WHERE       shows applications' windows (UIApplication.host(_:on:) with the connection): on 'screen', the first
                         that is connected, without a display server; on the one of a device such as /dev/dri/card0; or
                         in a 'window' of an X server, which also gives input. Without --screen a screen has its own size
      --scale N          its pixels per point (1)
      --terminal TTY     the screen's virtual terminal, such as /dev/tty1: from there Ctrl+Alt+F1 to F12 lead to others
      --allow UID        another user who may connect; may be repeated
      --verbose          prints what the router does with its own events

    While it runs, list prints the applications, the front one first; front brings one to the front; lock and unlock
    do what the power key does.

      mkfifo ~/touch && runloop router --device ~/touch --verbose
      runloop router --show window --screen 1000x700 & runloop demo canvas --router & runloop demo controls --router
      runloop router --recording taps.events --screen 800x480 --clients 1

    Ends with status 0 (Ctrl-C, or the end of a recording), 1 when a device, a recording or the socket can not be used,
    2 when the arguments are wrong.
    """

  static func run(_ arguments: [String]) -> Never {
    let options: RouterArguments
    do { options = try RouterArguments(arguments) } catch { Tool.fail("router: \(error)") }
    if options.wantsHelp {
      print(usage)
      exit(0)
    }
    if let command = options.words.first {
      exit(RouterControl.run(command, Array(options.words.dropFirst()), at: options.address))
    }
    do {
      let server = try RouterServer(options)
      RunLoop.current.run()
      server.stop()
      exit(server.status)
    } catch {
      RouterCommand.complain("\(error)")
      exit(1)
    }
  }
}

extension RouterCommand {
  /// Reports an error on one line: names of devices and of recordings may have line ends.
  fileprivate static func complain(_ error: String) {
    Tool.write("runloop: router: \(error)".plainLine + "\n", to: 2)
  }
}

/// The router with its devices, as a process.
private final class RouterServer: @unchecked Sendable {
  private(set) var status: Int32 = 0
  private let options: RouterArguments
  /// The screen's size, in points.
  private let size: Size
  private let router: Router
  private var screen: KernelScreen?
  private var display: X11Display?
  private var window: X11Window?
  private let description: DeviceDescription?
  /// Nil before the socket is there.
  private var devices: RouterDevices?
  private var player: RecordingPlayer?
  private var timer: RunLoop.Timer?
  /// How often the server has checked whether applications have taken everything.
  private var endTurns = 0
  private var interruption: RunLoop.PortSource?
  private let loop = RunLoop.current

  init(_ options: RouterArguments) throws {
    self.options = options
    var settings = Router.Settings(address: options.address)
    screen = try Self.screen(options)
    if let screen {
      size = Size(Double(screen.width) / options.scale, Double(screen.height) / options.scale)
    } else {
      size = options.screen
    }
    (settings.width, settings.height) = (size.width, size.height)
    settings.allowedUsers = options.allowed
    description = try options.description.map { try Recording(path: $0).device }
    let isVerbose = options.isVerbose
    router = try Router(settings) { own in Self.report(own, isVerbose) }
    try show()
    try router.start()
    try watchInterruption()
    try openDevices()
    try openRecording()
    Tool.write("router: listening at \(options.address)\n", to: 1)
  }

  func stop() {
    player?.stop()
    devices?.close()
    router.stop()
    screen?.close()
    window?.close()
    display?.close()
  }

  private static func screen(_ options: RouterArguments) throws -> KernelScreen? {
    guard case .kernelScreen(let path) = options.show else { return nil }
    var settings = KernelScreen.Settings()
    settings.path = path
    settings.terminal = options.terminal
    if let size = options.chosenScreen {
      settings.size = (
        Int((size.width * options.scale).rounded()), Int((size.height * options.scale).rounded())
      )
    }
    return try KernelScreen(settings)
  }

  private func show() throws {
    let ended = { [unowned self] (reason: String) in
      failed("the screen can not be used any more: \(reason)")
      loop.stop()
    }
    if let screen {
      try router.show(
        on: screen, scale: options.scale,
        shown: { [unowned self] in $0 ? devices?.resume() : devices?.pause() },
        ended: ended)
    }
    guard options.show == .window else { return }
    let display = try X11Display()
    try display.attach(to: loop)
    let window = try X11Window(
      display, title: "router", name: "mainspring-router", width: Int((size.width * options.scale).rounded()),
      height: Int((size.height * options.scale).rounded()))
    router.show(on: window, scale: options.scale) { [unowned self] reason in
      Tool.write("router: \(reason)\n", to: 1)
      loop.stop()
    }
    window.show()
    (self.display, self.window) = (display, window)
  }

  private static func report(_ own: Router.Own, _ isVerbose: Bool) {
    switch own {
    case .event(let event):
      if isVerbose { Tool.write("router: without a receiver: \(event.payload)\n", to: 1) }
    case .locked(let isOn): Tool.write("router: \(isOn ? "locked" : "unlocked")\n", to: 1)
    case .volume(let volume): Tool.write("router: volume \(volume)\n", to: 1)
    case .muted(let isOn): Tool.write("router: sound \(isOn ? "off" : "on")\n", to: 1)
    case .focusSwitched: Tool.write("router: the next application is in front\n", to: 1)
    }
  }

  private func settings(_ number: Int) -> EvdevReader.Settings {
    var settings = EvdevReader.Settings()
    settings.width = size.width
    settings.height = size.height
    settings.device = UInt8(truncatingIfNeeded: number)
    settings.grabs = options.grabs
    return settings
  }

  private func openDevices() throws {
    let devices = RouterDevices(
      description, settings(0), emit: { [unowned self] in router.post($0) },
      failed: { [unowned self] in failed($0) }, ended: { [unowned self] in endIfIdle() })
    self.devices = devices
    // Number 0 is the recording's.
    for (index, path) in options.devices.enumerated() { try devices.open(path, number: index + 1) }
  }

  private func failed(_ reason: String) {
    RouterCommand.complain(reason)
    status = 1
  }

  private func openRecording() throws {
    guard let path = options.recording else { return }
    let recording = try Recording(path: path, device: description ?? DeviceDescription())
    let player = try RecordingPlayer(
      recording, pace: options.isFast ? .fast : .recorded, settings: settings(0),
      emit: { [unowned self] in router.post($0) }, ended: { [unowned self] in recordingEnded() })
    self.player = player
    guard options.clients > 0 else { return player.start() }
    let timer = RunLoop.Timer(after: .zero, repeating: .milliseconds(10), label: "waiting for clients") {
      [unowned self] timer in
      guard router.list.count >= options.clients else { return }
      timer.invalidate()
      player.start()
    }
    self.timer = timer
    loop.add(timer, to: .common)
  }

  private func recordingEnded() {
    player = nil
    endIfIdle()
  }

  /// Nothing more comes: ends when the applications have taken all events.
  private func endIfIdle() {
    guard !options.stays, options.recording != nil || !options.devices.isEmpty,
      devices?.isEmpty ?? true, player == nil
    else { return }
    let timer = RunLoop.Timer(after: .milliseconds(5), repeating: .milliseconds(5), label: "the end") {
      [unowned self] timer in
      endTurns += 1
      let waits = router.list.contains { (router.waiting(for: $0.number) ?? 0) > 0 }
      // A client that does not read must not keep the router from ending.
      if endTurns > 1, !waits || endTurns > 400 {
        timer.invalidate()
        loop.stop()
      }
    }
    self.timer = timer
    loop.add(timer, to: .common)
  }

  private func watchInterruption() throws {
    let port = try RunLoop.WakePort()
    Interrupted.port = port
    let source = RunLoop.PortSource(port, label: "interruption") { [unowned self] in loop.stop() }
    try loop.add(source, to: .common)
    interruption = source
    // A parent may have started the process with signals blocked, as threads of Dispatch have them.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] {
      sigaddset(&signals, number)
      signal(number) { _ in Interrupted.port?.ring() }
    }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    signal(SIGPIPE, SIG_IGN)
  }
}

/// The port that the signal handler rings. Set before the handler is installed.
private enum Interrupted {
  nonisolated(unsafe) static var port: RunLoop.WakePort?
}
