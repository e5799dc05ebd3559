/// The pointer's picture where the compositor draws none by itself: an arrow.
final class WaylandCursor {
  /// Shows the arrow: its point is the place.
  let surface: UInt32
  private let buffer: SharedPicture

  /// Draws the arrow into a buffer that `makeBuffer` makes; nil when there is no memory.
  init?(
    _ connection: WaylandConnection, compositor: UInt32,
    _ makeBuffer: (_ width: Int, _ height: Int) -> SharedPicture?
  ) {
    let (width, height) = (PointerPicture.width, PointerPicture.height)
    guard let buffer = makeBuffer(width, height) else { return nil }
    self.buffer = buffer
    buffer.update(PointerPicture.pixels, stride: width, rows: height)
    // On which outputs it is does not matter.
    surface = connection.add(.surface) { _, _ in }
    connection.send(compositor, WaylandInterface.Request.compositorCreateSurface) {
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
