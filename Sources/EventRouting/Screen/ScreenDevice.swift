import HIDEvents
import LinuxSystem

/// Queries to a screen's device, with the answers as values.
struct ScreenDevice {
  let kernel: any ScreenKernel
  let path: String
  /// Upper limit for the number of connectors, modes and so on that a device may report.
  private static let most = 1024

  struct Resources {
    var crtcs: [UInt32] = []
    var connectors: [UInt32] = []
  }

  struct Connector {
    var number: UInt32 = 0
    var name = ""
    var isConnected = false
    /// The encoder that it uses now, or 0.
    var encoder: UInt32 = 0
    var encoders: [UInt32] = []
    var modes: [linux_screen_mode] = []
  }

  init(_ kernel: any ScreenKernel, path: String) throws(ScreenError) {
    self.kernel = kernel
    self.path = path
    var ability = linux_screen_capability()
    ability.capability = UInt64(LINUX_SCREEN_CAN_ALLOCATE)
    try ask(LINUX_SCREEN_CAPABILITY, &ability, "say what it can")
    guard ability.value != 0 else { throw .noMemory(path: path) }
  }

  func ask<Value>(_ request: UInt, _ value: inout Value, _ step: String) throws(ScreenError) {
    let code = kernel.call(request, with: &value)
    guard code == 0 else { throw Self.error(code, step) }
  }

  static func error(_ code: Int32, _ step: String) -> ScreenError {
    code == -ENODEV ? .lost : .refused(step: step, reason: Errno(-code).description)
  }

  /// The first call returns the counts, the second the items; there may be more of them by then.
  private func list<Value>(_ count: UInt32, _ zero: Value, _ what: String) throws(ScreenError) -> [Value] {
    guard count <= Self.most else { throw .malformed("\(count) \(what)") }
    return Array(repeating: zero, count: Int(count))
  }

  /// Calls a closure with the addresses of two lists, into which the kernel writes.
  private func fill<First, Second>(
    _ first: inout [First], _ second: inout [Second], _ body: (UInt64, UInt64) throws(ScreenError) -> Void
  ) throws(ScreenError) {
    try first.withUnsafeMutableBufferPointer { first throws(ScreenError) in
      try second.withUnsafeMutableBufferPointer { second throws(ScreenError) in
        try body(Self.address(first), Self.address(second))
      }
    }
  }

  func resources() throws(ScreenError) -> Resources {
    var question = linux_screen_resources()
    try ask(LINUX_SCREEN_RESOURCES, &question, "say what it has")
    var crtcs = try list(question.crtc_count, UInt32(0), "pipelines")
    var connectors = try list(question.connector_count, UInt32(0), "connectors")
    var answer = linux_screen_resources()
    answer.crtc_count = UInt32(crtcs.count)
    answer.connector_count = UInt32(connectors.count)
    try fill(&crtcs, &connectors) { crtcs, connectors throws(ScreenError) in
      (answer.crtcs, answer.connectors) = (crtcs, connectors)
      try ask(LINUX_SCREEN_RESOURCES, &answer, "say what it has")
    }
    return Resources(
      crtcs: Array(crtcs.prefix(Int(answer.crtc_count))),
      connectors: Array(connectors.prefix(Int(answer.connector_count))))
  }

  func connector(_ number: UInt32) throws(ScreenError) -> Connector {
    var question = linux_screen_connector()
    question.connector = number
    try ask(LINUX_SCREEN_GET_CONNECTOR, &question, "describe a connector")
    var modes = try list(question.mode_count, linux_screen_mode(), "modes")
    var encoders = try list(question.encoder_count, UInt32(0), "encoders")
    var answer = linux_screen_connector()
    answer.connector = number
    answer.mode_count = UInt32(modes.count)
    answer.encoder_count = UInt32(encoders.count)
    try fill(&modes, &encoders) { modes, encoders throws(ScreenError) in
      (answer.modes, answer.encoders) = (modes, encoders)
      try ask(LINUX_SCREEN_GET_CONNECTOR, &answer, "describe a connector")
    }
    return Connector(
      number: number, name: "\(Self.typeName(answer.type))-\(answer.type_number)",
      isConnected: answer.connection == LINUX_SCREEN_CONNECTED, encoder: answer.encoder,
      encoders: Array(encoders.prefix(Int(answer.encoder_count))),
      modes: modes.prefix(Int(answer.mode_count)).filter { $0.width > 0 && $0.height > 0 })
  }

