import HIDEvents

/// A window of an X server: shows pixels, and reports input events.
///
/// Positions of input are its pixels, divided by `scale`.
public final class X11Window {
  /// What happens to a window.
  public enum Event: Sendable {
    /// Input from the pointer, the keyboard or a touch screen.
    case input(HIDEvent)
    /// The window's size has changed, in pixels.
    case resized(width: Int, height: Int)
    /// A part, in pixels, has to be shown again.
    case exposed(x: Int, y: Int, width: Int, height: Int)
    /// The server has taken the last picture: another one may be put.
    case ready
    /// The user wants to close it.
    case closeRequested
    /// The window was destroyed, or the connection has ended.
    case ended(X11Error?)
  }

  /// The connection that the window belongs to.
  public let display: X11Display
  /// X's number of the window.
  public let identifier: UInt32
  /// The width in pixels.
  public private(set) var width: Int
  /// The height in pixels.
  public private(set) var height: Int
  /// Pixels per point of the receiver of events.
  public var scale = 1.0
  /// Added to positions, in points: where the window is on the receiver's screen.
  public var origin = (x: 0.0, y: 0.0)
  /// Called with each event, on the thread of the display's loop.
  public var handler: ((Event) -> Void)?
  /// Called with the place of the window's upper left corner on the screen, in pixels, when it is known or has changed.
  package var moveHandler: ((_ x: Int, _ y: Int) -> Void)?
  /// Whether the server shows it.
  public private(set) var isShown = false
  /// Whether the window exists.
  public internal(set) var isOpen = true
  /// How far one click of the wheel scrolls, in points.
  public var wheelStep = 40.0

  /// Called with what input methods do in the window.
  package var inputMethodHandler: ((InputMethodEvent) -> Void)? { didSet { startInputMethod() } }
  /// Nil without a loop, a handler, or where the user wants none.
  var inputMethod: X11InputMethod?

  let context: UInt32
  /// The window that it is in: the screen's, or a frame of the window manager's.
  var parent: UInt32 = 0
  /// Where it was reported to be.
  var position: (x: Int, y: Int)?
  /// Whether its place was asked for and the answer has not come; whether it may have been moved since.
  var (isAskingForPlace, placeIsStale) = (false, false)
  /// Pictures that were put and not taken yet.
  var picturesUnderWay = 0
  var input = X11Input()
  /// The size that it has again after full screen.
  var sizeBefore = (width: 1, height: 1)

  /// Whether it was last asked to fill the screen without a frame.
  public internal(set) var isFullScreen = false

  /// Makes a window; `show` shows it.
  ///
  /// - Parameter name: the program's, by which the desktop groups its windows; nil: its file's name.
  public init(
    _ display: X11Display, title: String, name: String? = nil, width: Int, height: Int
  ) throws(X11Error) {
    if let end = display.end { throw end }
    guard let setup = display.connection.setup else { throw .lost }
    let visual = try setup.visual(of: display.screen)
    self.display = display
    self.width = min(max(width, 1), 16384)
    self.height = min(max(height, 1), 16384)
    identifier = display.makeIdentifier()
    context = display.makeIdentifier()
    parent = display.screen.root
    create(visual)
    describe(title, name ?? DesktopProgram.name)
    display.windows[identifier] = self
    display.connection.flush()
  }

  private func create(_ visual: X11Setup.Visual) {
    var colormap = display.screen.colormap
    if visual.identifier != display.screen.rootVisual {
      colormap = display.makeIdentifier()
      var request = X11Request(.createColormap, 0)
      for value in [colormap, display.screen.root, visual.identifier] { request.add(value) }
      display.connection.send(request, "CreateColormap")
    }
    var request = X11Request(.createWindow, visual.depth)
    request.add(identifier)
    request.add(display.screen.root)
    for value in [UInt16(0), 0, UInt16(width), UInt16(height), 0, 1] { request.add(value) }
    request.add(visual.identifier)
    // No background (a resize does not flicker), border, pixels stay at the upper left, events, colors.
    request.add(UInt32(0x1 | 0x8 | 0x10 | 0x800 | 0x2000))
    for value in [0, 0, 1, Self.eventMask, colormap] { request.add(value) }
    display.connection.send(request, "CreateWindow")
    var gc = X11Request(.createGC)
    // Without events for copies, of which there are none.
    for value in [context, identifier, 0x10000, 0] { gc.add(value) }
    display.connection.send(gc, "CreateGC")
    if let opcode = display.inputOpcode {
      var select = X11Request(opcode, X11Opcode.Input.selectEvents)
      select.add(identifier)
      select.add(UInt16(1))
      select.add(UInt16(0))
      // All master devices: touches begin, move, end.
      select.add(UInt16(1))
      select.add(UInt16(1))
      select.add(UInt32(1 << 18 | 1 << 19 | 1 << 20))
      display.connection.send(select, "XISelectEvents")
    }
  }

