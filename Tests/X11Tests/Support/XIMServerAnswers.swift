@testable import EventRouting

/// What an X server answers about the servers of input methods that it knows.
struct XIMServerAnswers {
  /// A server that has named itself, and its answer about the way to it; nil refuses one.
  struct Known {
    var selection: UInt32
    /// 0: it does not run.
    var owner: UInt32
    var name = "@server=test"
    var transport: String? = "@transport=X/"
  }

  var known: [Known]
  /// Of the property with the servers' names.
  var format: UInt8 = 32
  /// The server whose transport was asked for last.
  var candidate: Known?
  /// What a long message's property has, and how much is left behind.
  var property: (left: UInt32, bytes: [UInt8]) = (0, [])
  static let longProperty: UInt32 = 0x7777

  /// The server that is found by this selection.
  func server(of selection: UInt32) -> Known? { known.first { $0.selection == selection } }

  /// Whether a request reads a long message.
  static func readsLongProperty(_ request: X11Packet) -> Bool {
    request.uint8(0) == 20 && request.uint32(8) == longProperty
  }

  /// The answer to a request; nil for other ones.
  func answer(_ request: X11Packet, _ display: X11Display) -> (
    detail: UInt8, words: [Int: UInt32], bytes: [UInt8]
  )? {
    switch request.uint8(0) {
    case 17:
      let name = Array((server(of: request.uint32(4))?.name ?? "").utf8)
      return (0, [8: UInt32(name.count)], name)
    case 23: return (0, [8: server(of: request.uint32(4))?.owner ?? 0], [])
    case 20 where request.uint32(8) == display.atoms["XIM_SERVERS"] ?? 0:
      return (format, [8: 4, 16: UInt32(known.count)], known.flatMap { XIMMessage.bytes($0.selection) })
    case 20 where request.uint32(8) == display.atoms["TRANSPORT"] ?? 0:
      let text = Array((candidate?.transport ?? "").utf8)
      return (8, [8: 31, 16: UInt32(text.count)], text)
    case _ where Self.readsLongProperty(request):
      return (8, [8: 31, 12: property.left, 16: UInt32(property.bytes.count)], property.bytes)
    default: return nil
    }
  }
}
