import LinuxSystem

enum X11Environment {
  static var display: String? { Environment.value("DISPLAY") }

  /// The name of the user's input method, as `@im=fcitx` in XMODIFIERS gives it; nil: any.
  static var inputMethod: String? {
    guard let text = Environment.value("XMODIFIERS"), text.hasPrefix("@im=") else { return nil }
    let name = text.dropFirst(4).prefix { $0 != "@" }
    return name.isEmpty ? nil : String(name)
  }

  /// The name of the user's locale.
  static var locale: String {
    Environment.value("LC_ALL") ?? Environment.value("LC_CTYPE") ?? Environment.value("LANG") ?? "C"
  }
}

/// Queries before the first window: extensions, keys, atoms.
extension X11Display {
  static let atomNames =
    [
      "WM_PROTOCOLS", "WM_DELETE_WINDOW", "_NET_WM_PING", "_NET_WM_NAME", "UTF8_STRING",
      "_NET_SUPPORTING_WM_CHECK", "_NET_WM_PID", "_NET_WM_STATE", "_NET_WM_STATE_FULLSCREEN",
      "_NET_ACTIVE_WINDOW",
    ] + X11Selection.atomNames + XIMTransport.atomNames

  func setUp(until deadline: UInt64) throws(X11Error) {
    askForExtensions()
    for name in Self.atomNames {
      var request = X11Request(.internAtom)
      request.add(UInt16(name.utf8.count))
      request.add(UInt16(0))
      request.add(Array(name.utf8))
      connection.ask(request, "InternAtom \(name)") { [weak self] reply in
        if let reply { self?.atoms[name] = reply.uint32(8) }
      }
    }
    askForKeys()
    let connection = connection
    try connection.wait(until: deadline, for: "extensions, atoms and keys") { connection.unanswered == 0 }
    askForWindowManager()
    try connection.wait(until: deadline, for: "the window manager") { connection.unanswered == 0 }
  }

  private func query(_ name: String, _ take: @escaping (UInt8) -> Void) {
    var request = X11Request(.queryExtension)
    request.add(UInt16(name.utf8.count))
    request.add(UInt16(0))
    request.add(Array(name.utf8))
    connection.ask(request, "QueryExtension \(name)") { reply in
      // Present, and with an opcode of an extension.
      if let reply, reply.uint8(8) == 1, reply.uint8(9) >= 128 { take(reply.uint8(9)) }
    }
  }

  private func askForExtensions() {
    query("BIG-REQUESTS") { [weak self] opcode in
      self?.connection.ask(X11Request(opcode, 0), "BigReqEnable") { reply in
        guard let reply, let self, Int(reply.uint32(8)) * 4 > self.longestRequest else { return }
        // Longer than this nothing is sent in one piece.
        self.longestRequest = min(Int(reply.uint32(8)) * 4, 1 << 22)
        self.hasLongRequests = true
      }
    }
    query("XInputExtension") { [weak self] opcode in
      var request = X11Request(opcode, X11Opcode.Input.queryVersion)
      request.add(UInt16(2))
      request.add(UInt16(2))
      self?.connection.ask(request, "XIQueryVersion") { reply in
        guard let reply else { return }
        let (major, minor) = (reply.uint16(8), reply.uint16(10))
        if major > 2 || major == 2 && minor >= 2 { self?.inputOpcode = opcode }
      }
    }
    query("XKEYBOARD") { [weak self] opcode in
      var request = X11Request(opcode, 0)
      request.add(UInt16(1))
      request.add(UInt16(0))
      self?.connection.ask(request, "XkbUseExtension") { reply in
        guard let self, let reply, reply.uint8(1) == 1 else { return }
        // PerClientFlags for the core keyboard: repetitions without releases.
        var flags = X11Request(opcode, X11Opcode.Keyboard.perClientFlags)
        flags.add(UInt16(0x100))
        flags.add(UInt16(0))
        for value in [UInt32(1), 1, 0, 0, 0] { flags.add(value) }
        self.connection.ask(flags, "XkbPerClientFlags") { [weak self] reply in
          if let reply, reply.uint32(12) & 1 == 1 { self?.repeatsWithoutReleases = true }
        }
      }
    }
  }

  /// Asks for the keyboard's table. While an answer is awaited, further calls lead to one more question, however many
  /// there are: a server that reports changes all the time must not fill the memory with questions.
  func askForKeys() {
    guard let setup = connection.setup else { return }
    guard !isAskingForKeys else {
      keysAreStale = true
      return
    }
    isAskingForKeys = true
    let first = setup.firstKeycode
    let count = setup.lastKeycode - first + 1
    var request = X11Request(.getKeyboardMapping)
    request.add(UInt8(first))
    request.add(UInt8(count))
    request.add(UInt16(0))
    var mapping: X11Packet?
    connection.ask(request, "GetKeyboardMapping", longest: 32 + count * 255 * 4) { mapping = $0 }
    connection.ask(X11Request(.getModifierMapping), "GetModifierMapping", longest: 32 + 8 * 255) {
      [weak self] modifiers in
      guard let self else { return }
      if let mapping, let modifiers {
        keymap = X11Keymap(first: first, mapping: mapping, modifiers: modifiers)
      }
      isAskingForKeys = false
      guard keysAreStale else { return }
      keysAreStale = false
      askForKeys()
    }
  }

  private func askForWindowManager() {
    guard let atom = atoms["_NET_SUPPORTING_WM_CHECK"] else { return }
    var request = X11Request(.getProperty)
    for value in [screen.root, atom, 0, 0, 1] { request.add(value) }
    connection.ask(request, "GetProperty _NET_SUPPORTING_WM_CHECK") { [weak self] reply in
      self?.hasWindowManager = reply.map { $0.uint32(16) > 0 } ?? false
    }
  }

  // MARK: Events

  /// Passes an event to the window that it names.
  func take(_ packet: X11Packet) {
    let kind = packet.kind
    switch kind {
    case 34:
      // The mapping of keys has changed; that of pointer buttons the server applies by itself.
      if packet.uint8(4) < 2 { askForKeys() }
    case 35:
      guard let inputOpcode, packet.uint8(1) == inputOpcode else { return }
      windows[packet.uint32(24)]?.takeTouch(packet)
    case 2...8: windows[packet.uint32(12)]?.take(packet)
    case 28...31:
      takeSelection(packet)
      for window in windows.values { window.inputMethod?.take(packet) }
    case 17 where windows[packet.uint32(4)] == nil, 33 where windows[packet.uint32(4)] == nil:
      for window in windows.values { window.inputMethod?.take(packet) }
    case 9, 10, 12, 17...19, 21, 22, 33: windows[packet.uint32(4)]?.take(packet)
    default: break
    }
  }
}
