import LinuxSystem
import RunLoopCore

/// A selection of a Wayland seat, by which programs exchange text: the clipboard, or what is selected.
///
/// Compositors report other programs' text while one of this program's windows has the keyboard's focus, and let a program have the
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
  var longest = WaylandSelection.longestText
  /// How long a read may take in all, however steadily the text comes.
  var limit: Duration = .seconds(60)

  private weak var display: WaylandDisplay?
  private let words: WaylandSelectionWords
  private let manager: UInt32
  private weak var seat: WaylandSeat?
  /// By which the seat has this selection; 0 for none.
  private var device: UInt32 = 0
  /// What is given to others while this program has the selection, and the object that stands for it.
  private var owned: [UInt8]?
  private var source: UInt32 = 0
  /// The serial of the input by which the source was set.
  private var serial: UInt32 = 0
  /// A type that only the present source offers: the text with it is this program's.
  private var mark = ""
  /// How often the selection was set and the compositor has not answered; what it selects until then may be from before.
  private var unanswered = 0
  /// Whether the compositor has selected something since the source was set.
  private var hasChanged = false
  /// The types of each text that was offered, and not dropped.
  private var offers: [UInt32: Set<String>] = [:]
  /// The offer that is the selection.
  private var selected: UInt32?
  /// The offer that is dragged over a window. Nothing is taken by dragging.
  private var dragged: UInt32?
  /// The texts that are sent, by the number of those before.
  private var sending: [Int: TextPipe] = [:]
  private var sent = 0
  private var receiving: TextPipe?
  /// The offer that is being read.
  private var reading: UInt32?
  private var deadline = RunLoop.Instant(nanoseconds: 0)
  /// Pending readers of another program's text.
  private var waiting: [(String?) -> Void] = []

  /// What programs call text, the best first.
  private static let types = ["text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "TEXT", latin]
  private static let latin = "STRING"
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
    guard let display, display.isOpen, device != 0, let seat else { return }
    owned = Array(text.utf8)
    // Compositors ignore a second source by the same input, without a word: the first one stays, and gives the new text.
    if source == 0 || serial != seat.inputSerial { setSource(display, seat.inputSerial) }
    if reading != nil { fetch() }
  }

  private func setSource(_ display: WaylandDisplay, _ input: UInt32) {
    let connection = display.connection
    let old = source
    let handled = words
    serial = input
    mark = "application/x-mainspring-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    (unanswered, hasChanged) = (unanswered + 1, false)
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
    for type in Self.types + [mark] {
      connection.send(source, WaylandSelectionWords.sourceOffer) { $0.add(type) }
    }
    connection.send(device, words.deviceSet) {
      $0.add(source)
      $0.add(serial)
    }
    connection.sync { [weak self] in self?.answered() }
    if old != 0 { connection.destroy(old, WaylandSelectionWords.sourceDestroy) }
    display.flush()
  }

  private func cancelled() {
    destroySource()
    lose()
  }

  private func destroySource() {
    if source != 0 { connection?.destroy(source, WaylandSelectionWords.sourceDestroy) }
    source = 0
  }

  private func lose() { if owned.take() != nil { onLost?() } }

  /// The compositor has handled the last request to set the selection.
  private func answered() {
    unanswered -= 1
    if seat?.hasFocus == true { loseIfRefused() }
  }

  /// Another program's text is selected although this one has set its own: the compositor has refused that, which it does not report.
  private func loseIfRefused() {
    guard source != 0, hasChanged, unanswered == 0 else { return }
    if let selected, offers[selected]?.contains(mark) == true { return }
    cancelled()
  }

  /// Another program asks for the text.
  private func give(_ type: String, to descriptor: Int32) {
    guard descriptor >= 0 else { return }
    guard let owned, let loop = display?.loop, Self.types.contains(type) else {
      close(descriptor)
      return
    }
    if sending.count >= Self.mostTransfers, let oldest = sending.keys.min() { sending[oldest] = nil }
    sent += 1
    let number = sent
    let bytes = type == Self.latin ? LatinText.bytes(owned) : owned
    let pipe = TextPipe(writing: bytes, to: descriptor, on: loop, silence: Self.patience) { [weak self] _ in
      self?.sending[number] = nil
    }
    sending[number] = pipe
    pipe.start()
  }

  // MARK: Taking

  /// Asks for the text: nil when no program has any, or it does not come in time.
  public func read(_ take: @escaping (String?) -> Void) {
    if let owned { return take(String(decoding: owned, as: UTF8.self)) }
    // What was offered before the focus went elsewhere is stale.
    guard seat?.hasFocus == true, let loop = display?.loop, waiting.count < Self.mostWaiting else {
      return take(nil)
    }
    waiting.append(take)
    guard reading == nil else { return }
    deadline = loop.now.advanced(by: limit)
    fetch()
  }

  /// Begins to read what is selected now, for all pending readers.
  private func fetch() {
    (receiving, reading) = (nil, nil)
    if let owned { return finish(String(decoding: owned, as: UTF8.self)) }
    var ends: [Int32] = [-1, -1]
    guard let display, display.isOpen, let loop = display.loop, let selected, let offered = offers[selected],
      let type = Self.types.first(where: offered.contains), linux_pipe(&ends) == 0
    else { return finish(nil) }
    reading = selected
    display.connection.send(selected, words.offerReceive) {
      $0.add(type)
      $0.add(descriptor: ends[1])
    }
    display.flush()
    let isLatin = type == Self.latin
    let pipe = TextPipe(reading: ends[0], on: loop, longest: longest, silence: timeout, deadline: deadline) {
      [weak self] bytes in
      self?.finish(bytes.map { isLatin ? LatinText.text($0) : String(decoding: $0, as: UTF8.self) })
    }
    receiving = pipe
    pipe.start()
  }

  private func finish(_ text: String?) {
    (receiving, reading) = (nil, nil)
    let takers = waiting
    waiting = []
    for take in takers { take(text) }
  }

  // MARK: The compositor's side

  /// The seat whose selection this is.
  func setSeat(_ new: WaylandSeat?) {
    guard new !== seat || new == nil, let connection else { return }
    let hadDevice = device != 0
    if hadDevice {
      // Events for it may be on their way, or come for all time where it can not be released.
      if let release = words.deviceRelease {
        connection.destroy(device, release)
      } else {
        connection.retire(device)
      }
      for offer in offers.keys.sorted() { drop(offer) }
      (selected, dragged, device) = (nil, nil, 0)
      destroySource()
    }
    seat = new
    if let new { addDevice(of: new, connection) }
    guard hadDevice else { return }
    finish(nil)
    lose()
  }

  private func addDevice(of seat: WaylandSeat, _ connection: WaylandConnection) {
    device = connection.add(words.device) { [weak self] opcode, arguments throws(WaylandError) in
      try self?.take(opcode, &arguments)
    }
    connection.send(manager, WaylandSelectionWords.getDevice) {
      $0.add(device)
      $0.add(seat.number)
    }
  }

  private func take(_ opcode: UInt16, _ arguments: inout WaylandArguments) throws(WaylandError) {
    switch opcode {
    case 0: try addOffer(try arguments.uint())
    case words.deviceSelection: select(try arguments.uint())
    case 1 where words.hasDrags:
      for _ in 0..<4 { _ = try arguments.uint() }
      let number = try arguments.uint()
      if let dragged, dragged != number { drop(dragged) }
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
      guard opcode == 0, let self, let type = try arguments.string() else { return }
      if type == mark || Self.types.contains(type) { offers[number]?.insert(type) }
    }
    offers[number] = []
  }

  private func select(_ number: UInt32) {
    let old = selected
    selected = offers[number] == nil ? nil : number
    if let old, old != selected { drop(old) }
    hasChanged = true
    loseIfRefused()
    if let reading, reading != selected { fetch() }
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
    (selected, dragged, device, source, unanswered) = (nil, nil, 0, 0, 0)
    lose()
  }
}
