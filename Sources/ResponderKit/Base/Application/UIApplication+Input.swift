import HIDEvents
import RunLoopCore

/// The way of input events into the application.
extension UIApplication {
  /// How many fingers count at once; more are dropped.
  public final var maximumTouches: Int { TouchRegistry.mostTouches }

  /// Takes the event into the queue, from any thread: `application.input` may be handed to others as this closure.
  public final func post(_ event: HIDEvent) { input.append(event) }

  /// Calls the closure when the events that were posted before it have been handled, and before those after it.
  package final func post(_ work: @escaping () -> Void) { input.append(work) }

  /// A way to post events from other threads.
  public final var poster: @Sendable (HIDEvent) -> Void {
    let input = input
    return { input.append($0) }
  }

  /// Receives events from a port, on the application's own loop: a port source takes packets off the port and signals the
  /// queue's source, which is performed in the next turn.
  public final func connect(to port: RunLoop.MessagePort) throws(RunLoop.PortError) {
    let channel = EventChannel(port, input)
    let application = ThreadConfined(self)
    let box = ThreadConfined<RunLoop.PortSource>(nil)
    let source = RunLoop.PortSource(port, label: "HID events") {
      if channel.read() { return }
      box.object?.invalidate()
      application.object?.losses.add(.channelClosed)
    }
    box.object = source
    try loop.add(source, to: .common)
    input.keep(source)
  }

  /// Receives events from a port, on a thread of its own: the application's loop sees the queue's source only.
  public final func connectWithFetchThread(to port: RunLoop.MessagePort) {
    let application = ThreadConfined(self)
    let loop = loop
    let thread = FetchThread(input, port) {
      loop.post { application.object?.losses.add(.channelClosed) }
    }
    input.keep(thread)
    thread.start()
  }

  /// New touches are dropped until `endIgnoringInteractionEvents`, and those that are down are cancelled.
  public final func beginIgnoringInteractionEvents() {
    ignoringDepth += 1
    touches.cancelAll()
  }

  /// Ends one `beginIgnoringInteractionEvents`. New touches are accepted again when all have been ended.
  public final func endIgnoringInteractionEvents() { ignoringDepth = max(0, ignoringDepth - 1) }
  /// Whether new touches are dropped.
  public final var isIgnoringInteractionEvents: Bool { ignoringDepth > 0 }

  // MARK: Inside

  final func attach() {
    let application = ThreadConfined(self)
    input.open { application.object?.handleEventQueue() }
  }

  /// The queue's source: makes events of what is in the queue now.
  final func handleEventQueue() {
    for _ in 0..<input.queue.count {
      guard let entry = input.queue.take() else { break }
      handle(entry)
      input.queue.recycle(entry)
    }
    let dropped = input.queue.takeDropped()
    if dropped > 0 { losses.add(.queueFull, dropped) }
    for error in input.takeBadPackets() { losses.add(.init("packet: \(error.label)")) }
    if !input.queue.isEmpty { input.announce() }
  }

  /// A run begins inside a callout: what is left in the queue is its business too.
  final func innerRunBegins() { if !input.queue.isEmpty { input.announce() } }

  private func handle(_ entry: EventQueue.Entry) {
    if let work = entry.work { return work.perform() }
    let host = entry.host
    let hosted = hosting[host]
    // Input of a window that has ended since is dropped.
    if host != 0, hosted == nil { return }
    let event = hosted?.onScreen(entry.event) ?? entry.event
    switch event.payload {
    case .digitizer(let contacts):
      let earlier = hosted?.onScreen(entry.earlier) ?? entry.earlier
      touches.apply(contacts, at: event.timestamp, in: host, earlier: earlier[...])
    case .pointer(let pointer): handle(pointer, at: event.timestamp, in: host)
    case .key(let key):
      if key.phase == .down, let hosted { follow(hosted) }
      handle(key, at: event.timestamp, in: host)
    case .acceleration(let acceleration): handle(acceleration, at: event.timestamp)
    case .remoteControl(let command): handle(command, at: event.timestamp)
    case .system(let change):
      if let hosted { handle(change, in: hosted) } else { handle(change) }
    case .proximity(let state): device.report(state)
    case .orientation(let orientation): handle(orientation)
    }
  }

  /// A decision of the system about the application.
  package final func handle(_ change: HIDEvent.System) {
    switch change {
    case .didBecomeActive: becomeActive()
    case .willResignActive:
      guard applicationState == .active else { return }
      notify(.willResignActive)
      resign(to: .inactive)
    case .didEnterBackground:
      if applicationState == .active {
        notify(.willResignActive)
        resign(to: .inactive)
      }
      guard applicationState != .background else { return }
      applicationState = .background
      notify(.didEnterBackground)
    case .willEnterForeground:
      guard applicationState == .background else { return }
      applicationState = .inactive
      notify(.willEnterForeground)
    case .contactsLost: touches.contactsLost()
    }
  }

  final func becomeActive() {
    guard applicationState != .active else { return }
    applicationState = .active
    for window in windows { window.firstResponder?.activityChanged() }
    notify(.didBecomeActive)
  }

  private func resign(to state: State) {
    applicationState = state
    for window in windows { window.firstResponder?.activityChanged() }
    touches.cancelAll()
    cancelPresses()
    cancelMotion()
  }

  /// The device is held in another way: the interface turns with it, where the root view controllers support that.
  final func handle(_ orientation: HIDEvent.Orientation) {
    let orientation = UIDeviceOrientation(rawValue: Int(orientation.rawValue)) ?? .unknown
    guard device.orientation != orientation else { return }
    device.orientation = orientation
    device.onOrientationChange?(orientation)
    notices.post(name: UIDevice.orientationDidChangeNotification, object: device)
    let roots = windows.compactMap(\.rootViewController)
    let supported = roots.reduce(supportedInterfaceOrientations) {
      $0.intersection($1.supportedInterfaceOrientations)
    }
    guard supported.supports(orientation), roots.allSatisfy(\.shouldAutorotate) else { return }
    turnedOrientation = orientation
    let size = screen.bounds.size
    let (short, long) = (min(size.width, size.height), max(size.width, size.height))
    screenChanged(to: orientation.isPortrait ? Size(short, long) : Size(long, short))
  }
}
