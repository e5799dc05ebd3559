import EventRouting
import HIDEvents
import ResponderKit
import RunLoopCore

/// An application's windows on the screen of its router. The connection keeps it.
final class RoutedPictures: RouterPictures {
  private weak var connection: RouterConnection?
  private weak var application: UIApplication?
  private var windows: [RoutedWindow] = []
  private var lastNumber: UInt32 = 0
  /// The router's state; nil for none.
  private var places: [RoutingMessage.WindowPlace]?
  private var beats: DisplayBeats?
  /// A beat was asked for and has not come.
  private var isBeatAwaited = false

  init(_ connection: RouterConnection, of application: UIApplication) {
    self.connection = connection
    self.application = application
  }

  var screen: RoutingMessage.Screen? { connection?.pictureScreen }

  /// A number that no window and no memory has had.
  func makeNumber() -> UInt32 {
    lastNumber += 1
    return lastNumber
  }

  func add(_ window: RoutedWindow) { windows.append(window) }
  func remove(_ window: RoutedWindow) { windows.removeAll { $0 === window } }
  func send(_ message: RoutingMessage, descriptor: Int32? = nil) {
    connection?.send(message, descriptor: descriptor)
  }

  func begin(_ screen: RoutingMessage.Screen) {
    places = nil
    endBeats()
    application?.screenChanged(to: screen.size)
    beginBeats(screen)
    for window in windows { window.begin(screen) }
  }

  func free(_ buffer: UInt32) {
    for window in windows where window.free(buffer) { return }
  }

  func arrange() {
    guard screen != nil, let application else { return }
    let new = application.windows.compactMap { window -> RoutingMessage.WindowPlace? in
      guard let routed = windows.first(where: { $0.window === window }) else { return nil }
      let frame = window.frame
      return .init(
        window: routed.number,
        frame: .init(x: frame.minX, y: frame.minY, width: max(frame.width, 0), height: max(frame.height, 0)))
    }
    guard new != places else { return }
    places = new
    send(.arrange(new))
  }

  func channelEnded() {
    endBeats()
    for window in windows { window.channelEnded() }
  }

  // MARK: Beats

  private func beginBeats(_ screen: RoutingMessage.Screen) {
    guard screen.interval > 0, let application else { return }
    let interval = Duration.nanoseconds(Int64(clamping: screen.interval))
    // Display links keep the beats that they began with: after another connection to the same screen, too.
    let beats =
      self.beats.flatMap { $0.interval == interval ? $0 : nil }
      ?? DisplayBeats(interval: interval) { [weak self] in self?.requestBeat(screen.interval) ?? false }
    self.beats = beats
    application.screen.setBeats(beats)
  }

  /// False when the screen, if there is one, has another pace.
  private func requestBeat(_ interval: UInt64) -> Bool {
    guard screen?.interval == interval else { return false }
    // Several display links share a beat.
    if !isBeatAwaited { send(.awaitBeat) }
    isBeatAwaited = true
    return true
  }

  func beat(_ time: UInt64) {
    isBeatAwaited = false
    beats?.beat(at: .init(nanoseconds: Int64(clamping: time)))
  }

  private func endBeats() {
    isBeatAwaited = false
    beats?.end(in: application)
  }
}

/// A window on the screen of the application's router.
final class RoutedWindow: NativeWindow {
  let number: UInt32
  private(set) weak var window: UIWindow?
  private(set) var isOpen = true
  private(set) var isFullScreen = false
  // Input comes by the connection, in points of the screen.
  var scale = 1.0
  private let pictures: RoutedPictures
  private var take: ((NativeEvent) -> Void)?
  /// The picture that is seen or will be, and one to draw in.
  private var buffers: [SharedPicture] = []
  private var frameBefore: Rect?

  private static let mostBuffers = 2

  init(_ window: UIWindow, _ pictures: RoutedPictures) {
    number = pictures.makeNumber()
    self.window = window
    self.pictures = pictures
    pictures.add(self)
  }

  func begin(_ screen: RoutingMessage.Screen) {
    buffers = []
    if isFullScreen { fillScreen() }
    take?(.scaled(screen.scale))
    window?.renderer?.setNeedsPicture()
  }

