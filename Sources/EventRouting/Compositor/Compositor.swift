import HIDEvents
import RunLoopCore

/// Composes applications' pictures into one, and shows it on a screen.
///
/// An application's picture stays in the application's memory until it is copied into the screen's. The memory of a shown picture is
/// freed when the next one is put, so no application draws more pictures than the screen shows. Belongs to the router's thread.
final class Compositor {
  /// The router's side.
  struct Listener {
    /// Sends an application a message.
    var notify: (_ client: UInt32, RoutingMessage) -> Void
    /// Takes input of the screen's window.
    var input: (HIDEvent) -> Void
    /// Called with false when another program takes the screen.
    var shown: (Bool) -> Void
    /// Called with the reason when the screen can no longer be used.
    var ended: (String) -> Void
  }

  /// A window's picture on the screen.
  private struct Layer: Equatable {
    var client: UInt32
    var window: UInt32
    /// Its place in pixels of the screen, which may extend beyond the edges.
    var place: PixelRect
  }

  let screen: any CompositorScreen
  /// Pixels per point.
  let scale: Double
  /// The color where no window is.
  private let background: UInt32 = 0xFF20_2428
  private let listener: Listener
  private let canvas: UnsafeMutablePointer<UInt32>
  private let all: PixelRect
  private var clients: [UInt32: ClientPictures] = [:]
  /// Applications in the foreground, from back to front.
  private var stack: [UInt32] = []
  private var layers: [Layer] = []
  private var damage: MissedParts
  /// Whether the next picture may differ from the last.
  private var isStale = true
  private var pointer: PointerPicture?
  private var observer: RunLoop.Observer?
  private var isOver = false

  init(_ screen: any CompositorScreen, scale: Double, on loop: RunLoop, _ listener: Listener) {
    self.screen = screen
    self.scale = scale
    self.listener = listener
    let (width, height) = screen.size
    all = PixelRect(x: 0, y: 0, width: width, height: height)
    canvas = .allocate(capacity: max(width * height, 1))
    canvas.initialize(repeating: background, count: max(width * height, 1))
    damage = MissedParts(width: width, height: height)
    damage.addAll()
    let bound = ThreadBound(self)
    let observer = RunLoop.Observer(activities: .beforeWaiting, order: 2_200_000, label: "router's screen") {
      _ in bound.object?.compose()
    }
    loop.add(observer, to: .common)
    self.observer = observer
    screen.listen { [weak self] event in self?.take(event) }
  }

  deinit { canvas.deallocate() }

  func stop() {
    isOver = true
    observer?.invalidate()
    screen.listen { _ in }
    clients = [:]
  }

  private func take(_ event: CompositorScreenEvent) {
    switch event {
    case .beat(let time): beat(time)
    // Changes are put before the loop sleeps.
    case .ready: break
    case .exposed(let part):
      damage.add(part)
      isStale = true
      listener.shown(true)
    case .hidden: listener.shown(false)
    case .input(let event): listener.input(event)
    case .ended(let reason):
      isOver = true
      listener.ended(reason)
    }
  }

  // MARK: Applications

  /// The message that describes the screen to an application.
  var description: RoutingMessage {
    let interval = screen.beatInterval.map { UInt64(max(Int64($0 / .nanoseconds(1)), 1)) }
    return .screen(
      .init(
        width: UInt32(clamping: all.width), height: UInt32(clamping: all.height), scale: scale,
        interval: interval ?? 0))
  }

  /// Takes an application's message about pictures.
  ///
  /// - Parameter descriptor: the message's descriptor, which stays the caller's.
  /// - Returns: why the application must be refused; nil for a valid message.
  func take(_ message: RoutingMessage, _ descriptor: Int32?, from client: UInt32) -> RoutingMessage.Refusal? {
    var free: [UInt32] = []
    isStale = true
    switch message {
    case .share(let buffer, let width, let height):
      guard let descriptor,
        let picture = ReceivedPicture(descriptor, width: Int(width), height: Int(height))
      else { return .badMemory }
      // Sixteen windows as large as the screen, each with two pictures.
      let most = 32 * max(all.width * all.height, 1 << 18)
      return clients[client, default: .init()].share(buffer, picture, most: most)
    case .unshare(let buffer): return clients[client, default: .init()].unshare(buffer)
    case .arrange(let places): free = clients[client, default: .init()].arrange(places)
    case .show(let window, let buffer, let changed):
      let parts = changed.map(PixelRect.init)
      guard let unseen = clients[client, default: .init()].show(window, buffer, parts) else {
        return .badMessage
      }
      free = unseen
    case .awaitBeat:
      clients[client, default: .init()].awaitsBeat = true
      screen.askForBeat()
    default: return .badMessage
    }
    for buffer in free { listener.notify(client, .free(buffer: buffer)) }
    return nil
  }

