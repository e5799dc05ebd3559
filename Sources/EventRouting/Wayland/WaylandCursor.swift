/// The pointer's picture where the compositor draws none by itself: an arrow.
final class WaylandCursor {
  /// Shows the arrow: its point is the place.
  let surface: UInt32
  private let buffer: WaylandBuffer

  /// Nil when there is no memory.
  init?(_ display: WaylandDisplay) {
    let rows = Self.picture.split(separator: "\n")
    let pixels: [UInt32] = rows.flatMap { row in
      row.utf8.map { $0 == UInt8(ascii: "X") ? 0xFF00_0000 : $0 == UInt8(ascii: "o") ? 0xFFFF_FFFF : 0 }
    }
    let width = rows.first?.utf8.count ?? 0
    guard
      let buffer = display.makeBuffer(width: width, height: rows.count, .transparent, released: { _ in })
    else { return nil }
    self.buffer = buffer
    buffer.update(pixels, stride: width, rows: rows.count)
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
      for value in [0, 0, width, rows.count] { $0.add(Int32(value)) }
    }
    connection.send(surface, WaylandInterface.Request.surfaceCommit)
  }

  func remove(from connection: WaylandConnection) {
    connection.destroy(surface)
    connection.destroy(buffer.object)
  }

  private static let picture = """
    X...........
    XX..........
    XoX.........
    XooX........
    XoooX.......
    XooooX......
    XoooooX.....
    XooooooX....
    XoooooooX...
    XooooooooX..
    XoooooooooX.
    XooooooXXXXX
    XoooXooX....
    XooXXooX....
    XoX..XooX...
    XX...XooX...
    X.....XooX..
    ......XooX..
    .......XX...
    """
}
