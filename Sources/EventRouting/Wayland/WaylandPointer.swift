import HIDEvents

/// The pointer of a seat: a contact while a button is down, and something that hovers and scrolls while none is.
final class WaylandPointer {
  private unowned let display: WaylandDisplay
  private unowned let seat: WaylandSeat
  private let identity: UInt32
  private let version: UInt32
  private var number: UInt32 = 0
  /// The compositor's own pictures of pointers; 0 where it has none.
  private var shapes: UInt32 = 0
  private var arrow: WaylandCursor?
  private weak var window: WaylandWindow?
  /// The title bar under the pointer, in place of a window.
  private weak var titleBar: WaylandTitleBar?
  /// The serial of the last enter event, and the shape set for it.
  private var (enterSerial, shape): (UInt32, UInt32) = (0, 0)
  private var place = (x: 0.0, y: 0.0)
  private var buttons: HIDEvent.Contact.Buttons = []
  private var scroll = Scroll()

  /// What the wheel or the pad did in one frame, towards the content's right and bottom.
  private struct Scroll {
    var distance = (x: 0.0, y: 0.0)
    /// Notches of a wheel, used in place of the distance; nil for other devices.
    var notches: (x: Double?, y: Double?) = (nil, nil)
    var time: UInt32 = 0
    var isEmpty: Bool { distance == (0, 0) && notches.x == nil && notches.y == nil }
  }

  init(_ display: WaylandDisplay, seat: WaylandSeat, version: UInt32, index: Int) {
    self.display = display
    self.seat = seat
    self.version = version
    identity = 0xFFFF_FFF0 - UInt32(index)
    let connection = display.connection
    number = connection.add(.pointer) { [weak self] opcode, arguments throws(WaylandError) in
      try self?.take(opcode, &arguments)
    }
    connection.send(seat.number, WaylandInterface.Request.seatGetPointer) { $0.add(number) }
    guard display.globals.cursorShapes != 0 else { return }
    shapes = connection.add(.cursorShape)
    connection.send(display.globals.cursorShapes, WaylandInterface.Request.cursorShapesGetPointer) {
      $0.add(shapes)
      $0.add(number)
    }
  }

  private func take(_ opcode: UInt16, _ arguments: inout WaylandArguments) throws(WaylandError) {
    switch opcode {
    case 0: try enter(&arguments)
    case 1:
      _ = try arguments.uint()
      let surface = try arguments.uint()
      if titleBar?.input.surface == surface { leaveTitleBar() }
      if let window, window.surface == surface { leave(window) }
    case 2: try move(&arguments)
    case 3: try press(&arguments)
    case 4: try turn(&arguments)
    case 5: endFrame()
    // Where scrolling comes from, its end, and its direction on the device.
    case 6, 7, 10: break
    case 8: try notch(&arguments, parts: 1)
    case 9: try notch(&arguments, parts: 120)
    default: throw WaylandConnection.unknown(opcode)
    }
  }

  private func enter(_ arguments: inout WaylandArguments) throws(WaylandError) {
    let serial = try arguments.uint()
    let surface = try arguments.uint()
    let (x, y) = (try arguments.fixed(), try arguments.fixed())
    if let window { leave(window) }
    leaveTitleBar()
    // Scrolling before this belongs to another surface, even in the same frame.
    scroll = Scroll()
    enterSerial = serial
    if let titleBar = display.titleBars[surface] {
      self.titleBar = titleBar
      titleBar.enter(surface, x, y)
      return show(titleBar.cursorShape)
    }
    guard let window = display.windows[surface] else { return }
    self.window = window
    place = window.place(x, y)
    show(1)
    window.send(.pointer(.init(.entered, x: place.x, y: place.y)), 0)
  }

  /// Sets the pointer's picture, which is up to the client: the compositor's of this number (1 is an arrow), or an arrow.
  private func show(_ shape: UInt32) {
    self.shape = shape
    let connection = display.connection
    if shapes != 0 {
      return connection.send(shapes, WaylandInterface.Request.cursorShapeSet) {
        $0.add(enterSerial)
        $0.add(shape)
      }
    }
    arrow =
      arrow
      ?? WaylandCursor(connection, compositor: display.globals.compositor) {
        display.makeBuffer(width: $0, height: $1, .transparent) { _ in }
      }
    guard let arrow else { return }
    connection.send(number, WaylandInterface.Request.pointerSetCursor) {
      $0.add(enterSerial)
      $0.add(arrow.surface)
      $0.add(0 as Int32)
      $0.add(0 as Int32)
    }
  }

