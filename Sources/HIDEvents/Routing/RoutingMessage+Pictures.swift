// Applications' pictures on the router's screen.
//
// A router that has a screen says so after `welcome`. The application shares memory with it, draws into that, and shows it as a
// window's picture; the memory is the router's to read until the router frees it.
extension RoutingMessage {
  /// A picture shared with the router is at most this wide and high, in pixels.
  public static let longestPictureSide: UInt32 = 16384
  /// Parts that one `show` names. An application with more changes names parts that contain several.
  public static let mostParts = 64

  /// The screen of a router that shows applications' pictures.
  public struct Screen: Hashable, Sendable {
    /// The width in pixels.
    public var width: UInt32
    /// The height in pixels.
    public var height: UInt32
    /// Pixels per point.
    public var scale: Double
    /// From one blanking to the next, in nanoseconds; 0 when the router cannot know: then it sends no `beat`.
    public var interval: UInt64

    /// A screen of this size.
    public init(width: UInt32, height: UInt32, scale: Double, interval: UInt64) {
      self.width = width
      self.height = height
      self.scale = scale
      self.interval = interval
    }
  }

  /// A window's place on the screen.
  public struct WindowPlace: Hashable, Sendable {
    /// The application's number for the window.
    public var window: UInt32
    /// Where it is seen, in points of the screen.
    public var frame: ClientDescription.Window

    /// A window's place on the screen.
    public init(window: UInt32, frame: ClientDescription.Window) {
      self.window = window
      self.frame = frame
    }
  }

  /// A part of a picture, in its pixels.
  public struct Part: Hashable, Sendable {
    /// The left edge.
    public var x: UInt32
    /// The upper edge.
    public var y: UInt32
    /// A length in pixels.
    public var width: UInt32
    /// A length in pixels.
    public var height: UInt32

    /// A part with its upper left corner and size.
    public init(x: UInt32, y: UInt32, width: UInt32, height: UInt32) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }
}

extension PacketWriter {
  mutating func add(_ frame: ClientDescription.Window) {
    for value in [frame.x, frame.y, frame.width, frame.height] { add(value) }
  }

  mutating func add(_ screen: RoutingMessage.Screen) {
    add(screen.width)
    add(screen.height)
    add(screen.scale)
    add(screen.interval)
  }

  mutating func add(_ places: [RoutingMessage.WindowPlace]) {
    let places = places.suffix(ClientDescription.mostWindows)
    add(UInt16(places.count))
    for place in places {
      add(place.window)
      add(place.frame)
    }
  }

  mutating func add(_ parts: [RoutingMessage.Part]) {
    let parts = parts.prefix(RoutingMessage.mostParts)
    add(UInt16(parts.count))
    for part in parts { for value in [part.x, part.y, part.width, part.height] { add(value) } }
  }
}

extension PacketReader {
  mutating func frame(_ index: Int) throws(PacketError) -> ClientDescription.Window {
    let frame = ClientDescription.Window(
      x: try double(), y: try double(), width: try double(), height: try double())
    guard frame.isFinite, frame.width >= 0, frame.height >= 0 else {
      throw .badValue(field: "window", value: UInt64(index))
    }
    return frame
  }

  mutating func screen() throws(PacketError) -> RoutingMessage.Screen {
    let screen = RoutingMessage.Screen(
      width: try side(), height: try side(), scale: try double(), interval: try uint64())
    guard screen.scale.isFinite, screen.scale > 0 else { throw .badValue(field: "scale", value: 0) }
    return screen
  }

  /// The width or height of a picture.
  mutating func side() throws(PacketError) -> UInt32 {
    let side = try uint32()
    guard (1...RoutingMessage.longestPictureSide).contains(side) else {
      throw .badValue(field: "picture size", value: UInt64(side))
    }
    return side
  }

  mutating func places() throws(PacketError) -> [RoutingMessage.WindowPlace] {
    let count = Int(try uint16())
    guard count <= ClientDescription.mostWindows else { throw .tooLarge(field: "windows", count: count) }
    var places: [RoutingMessage.WindowPlace] = []
    for index in 0..<count { places.append(.init(window: try uint32(), frame: try frame(index))) }
    return places
  }

  mutating func parts() throws(PacketError) -> [RoutingMessage.Part] {
    let count = Int(try uint16())
    guard count <= RoutingMessage.mostParts else { throw .tooLarge(field: "parts", count: count) }
    var parts: [RoutingMessage.Part] = []
    for _ in 0..<count {
      parts.append(.init(x: try uint32(), y: try uint32(), width: try uint32(), height: try uint32()))
    }
    return parts
  }
}
