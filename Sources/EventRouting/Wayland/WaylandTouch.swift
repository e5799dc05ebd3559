import HIDEvents

/// The touch screen of a seat: what happened together is one frame of contacts.
final class WaylandTouch {
  private struct Point {
    let identity: UInt32
    unowned let window: WaylandWindow
    var place: (x: Double, y: Double)
    var radius = 0.0
  }

  private unowned let display: WaylandDisplay
  private unowned let seat: WaylandSeat
  private var number: UInt32 = 0
  /// The places of the fingers, by the compositor's numbers.
  private var points: [Int32: Point] = [:]
  /// The touch that is on a title bar, in place of a window.
  private var barTouch: (touch: Int32, titleBar: WaylandTitleBar)?
  private var frame: [(window: WaylandWindow, contact: HIDEvent.Contact)] = []
  private var time: UInt32 = 0
  private var nextIdentity: UInt32
  private let identities: ClosedRange<UInt32>

  private static let mostPoints = 256

  init(_ display: WaylandDisplay, seat: WaylandSeat, index: Int) {
    self.display = display
    self.seat = seat
    // Each seat has its numbers; none is that of a pointer.
    let first = UInt32(index) << 24 + 1
    identities = first...first + 0xFF_FFFE
    nextIdentity = first
    number = display.connection.add(.touch) { [weak self] opcode, arguments throws(WaylandError) in
      try self?.take(opcode, &arguments)
    }
    display.connection.send(seat.number, WaylandInterface.Request.seatGetTouch) { $0.add(number) }
  }

  private func take(_ opcode: UInt16, _ arguments: inout WaylandArguments) throws(WaylandError) {
    switch opcode {
    case 0:
      seat.inputSerial = try arguments.uint()
      let time = try arguments.uint()
      let surface = try arguments.uint()
      let touch = try arguments.int()
      begin(touch, on: surface, try arguments.fixed(), try arguments.fixed(), time)
    case 1:
      _ = try arguments.uint()
      let time = try arguments.uint()
      let touch = try arguments.int()
      if let bar = barTouch, bar.touch == touch { return endBarTouch { $0.release() } }
      guard let point = points.removeValue(forKey: touch) else { return }
      add(point, .ended, time)
    case 2:
      let time = try arguments.uint()
      let touch = try arguments.int()
      let (x, y) = (try arguments.fixed(), try arguments.fixed())
      if let bar = barTouch, bar.touch == touch { return bar.titleBar.move(x, y) }
      guard var point = points[touch] else { return }
      point.place = point.window.place(x, y)
      points[touch] = point
      add(point, .moved, time)
    case 3: flush()
    case 4:
      endBarTouch()
      cancel { _ in true }
    case 5:
      let touch = try arguments.int()
      let (major, minor) = (try arguments.fixed(), try arguments.fixed())
      guard let window = points[touch]?.window else { return }
      // Half the mean of both axes.
      points[touch]?.radius = max((major + minor) / 4 / window.scale, 0)
    // The direction of the area.
    case 6: break
    default: throw WaylandConnection.unknown(opcode)
    }
  }

  private func begin(_ touch: Int32, on surface: UInt32, _ x: Double, _ y: Double, _ time: UInt32) {
    // A compositor that moves the window by a touch may report neither its end nor its cancellation.
    if let bar = barTouch, bar.touch == touch || display.titleBars[surface] != nil { endBarTouch() }
    if let titleBar = display.titleBars[surface], points[touch] == nil {
      barTouch = (touch, titleBar)
      titleBar.enter(surface, x, y)
      return titleBar.press(by: seat, at: time)
    }
    // A number that is down already can not come down again.
    guard let window = display.windows[surface], points[touch] == nil, points.count < Self.mostPoints else {
      return
    }
    let point = Point(identity: nextIdentity, window: window, place: window.place(x, y))
    nextIdentity = nextIdentity == identities.upperBound ? identities.lowerBound : nextIdentity + 1
    points[touch] = point
    add(point, .began, time)
  }

  private func add(_ point: Point, _ phase: HIDEvent.Contact.Phase, _ time: UInt32) {
    let contact = HIDEvent.Contact(
      point.identity, phase, x: point.place.x, y: point.place.y, radius: point.radius)
    // One contact is in a frame once: moves of one frame are one, and a beginning stays one.
    if let index = frame.firstIndex(where: { $0.contact.identity == point.identity }) {
      if phase == .moved, frame[index].contact.phase == .moved {
        frame[index].contact = contact
        return
      }
      flush()
    }
    self.time = time
    frame.append((point.window, contact))
  }

  /// Sends the frame.
  private func flush() {
    var rest = frame[...]
    frame = []
    while let first = rest.first {
      let own = rest.prefix { $0.window === first.window }
      first.window.send(.digitizer(own.map(\.contact)), time)
      rest = rest.dropFirst(own.count)
    }
  }

  // MARK: The end of what is down

  private func cancel(_ isConcerned: (Point) -> Bool) {
    flush()
    let concerned = points.filter { isConcerned($0.value) }
    for touch in concerned.keys { points[touch] = nil }
    for point in concerned.values.sorted(by: { $0.identity < $1.identity }) { add(point, .cancelled, 0) }
    flush()
  }

  /// Ends the touch on a title bar, which may close its window.
  private func endBarTouch(_ finish: (WaylandTitleBar) -> Void = { _ in }) {
    guard let titleBar = barTouch?.titleBar else { return }
    let window = titleBar.window
    barTouch = nil
    finish(titleBar)
    if window.isOpen { titleBar.leave() }
  }

  func leave(_ window: WaylandWindow) {
    if barTouch?.titleBar.window === window { barTouch = nil }
    cancel { $0.window === window }
  }

  func drop(_ window: WaylandWindow) {
    flush()
    points = points.filter { $0.value.window !== window }
  }

  func remove(_ canRelease: Bool) {
    endBarTouch()
    cancel { _ in true }
    if canRelease { display.connection.destroy(number, WaylandInterface.Request.touchRelease) }
  }
}
