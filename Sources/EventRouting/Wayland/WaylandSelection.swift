import LinuxSystem
import RunLoopCore

/// A selection of a Wayland seat, by which programs exchange text: the clipboard, or what is selected.
///
/// Compositors tell of other programs' text while one of this program's windows has the keyboard's focus, and let a program have the
/// selection after input in one of its windows. Belongs to its display's thread.
public final class WaylandSelection {
  /// Which one.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// What was copied.
    case clipboard
    /// What is selected, which the middle button pastes.
    case primary
  }

  /// Which of the two selections it is.
  public let kind: Kind
  /// Another program has the selection now.
  public var onLost: (() -> Void)?
  /// How long another program may be silent while its text is awaited.
  public var timeout: Duration = .seconds(3)
  /// Longer texts than this, in bytes, are not taken.
  public static let longestText = 64 << 20

  private weak var display: WaylandDisplay?
  private let words: WaylandSelectionWords
  private let manager: UInt32
  private weak var seat: WaylandSeat?
  /// By which the seat has this selection; 0 for none.
  private var device: UInt32 = 0
  /// What is given to others while this program has the selection, and the object that stands for it.
  private var owned: [UInt8]?
  private var source: UInt32 = 0
  /// The types of each text that was offered, and not dropped.
  private var offers: [UInt32: Set<String>] = [:]
  /// The offer that is the selection.
  private var selected: UInt32?
  /// The offer that is dragged over a window. Nothing is taken by dragging.
  private var dragged: UInt32?
  /// By the count of those before.
  private var sending: [Int: TextPipe] = [:]
  private var sent = 0
  private var receiving: TextPipe?
  /// Who waits for another program's text.
  private var waiting: [(String?) -> Void] = []

  /// What programs call text, the best first.
  private static let types = ["text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "TEXT", "STRING"]
  private static let mostOffers = 16
  private static let mostTransfers = 16
  private static let mostWaiting = 64
  /// How long another program may take for nothing of the text.
  private static let patience: Duration = .seconds(30)

  init(_ kind: Kind, of display: WaylandDisplay, manager: UInt32, version: UInt32) {
    self.kind = kind
    self.display = display
    self.manager = manager
    words = kind == .clipboard ? .clipboard(version) : .primary
  }

  /// Whether this program has the selection.
  public var isOwned: Bool { owned != nil }

  private var connection: WaylandConnection? { display?.connection }

  // MARK: Giving

  /// Takes the selection: others get this text until another program takes it.
  public func own(_ text: String) {
    guard let display, display.isOpen, device != 0 else { return }
    let connection = display.connection
    let old = source
    owned = Array(text.utf8)
    let handled = words
    source = connection.add(words.source) { [weak self] opcode, arguments throws(WaylandError) in
      switch opcode {
      case handled.sourceSend:
        let type = try arguments.string() ?? ""
        self?.give(type, to: arguments.takeDescriptor())
      // Of the present source: those before it were given up.
      case handled.sourceCancelled: self?.cancelled()
      case 0..<handled.sourceEvents: break
      default: throw WaylandConnection.unknown(opcode)
      }
    }
    connection.send(manager, WaylandSelectionWords.createSource) { $0.add(source) }
    for type in Self.types { connection.send(source, WaylandSelectionWords.sourceOffer) { $0.add(type) } }
    connection.send(device, words.deviceSet) {
      $0.add(source)
      $0.add(display.inputSerial)
    }
    if old != 0 { connection.destroy(old, WaylandSelectionWords.sourceDestroy) }
    display.flush()
  }

  private func cancelled() {
    connection?.destroy(source, WaylandSelectionWords.sourceDestroy)
    lose()
  }

  private func lose() {
    source = 0
    guard owned.take() != nil else { return }
    onLost?()
  }

  /// Another program asks for the text.
  private func give(_ type: String, to descriptor: Int32) {
    guard descriptor >= 0 else { return }
    guard let owned, let loop = display?.loop, Self.types.contains(type), sending.count < Self.mostTransfers
    else {
      close(descriptor)
      return
    }
    sent += 1
    let number = sent
    let pipe = TextPipe(writing: owned, to: descriptor, on: loop, silence: Self.patience) { [weak self] _ in
      self?.sending[number] = nil
    }
    sending[number] = pipe
    pipe.start()
  }

  // MARK: Taking

  /// Asks for the text: nil when no program has any, or it does not come in time.
  public func read(_ take: @escaping (String?) -> Void) {
    if let owned { return take(String(decoding: owned, as: UTF8.self)) }
    guard let display, display.isOpen, let loop = display.loop, waiting.count < Self.mostWaiting else {
      return take(nil)
    }
    guard waiting.isEmpty else { return waiting.append(take) }
    // An offer from before the focus was lost is stale.
    guard seat?.hasFocus == true, let selected, let offered = offers[selected],
      let type = Self.types.first(where: offered.contains)
    else { return take(nil) }
    var ends: [Int32] = [-1, -1]
    guard linux_pipe(&ends) == 0 else { return take(nil) }
    waiting.append(take)
    display.connection.send(selected, words.offerReceive) {
      $0.add(type)
      $0.add(descriptor: ends[1])
    }
    display.flush()
    let pipe = TextPipe(reading: ends[0], on: loop, longest: Self.longestText, silence: timeout) {
      [weak self] bytes in self?.finish(bytes)
    }
    receiving = pipe
    pipe.start()
  }

  private func finish(_ bytes: [UInt8]?) {
    receiving = nil
    let takers = waiting
    waiting = []
    let text = bytes.map { String(decoding: $0, as: UTF8.self) }
    for take in takers { take(text) }
  }

  // MARK: The compositor's side

  /// The seat whose selection this is.
  func setSeat(_ new: WaylandSeat?) {
    guard new !== seat || new == nil, let connection else { return }
    if device != 0 {
      if let release = words.deviceRelease { connection.destroy(device, release) }
      for offer in offers.keys.sorted() { drop(offer) }
      (selected, dragged, device) = (nil, nil, 0)
      if source != 0 { connection.destroy(source, WaylandSelectionWords.sourceDestroy) }
      lose()
    }
    seat = new
    guard let new else { return }
    device = connection.add(words.device) { [weak self] opcode, arguments throws(WaylandError) in
      try self?.take(opcode, &arguments)
    }
    connection.send(manager, WaylandSelectionWords.getDevice) {
      $0.add(device)
      $0.add(new.number)
    }
  }

  private func take(_ opcode: UInt16, _ arguments: inout WaylandArguments) throws(WaylandError) {
    switch opcode {
    case 0: try addOffer(try arguments.uint())
    case words.deviceSelection: select(try arguments.uint())
    case 1 where words.hasDrags:
      for _ in 0..<4 { _ = try arguments.uint() }
      let number = try arguments.uint()
      dragged = number == 0 ? nil : number
    // Leave and drop.
    case 2 where words.hasDrags, 4 where words.hasDrags: if let dragged = dragged.take() { drop(dragged) }
    case 3 where words.hasDrags: break
    default: throw WaylandConnection.unknown(opcode)
    }
  }

  private func addOffer(_ number: UInt32) throws(WaylandError) {
    guard let connection else { return }
    guard offers.count < Self.mostOffers else { throw .malformed("too many offers of text") }
    let count = words.offerEvents
    try connection.add(words.offer, ofCompositor: number) {
      [weak self] opcode, arguments throws(WaylandError) in
      guard opcode < count else { throw WaylandConnection.unknown(opcode) }
      guard opcode == 0, let type = try arguments.string(), Self.types.contains(type) else { return }
      self?.offers[number]?.insert(type)
    }
    offers[number] = []
  }

  private func select(_ number: UInt32) {
    let old = selected
    selected = offers[number] == nil ? nil : number
    if let old, old != selected { drop(old) }
  }

  private func drop(_ offer: UInt32) {
    guard offers.removeValue(forKey: offer) != nil else { return }
    connection?.destroy(offer, words.offerDestroy)
  }

  /// The connection has ended: pending reads get nil, and the selection is lost.
  func displayEnded() {
    receiving = nil
    finish(nil)
    sending = [:]
    offers = [:]
    (selected, dragged, device, source) = (nil, nil, 0, 0)
    lose()
  }
}

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
