import HIDEvents
import LinuxSystem
import RunLoopCore

/// The keyboard of a seat: its keymap, the keys that are down, and the repetition of the last one, which Wayland leaves to
/// programs.
final class WaylandKeyboard {
  private unowned let display: WaylandDisplay
  private unowned let seat: WaylandSeat
  private var number: UInt32 = 0
  private var keymap = XKBKeymap()
  private var state: UInt16 = 0
  private var layout: UInt32 = 0
  private weak var window: WaylandWindow?
  /// Whether keys go to this program.
  private(set) var hasFocus = false
  private var keys: Set<UInt8> = []
  private var compose = X11Compose()
  /// Repetitions per second, and milliseconds before the first.
  private var repetition = (rate: 25, delay: 600)
  private var timer: RunLoop.Timer?
  private var repeated: UInt8 = 0

  init(_ display: WaylandDisplay, seat: WaylandSeat) {
    self.display = display
    self.seat = seat
    number = display.connection.add(.keyboard) { [weak self] opcode, arguments throws(WaylandError) in
      try self?.take(opcode, &arguments)
    }
    display.connection.send(seat.number, WaylandInterface.Request.seatGetKeyboard) { $0.add(number) }
  }

  deinit { timer?.invalidate() }

  private func take(_ opcode: UInt16, _ arguments: inout WaylandArguments) throws(WaylandError) {
    switch opcode {
    case 0: try takeKeymap(&arguments)
    case 1:
      seat.inputSerial = try arguments.uint()
      hasFocus = true
      if let window { leave(window) }
      // Keys that are down already were pressed for another window.
      window = display.windows[try arguments.uint()]
      window?.keyboardHandler?()
    case 2:
      _ = try arguments.uint()
      hasFocus = false
      if let window, window.surface == (try arguments.uint()) { leave(window) }
    case 3: try takeKey(&arguments)
    case 4:
      _ = try arguments.uint()
      let (held, latched, locked) = (try arguments.uint(), try arguments.uint(), try arguments.uint())
      // The eight modifiers of X; higher bits name some of them again.
      state = UInt16(truncatingIfNeeded: (held | latched | locked) & 0xFF)
      layout = try arguments.uint()
    case 5:
      let (rate, delay) = (try arguments.int(), try arguments.int())
      repetition = (Int(min(max(rate, 0), 200)), Int(min(max(delay, 10), 10_000)))
      if rate <= 0 { stopRepeating() }
    default: throw WaylandConnection.unknown(opcode)
    }
  }

  // MARK: Keymap

  private func takeKeymap(_ arguments: inout WaylandArguments) throws(WaylandError) {
    let format = try arguments.uint()
    let size = Int(try arguments.uint())
    if let window { cancelKeys(window) }
    // 1 is the text of XKB. Without a keymap keys are known by their places.
    guard format == 1 else { return keymap = XKBKeymap() }
    guard size <= XKBKeymap.longest else { throw .malformed("a keymap of \(size) bytes") }
    guard let text = Self.read(arguments.descriptor, size), let keymap = XKBKeymap(text) else {
      throw .malformed("a keymap that can not be read")
    }
    self.keymap = keymap
  }

  /// Reads a file without mapping it: one that is cut off meanwhile would end the program.
  private static func read(_ descriptor: Int32, _ size: Int) -> String? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes = [UInt8](repeating: 0, count: size)
    let count = bytes.withUnsafeMutableBytes { ByteTransfer.readPart(descriptor, at: 0, into: $0) }
    return String(decoding: bytes[..<count].prefix { $0 != 0 }, as: UTF8.self)
  }

  // MARK: Keys

  private func takeKey(_ arguments: inout WaylandArguments) throws(WaylandError) {
    seat.inputSerial = try arguments.uint()
    let time = try arguments.uint()
    let code = try arguments.uint()
    let isDown = try arguments.uint() == 1
    // X's numbers are eight more than the kernel's, and end at 255.
    guard let window, code <= 247 else { return }
    let keycode = UInt8(code + 8)
    guard isDown else { return release(keycode, window, time) }
    guard keys.insert(keycode).inserted else { return }
    let isFirst = window.heldKeys.press(keycode)
    let wait = send(keycode, isFirst ? .down : .repeated, to: window, time)
    if !wait && keymap.repeats(keycode) { startRepeating(keycode) }
  }

  private func release(_ keycode: UInt8, _ window: WaylandWindow, _ time: UInt32) {
    if keycode == repeated { stopRepeating() }
    guard keys.remove(keycode) != nil, window.heldKeys.release(keycode) else { return }
    window.send(.key(keymap.key(keycode, .up, state: state, layout: layout)), time)
  }

  /// The text of a key that was pressed is what it makes together with the dead keys before it.
  ///
  /// - Returns: whether the key is the beginning of such a sequence.
  private func send(
    _ keycode: UInt8, _ phase: HIDEvent.Key.Phase, to window: WaylandWindow, _ time: UInt32
  ) -> Bool {
    var key = keymap.key(keycode, phase, state: state, layout: layout)
    var isPending = false
    if key.modifiers.isDisjoint(with: [.control, .command]) {
      switch compose.take(keymap.keysym(keycode, state: state, layout: layout), key.characters) {
      case .plain: break
      case .pending:
        key.characters = ""
        isPending = true
      case .text(let text): key.characters = text
      }
    }
    window.send(.key(key), time)
    return isPending
  }

  private func startRepeating(_ keycode: UInt8) {
    stopRepeating()
    guard repetition.rate > 0, let loop = display.loop else { return }
    repeated = keycode
    let keyboard = ThreadBound(self)
    let timer = RunLoop.Timer(
      after: .milliseconds(repetition.delay), repeating: .microseconds(1_000_000 / repetition.rate),
      label: "key repeat"
    ) { _ in keyboard.object?.repeatKey() }
    self.timer = timer
    loop.add(timer, to: .common)
  }

  private func repeatKey() {
    guard let window, keys.contains(repeated) else { return stopRepeating() }
    _ = send(repeated, .repeated, to: window, 0)
  }

  func stopRepeating() {
    timer?.invalidate()
    timer = nil
    repeated = 0
  }

  // MARK: The end of what is down

  private func cancelKeys(_ window: WaylandWindow) {
    stopRepeating()
    compose.reset()
    let left = keys.sorted()
    keys = []
    for keycode in left where window.heldKeys.release(keycode) {
      window.send(.key(keymap.key(keycode, .cancelled, state: 0, layout: layout)), 0)
    }
  }

  /// Whether keys go to the window.
  func isKeyed(_ window: WaylandWindow) -> Bool { hasFocus && window === self.window }

  /// Releases all keys: another window has the focus.
  func leave(_ window: WaylandWindow) {
    guard window === self.window else { return }
    cancelKeys(window)
    self.window = nil
  }

  func drop(_ window: WaylandWindow) {
    guard window === self.window else { return }
    stopRepeating()
    compose.reset()
    for keycode in keys { _ = window.heldKeys.release(keycode) }
    keys = []
  }

  func remove(_ canRelease: Bool) {
    if let window { leave(window) }
    stopRepeating()
    if canRelease { display.connection.destroy(number, WaylandInterface.Request.keyboardRelease) }
  }
}
