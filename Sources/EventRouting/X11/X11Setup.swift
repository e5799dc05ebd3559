/// A server's description of itself at the start of a connection.
struct X11Setup: Sendable {
  var resourceBase: UInt32 = 0
  var resourceMask: UInt32 = 0
  /// The longest request, in units of four bytes.
  var longestRequest = 0
  var imagesAreBigEndian = false
  var firstKeycode = 8
  var lastKeycode = 255
  var screens: [Screen] = []
  var formats: [UInt8: (bitsPerPixel: UInt8, pad: UInt8)] = [:]

  struct Screen: Sendable {
    var root: UInt32
    var colormap: UInt32
    var width: Int
    var height: Int
    var rootVisual: UInt32
    var visuals: [Visual] = []
  }

  struct Visual: Sendable {
    var identifier: UInt32
    var depth: UInt8
    var kind: UInt8
    var red: UInt32
    var green: UInt32
    var blue: UInt32
  }

  /// - Parameter packet: all that came, with its first eight bytes.
  init(_ packet: X11Packet) throws(X11Error) {
    guard packet.bytes.count >= 40 else { throw .malformed("the setup is too short") }
    resourceBase = packet.uint32(12)
    resourceMask = packet.uint32(16)
    guard resourceMask != 0 else { throw .malformed("the setup has no room for identifiers") }
    let vendorLength = Int(packet.uint16(24))
    longestRequest = Int(packet.uint16(26))
    guard longestRequest >= 64 else { throw .malformed("the setup allows no requests") }
    let screenCount = Int(packet.uint8(28))
    let formatCount = Int(packet.uint8(29))
    imagesAreBigEndian = packet.uint8(30) == 1
    firstKeycode = Int(packet.uint8(34))
    lastKeycode = Int(packet.uint8(35))
    guard firstKeycode >= 8, lastKeycode >= firstKeycode else { throw .malformed("the setup has no keys") }
    var place = 40 + (vendorLength + 3) / 4 * 4
    for _ in 0..<formatCount {
      formats[packet.uint8(place)] = (packet.uint8(place + 1), packet.uint8(place + 2))
      place += 8
    }
    for _ in 0..<screenCount {
      guard place + 40 <= packet.bytes.count else { throw .malformed("the setup ends in a screen") }
      var screen = Screen(
        root: packet.uint32(place), colormap: packet.uint32(place + 4), width: Int(packet.uint16(place + 20)),
        height: Int(packet.uint16(place + 22)), rootVisual: packet.uint32(place + 32))
      let depthCount = Int(packet.uint8(place + 39))
      place += 40
      for _ in 0..<depthCount {
        let depth = packet.uint8(place)
        let visualCount = Int(packet.uint16(place + 2))
        place += 8
        guard place + 24 * visualCount <= packet.bytes.count else {
          throw .malformed("the setup ends in a visual")
        }
        for _ in 0..<visualCount {
          screen.visuals.append(
            Visual(
              identifier: packet.uint32(place), depth: depth, kind: packet.uint8(place + 4),
              red: packet.uint32(place + 8), green: packet.uint32(place + 12), blue: packet.uint32(place + 16)
            ))
          place += 24
        }
      }
      screens.append(screen)
    }
    guard !screens.isEmpty else { throw .malformed("the setup has no screen") }
  }

  /// A visual with the pixel format of this library: 8 bits of each color in 32, without alpha.
  func visual(of screen: Screen) throws(X11Error) -> Visual {
    let fitting = screen.visuals.filter {
      $0.kind == 4 && $0.depth == 24 && formats[24]?.bitsPerPixel == 32 && $0.red == 0xFF0000
        && $0.green == 0xFF00 && $0.blue == 0xFF
    }
    guard let visual = fitting.first(where: { $0.identifier == screen.rootVisual }) ?? fitting.first else {
      throw .unsupported("true colors of 24 bits")
    }
    return visual
  }
}