  func channelEnded() { buffers = [] }

  /// False when the memory is not of this window.
  func free(_ buffer: UInt32) -> Bool {
    guard let freed = buffers.first(where: { $0.object == buffer }) else { return false }
    freed.isBusy = false
    take?(.ready)
    return true
  }

  // MARK: As a window of a display server

  func listen(_ take: @escaping (NativeEvent) -> Void) {
    self.take = take
    if let screen = pictures.screen { take(.scaled(screen.scale)) }
  }

  // The router gets the windows that are shown.
  func show() {}
  func hide() {}
  func setMinimumSize(width: Int, height: Int) {}
  // The router has the focus of its applications.
  func askForFocus(from other: any NativeWindow) -> Bool { true }

  func setFullScreen(_ wanted: Bool) {
    guard isOpen, wanted != isFullScreen, let window else { return }
    isFullScreen = wanted
    if wanted {
      frameBefore = window.frame
      if pictures.screen != nil { fillScreen() }
    } else if let frameBefore {
      window.frame.origin = frameBefore.origin
      window.resize(to: frameBefore.size)
    }
  }

  private func fillScreen() {
    guard let window, let screen = pictures.screen else { return }
    window.frame.origin = .zero
    window.resize(to: screen.size)
  }

  func closeWithConnection() {
    guard isOpen else { return }
    isOpen = false
    for buffer in buffers { pictures.send(.unshare(buffer: buffer.object)) }
    buffers = []
    pictures.remove(self)
    take?(.ended(nil))
    take = nil
  }

  // MARK: Pictures

  var isShown: Bool { isOpen && pictures.screen != nil }
  var isReady: Bool { buffers.count < Self.mostBuffers || buffers.contains { !$0.isBusy } }

  func put(_ bitmap: Bitmap, _ damage: [PixelRect]) {
    guard isShown, bitmap.width > 0, bitmap.height > 0 else { return }
    let isSameSize = { (buffer: SharedPicture) in
      buffer.width == bitmap.width && buffer.height == bitmap.height
    }
    let old = buffers.filter { !isSameSize($0) }
    buffers.removeAll { !isSameSize($0) }
    for buffer in buffers { for part in damage { buffer.mark(part) } }
    if let buffer = buffers.first(where: { !$0.isBusy }) ?? share(bitmap.width, bitmap.height) {
      bitmap.withPixels { pixels in
        guard let first = pixels.baseAddress else { return }
        buffer.update(first, stride: bitmap.width, rows: bitmap.height)
      }
      buffer.isBusy = true
      pictures.send(
        .show(window: number, buffer: buffer.object, changed: RoutingMessage.Part.few(damage)))
    }
    for buffer in old { pictures.send(.unshare(buffer: buffer.object)) }
  }

  /// New memory, known to the router; nil when there is none.
  private func share(_ width: Int, _ height: Int) -> SharedPicture? {
    let number = pictures.makeNumber()
    let buffer = SharedPicture(width: width, height: height) { descriptor, _ in
      pictures.send(
        .share(buffer: number, width: UInt32(width), height: UInt32(height)), descriptor: descriptor)
    }
    guard let buffer else { return nil }
    buffer.object = number
    buffers.append(buffer)
    return buffer
  }
}

extension RoutingMessage.Screen {
  /// In points.
  fileprivate var size: Size { Size(Double(width) / scale, Double(height) / scale) }
}

extension RoutingMessage.Part {
  /// The parts, or one that contains them when they are many.
  fileprivate static func few(_ parts: [PixelRect]) -> [RoutingMessage.Part] {
    guard parts.count > RoutingMessage.mostParts, let first = parts.first else {
      return parts.map { .init($0) }
    }
    return [.init(parts.dropFirst().reduce(first) { $0.union($1) })]
  }

  private init(_ rect: PixelRect) {
    self.init(
      x: UInt32(clamping: rect.minX), y: UInt32(clamping: rect.minY), width: UInt32(clamping: rect.width),
      height: UInt32(clamping: rect.height))
  }
}
