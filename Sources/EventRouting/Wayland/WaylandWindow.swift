import HIDEvents

/// A window of a Wayland compositor: shows pixels, and reports input events.
///
/// Its size is in the compositor's units, and its pictures have `bufferScale` times as many pixels in each direction.
/// Positions of input are those units, divided by `scale`.
public final class WaylandWindow {
  /// What happens to a window.
  public enum Event: Sendable {
    /// Input from the pointer, the keyboard or a touch screen.
    case input(HIDEvent)
    /// The window's size has changed, in the compositor's units.
    case resized(width: Int, height: Int)
    /// The number of pixels per unit that pictures should have from now on.
    case scaled(Double)
    /// The compositor begins to make its next picture, as `requestBeat` has asked: when, in nanoseconds of the loop's clock.
    case beat(time: UInt64)
    /// Another picture can be put.
    case ready
    /// The user wants to close it.
    case closeRequested
    /// The window was closed by this side, or the connection has ended.
    case ended(WaylandError?)
  }

  typealias Request = WaylandInterface.Request

  /// The connection that the window belongs to.
  public let display: WaylandDisplay
  /// The width in the compositor's units.
  public private(set) var width: Int
  /// The height in the compositor's units.
  public private(set) var height: Int
  /// Pixels per unit: 1.5 is usual on fine screens.
  public internal(set) var bufferScale = 1.0
  /// The compositor's units per point of the receiver of events.
  public var scale = 1.0
  /// Added to positions, in points: where the window is on the receiver's screen.
  public var origin = (x: 0.0, y: 0.0)
  /// Called with each event, on the thread of the display's loop.
  public var handler: ((Event) -> Void)?
  /// Called with what input methods do in the window.
  package var inputMethodHandler: ((InputMethodEvent) -> Void)?
  /// Called when the keys of a keyboard go to the window from now on.
  package var keyboardHandler: (() -> Void)?
  /// The text that is edited in it.
  var editedText: InputMethodText?
  /// Whether the window exists.
  public private(set) var isOpen = true
  /// Whether the compositor has said how large it is: before that nothing can be put.
  public internal(set) var isConfigured = false
  /// Whether the compositor shows it over the whole screen, without a frame.
  public private(set) var isFullScreen = false
  /// Whether the compositor shows it as large as the desktop allows, with its frame.
  public private(set) var isMaximized = false
  /// Whether it is the one that the user works with.
  public internal(set) var isActive = false
  /// The title that the desktop shows.
  public var title: String {
    didSet {
      guard title != oldValue else { return }
      setTitle()
      refreshTitleBar()
    }
  }
  /// How far one notch of the wheel scrolls, in points.
  public var wheelStep = MousePointer.wheelStep

  /// Held by the keyboards of several users: such a key is released by the last of them.
  var heldKeys = KeyHolders<UInt8>()
  let surface: UInt32
  var windowSurface: UInt32 = 0
  var toplevel: UInt32 = 0
  var decoration: UInt32 = 0
  var fractionalScale: UInt32 = 0
  var viewport: UInt32 = 0
  /// Both pictures: the one that is shown, and the next.
  var buffers: [SharedPicture] = []
  /// The callback for the compositor's next picture; 0 when none is asked for.
  var frame: UInt32 = 0
  /// A picture was put since the last callback; a beat was asked for.
  var (isPictureUnderWay, wantsBeat) = (false, false)
  /// A size was agreed on, and no picture of it put yet.
  var owesPicture = false
  /// The frame that this side draws, where the compositor draws none; nil without a painter for it.
  var titleBar: WaylandTitleBar?
  /// Whether the compositor draws the frame: until its answer, whether it supports that.
  var hasServerFrame: Bool
  /// What the compositor can do with the window; nil: everything.
  private(set) var capabilities: Set<UInt32>?
  /// Of the content; 0: any.
  private(set) var minimumSize = (width: 0, height: 0)
  var isAskedFor = false
  var wantsFullScreen = false
  /// The name by which the desktop groups its windows.
  private let program: String

  /// Outputs that the window is on.
  var outputs: Set<UInt32> = []
  /// What the compositor says of the scale; nil where it leaves that to the outputs.
  var preferredScale: Double?
  var pending = Pending()
  /// The size that it has when the compositor leaves it to the program.
  var ownSize: (width: Int, height: Int)

  /// What the compositor wants of the window, to be applied together.
  struct Pending {
    /// Of the window with its frame; 0: the program's choice.
    var (width, height) = (0, 0)
    var (isFullScreen, isMaximized, isActive) = (false, false, false)
    /// Edges that are at another window's, or at the screen's: the user can not move them.
    var isTiled = false
  }

  static let longestSide = 16384
  static let mostPixels = 1 << 26

  /// Makes a window; `show` shows it.
  ///
  /// - Parameter name: the program's, by which the desktop groups its windows; nil: its file's name.
  public init(
    _ display: WaylandDisplay, title: String, name: String? = nil, width: Int, height: Int
  ) throws(WaylandError) {
    if let end = display.end { throw end }
    self.display = display
    self.title = title
    program = name ?? DesktopProgram.name
    self.width = min(max(width, 1), Self.longestSide)
    self.height = min(max(height, 1), Self.longestSide)
    ownSize = (self.width, self.height)
    hasServerFrame = display.globals.decorations != 0
    let connection = display.connection
    let object = WeakWindow()
    surface = connection.add(.surface) { opcode, arguments throws(WaylandError) in
      try object.window?.takeSurface(opcode, &arguments)
    }
    object.window = self
    connection.send(display.globals.compositor, Request.compositorCreateSurface) { $0.add(surface) }
    makeToplevel()
    makeScale()
    describe()
    display.windows[surface] = self
  }

