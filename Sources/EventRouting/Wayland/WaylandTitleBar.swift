import HIDEvents

/// The title bar of a window and the edges around it, for compositors that draw no frames: two surfaces beside the window's own, whose
/// places and sizes change together with it.
final class WaylandTitleBar {
  typealias Request = WaylandInterface.Request

  /// A surface that moves with the window's.
  private struct BarSurface {
    let surface: UInt32
    let subsurface: UInt32
    /// 0 without the compositor's support.
    let viewport: UInt32
  }

  /// How far the edges reach beyond the frame, in the compositor's units.
  static let edgeWidth = 8

  unowned let window: WaylandWindow
  /// Whether the window has a frame drawn by this side.
  var isShown = false
  /// Whether the user can resize the window by its edges.
  var hasEdges = false
  /// What the pointer, or a touch, does with the bar.
  var input = BarInput()

  private let paint: (TitleBarLook) -> [UInt32]
  private let bar: BarSurface
  /// A transparent pixel, stretched; nil where the compositor can not stretch.
  private let edges: BarSurface?
  private var buffers: [SharedPicture] = []
  private var transparentPixel: SharedPicture?
  private var shownLook: TitleBarLook?
  private var shownEdges: EdgeSize?
  private var sentGeometry: BarGeometry?

  private struct EdgeSize: Equatable { let width, height: Int }
  private struct BarGeometry: Equatable { let y, width, height: Int }

  private static let mostBuffers = 3

  init(of window: WaylandWindow, _ paint: @escaping (TitleBarLook) -> [UInt32]) {
    self.window = window
    self.paint = paint
    bar = Self.makePart(of: window, x: 0, y: -TitleBarLook.height)
    if window.display.globals.viewporter != 0 {
      let edges = Self.makePart(of: window, x: -Self.edgeWidth, y: -TitleBarLook.height - Self.edgeWidth)
      window.display.connection.send(edges.subsurface, Request.subsurfacePlaceBelow) {
        $0.add(window.surface)
      }
      self.edges = edges
    } else {
      edges = nil
    }
    for part in parts { window.display.titleBars[part.surface] = self }
  }

  private var parts: [BarSurface] { [bar] + (edges.map { [$0] } ?? []) }

  private static func makePart(of window: WaylandWindow, x: Int, y: Int) -> BarSurface {
    let (connection, globals) = (window.display.connection, window.display.globals)
    // The outputs that it is on are the window's.
    let surface = connection.add(.surface) { _, _ in }
    connection.send(globals.compositor, Request.compositorCreateSurface) { $0.add(surface) }
    let subsurface = connection.add(.subsurface)
    connection.send(globals.subcompositor, Request.subcompositorGetSubsurface) {
      $0.add(subsurface)
      $0.add(surface)
      $0.add(window.surface)
    }
    connection.send(subsurface, Request.subsurfaceSetPosition) {
      $0.add(Int32(x))
      $0.add(Int32(y))
    }
    guard globals.viewporter != 0 else {
      return BarSurface(surface: surface, subsurface: subsurface, viewport: 0)
    }
    let viewport = connection.add(.viewport)
    connection.send(globals.viewporter, Request.viewporterGetViewport) {
      $0.add(viewport)
      $0.add(surface)
    }
    return BarSurface(surface: surface, subsurface: subsurface, viewport: viewport)
  }

  /// Destroys its objects, before the window's.
  func destroy() {
    let connection = window.display.connection
    for part in parts {
      window.display.titleBars[part.surface] = nil
      if part.viewport != 0 { connection.destroy(part.viewport) }
      connection.destroy(part.subsurface)
      connection.destroy(part.surface)
    }
    for buffer in buffers { connection.destroy(buffer.object) }
    if let transparentPixel { connection.destroy(transparentPixel.object) }
    buffers = []
    transparentPixel = nil
  }

  /// Whether a surface is that of the edges.
  func isEdge(_ surface: UInt32) -> Bool { surface == edges?.surface }

  // MARK: What is shown

  /// What the bar looks like now.
  var look: TitleBarLook {
    // The numbers are xdg_toplevel's: 2 is to maximize, 4 to minimize.
    let can = window.capabilities
    let buttons = TitleBarLook.Button.allCases.filter { button in
      switch button {
      case .minimize: can?.contains(4) ?? true
      case .maximize: can?.contains(2) ?? true
      case .close: true
      }
    }
    return TitleBarLook(
      width: window.width, scale: window.bufferScale, title: window.title, isActive: window.isActive,
      isMaximized: window.isMaximized, buttons: buttons, hovered: input.hovered, pressed: input.pressed)
  }

