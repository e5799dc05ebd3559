/// What is done with a title bar and its edges.
extension WaylandTitleBar {
  /// The state of the pointer, or of the touch, on the bar.
  struct BarInput {
    /// The surface under it; 0: neither bar nor edges.
    var surface: UInt32 = 0
    var place = (x: 0.0, y: 0.0)
    var hovered: TitleBarLook.Button?
    var pressed: TitleBarLook.Button?
    /// When the title was pressed last, in the compositor's milliseconds.
    var lastPress: UInt32?
  }

  /// Edges by xdg_toplevel's numbers, which may be combined.
  struct HeldEdges: OptionSet {
    let rawValue: UInt32
    static let top = HeldEdges(rawValue: 1)
    static let bottom = HeldEdges(rawValue: 2)
    static let left = HeldEdges(rawValue: 4)
    static let right = HeldEdges(rawValue: 8)
  }

  /// How long after a press another one is the second of a double click.
  private static let doubleClickTime: UInt32 = 400
  /// Beside a corner both edges are held.
  private static let cornerLength = 16.0

  /// The pointer, or a touch, is at a place of the bar or the edges.
  func enter(_ surface: UInt32, _ x: Double, _ y: Double) {
    input.surface = surface
    move(x, y)
  }

  func move(_ x: Double, _ y: Double) {
    input.place = (x, y)
    input.hovered = isEdge(input.surface) ? nil : look.button(x, y)
    window.refreshTitleBar()
  }

  func leave() {
    (input.surface, input.hovered, input.pressed) = (0, nil, nil)
    window.refreshTitleBar()
  }

  /// The primary button went down, or a finger.
  func press(by seat: WaylandSeat, at time: UInt32) {
    if isEdge(input.surface) { return resize(by: seat) }
    input.pressed = input.hovered
    guard input.pressed == nil else { return window.refreshTitleBar() }
    if let last = input.lastPress, time &- last < Self.doubleClickTime {
      input.lastPress = nil
      return perform(.maximize)
    }
    input.lastPress = time
    request(WaylandInterface.Request.toplevelMove, by: seat)
  }

  /// It went up again: performs the button's action if the pointer is still on it.
  func release() {
    let pressed = input.pressed
    input.pressed = nil
    window.refreshTitleBar()
    if let pressed, pressed == input.hovered { perform(pressed) }
  }

  /// The secondary button went down: shows the compositor's menu.
  func showMenu(by seat: WaylandSeat) {
    guard !isEdge(input.surface) else { return }
    let (x, y) = input.place
    request(WaylandInterface.Request.toplevelShowMenu, by: seat) {
      for value in [x, y] { $0.add(Int32(min(max(value, 0), Double(WaylandWindow.longestSide)))) }
    }
  }

  private func perform(_ button: TitleBarLook.Button) {
    switch button {
    case .close: window.handler?(.closeRequested)
    case .minimize: send(WaylandInterface.Request.toplevelSetMinimized)
    case .maximize:
      send(
        window.isMaximized
          ? WaylandInterface.Request.toplevelUnsetMaximized : WaylandInterface.Request.toplevelSetMaximized)
    }
  }

  private func resize(by seat: WaylandSeat) {
    let edges = edgesUnderPointer
    guard !edges.isEmpty else { return }
    request(WaylandInterface.Request.toplevelResize, by: seat) { $0.add(edges.rawValue) }
  }

  /// The edges at the pointer's place.
  private var edgesUnderPointer: HeldEdges {
    let width = Double(window.width + 2 * Self.edgeWidth)
    let height = Double(window.height + TitleBarLook.height + 2 * Self.edgeWidth)
    let (border, corner) = (Double(Self.edgeWidth), Double(Self.edgeWidth) + Self.cornerLength)
    let (x, y) = input.place
    var edges: HeldEdges = []
    if x < border { edges.insert(.left) } else if x >= width - border { edges.insert(.right) }
    if y < border { edges.insert(.top) } else if y >= height - border { edges.insert(.bottom) }
    guard !edges.isEmpty else { return [] }
    if edges.isDisjoint(with: [.left, .right]) {
      if x < corner { edges.insert(.left) } else if x >= width - corner { edges.insert(.right) }
    }
    if edges.isDisjoint(with: [.top, .bottom]) {
      if y < corner { edges.insert(.top) } else if y >= height - corner { edges.insert(.bottom) }
    }
    return edges
  }

  /// The pointer's picture by the numbers of `wp_cursor_shape_device_v1`: an arrow, or one that shows in which direction an edge moves.
  var cursorShape: UInt32 {
    guard isEdge(input.surface) else { return 1 }
    return switch edgesUnderPointer {
    case .right: 18
    case .top: 19
    case [.top, .right]: 20
    case [.top, .left]: 21
    case .bottom: 22
    case [.bottom, .right]: 23
    case [.bottom, .left]: 24
    case .left: 25
    default: 1
    }
  }

  /// Sends a request that the compositor accepts only after the user's input.
  private func request(
    _ opcode: UInt16, by seat: WaylandSeat, _ fill: @escaping (inout WaylandRequest) -> Void = { _ in }
  ) {
    send(opcode) {
      $0.add(seat.number)
      $0.add(seat.inputSerial)
      fill(&$0)
    }
  }

  private func send(_ opcode: UInt16, _ fill: (inout WaylandRequest) -> Void = { _ in }) {
    window.display.connection.send(window.toplevel, opcode, fill)
    window.display.flush()
  }
}
