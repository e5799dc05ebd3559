import LinuxSystem

/// A window's properties for the desktop: names, process, sizes, full screen.
extension X11Window {
  func describe(_ title: String, _ name: String) {
    self.title = title
    setTitle()
    let atoms = display.atoms
    let protocols = [atoms["WM_DELETE_WINDOW"], atoms["_NET_WM_PING"]].compactMap { $0 }
    if let property = atoms["WM_PROTOCOLS"] { change(property, type: 4, protocols) }
    // WM_CLASS, a STRING: the instance and the class, which begins with a capital by custom.
    let words = [name, name.prefix(1).uppercased() + name.dropFirst()]
    change(67, type: 31, text: words.flatMap { $0.utf8.filter { $0 != 0 } + [0] })
    // WM_CLIENT_MACHINE: where the process number counts.
    if let machine = DesktopProgram.machine {
      change(36, type: 31, text: Array(machine.utf8))
      if let property = atoms["_NET_WM_PID"] { change(property, type: 6, [UInt32(getpid())]) }
    }
    // WM_HINTS: it wants the focus, and is to be shown.
    change(35, type: 35, [3, 1, 1, 0, 0, 0, 0, 0, 0])
  }

  func setTitle() {
    // WM_NAME is Latin-1.
    change(39, type: 31, text: title.unicodeScalars.map { $0.value < 256 ? UInt8($0.value) : 0x3F })
    if let name = display.atoms["_NET_WM_NAME"], let type = display.atoms["UTF8_STRING"] {
      change(name, type: type, text: Array(title.utf8))
    }
    display.connection.flush()
  }

  /// Asks the window manager for a smallest size, in pixels.
  public func setMinimumSize(width: Int, height: Int) {
    guard isOpen else { return }
    // WM_NORMAL_HINTS: PMinSize, four unused words, the size; then what the flags leave out.
    var words = [UInt32](repeating: 0, count: 18)
    words[0] = 16
    words[5] = UInt32(min(max(width, 1), 16384))
    words[6] = UInt32(min(max(height, 1), 16384))
    change(40, type: 41, words)
    display.connection.flush()
  }

  /// Makes the window fill the screen without a frame, or gives it its place and size back. The window manager does it;
  /// without one the window takes the screen's size itself.
  public func setFullScreen(_ wanted: Bool) {
    guard isOpen, wanted != isFullScreen else { return }
    isFullScreen = wanted
    guard display.hasWindowManager, let state = display.atoms["_NET_WM_STATE"],
      let full = display.atoms["_NET_WM_STATE_FULLSCREEN"]
    else { return fillScreen(wanted) }
    if isShown {
      // Add is 1, remove 0; 1: an application asks.
      ask(state, [wanted ? 1 : 0, full, 0, 1, 0])
    } else {
      setFullScreenState(wanted)
    }
    display.connection.flush()
  }

  /// Of a window that is not shown: the state with which it will be. A window manager forgets it when the window is hidden.
  func setFullScreenState(_ wanted: Bool) {
    guard display.hasWindowManager, let state = display.atoms["_NET_WM_STATE"],
      let full = display.atoms["_NET_WM_STATE_FULLSCREEN"]
    else { return }
    change(state, type: 4, wanted ? [full] : [])
  }

  /// Tells the window manager that the window is hidden, as ICCCM 4.1.4 has it.
  func announceHiding() {
    guard isOpen else { return }
    var request = X11Request(.sendEvent, 0)
    request.add(display.screen.root)
    request.add(UInt32(0x180000))
    // UnmapNotify, not by a change of the parent.
    request.add([18, 0, 0, 0])
    for value in [display.screen.root, identifier, 0, 0, 0, 0, 0] { request.add(value) }
    display.connection.send(request, "SendEvent")
    display.connection.flush()
  }

  /// Asks for the keyboard's focus, which another window of the program has, and to be in front. A window manager decides; without one
  /// the window takes both.
  package func askForFocus(from other: X11Window) {
    guard isOpen, isShown else { return }
    guard display.hasWindowManager, let active = display.atoms["_NET_ACTIVE_WINDOW"] else {
      raise()
      return takeFocus()
    }
    // 1: an application asks, for what the user has done at this time in its active window.
    let isSameServer = other.display.name.display == display.name.display
    ask(active, isSameServer ? [1, other.display.lastInputTime, other.identifier, 0, 0] : [1, 0, 0, 0, 0])
    display.connection.flush()
  }

  private func raise() {
    var request = X11Request(.configureWindow)
    request.add(identifier)
    // The stack mode: above.
    request.add(UInt16(0x40))
    request.add(UInt16(0))
    request.add(UInt32(0))
    display.connection.send(request, "ConfigureWindow")
  }

  /// A message to the root window, which the window manager reads.
  private func ask(_ message: UInt32, _ values: [UInt32]) {
    var request = X11Request(.sendEvent, 0)
    request.add(display.screen.root)
    // SubstructureRedirect and SubstructureNotify.
    request.add(UInt32(0x180000))
    request.add([33, 32, 0, 0])
    for value in [identifier, message] + values { request.add(value) }
    display.connection.send(request, "SendEvent")
  }

  private func fillScreen(_ wanted: Bool) {
    let size = wanted ? display.size : sizeBefore
    if wanted { sizeBefore = (width, height) }
    var request = X11Request(.configureWindow)
    request.add(identifier)
    // x, y, width, height.
    request.add(UInt16(0xF))
    request.add(UInt16(0))
    for value in [0, 0, UInt32(size.width), UInt32(size.height)] { request.add(value) }
    display.connection.send(request, "ConfigureWindow")
    display.connection.flush()
  }

  private func change(_ property: UInt32, type: UInt32, _ values: [UInt32]) {
    var request = X11Request(.changeProperty)
    for value in [identifier, property, type] { request.add(value) }
    request.add([32, 0, 0, 0])
    request.add(UInt32(values.count))
    for value in values { request.add(value) }
    display.connection.send(request, "ChangeProperty")
  }

  private func change(_ property: UInt32, type: UInt32, text: [UInt8]) {
    let text = text.prefix(4096)
    var request = X11Request(.changeProperty)
    for value in [identifier, property, type] { request.add(value) }
    request.add([8, 0, 0, 0])
    request.add(UInt32(text.count))
    request.add(Array(text))
    display.connection.send(request, "ChangeProperty")
  }
}