  /// Keys, buttons, enter, leave, motion, exposure, structure, focus, properties.
  private static let eventMask: UInt32 =
    0x1 | 0x2 | 0x4 | 0x8 | 0x10 | 0x20 | 0x40 | 0x8000 | 0x20000 | 0x200000
    | 0x400000

  /// The title that the desktop shows.
  public var title = "" { didSet { if title != oldValue, isOpen { setTitle() } } }

  // MARK: Showing

  /// Asks the server to show the window.
  public func show() {
    if isOpen, isFullScreen { setFullScreenState(true) }
    simple(.mapWindow, "MapWindow")
  }
  /// Asks the server to hide the window.
  public func hide() {
    simple(.unmapWindow, "UnmapWindow")
    // Of a window that the user has minimized, and that is not mapped, the window manager hears by this alone.
    announceHiding()
  }

  /// Asks for another size; `resized` reports the size that it gets.
  public func resize(width: Int, height: Int) {
    var request = X11Request(.configureWindow)
    request.add(identifier)
    request.add(UInt16(0x4 | 0x8))
    request.add(UInt16(0))
    request.add(UInt32(min(max(width, 1), 16384)))
    request.add(UInt32(min(max(height, 1), 16384)))
    display.connection.send(request, "ConfigureWindow")
    display.connection.flush()
  }

  /// Asks for the keyboard focus. A window manager may decide otherwise.
  public func takeFocus() {
    var request = X11Request(.setInputFocus, 2)
    request.add(identifier)
    request.add(UInt32(0))
    display.connection.send(request, "SetInputFocus")
    display.connection.flush()
  }

  /// Destroys it.
  public func close() {
    guard isOpen else { return }
    simple(.destroyWindow, "DestroyWindow")
    end(nil)
  }

  private func simple(_ opcode: X11Opcode, _ label: String) {
    guard isOpen else { return }
    var request = X11Request(opcode)
    request.add(identifier)
    display.connection.send(request, label)
    display.connection.flush()
  }

  // MARK: The server's notifications

  func mapped(_ isShown: Bool) {
    self.isShown = isShown
    // The server has ended grabs of the pointer, and reports no release.
    if !isShown { cancelInput() }
    if isShown, !display.hasWindowManager { takeFocus() }
  }

  func configured(_ packet: X11Packet) {
    configured(Int(packet.uint16(20)), Int(packet.uint16(22)))
    guard isOpen else { return }
    // What a window manager sends is the place on the screen; the server's is the place in the frame around the window.
    if packet.isSent || parent == display.screen.root {
      // Without the border, which there is none of.
      moved(packet.int16(16), packet.int16(18))
    } else {
      askForPlace()
    }
  }

  private func configured(_ width: Int, _ height: Int) {
    guard width > 0, height > 0, width != self.width || height != self.height else { return }
    self.width = width
    self.height = height
    handler?(.resized(width: width, height: height))
  }

  /// Ends the window, and cancels its input.
  func end(_ error: X11Error?) {
    guard isOpen else { return }
    isOpen = false
    isShown = false
    display.windows[identifier] = nil
    cancelInput()
    handler?(.ended(error))
    handler = nil
    moveHandler = nil
    inputMethod = nil
  }

  func connectionEnded(_ error: X11Error) { end(error == .closed ? nil : error) }
}