  func remove(_ client: UInt32) {
    clients[client] = nil
    isStale = true
  }

  /// - Parameter clients: applications in the foreground, the front one first.
  func setStack(_ clients: [UInt32]) {
    guard stack != clients.reversed() else { return }
    stack = clients.reversed()
    isStale = true
    if stack.contains(where: { self.clients[$0]?.awaitsBeat ?? false }) { screen.askForBeat() }
  }

  private func beat(_ time: UInt64) {
    for client in stack where clients[client]?.awaitsBeat ?? false {
      clients[client]?.awaitsBeat = false
      listener.notify(client, .beat(time: time))
    }
  }

  // MARK: The picture

  /// Moves the pointer by the event, or changes the virtual terminal.
  ///
  /// - Returns: whether the screen consumes the event, so that no application gets it.
  func consumes(_ event: HIDEvent) -> Bool {
    switch event.payload {
    case .pointer(let pointer): movePointer(pointer.phase == .left ? nil : (pointer.x, pointer.y))
    case .digitizer(let contacts):
      if let contact = contacts.last(where: { $0.kind == .pointer }) { movePointer((contact.x, contact.y)) }
    case .key(let key): return screen.changesTerminal(key)
    default: break
    }
    return false
  }

  private func movePointer(_ place: (x: Double, y: Double)?) {
    guard screen.needsPointer else { return }
    isStale = true
    if let pointer { damage.add(pointer.part) }
    pointer = place.map { PointerPicture(x: pixels($0.x), y: pixels($0.y)) }
    if let pointer { damage.add(pointer.part) }
  }

  private func pixels(_ points: Double) -> Int { Int(min(max((points * scale).rounded(), -1e6), 1e6)) }

  /// Takes the applications' next pictures and puts the changed parts when the screen is ready. Pictures of applications in the
  /// background are taken at once.
  private func compose() {
    guard isStale, !isOver else { return }
    let isReady = screen.isReady
    for client in clients.keys where isReady || !stack.contains(client) { advance(client) }
    guard isReady else { return }
    isStale = false
    let new = arrangement()
    let same = zip(layers, new).prefix { $0 == $1 }.count
    for layer in layers[same...] + new[same...] { damage.add(layer.place) }
    layers = new
    let parts = damage.take()
    guard !parts.isEmpty else { return }
    for part in parts { draw(part) }
    screen.put(canvas, parts: parts)
  }

  private func advance(_ client: UInt32) {
    guard let (free, changed) = clients[client]?.advance() else { return }
    for (window, part) in changed {
      guard let layer = layers.first(where: { $0.client == client && $0.window == window }),
        let part = part.within(layer.place.width, layer.place.height)
      else { continue }
      damage.add(part.moved(layer.place.minX, layer.place.minY))
    }
    for buffer in free { listener.notify(client, .free(buffer: buffer)) }
  }

  /// The visible layers, from back to front.
  private func arrangement() -> [Layer] {
    stack.flatMap { client -> [Layer] in
      guard let pictures = clients[client] else { return [] }
      return pictures.places.compactMap { place in
        guard let picture = pictures.picture(of: place.window) else { return nil }
        let (x, y) = (pixels(place.frame.x), pixels(place.frame.y))
        // As wide as the window is, and not wider than its picture.
        let width = min(picture.width, pixels(place.frame.x + place.frame.width) - x)
        let height = min(picture.height, pixels(place.frame.y + place.frame.height) - y)
        guard width > 0, height > 0 else { return nil }
        return Layer(
          client: client, window: place.window, place: .init(x: x, y: y, width: width, height: height))
      }
    }
  }

  /// Draws a part of the screen, from the frontmost window that fills it.
  private func draw(_ part: PixelRect) {
    let first = layers.lastIndex { $0.place.contains(part) }
    if first == nil {
      for y in part.minY..<part.maxY {
        (canvas + y * all.width + part.minX).update(repeating: background, count: part.width)
      }
    }
    for layer in layers[(first ?? 0)...] {
      let shown = part.intersection(layer.place)
      guard !shown.isEmpty, let picture = clients[layer.client]?.picture(of: layer.window)
      else { continue }
      picture.copy(
        shown.moved(-layer.place.minX, -layer.place.minY), to: canvas + shown.minY * all.width + shown.minX,
        stride: all.width)
    }
    if let pointer {
      pointer.draw(part.intersection(pointer.part), in: canvas, stride: all.width)
    }
  }
}

extension PixelRect {
  init(_ part: RoutingMessage.Part) {
    self.init(x: Int(part.x), y: Int(part.y), width: Int(part.width), height: Int(part.height))
  }
}