  private func move(_ arguments: inout WaylandArguments) throws(WaylandError) {
    let time = try arguments.uint()
    let (x, y) = (try arguments.fixed(), try arguments.fixed())
    if let titleBar {
      titleBar.move(x, y)
      if titleBar.cursorShape != shape { show(titleBar.cursorShape) }
      return
    }
    guard let window else { return }
    place = window.place(x, y)
    if buttons.isEmpty {
      window.send(.pointer(.init(.moved, x: place.x, y: place.y)), time)
    } else {
      sendContact(.moved, time)
    }
  }

  /// The contact lasts while any button is down.
  private func press(_ arguments: inout WaylandArguments) throws(WaylandError) {
    seat.inputSerial = try arguments.uint()
    let time = try arguments.uint()
    let code = try arguments.uint()
    let isDown = try arguments.uint() == 1
    if let titleBar { return press(titleBar, code, isDown, time) }
    guard let button = Self.button(code), window != nil, buttons.contains(button) != isDown else { return }
    let wasPressed = !buttons.isEmpty
    if isDown { buttons.insert(button) } else { buttons.remove(button) }
    sendContact(buttons.isEmpty ? .ended : wasPressed ? .moved : .began, time)
  }

  private func press(_ titleBar: WaylandTitleBar, _ code: UInt32, _ isDown: Bool, _ time: UInt32) {
    switch (Self.button(code), isDown) {
    case (.primary, true): titleBar.press(by: seat, at: time)
    case (.primary, false): titleBar.release()
    case (.secondary, true): titleBar.showMenu(by: seat)
    default: break
    }
  }

  /// By the kernel's numbers, as compositors have them: left, right, middle, back, forward.
  private static func button(_ code: UInt32) -> HIDEvent.Contact.Buttons? {
    switch code {
    case 0x110: .primary
    case 0x111: .secondary
    case 0x112: .middle
    case 0x113, 0x116: .init(rawValue: 8)
    case 0x114, 0x115: .init(rawValue: 16)
    default: nil
    }
  }

  private func sendContact(_ phase: HIDEvent.Contact.Phase, _ time: UInt32) {
    let contact = HIDEvent.Contact(identity, phase, x: place.x, y: place.y, kind: .pointer, buttons: buttons)
    window?.send(.digitizer([contact]), time)
  }

  // MARK: Scrolling

  private func turn(_ arguments: inout WaylandArguments) throws(WaylandError) {
    scroll.time = try arguments.uint()
    let axis = try arguments.uint()
    let distance = try arguments.fixed()
    if axis == 0 { scroll.distance.y += distance } else { scroll.distance.x += distance }
    // Old compositors end no frames.
    if version < 5 { endFrame() }
  }

  private func notch(_ arguments: inout WaylandArguments, parts: Double) throws(WaylandError) {
    let axis = try arguments.uint()
    let count = Double(try arguments.int()) / parts
    if axis == 0 {
      scroll.notches.y = (scroll.notches.y ?? 0) + count
    } else {
      scroll.notches.x = (scroll.notches.x ?? 0) + count
    }
  }

  private func endFrame() {
    let scroll = scroll
    self.scroll = Scroll()
    guard let window, !scroll.isEmpty else { return }
    // What is towards the content's right and bottom there is the other way here.
    let x = scroll.notches.x.map { -$0 * window.wheelStep } ?? -scroll.distance.x / window.scale
    let y = scroll.notches.y.map { -$0 * window.wheelStep } ?? -scroll.distance.y / window.scale
    guard (x, y) != (0, 0) else { return }
    window.send(
      .pointer(.init(.scrolled, x: place.x, y: place.y, scrollX: x, scrollY: y)), scroll.time)
  }

  // MARK: The end of what is down

  /// Cancels the contact when the pointer leaves the window: with a button down, the compositor has grabbed it.
  func leave(_ window: WaylandWindow) {
    if titleBar?.window === window { titleBar = nil }
    guard window === self.window else { return }
    if !buttons.isEmpty {
      buttons = []
      sendContact(.cancelled, 0)
    }
    window.send(.pointer(.init(.left, x: place.x, y: place.y)), 0)
    self.window = nil
  }

  private func leaveTitleBar() {
    titleBar?.leave()
    titleBar = nil
  }

  func drop(_ window: WaylandWindow) { if window === self.window { buttons = [] } }

  func remove(_ canRelease: Bool) {
    if let window { leave(window) }
    leaveTitleBar()
    if shapes != 0 { display.connection.destroy(shapes) }
    arrow?.remove(from: display.connection)
    if canRelease { display.connection.destroy(number, WaylandInterface.Request.pointerRelease) }
  }
}
