import RunLoopCore

/// A selection of the X server, by which programs exchange text: the clipboard, or what is selected.
///
/// Text is exchanged as UTF-8, or as Latin-1 with programs that know no other encoding; long texts in parts. Belongs to its
/// display's thread.
public final class X11Selection {
  /// Which one.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// What was copied.
    case clipboard = "CLIPBOARD"
    /// What is selected, which the middle button pastes.
    case primary = "PRIMARY"
  }

  /// Which of the two selections it is.
  public let kind: Kind
  /// Another program has the selection now.
  public var onLost: (() -> Void)?
  /// How long another program may be silent while its text is awaited.
  public var timeout: Duration = .seconds(3)
  /// Longer texts than this, in bytes, are not taken.
  public static let longestText = 64 << 20
  /// `longestText`; less in a test.
  var longest = X11Selection.longestText

  let display: X11Display
  let window: UInt32
  private let atom: UInt32
  /// The text for other programs while this one has the selection.
  private var owned: [UInt8]?
  /// The server's time of the input by which the selection was taken last.
  package private(set) var ownedSince: UInt32 = 0
  /// Parts that other programs have not fetched yet.
  private var sending: [Transfer] = []
  /// Pending readers of another program's text.
  private var waiting: [(String?) -> Void] = []
  private var received: [UInt8] = []
  private var isLatin = false
  private var isInParts = false
  /// Whether a part is being fetched.
  private var isFetching = false
  private var timer: RunLoop.Timer?

  private struct Transfer {
    var requestor: UInt32
    var property: UInt32
    var type: UInt32
    var bytes: [UInt8]
    var sent = 0
    var touched: UInt64
  }

  static let atomNames = [
    "CLIPBOARD", "TARGETS", "TIMESTAMP", "TEXT", "INCR", "text/plain;charset=utf-8",
    "MULTIPLE", "ATOM_PAIR", "_MAINSPRING_TEXT_CLIPBOARD", "_MAINSPRING_TEXT_PRIMARY",
  ]
  private static let mostTransfers = 16
  /// Further targets of one request are not read.
  private static let mostTargets = 64
  private static let mostWaiting = 64

  /// - Parameter window: asks and owns in its name; the selection is lost when the window ends.
  public init(_ kind: Kind, of window: X11Window) {
    self.kind = kind
    display = window.display
    self.window = window.identifier
    // PRIMARY has a number of its own in the protocol.
    atom = kind == .primary ? 1 : window.display.atoms[kind.rawValue] ?? 0
    display.selections[atom] = self
  }

  deinit { timer?.invalidate() }

  /// Whether this program has the selection.
  public var isOwned: Bool { owned != nil }

  private func named(_ name: String) -> UInt32 { display.atoms[name] ?? 0 }
  private var property: UInt32 { named("_MAINSPRING_TEXT_\(kind.rawValue)") }

  // MARK: Giving

  /// Takes the selection: others get this text until another program takes it.
  public func own(_ text: String) { own(text, notBefore: display.lastInputTime) }

  /// - Parameter earliest: when another window of the program has taken it: the server ignores what is earlier than that.
  package func own(_ text: String, notBefore earliest: UInt32) {
    guard display.isOpen else { return }
    owned = Array(text.utf8)
    ownedSince = display.lastInputTime
    if Int32(bitPattern: earliest &- ownedSince) > 0 { ownedSince = earliest }
    var request = X11Request(.setSelectionOwner)
    for value in [window, atom, ownedSince] { request.add(value) }
    display.connection.send(request, "SetSelectionOwner")
    display.connection.flush()
  }

  func cleared() {
    guard owned != nil else { return }
    owned = nil
    onLost?()
  }

  /// Another program asks for the text.
  func requested(_ packet: X11Packet) {
    let (requestor, target) = (packet.uint32(12), packet.uint32(20))
    // Old programs leave the property out.
    let property = packet.uint32(24) == 0 ? target : packet.uint32(24)
    let time = packet.uint32(4)
    if target == named("MULTIPLE"), target != 0 {
      return answerSeveral(requestor, packet.uint32(24)) { [weak self] isDone in
        self?.notify(requestor, target, isDone ? property : 0, time)
      }
    }
    let isDone = owned.map { answer(target, requestor, property, $0) } ?? false
    notify(requestor, target, isDone ? property : 0, time)
  }

  /// Tells the other program that its request was answered; property 0: refused.
  private func notify(_ requestor: UInt32, _ target: UInt32, _ property: UInt32, _ time: UInt32) {
    var notice = X11Request(31)
    for value in [time, requestor, atom, target, property, 0, 0] { notice.add(value) }
    var request = X11Request(.sendEvent, 0)
    request.add(requestor)
    request.add(UInt32(0))
    request.add(notice.bytes)
    display.connection.send(request, "SendEvent SelectionNotify")
  }

  /// Answers the pairs of target and property that the other program's property lists. In its list a refused pair has property 0 afterwards.
  private func answerSeveral(_ requestor: UInt32, _ property: UInt32, _ done: @escaping (Bool) -> Void) {
    guard property != 0, owned != nil else { return done(false) }
    var request = X11Request(.getProperty)
    for value in [requestor, property, 0, 0, UInt32(2 * Self.mostTargets)] { request.add(value) }
    let longest = 32 + 8 * Self.mostTargets
    display.connection.ask(request, "GetProperty of a list of targets", longest: longest) {
      [weak self] reply in
      guard let self, let text = owned, let reply, reply.uint8(1) == 32 else { return done(false) }
      let count = min(Int(reply.uint32(16)) / 2, (reply.bytes.count - 32) / 8)
      var pairs: [UInt32] = []
      for pair in 0..<max(count, 0) {
        let (target, place) = (reply.uint32(32 + 8 * pair), reply.uint32(36 + 8 * pair))
        pairs += [target, place != 0 && answer(target, requestor, place, text) ? place : 0]
      }
      set(requestor, property, named("ATOM_PAIR"), 32, pairs.flatMap(Self.bytes))
      done(true)
      display.connection.flush()
    }
  }

  private func answer(_ target: UInt32, _ requestor: UInt32, _ property: UInt32, _ text: [UInt8]) -> Bool {
    // A program that asks and does not read gets nothing more.
    guard target != 0, display.connection.unsentBytes < 4 << 20 else { return false }
    let utf8 = named("UTF8_STRING")
    let plain = named("text/plain;charset=utf-8")
    switch target {
    case named("TARGETS"):
      let targets = [target, named("MULTIPLE"), named("TIMESTAMP"), utf8, plain, named("TEXT"), 31]
      set(requestor, property, 4, 32, targets.flatMap(Self.bytes))
    case named("TIMESTAMP"): set(requestor, property, 19, 32, Self.bytes(ownedSince))
    case utf8, plain: give(text, target, requestor, property)
    case named("TEXT"): give(text, utf8, requestor, property)
    case 31:
      give(LatinText.bytes(text), 31, requestor, property)
    default: return false
    }
    return true
  }

  private static func bytes(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

  private func give(_ text: [UInt8], _ type: UInt32, _ requestor: UInt32, _ property: UInt32) {
    let part = display.longestPart
    guard text.count > part else { return set(requestor, property, type, 8, text) }
    // In parts: each follows when the one before was deleted.
    var select = X11Request(.changeWindowAttributes)
    for value in [requestor, 0x800, 0x40_0000] { select.add(value) }
    display.connection.send(select, "ChangeWindowAttributes")
    set(requestor, property, named("INCR"), 32, Self.bytes(UInt32(text.count)))
    let now = X11Socket.milliseconds
    sending.removeAll { now - $0.touched > 30_000 || $0.requestor == requestor && $0.property == property }
    if sending.count >= Self.mostTransfers { sending.removeFirst() }
    sending.append(.init(requestor: requestor, property: property, type: type, bytes: text, touched: now))
  }

  private func set(_ window: UInt32, _ property: UInt32, _ type: UInt32, _ format: UInt8, _ bytes: [UInt8]) {
    var request = X11Request(.changeProperty)
    for value in [window, property, type] { request.add(value) }
    request.add([format, 0, 0, 0])
    request.add(UInt32(bytes.count * 8 / Int(format)))
    request.add(bytes)
    display.connection.send(request, "ChangeProperty")
  }

  /// A property of some window has changed.
  func propertyChanged(_ window: UInt32, _ property: UInt32, isDeleted: Bool) {
    if isDeleted {
      sendPart(window, property)
    } else if window == self.window, property == self.property, isInParts, !isFetching {
      fetch()
    }
  }

  private func sendPart(_ window: UInt32, _ property: UInt32) {
    let index = sending.firstIndex { $0.requestor == window && $0.property == property }
    guard let index else { return }
    var transfer = sending[index]
    let end = min(transfer.sent + display.longestPart, transfer.bytes.count)
    // The last one is empty.
    set(window, property, transfer.type, 8, Array(transfer.bytes[transfer.sent..<end]))
    if end == transfer.sent {
      sending.remove(at: index)
      return
    }
    transfer.sent = end
    transfer.touched = X11Socket.milliseconds
    sending[index] = transfer
  }

  // MARK: Taking

  /// Asks for the text: nil when no program has any, or it does not come in time.
  public func read(_ take: @escaping (String?) -> Void) {
    if let owned { return take(String(decoding: owned, as: UTF8.self)) }
    guard display.isOpen, waiting.count < Self.mostWaiting else { return take(nil) }
    waiting.append(take)
    if waiting.count == 1 { convert(named("UTF8_STRING"), isLatin: false) }
  }

  private func convert(_ target: UInt32, isLatin: Bool) {
    received = []
    isInParts = false
    isFetching = false
    self.isLatin = isLatin
    var request = X11Request(.convertSelection)
    for value in [window, atom, target, property, display.lastInputTime] { request.add(value) }
    display.connection.send(request, "ConvertSelection")
    display.connection.flush()
    putOff()
  }

  /// The other program has answered.
  func notified(_ packet: X11Packet) {
    guard !waiting.isEmpty, packet.uint32(8) == window, !isFetching, !isInParts else { return }
    guard packet.uint32(20) == property else {
      // It does not know UTF-8.
      return isLatin ? finish(nil) : convert(31, isLatin: true)
    }
    fetch()
  }

  /// Reads the property and deletes it, which lets the next part come.
  private func fetch(offset: UInt32 = 0) {
    putOff()
    isFetching = true
    let units: UInt32 = 1 << 18
    var request = X11Request(.getProperty, 1)
    for value in [window, property, 0, offset, units] { request.add(value) }
    let longest = 32 + Int(units) * 4
    display.connection.ask(request, "GetProperty of a selection", longest: longest) { [weak self] reply in
      self?.fetched(reply, offset: offset)
    }
    display.connection.flush()
  }

  private func fetched(_ reply: X11Packet?, offset: UInt32) {
    isFetching = false
    guard !waiting.isEmpty else { return }
    guard let reply else { return finish(nil) }
    let (type, left) = (reply.uint32(8), reply.uint32(12))
    if type == named("INCR"), !isInParts {
      isInParts = true
      return
    }
    let count = reply.uint8(1) == 8 ? min(Int(reply.uint32(16)), max(reply.bytes.count - 32, 0)) : 0
    received += reply.bytes.dropFirst(32).prefix(count)
    guard received.count <= longest else { return finish(nil) }
    if left > 0, count > 0 { return fetch(offset: offset + UInt32(count / 4)) }
    // A part that is empty is the last one; one that is not there has not come yet.
    if isInParts, count > 0 || offset > 0 || type == 0 { return }
    finish(received)
  }

  private func finish(_ bytes: [UInt8]?) {
    timer?.invalidate()
    timer = nil
    let takers = waiting
    waiting = []
    received = []
    isInParts = false
    let text = bytes.map { isLatin ? LatinText.text($0) : String(decoding: $0, as: UTF8.self) }
    for take in takers { take(text) }
  }

  /// Restarts the time-out after activity of the other program.
  private func putOff() {
    guard let loop = display.loop else { return }
    let date = loop.now.advanced(by: timeout)
    if let timer {
      timer.fireDate = date
      return
    }
    let selection = ThreadBound(self)
    let timer = RunLoop.Timer(at: date, label: "X11 selection") { _ in
      selection.object?.timer = nil
      selection.object?.finish(nil)
    }
    self.timer = timer
    loop.add(timer, to: .common)
  }

  /// The connection has ended: pending reads get nil, and the selection is lost.
  func displayEnded() {
    finish(nil)
    sending = []
    cleared()
  }
}

extension X11Display {
  /// Bytes of a text that go in one property: a request has room for 256 KiB.
  var longestPart: Int { max(min(longestRequest / 2, 128 << 10), 64) }

  /// An event about selections or properties.
  func takeSelection(_ packet: X11Packet) {
    switch packet.kind {
    case 28:
      for selection in selections.values {
        selection.propertyChanged(packet.uint32(4), packet.uint32(8), isDeleted: packet.uint8(16) == 1)
      }
    case 29: selections[packet.uint32(12)]?.cleared()
    case 30: selections[packet.uint32(16)]?.requested(packet)
    default: selections[packet.uint32(12)]?.notified(packet)
    }
  }
}
