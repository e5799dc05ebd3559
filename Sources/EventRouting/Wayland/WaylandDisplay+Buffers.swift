/// Memory that is shared with the compositor.
extension WaylandDisplay {
  /// The pixel format of a buffer.
  enum PixelFormat: Int32 {
    /// With transparency in the highest byte; the colors are multiplied by it.
    case transparent = 0
    case opaque = 1
  }

  /// Makes a picture's memory, known to the compositor. Without memory the connection ends.
  ///
  /// - Parameter released: called when the compositor has released the buffer.
  func makeBuffer(
    width: Int, height: Int, _ format: PixelFormat, released: @escaping (SharedPicture) -> Void
  ) -> SharedPicture? {
    let connection = connection
    var pool: UInt32 = 0
    let made = SharedPicture(width: width, height: height) { descriptor, bytes in
      pool = connection.add(.pool)
      connection.send(globals.sharedMemory, WaylandInterface.Request.memoryCreatePool) {
        $0.add(pool)
        $0.add(descriptor: descriptor)
        $0.add(Int32(bytes))
      }
    }
    guard let made else {
      connection.finish(.descriptor("no memory for a picture of \(width) by \(height) pixels"))
      return nil
    }
    made.object = connection.add(.buffer) { [weak made] opcode, _ throws(WaylandError) in
      guard opcode == 0 else { throw WaylandConnection.unknown(opcode) }
      if let made, made.isBusy { released(made) }
    }
    connection.send(pool, WaylandInterface.Request.poolCreateBuffer) {
      $0.add(made.object)
      // Offset, size, and bytes of a row.
      for value in [0, width, height, width * 4] { $0.add(Int32(value)) }
      $0.add(format.rawValue)
    }
    connection.destroy(pool, WaylandInterface.Request.poolDestroy)
    return made
  }
}