  private final class WeakWindow { weak var window: WaylandWindow? }

  /// Fits into a request.
  private static func short(_ text: String) -> String {
    guard text.utf8.count > 2048 else { return text }
    return String(decoding: text.utf8.prefix(2048), as: UTF8.self)
  }

  /// What the compositor forgets of a window that is hidden.
  func describe() {
    setTitle()
    display.connection.send(toplevel, Request.toplevelSetProgram) { $0.add(Self.short(program)) }
  }

  private func setTitle() {
    guard isOpen, toplevel != 0 else { return }
    let text = Self.short(title)
    display.connection.send(toplevel, Request.toplevelSetTitle) { $0.add(text) }
    display.flush()
  }

  // MARK: Showing

  func commit() { display.connection.send(surface, Request.surfaceCommit) }

  /// Gives the window another size, unless the compositor decides its size.
  public func resize(width: Int, height: Int) {
    guard isOpen else { return }
    ownSize = (width, height)
    if pending.width == 0 { setSize(width, height) }
  }

  /// Asks the compositor not to let the user make it smaller than this.
  public func setMinimumSize(width: Int, height: Int) {
    guard isOpen else { return }
    minimumSize = (width, height)
    if toplevel != 0 { sendMinimumSize() }
    if isConfigured { commit() }
    display.flush()
  }

  /// Asks the compositor to show the window over the whole screen, or as it was before.
  public func setFullScreen(_ wanted: Bool) {
    guard isOpen, wanted != wantsFullScreen else { return }
    wantsFullScreen = wanted
    sendFullScreen()
    display.flush()
  }

  /// Destroys it.
  public func close() {
    guard isOpen else { return }
    let connection = display.connection
    titleBar?.destroy()
    for object in [fractionalScale, viewport, decoration, toplevel, windowSurface, surface] where object != 0
    {
      connection.destroy(object)
    }
    if frame != 0 { connection.retire(frame) }
    for buffer in buffers { connection.destroy(buffer.object) }
    display.windows[surface] = nil
    display.flush()
    finish(nil)
  }

  private func finish(_ error: WaylandError?) {
    guard isOpen else { return }
    for seat in display.seats.values { seat.leave(self) }
    isOpen = false
    buffers = []
    handler?(.ended(error))
    handler = nil
    inputMethodHandler = nil
    keyboardHandler = nil
  }

  func connectionEnded(_ error: WaylandError) { finish(error == .closed ? nil : error) }

  // MARK: What the compositor decides

  func takeToplevel(_ opcode: UInt16, _ arguments: inout WaylandArguments) throws(WaylandError) {
    switch opcode {
    case 0:
      let (width, height) = (try arguments.int(), try arguments.int())
      guard width >= 0, height >= 0 else { throw .malformed("a window of \(width) by \(height)") }
      let states = try arguments.array()
      func has(_ state: UInt8) -> Bool {
        stride(from: 0, to: states.count - states.count % 4, by: 4).contains {
          states[$0..<$0 + 4] == [state, 0, 0, 0]
        }
      }
      pending = Pending()
      (pending.width, pending.height) = (Int(width), Int(height))
      (pending.isMaximized, pending.isFullScreen, pending.isActive) = (has(1), has(2), has(4))
      pending.isTiled = (5...8).contains(where: has)
    case 1: handler?(.closeRequested)
    // The largest useful size.
    case 2: break
    case 3:
      let words = try arguments.array()
      capabilities = Set(
        stride(from: 0, to: words.count - words.count % 4, by: 4).map { UInt32(words[$0]) })
    default: throw WaylandConnection.unknown(opcode)
    }
  }

  /// Applies the compositor's pending state of the window.
  func configure(_ serial: UInt32) {
    guard isOpen else { return }
    display.connection.send(windowSurface, Request.windowAcknowledge) { $0.add(serial) }
    let isFirst = !isConfigured
    isConfigured = true
    // The user can change it, too.
    if isFullScreen != pending.isFullScreen { wantsFullScreen = pending.isFullScreen }
    isFullScreen = pending.isFullScreen
    isMaximized = pending.isMaximized
    arrangeTitleBar(hasEdges: !isMaximized && !pending.isTiled)
    let old = (width, height)
    setSize(
      pending.width == 0 ? ownSize.width : pending.width,
      pending.height == 0 ? ownSize.height : pending.height - titleBarHeight)
    guard isOpen else { return }
    let wasActive = isActive
    isActive = pending.isActive
    if isFirst {
      handler?(.ready)
    } else if (width, height) == old, !owesPicture {
      titleBar?.update()
      commit()
    }
    guard isOpen, isActive != wasActive else { return }
    if !isActive { for seat in display.seats.values { seat.drop(self) } }
    send(.system(isActive ? .didBecomeActive : .willResignActive), 0)
  }

  private func setSize(_ width: Int, _ height: Int) {
    let width = min(max(width, 1), Self.longestSide)
    let height = min(max(height, 1), Self.longestSide)
    // A picture of a senseless size is not made.
    let pixels = Double(width) * Double(height) * bufferScale * bufferScale
    guard pixels <= Double(Self.mostPixels), (width, height) != (self.width, self.height) else { return }
    (self.width, self.height) = (width, height)
    owesPicture = true
    handler?(.resized(width: width, height: height))
  }

  // MARK: Input

  func send(_ payload: HIDEvent.Payload, _ time: UInt32) {
    handler?(.input(HIDEvent(timestamp: display.timestamp(time), payload)))
  }

  /// A place on the window as one on the receiver's screen.
  func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    (x / scale + origin.x, y / scale + origin.y)
  }
}
