/// The numbers of requests and events about a selection: its two kinds have interfaces of their own, which differ little.
struct WaylandSelectionWords {
  let source: WaylandInterface
  let device: WaylandInterface
  let offer: WaylandInterface
  /// Events.
  let sourceSend: UInt16
  let sourceCancelled: UInt16
  let deviceSelection: UInt16
  /// How many kinds of events there are.
  let sourceEvents: UInt16
  let offerEvents: UInt16
  /// Whether texts are dragged with it, too.
  let hasDrags: Bool
  /// Requests.
  let deviceSet: UInt16
  /// Nil in a version without it.
  let deviceRelease: UInt16?
  let offerReceive: UInt16
  let offerDestroy: UInt16
  static let createSource: UInt16 = 0
  static let getDevice: UInt16 = 1
  static let sourceOffer: UInt16 = 0
  static let sourceDestroy: UInt16 = 1

  static func clipboard(_ version: UInt32) -> WaylandSelectionWords {
    .init(
      source: .dataSource, device: .dataDevice, offer: .dataOffer, sourceSend: 1, sourceCancelled: 2,
      deviceSelection: 5, sourceEvents: 6, offerEvents: 3, hasDrags: true, deviceSet: 1,
      deviceRelease: version >= 2 ? 2 : nil, offerReceive: 1, offerDestroy: 2)
  }

  static var primary: WaylandSelectionWords {
    .init(
      source: .primarySource, device: .primaryDevice, offer: .primaryOffer, sourceSend: 0, sourceCancelled: 1,
      deviceSelection: 1, sourceEvents: 2, offerEvents: 1, hasDrags: false, deviceSet: 0, deviceRelease: 1,
      offerReceive: 0, offerDestroy: 1)
  }
}