  /// Brings both surfaces up to date. What has changed is seen with the next commit of the window's surface.
  ///
  /// - Returns: whether anything has changed.
  @discardableResult
  func update() -> Bool {
    var hasChanged = false
    let wanted = isShown ? look : nil
    if wanted != shownLook, show(wanted) {
      shownLook = wanted
      hasChanged = true
    }
    let size = isShown && hasEdges ? EdgeSize(width: window.width, height: window.height) : nil
    if size != shownEdges, let edges {
      show(size, on: edges)
      shownEdges = size
      hasChanged = true
    }
    let height = isShown ? TitleBarLook.height : 0
    let geometry = BarGeometry(y: -height, width: window.width, height: window.height + height)
    // The window's own surface is the whole window as long as there was no bar.
    if geometry != sentGeometry, isShown || sentGeometry != nil {
      window.display.connection.send(window.windowSurface, Request.windowSetGeometry) {
        for value in [0, geometry.y, geometry.width, geometry.height] { $0.add(Int32(value)) }
      }
      sentGeometry = geometry
      hasChanged = true
    }
    return hasChanged
  }

  /// The compositor has forgotten how large the window is with its bar.
  func windowWasHidden() { sentGeometry = nil }

  /// False when all buffers are in use: the compositor's release of one is a reason to draw again.
  private func show(_ look: TitleBarLook?) -> Bool {
    let connection = window.display.connection
    guard let look else {
      hide(bar)
      return true
    }
    guard let buffer = buffer(width: look.pixelWidth, height: look.pixelHeight) else { return false }
    let pixels = paint(look)
    guard pixels.count == buffer.width * buffer.height else { return false }
    buffer.mark(PixelRect(x: 0, y: 0, width: buffer.width, height: buffer.height))
    pixels.withUnsafeBufferPointer { pixels in
      if let first = pixels.baseAddress { buffer.update(first, stride: buffer.width, rows: buffer.height) }
    }
    buffer.isBusy = true
    attach(buffer.object, to: bar)
    if bar.viewport != 0 {
      stretch(bar, look.width, TitleBarLook.height)
    } else if window.display.globals.compositorVersion >= 3 {
      connection.send(bar.surface, Request.surfaceSetBufferScale) { $0.add(Int32(look.scale)) }
    }
    connection.send(bar.surface, Request.surfaceDamage) {
      for value in [0, 0, look.width, TitleBarLook.height] { $0.add(Int32(value)) }
    }
    connection.send(bar.surface, Request.surfaceCommit)
    return true
  }

  private func buffer(width: Int, height: Int) -> SharedPicture? {
    buffers.removeAll { buffer in
      guard buffer.width != width || buffer.height != height else { return false }
      window.display.connection.destroy(buffer.object)
      return true
    }
    if let free = buffers.first(where: { !$0.isBusy }) { return free }
    guard buffers.count < Self.mostBuffers else { return nil }
    let made = window.display.makeBuffer(width: width, height: height, .opaque) { [weak self] buffer in
      buffer.isBusy = false
      self?.window.refreshTitleBar()
    }
    if let made { buffers.append(made) }
    return made
  }

  private func show(_ size: EdgeSize?, on edges: BarSurface) {
    guard let size else { return hide(edges) }
    if transparentPixel == nil {
      transparentPixel = window.display.makeBuffer(width: 1, height: 1, .transparent) { _ in }
    }
    guard let transparentPixel else { return }
    attach(transparentPixel.object, to: edges)
    stretch(
      edges, size.width + 2 * Self.edgeWidth, size.height + TitleBarLook.height + 2 * Self.edgeWidth)
    window.display.connection.send(edges.surface, Request.surfaceCommit)
  }

  private func hide(_ part: BarSurface) {
    attach(0, to: part)
    window.display.connection.send(part.surface, Request.surfaceCommit)
  }

  private func attach(_ buffer: UInt32, to part: BarSurface) {
    window.display.connection.send(part.surface, Request.surfaceAttach) {
      $0.add(buffer)
      $0.add(0 as Int32)
      $0.add(0 as Int32)
    }
  }

  private func stretch(_ part: BarSurface, _ width: Int, _ height: Int) {
    window.display.connection.send(part.viewport, Request.viewportSetDestination) {
      $0.add(Int32(width))
      $0.add(Int32(height))
    }
  }
}
