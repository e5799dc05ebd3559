import HIDEvents

/// What one application has shared and shows.
struct ClientPictures {
  /// A window's picture: what is seen, and what comes next.
  struct Window {
    var shown: UInt32?
    var next: UInt32?
    /// Where `next` differs from `shown`.
    var changed: [PicturePart] = []
  }

  /// Pieces of memory that an application may share.
  static let mostBuffers = 64

  private(set) var buffers: [UInt32: ReceivedPicture] = [:]
  private(set) var windows: [UInt32: Window] = [:]
  private(set) var places: [RoutingMessage.WindowPlace] = []
  var awaitsBeat = false
  private var pixels = 0

  /// - Parameter most: pixels that all of the application's pictures may have together.
  mutating func share(
    _ buffer: UInt32, _ picture: ReceivedPicture, most: Int
  ) -> RoutingMessage.Refusal? {
    guard buffers[buffer] == nil else { return .badMessage }
    pixels += picture.width * picture.height
    guard buffers.count < Self.mostBuffers, pixels <= most else { return .tooManyPictures }
    buffers[buffer] = picture
    return nil
  }

  /// The memory is not needed any more; windows whose picture it was have none.
  mutating func unshare(_ buffer: UInt32) -> RoutingMessage.Refusal? {
    guard let picture = buffers.removeValue(forKey: buffer) else { return .badMessage }
    pixels -= picture.width * picture.height
    for (number, window) in windows where window.shown == buffer || window.next == buffer {
      if window.shown == buffer { windows[number]?.shown = nil }
      if window.next == buffer { windows[number]?.next = nil }
    }
    return nil
  }

  /// Takes the places, and forgets the pictures of windows that have none any more.
  ///
  /// - Returns: memory that is free then.
  mutating func arrange(_ places: [RoutingMessage.WindowPlace]) -> [UInt32] {
    self.places = places
    let seen = Set(places.map(\.window))
    let gone = windows.filter { !seen.contains($0.key) }
    for number in gone.keys { windows[number] = nil }
    return gone.values.flatMap { [$0.shown, $0.next].compactMap(\.self) }
  }

  /// A window's next picture. Nil: the memory is not the application's to show.
  ///
  /// - Returns: memory that is free then, which is a picture that was never seen.
  mutating func show(_ number: UInt32, _ buffer: UInt32, _ changed: [PicturePart]) -> [UInt32]? {
    let isInUse = windows.values.contains { $0.shown == buffer || $0.next == buffer }
    guard buffers[buffer] != nil, !isInUse else { return nil }
    guard windows[number] != nil || windows.count < ClientDescription.mostWindows else { return nil }
    var window = windows[number] ?? Window()
    let unseen = window.next
    window.next = buffer
    window.changed += changed
    // Windows that nobody sees collect parts.
    if window.changed.count > 64, let picture = buffers[buffer] {
      window.changed = [PicturePart(x: 0, y: 0, width: picture.width, height: picture.height)]
    }
    windows[number] = window
    return unseen.map { [$0] } ?? []
  }

  /// The next picture of each window becomes the one that is seen.
  ///
  /// - Returns: memory that is free then, and the parts of windows that are different.
  mutating func advance() -> (free: [UInt32], changed: [(window: UInt32, part: PicturePart)]) {
    var free: [UInt32] = []
    var changed: [(window: UInt32, part: PicturePart)] = []
    for (number, window) in windows {
      guard let next = window.next else { continue }
      if let shown = window.shown { free.append(shown) }
      var parts = window.changed
      let (old, new) = (window.shown.flatMap { buffers[$0] }, buffers[next])
      // A picture of another size is another one.
      if let new, old == nil || old?.width != new.width || old?.height != new.height {
        parts = [PicturePart(x: 0, y: 0, width: new.width, height: new.height)]
      }
      changed += parts.map { (number, $0) }
      windows[number] = Window(shown: next)
    }
    return (free, changed)
  }

  func picture(of window: UInt32) -> ReceivedPicture? { windows[window]?.shown.flatMap { buffers[$0] } }
}
