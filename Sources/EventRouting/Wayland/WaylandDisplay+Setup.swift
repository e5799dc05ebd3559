/// The first round trips of a connection: the compositor's globals and their properties.
extension WaylandDisplay {
  /// Globals of a kind of which there can be several.
  private static let mostOfAKind = 32

  func setUp(until deadline: UInt64) throws(WaylandError) {
    let registry = connection.add(.registry) { [weak self] opcode, arguments throws(WaylandError) in
      try self?.takeRegistryEvent(opcode, &arguments)
    }
    registryNumber = registry
    connection.send(WaylandConnection.display, WaylandInterface.Request.displayGetRegistry) {
      $0.add(registry)
    }
    // The first round trip lists the globals, the second their properties.
    for what in ["its globals", "its seats and outputs"] {
      let isDone = Flag()
      connection.sync { isDone.isSet = true }
      try connection.wait(until: deadline, for: what) { isDone.isSet }
    }
    if let end { throw end }
    for (number, what) in [
      (globals.compositor, "wl_compositor"), (globals.sharedMemory, "wl_shm"),
      (globals.windowBase, "xdg_wm_base: it shows no ordinary windows"),
    ] where number == 0 {
      throw .unsupported(what)
    }
    for (kind, manager) in [
      (WaylandSelection.Kind.clipboard, globals.dataManager), (.primary, globals.primaryManager),
    ] where manager != 0 {
      selections[kind] = WaylandSelection(kind, of: self, manager: manager, version: globals.dataVersion)
    }
    seatsChanged()
    connection.flush()
  }

  /// Selections are the first seat's.
  private func seatsChanged() {
    let first = seats.min { $0.key < $1.key }?.value
    for selection in selections.values { selection.setSeat(first) }
  }

  private final class Flag { var isSet = false }

  private func takeRegistryEvent(_ opcode: UInt16, _ arguments: inout WaylandArguments) throws(WaylandError) {
    switch opcode {
    case 0:
      let name = try arguments.uint()
      let interface = try arguments.string() ?? ""
      take(name, interface, version: try arguments.uint())
    case 1: remove(try arguments.uint())
    default: throw WaylandConnection.unknown(opcode)
    }
  }

  private func take(_ name: UInt32, _ text: String, version: UInt32) {
    guard let interface = WaylandInterface(rawValue: text), version > 0 else { return }
    let version = min(version, interface.newest)
    switch interface {
    case .compositor where globals.compositor == 0:
      globals.compositorVersion = version
      globals.compositor = bind(name, interface, version)
    case .sharedMemory where globals.sharedMemory == 0:
      // Formats: every compositor has the one that is used.
      globals.sharedMemory = bind(name, interface, version) { _, _ in }
    case .windowBase where globals.windowBase == 0:
      globals.windowBase = bind(name, interface, version) {
        [weak self] opcode, arguments throws(WaylandError) in
        guard opcode == 0 else { throw WaylandConnection.unknown(opcode) }
        let serial = try arguments.uint()
        guard let self else { return }
        connection.send(globals.windowBase, WaylandInterface.Request.basePong) { $0.add(serial) }
      }
    case .subcompositor where globals.subcompositor == 0:
      globals.subcompositor = bind(name, interface, version)
    case .viewporter where globals.viewporter == 0: globals.viewporter = bind(name, interface, version)
    case .fractionalScales where globals.fractionalScales == 0:
      globals.fractionalScales = bind(name, interface, version)
    case .decorations where globals.decorations == 0: globals.decorations = bind(name, interface, version)
    case .cursorShapes where globals.cursorShapes == 0: globals.cursorShapes = bind(name, interface, version)
    case .dataManager where globals.dataManager == 0:
      globals.dataVersion = version
      globals.dataManager = bind(name, interface, version)
    case .primaryManager where globals.primaryManager == 0:
      globals.primaryManager = bind(name, interface, version)
    case .activation where globals.activation == 0: globals.activation = bind(name, interface, version)
    case .textInputs where globals.textInputs == 0:
      globals.textInputs = bind(name, interface, version)
      for seat in seats.values { seat.addTextInput() }
    case .output where outputs[name] == nil && outputs.count < Self.mostOfAKind: addOutput(name, version)
    case .seat where seats[name] == nil && seats.count < Self.mostOfAKind: addSeat(name, version)
    default: break
    }
  }

  private func bind(
    _ name: UInt32, _ interface: WaylandInterface, _ version: UInt32,
    _ handle: @escaping WaylandConnection.Handler = WaylandConnection.hasNoEvents
  ) -> UInt32 {
    let object = connection.add(interface, handle)
    connection.send(registryNumber, WaylandInterface.Request.registryBind) {
      $0.add(name)
      $0.add(interface.rawValue)
      $0.add(version)
      $0.add(object)
    }
    return object
  }

  private func addSeat(_ name: UInt32, _ version: UInt32) {
    let seat = WaylandSeat(self, version: version, index: seats.count)
    seats[name] = seat
    seat.number = bind(name, .seat, version) { [weak seat] opcode, arguments throws(WaylandError) in
      try seat?.take(opcode, &arguments)
    }
    seatsChanged()
  }

  private func addOutput(_ name: UInt32, _ version: UInt32) {
    let output = Output()
    output.number = bind(name, .output, version) { [weak self] opcode, arguments throws(WaylandError) in
      guard let self else { return }
      switch opcode {
      case 1:
        let flags = try arguments.uint()
        _ = (try arguments.int(), try arguments.int())
        let rate = try arguments.int()
        // The current mode.
        if flags & 1 != 0 { outputRates[output.number] = rate > 0 ? rate : nil }
      case 3:
        outputScales[output.number] = min(max(try arguments.int(), 1), 8)
        for window in windows.values { window.outputsChanged() }
      // Position, done, name and description are ignored.
      case 0, 2, 4, 5: break
      default: throw WaylandConnection.unknown(opcode)
      }
    }
    outputs[name] = output.number
    outputScales[output.number] = 1
    canReleaseOutputs = version >= 3
  }

  private final class Output { var number: UInt32 = 0 }

  private func remove(_ name: UInt32) {
    if let seat = seats.removeValue(forKey: name) {
      seatsChanged()
      seat.remove()
    }
    if let output = outputs.removeValue(forKey: name) {
      outputScales[output] = nil
      outputRates[output] = nil
      if canReleaseOutputs { connection.destroy(output, WaylandInterface.Request.outputRelease) }
      for window in windows.values { window.left(output) }
    }
  }
}