  /// The display controller (CRTC) for a connector: its current one, or the first possible one.
  func pipeline(for connector: Connector, _ resources: Resources) throws(ScreenError) -> UInt32 {
    for encoder in [connector.encoder] + connector.encoders where encoder != 0 {
      var found = linux_screen_encoder()
      found.encoder = encoder
      try ask(LINUX_SCREEN_GET_ENCODER, &found, "describe an encoder")
      if found.crtc != 0, resources.crtcs.contains(found.crtc) { return found.crtc }
      for (index, crtc) in resources.crtcs.enumerated().prefix(32)
      where found.possible_crtcs >> UInt32(index) & 1 == 1 { return crtc }
    }
    throw .notConnected(path: path, wanted: connector.name, connectors: [connector.name])
  }

  private static func address<Item>(_ items: UnsafeMutableBufferPointer<Item>) -> UInt64 {
    UInt64(UInt(bitPattern: items.baseAddress))
  }

  /// The kernel's names of connectors.
  private static func typeName(_ type: UInt32) -> String {
    let names = [
      "Unknown", "VGA", "DVI-I", "DVI-D", "DVI-A", "Composite", "SVIDEO", "LVDS", "Component", "DIN", "DP",
      "HDMI-A", "HDMI-B", "TV", "eDP", "Virtual", "DSI", "DPI", "Writeback", "SPI", "USB",
    ]
    return type < names.count ? names[Int(type)] : "Unknown"
  }
}

/// Memory for a picture that the screen can show.
struct ScreenBuffer {
  let number: UInt32
  let handle: UInt32
  /// Bytes from one row to the next.
  let pitch: Int
  let length: Int
  let memory: UnsafeMutableRawPointer
  /// Parts in which it lags behind the picture.
  var missed: MissedParts

  /// Releases everything before it throws.
  init(_ device: ScreenDevice, width: Int, height: Int) throws(ScreenError) {
    var memory = linux_screen_memory()
    memory.width = UInt32(width)
    memory.height = UInt32(height)
    memory.bits = 32
    try device.ask(LINUX_SCREEN_CREATE_MEMORY, &memory, "give memory for a picture")
    var isTaken = false
    var handle = memory.handle
    defer {
      if !isTaken {
        _ = device.kernel.call(LINUX_SCREEN_DESTROY_MEMORY, with: &handle)
      }
    }
    let (pitch, size) = (Int(memory.pitch), Int(clamping: memory.size))
    guard pitch >= 4 * width, pitch % 4 == 0, size / max(pitch, 1) >= height else {
      throw .malformed("rows of \(pitch) bytes for \(width) pixels, \(memory.size) bytes in all")
    }
    var buffer = linux_screen_buffer()
    buffer.width = memory.width
    buffer.height = memory.height
    buffer.pitch = memory.pitch
    buffer.bits = 32
    buffer.depth = 24
    buffer.handle = memory.handle
    try device.ask(LINUX_SCREEN_ADD_BUFFER, &buffer, "take a picture's memory")
    var map = linux_screen_map()
    map.handle = memory.handle
    var number = buffer.buffer
    do throws(ScreenError) {
      try device.ask(LINUX_SCREEN_MAP_MEMORY, &map, "map a picture's memory")
      guard let bytes = device.kernel.map(map.offset, size) else {
        throw .refused(step: "map a picture's memory", reason: Errno.last.description)
      }
      self.memory = bytes
    } catch {
      _ = device.kernel.call(LINUX_SCREEN_REMOVE_BUFFER, with: &number)
      throw error
    }
    isTaken = true
    self.number = number
    self.handle = handle
    self.pitch = pitch
    length = size
    missed = MissedParts(width: width, height: height)
    memset(self.memory, 0, length)
  }

  func release(_ kernel: any ScreenKernel) {
    kernel.unmap(memory, length)
    var (number, handle) = (number, handle)
    _ = kernel.call(LINUX_SCREEN_REMOVE_BUFFER, with: &number)
    _ = kernel.call(LINUX_SCREEN_DESTROY_MEMORY, with: &handle)
  }

  func copy(_ part: PixelRect, from pixels: UnsafePointer<UInt32>, stride: Int) {
    for y in part.minY..<part.maxY {
      memcpy(memory + y * pitch + 4 * part.minX, pixels + y * stride + part.minX, 4 * part.width)
    }
  }
}
