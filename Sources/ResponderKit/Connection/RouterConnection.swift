import HIDEvents
import LinuxSystem
import RunLoopCore

/// An application's channel to the router: what the application is goes there, its events come from there.
///
/// When the router goes, everything that was down is cancelled and the application is inactive, until a router is there
/// again: the connection looks for one, at first soon, then more and more seldom. Belongs to the application's thread.
public final class RouterConnection: @unchecked Sendable {
  /// How far the connection is.
  public enum State: Hashable, Sendable {
    /// Waits for the router's answer.
    case connecting
    /// The router knows the application, by this number.
    case connected(client: UInt32)
    /// There is no router now; the next try comes after so long.
    case waiting(Duration)
    /// For good: by the application, or since the router wants nothing of it.
    case closed(RoutingMessage.Refusal?)
  }

  /// The first pause before the next attempt to connect. It doubles each time.
  public static let firstPause = Duration.milliseconds(20)
  /// The longest pause between two attempts to connect.
  public static let longestPause = Duration.seconds(2)
  /// Messages that a turn takes.
  static let mostPerTurn = 32

  /// The socket that the router listens at.
  public let address: RouterAddress
  /// The application's name at the router.
  public let name: String
  /// How far the connection is now. `onChange` is called when it changes.
  public private(set) var state = State.connecting {
    didSet { if state != oldValue { onChange?(state) } }
  }
  /// Called when the state changed.
  public var onChange: ((State) -> Void)?
  /// Why the router at the address was not believed in the last try; nil when it was, or none listens. The next try
  /// comes as if there were no router.
  public private(set) var mistrust: RouterMistrust?
  /// The router's screen, in points; known once connected.
  public private(set) var screen: Size?
  /// Whether the application wants to be seen. The router is notified before the loop next sleeps.
  public var wantsForeground: Bool

  /// Shows the application's windows, where the router has a screen.
  package var pictures: (any RouterPictures)? {
    didSet { if let pictureScreen { pictures?.begin(pictureScreen) } }
  }
  /// The router's screen, if it shows pictures.
  package internal(set) var pictureScreen: RoutingMessage.Screen?
  /// Messages about pictures.
  var unsent = UnsentMessages()

  private let trusted: Set<UInt32>
  private let application = ThreadConfined<UIApplication>(nil)
  private let loop: RunLoop
  private(set) var port: RunLoop.MessagePort?
  private var source: RunLoop.PortSource?
  private var observer: RunLoop.Observer?
  private var timer: RunLoop.Timer?
  private var pause = RouterConnection.firstPause
  /// The timer is set to send again what the channel did not take.
  private var willSendAgain = false
  private var sendingPause = RouterConnection.firstPause
  /// The router's state of the application.
  private var sentDescription: ClientDescription?

  init(
    _ application: UIApplication, to address: RouterAddress, as name: String, wantsForeground: Bool,
    trusting trusted: Set<UInt32>
  ) {
    self.address = address
    self.trusted = trusted
    self.name = name
    self.wantsForeground = wantsForeground
    self.application.object = application
    loop = application.loop
    let observer = RunLoop.Observer(activities: .beforeWaiting, order: 2_100_000, label: "router connection")
    {
      [weak self] _ in self?.sendChanges()
    }
    // After layout: windows have their places.
    loop.add(observer, to: .common)
    self.observer = observer
    let timer = RunLoop.Timer(
      at: .distantFuture, isReusable: true, label: "router connection"
    ) { [weak self] _ in self?.tryAgain() }
    self.timer = timer
    connect()
  }

  /// Ends the connection for good. Touches and keys that are down are cancelled.
  public func close() { end(.closed(nil)) }

  // MARK: Connecting

  /// The timer's callout: connects again. A connection that has something to send does so at the end of the turn.
  private func tryAgain() {
    willSendAgain = false
    connect()
  }

  private func connect() {
    guard port == nil, !isClosed else { return }
    state = .connecting
    do throws(RouterMistrust) {
      let descriptor = try RouterSocket.connect(to: address.path, trusting: trusted)
      mistrust = nil
      guard let descriptor else { return retry() }
      begin(descriptor)
    } catch {
      mistrust = error
      retry()
    }
  }

