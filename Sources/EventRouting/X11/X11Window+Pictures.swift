import HIDEvents

/// Sends pixels to the server, and reads them back.
extension X11Window {
  /// Whether the server has taken all pictures that were put.
  public var isReady: Bool { isOpen && picturesUnderWay == 0 }

  /// Shows parts of a picture: 32-bit words, as in memory, red in bits 16 to 23, `stride` of them in a row. Parts outside
  /// of the window are the server's to cut off. When the server has them all, the handler gets `ready`.
  ///
  /// - Parameter pixels: the picture's first pixel, at the window's upper left corner.
  public func put(
    _ pixels: UnsafePointer<UInt32>, stride: Int, parts: [PixelRect]
  ) {
    guard isOpen, display.isOpen else { return }
    for part in parts where part.width > 0 && part.height > 0 && part.minX >= 0 && part.minY >= 0 {
      guard part.maxX <= stride else { continue }
      put(pixels, stride, part)
    }
    picturesUnderWay += 1
    // GetInputFocus: its answer comes when everything before it is done.
    display.connection.ask(X11Request(.getInputFocus), "GetInputFocus") { [weak self] _ in self?.taken() }
    display.connection.flush()
  }

  private func taken() {
    picturesUnderWay -= 1
    if isOpen, picturesUnderWay == 0 { handler?(.ready) }
  }

  /// One part, in as many requests as it needs.
  private func put(
    _ pixels: UnsafePointer<UInt32>, _ stride: Int, _ part: PixelRect
  ) {
    let head = display.hasLongRequests ? 28 : 24
    let rows = max((display.longestRequest - head) / (part.width * 4), 0)
    guard rows > 0 else { return }
    var y = part.minY
    while y < part.maxY {
      let count = min(rows, part.maxY - y)
      putRows(pixels + y * stride + part.minX, stride, part.minX, y, part.width, count)
      y += count
    }
  }

  private func putRows(
    _ pixels: UnsafePointer<UInt32>, _ stride: Int, _ x: Int, _ y: Int, _ width: Int, _ height: Int
  ) {
    let isLong = display.hasLongRequests
    let units = (isLong ? 7 : 6) + width * height
    // ZPixmap.
    var head = X11Request(.putImage, 2)
    if isLong { head.add(UInt32(units)) }
    head.add(identifier)
    head.add(context)
    head.add(UInt16(width))
    head.add(UInt16(height))
    head.add(Int16(clamping: x))
    head.add(Int16(clamping: y))
    head.add([0, 24, 0, 0])
    var bytes = head.bytes
    if !isLong { withUnsafeBytes(of: UInt16(units)) { bytes.replaceSubrange(2..<4, with: $0) } }
    let swaps = display.connection.setup?.imagesAreBigEndian != (UInt16(1).littleEndian != 1)
    display.connection.send("PutImage") { outgoing in
      outgoing += bytes
      for row in 0..<height {
        let start = pixels + row * stride
        if swaps {
          for column in 0..<width {
            withUnsafeBytes(of: start[column].byteSwapped) { outgoing.append(contentsOf: $0) }
          }
        } else {
          outgoing.append(
            contentsOf: UnsafeRawBufferPointer(start: start, count: width * 4))
        }
      }
    }
  }

  /// The server's picture of the window: words as in `put`, row by row. Waits for the server.
  public func pixels(timeout: Duration = .seconds(5)) throws(X11Error) -> [UInt32] {
    guard isOpen else { throw display.end ?? .closed }
    return try display.pixels(of: identifier, width, height, timeout)
  }
}

extension X11Display {
  /// The picture of the whole screen, row by row. Waits for the server.
  public func screenPixels(timeout: Duration = .seconds(5)) throws(X11Error) -> [UInt32] {
    if let end { throw end }
    return try pixels(of: screen.root, screen.width, screen.height, timeout)
  }

  func pixels(
    of drawable: UInt32, _ width: Int, _ height: Int, _ timeout: Duration
  ) throws(X11Error) -> [UInt32] {
    var request = X11Request(.getImage, 2)
    request.add(drawable)
    for value in [UInt16(0), 0, UInt16(clamping: width), UInt16(clamping: height)] { request.add(value) }
    request.add(UInt32.max)
    let count = width * height
    var isAnswered = false
    var answer: X11Packet?
    connection.ask(request, "GetImage", longest: 32 + count * 4) {
      answer = $0
      isAnswered = true
    }
    let deadline = Self.deadline(in: timeout)
    defer { giveOutLater() }
    try connection.wait(until: deadline, for: "GetImage") { isAnswered }
    guard let answer, answer.bytes.count == 32 + count * 4 else {
      throw .unsupported("picture of the window: it must be shown and on the screen")
    }
    let swaps = connection.setup?.imagesAreBigEndian != (UInt16(1).littleEndian != 1)
    return (0..<count).map {
      let word = answer.uint32(32 + 4 * $0)
      return (swaps ? word.byteSwapped : word) & 0xFFFFFF
    }
  }
}
