/// The pointer's picture where the compositor draws none by itself: an arrow.
final class WaylandCursor {
  /// Shows the arrow: its point is the place.
  let surface: UInt32
  private let buffer: SharedPicture

  /// Nil when there is no memory.
  init?(_ display: WaylandDisplay) {
    let (width, height) = (PointerPicture.width, PointerPicture.height)
    guard
      let buffer = display.makeBuffer(width: width, height: height, .transparent, released: { _ in })
    else { return nil }
    self.buffer = buffer
    buffer.update(PointerPicture.pixels, stride: width, rows: height)
    let connection = display.connection
    // On which outputs it is does not matter.
    surface = connection.add(.surface) { _, _ in }
    connection.send(display.globals.compositor, WaylandInterface.Request.compositorCreateSurface) {
      $0.add(surface)
    }
    connection.send(surface, WaylandInterface.Request.surfaceAttach) {
      $0.add(buffer.object)
      $0.add(0 as Int32)
      $0.add(0 as Int32)
    }
    connection.send(surface, WaylandInterface.Request.surfaceDamage) {
      for value in [0, 0, width, height] { $0.add(Int32(value)) }
    }
    connection.send(surface, WaylandInterface.Request.surfaceCommit)
  }

  func remove(from connection: WaylandConnection) {
    connection.destroy(surface)
    connection.destroy(buffer.object)
  }
}