  private func begin(_ descriptor: Int32) {
    guard let port = try? RunLoop.MessagePort(adopting: descriptor) else {
      LinuxSystem.close(descriptor)
      return retry()
    }
    self.port = port
    let source = RunLoop.PortSource(port, label: "router \(address)") { [weak self] in self?.receive() }
    self.source = source
    do { try loop.add(source, to: .common) } catch { return lose() }
    sentDescription = nil
    sendChanges()
  }

  private func retry() {
    state = .waiting(pause)
    timer?.fireDate = loop.now.advanced(by: pause)
    if let timer { loop.add(timer, to: .common) }
    pause = min(pause * 2, Self.longestPause)
  }

  private var isClosed: Bool {
    if case .closed = state { return true }
    return false
  }

  /// Handles the end of the channel.
  private func lose() {
    dropChannel()
    guard !isClosed else { return }
    application.object?.losses.add(.channelClosed)
    retry()
  }

  /// Ends everything after earlier events were handled.
  private func dropChannel() {
    source?.invalidate()
    source = nil
    guard port != nil else { return }
    port = nil
    endPictures()
    cancelEverything()
  }

  private func cancelEverything() {
    guard let application = application.object else { return }
    let time = UInt64(max(0, loop.now.nanoseconds))
    for change in [HIDEvent.System.contactsLost, .willResignActive] {
      application.input.queue.append(HIDEvent(timestamp: time, .system(change)))
    }
    application.input.announce()
  }

  private func end(_ last: State) {
    guard !isClosed else { return }
    state = last
    dropChannel()
    observer?.invalidate()
    timer?.invalidate()
  }

  // MARK: Sending

  /// Sends changes since the last message to the router.
  private func sendChanges() {
    sendDescription()
    guard sentDescription != nil else { return }
    pictures?.arrange()
    flushPictures()
  }

  private func sendDescription() {
    guard let port, let application = application.object else { return }
    let now = ClientDescription(
      name: name, wantsForeground: wantsForeground, wantsRemoteControl: application.remoteControlDepth > 0,
      windows: application.windows.map { ClientDescription.Window($0.frame) })
    guard now != sentDescription else { return }
    do throws(RunLoop.MessagePort.Failure) {
      try port.send((sentDescription == nil ? RoutingMessage.hello(now) : .changed(now)).packet())
      sentDescription = now
      sendingPause = Self.firstPause
    } catch {
      switch error {
      case .full, .unexpected: sendLater()
      // A read reports that it is closed.
      case .closed, .tooLong, .empty: break
      }
    }
  }

  /// Has the loop take a turn soon, in which the message is sent again: without it, an idle loop would sleep on.
  func sendLater() {
    guard !willSendAgain, let timer else { return }
    willSendAgain = true
    timer.fireDate = loop.now.advanced(by: sendingPause)
    loop.add(timer, to: .common)
    sendingPause = min(sendingPause * 2, Self.longestPause)
  }

  // MARK: Receiving

  /// The port source's callout: takes messages, and has the queue's source deal with the events in the next turn.
  private func receive() {
    guard let port, let input = application.object?.input else { return }
    var hasEvents = false
    defer { if hasEvents { input.announce() } }
    for _ in 0..<Self.mostPerTurn where !input.queue.isFull {
      do {
        guard let packet = try port.receive() else { return }
        switch try RoutingMessage(packet: packet) {
        case .event(let event):
          input.queue.append(event)
          hasEvents = true
        case let message: take(message)
        }
        if self.port !== port { return }
      } catch let error as PacketError {
        application.object?.losses.add(.init("packet: \(error.label)"))
      } catch {
        return lose()
      }
    }
  }

  private func take(_ message: RoutingMessage) {
    switch message {
    case .welcome(let client, let width, let height):
      screen = Size(width, height)
      pause = Self.firstPause
      state = .connected(client: client)
    case .overrun(let dropped):
      application.object?.losses.add(.overrun, Int(dropped))
      cancelEverything()
    case .refused(.ended), .refused(.tooManyClients): lose()
    // Other programs of this user connect too often: later there is room.
    case .refused(.tooOften) where state == .connecting: lose()
    case .refused(let refusal): end(.closed(refusal))
    default:
      if !takePictures(message) { application.object?.losses.add(.init("packet: out of turn")) }
    }
  }
}

extension ClientDescription.Window {
  fileprivate init(_ frame: Rect) {
    self.init(
      x: frame.origin.x, y: frame.origin.y, width: max(0, frame.size.width), height: max(0, frame.size.height)
    )
  }
}
