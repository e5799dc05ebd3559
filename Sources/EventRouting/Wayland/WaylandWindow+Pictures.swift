import HIDEvents

/// Pixels to the compositor.
extension WaylandWindow {
  private static let mostBuffers = 3

  /// The width in pixels that a picture of the window has.
  public var pixelWidth: Int { max(Int((Double(width) * bufferScale).rounded()), 1) }
  /// The height in pixels that a picture of the window has.
  public var pixelHeight: Int { max(Int((Double(height) * bufferScale).rounded()), 1) }

  /// Whether a picture can be put: a frame is due, and a buffer is free.
  public var isReady: Bool {
    isOpen && isConfigured && display.isOpen && (!isPictureUnderWay || owesPicture)
      && (freeBuffer != nil || canAddBuffer)
  }

  private var freeBuffer: SharedPicture? {
    buffers.first { !$0.isBusy && $0.width == pixelWidth && $0.height == pixelHeight }
  }

  private var canAddBuffer: Bool {
    buffers.count { $0.width == pixelWidth && $0.height == pixelHeight } < Self.mostBuffers
  }

  /// Shows parts of a picture: 32-bit words, as in memory, red in bits 16 to 23, `stride` of them in a row. What lies outside
  /// of the window is cut off. When another picture can be put, the handler gets `ready`.
  ///
  /// - Parameter pixels: the picture's first pixel, at the window's upper left corner.
  public func put(
    _ pixels: UnsafePointer<UInt32>, stride: Int, rows: Int,
    parts: [PixelRect]
  ) {
    guard isOpen, isConfigured, display.isOpen else { return }
    dropOldBuffers()
    for buffer in buffers { for part in parts { buffer.mark(part) } }
    guard let buffer = freeBuffer ?? addBuffer() else { return }
    buffer.update(pixels, stride: stride, rows: rows)
    buffer.isBusy = true
    let connection = display.connection
    connection.send(surface, Request.surfaceAttach) {
      $0.add(buffer.object)
      $0.add(0 as Int32)
      $0.add(0 as Int32)
    }
    if owesPicture { sendScale() }
    sendDamage(owesPicture ? [PixelRect(x: 0, y: 0, width: buffer.width, height: buffer.height)] : parts)
    owesPicture = false
    isPictureUnderWay = true
    titleBar?.update()
    askForFrame()
    commit()
    display.flush()
  }

  /// How the picture's pixels become the window's units.
  private func sendScale() {
    let connection = display.connection
    if viewport != 0 {
      connection.send(viewport, Request.viewportSetDestination) {
        $0.add(Int32(width))
        $0.add(Int32(height))
      }
    } else if display.globals.compositorVersion >= 3 {
      connection.send(surface, Request.surfaceSetBufferScale) { $0.add(Int32(bufferScale)) }
    }
  }

  private func sendDamage(_ parts: [PixelRect]) {
    let connection = display.connection
    guard display.globals.compositorVersion >= 4 else {
      // In the window's units: all of it.
      return connection.send(surface, Request.surfaceDamage) {
        for value in [0, 0, Int32(width), Int32(height)] { $0.add(value) }
      }
    }
    for part in parts where part.width > 0 && part.height > 0 {
      connection.send(surface, Request.surfaceDamageBuffer) {
        for value in [part.minX, part.minY, part.width, part.height] { $0.add(Int32(clamping: value)) }
      }
    }
  }

  /// Asks for one `beat`: when the compositor begins its next picture, it is time to make the window's. False when there will
  /// be none: nothing was put yet, or the window has ended. While the window is not seen, the beat may be late.
  public func requestBeat() -> Bool {
    guard isOpen, isConfigured, display.isOpen, !buffers.isEmpty else { return false }
    wantsBeat = true
    guard frame == 0 else { return true }
    askForFrame()
    commit()
    display.flush()
    return true
  }

  /// How long a picture of the compositor is shown, as the window's outputs say; a sixtieth of a second if they do not.
  public var beatInterval: Duration {
    let rates =
      outputs.isEmpty ? Array(display.outputRates.values) : outputs.compactMap { display.outputRates[$0] }
    // In thousandths of a hertz.
    return .nanoseconds(1_000_000_000_000 / Int64(min(max(rates.max() ?? 60_000, 1000), 1_000_000)))
  }

  private func askForFrame() {
    guard frame == 0 else { return }
    frame = display.connection.addCallback { [weak self] time in
      guard let self, isOpen else { return }
      frame = 0
      isPictureUnderWay = false
      if wantsBeat {
        wantsBeat = false
        handler?(.beat(time: display.timestamp(time)))
      }
      if isReady { handler?(.ready) }
    }
    display.connection.send(surface, Request.surfaceFrame) { $0.add(frame) }
  }

  // MARK: Buffers

  /// Destroys buffers of other sizes. The compositor keeps the one on the screen.
  private func dropOldBuffers() {
    buffers.removeAll { buffer in
      guard buffer.width != pixelWidth || buffer.height != pixelHeight else { return false }
      display.connection.destroy(buffer.object)
      return true
    }
  }

  private func addBuffer() -> SharedPicture? {
    guard canAddBuffer else { return nil }
    let made = display.makeBuffer(width: pixelWidth, height: pixelHeight, .opaque) { [weak self] buffer in
      guard let self else { return }
      let wasReady = isReady
      buffer.isBusy = false
      if !wasReady, isReady { handler?(.ready) }
    }
    if let made { buffers.append(made) }
    return made
  }
}
