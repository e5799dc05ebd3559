/// The number of pixels per unit, which the compositor or the outputs determine.
extension WaylandWindow {
  func makeScale() {
    guard display.globals.viewporter != 0 else { return }
    let connection = display.connection
    viewport = connection.add(.viewport)
    connection.send(display.globals.viewporter, Request.viewporterGetViewport) {
      $0.add(viewport)
      $0.add(surface)
    }
    guard display.globals.fractionalScales != 0 else { return }
    fractionalScale = connection.add(.fractionalScale) { [weak self] opcode, arguments throws(WaylandError) in
      guard opcode == 0 else { throw WaylandConnection.unknown(opcode) }
      let parts = try arguments.uint()
      guard parts > 0 else { throw .malformed("a scale of 0") }
      self?.preferredScale = Double(parts) / 120
      self?.updateScale()
    }
    connection.send(display.globals.fractionalScales, Request.scalesGetScale) {
      $0.add(fractionalScale)
      $0.add(surface)
    }
  }

  func takeSurface(_ opcode: UInt16, _ arguments: inout WaylandArguments) throws(WaylandError) {
    switch opcode {
    case 0:
      let output = try arguments.uint()
      if display.outputScales[output] != nil { outputs.insert(output) }
      updateScale()
    case 1: left(try arguments.uint())
    case 2:
      let factor = try arguments.int()
      guard factor > 0 else { throw .malformed("a scale of \(factor)") }
      if fractionalScale == 0 {
        preferredScale = Double(factor)
        updateScale()
      }
    case 3: break
    default: throw WaylandConnection.unknown(opcode)
    }
  }

  func left(_ output: UInt32) {
    outputs.remove(output)
    updateScale()
  }

  func outputsChanged() { updateScale() }

  private func updateScale() {
    let ofOutputs = outputs.compactMap { display.outputScales[$0] }.max()
    guard isOpen, let scale = preferredScale ?? ofOutputs.map(Double.init) else { return }
    // Without viewports and on old compositors a picture has whole numbers of pixels per unit, or one.
    let most = min(8, (Double(Self.mostPixels) / Double(width) / Double(height)).squareRoot())
    var wanted = min(max(scale, 0.25), max(most, 0.25))
    if viewport == 0 { wanted = display.globals.compositorVersion >= 3 ? max(wanted.rounded(.down), 1) : 1 }
    guard wanted != bufferScale else { return }
    bufferScale = wanted
    owesPicture = true
    handler?(.scaled(wanted))
  }
}
