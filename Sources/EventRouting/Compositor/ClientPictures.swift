import HIDEvents

/// The memory that one application shares, and the windows that it shows.
struct ClientPictures {
  /// A window's picture on the screen, and its next one.
  struct Window {
    var shown: UInt32?
    var next: UInt32?
    /// The parts in which `next` differs from `shown`.
    var changed: MissedParts?
  }

  /// Pieces of memory that an application may share.
  static let mostBuffers = 64

  private(set) var buffers: [UInt32: ReceivedPicture] = [:]
  private(set) var windows: [UInt32: Window] = [:]
  private(set) var places: [RoutingMessage.WindowPlace] = []
  var awaitsBeat = false
  private var pixels = 0

  /// - Parameter most: limit of the pixels of all of the application's pictures.
  mutating func share(
    _ buffer: UInt32, _ picture: ReceivedPicture, most: Int
  ) -> RoutingMessage.Refusal? {
    guard buffers[buffer] == nil else { return .badMessage }
    pixels += picture.width * picture.height
    guard buffers.count < Self.mostBuffers, pixels <= most else { return .tooManyPictures }
    buffers[buffer] = picture
    return nil
  }

  /// Forgets memory. Windows with a picture in it lose it.
  mutating func unshare(_ buffer: UInt32) -> RoutingMessage.Refusal? {
    guard let picture = buffers.removeValue(forKey: buffer) else { return .badMessage }
    pixels -= picture.width * picture.height
    for (number, window) in windows where window.shown == buffer || window.next == buffer {
      if window.shown == buffer { windows[number]?.shown = nil }
      if window.next == buffer { windows[number]?.next = nil }
    }
    return nil
  }

  /// Sets the windows' places, and forgets the pictures of windows without one.
  ///
  /// - Returns: the memory that is freed.
  mutating func arrange(_ places: [RoutingMessage.WindowPlace]) -> [UInt32] {
    self.places = places
    let seen = Set(places.map(\.window))
    let gone = windows.filter { !seen.contains($0.key) }
    for number in gone.keys { windows[number] = nil }
    return gone.values.flatMap { [$0.shown, $0.next].compactMap(\.self) }
  }

  /// Takes a window's next picture.
  ///
  /// - Returns: the memory that is freed, of a picture that was never on the screen; nil when the application may not show this memory.
  mutating func show(_ number: UInt32, _ buffer: UInt32, _ changed: [PixelRect]) -> [UInt32]? {
    let isInUse = windows.values.contains { $0.shown == buffer || $0.next == buffer }
    guard let picture = buffers[buffer], !isInUse else { return nil }
    guard windows[number] != nil || windows.count < ClientDescription.mostWindows else { return nil }
    var window = windows[number] ?? Window()
    let unseen = window.next
    let before = (unseen ?? window.shown).flatMap { buffers[$0] }
    // A picture of another size differs everywhere.
    let isSameSize = before?.width == picture.width && before?.height == picture.height
    var missed =
      (isSameSize ? window.changed : nil) ?? MissedParts(width: picture.width, height: picture.height)
    if isSameSize { for part in changed { missed.add(part) } } else { missed.addAll() }
    window.next = buffer
    window.changed = missed
    windows[number] = window
    return unseen.map { [$0] } ?? []
  }

  /// Makes each window's next picture the one on the screen.
  ///
  /// - Returns: the memory that is freed, and the parts of windows that have changed.
  mutating func advance() -> (free: [UInt32], changed: [(window: UInt32, part: PixelRect)]) {
    var free: [UInt32] = []
    var changed: [(window: UInt32, part: PixelRect)] = []
    for (number, var window) in windows {
      guard let next = window.next else { continue }
      if let shown = window.shown { free.append(shown) }
      changed += (window.changed?.take() ?? []).map { (number, $0) }
      windows[number] = Window(shown: next)
    }
    return (free, changed)
  }

  func picture(of window: UInt32) -> ReceivedPicture? { windows[window]?.shown.flatMap { buffers[$0] } }
}
