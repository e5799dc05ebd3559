import LinuxSystem

@testable import EventRouting

/// The kernel's side of a screen, as drm(7) describes it: one connector with some modes, one pipeline, memory, flips that are done at the next
/// `blank`.
final class SimulatedScreen: ScreenKernel {
  struct Buffer {
    var handle: UInt32
    var width: Int
    var height: Int
  }

  let descriptor: Int32
  private let other: Int32
  /// The calls that came, by name; those for information are left out.
  private(set) var calls: [String] = []
  /// Calls that are refused from now on: their requests, and the errors.
  var refusals: [UInt: Int32] = [:]
  var modes: [(width: Int, height: Int, refresh: Int, isPreferred: Bool)] = [
    (1024, 768, 60, false), (800, 480, 60, true), (800, 480, 75, false),
  ]
  var isConnected = true
  var canAllocate: UInt64 = 1
  /// What is said instead of the truth.
  var pitch: Int?
  var modeCount: UInt32?
  /// The pipeline that the encoder is on, and those that it can be on.
  var pipeline: (now: UInt32, possible: UInt32) = (0, 0b10)
  /// In microseconds.
  var time: UInt64 = 5_000_000
  private(set) var isMaster = true
  private(set) var memory: [UInt32: (pointer: UnsafeMutableRawPointer, size: Int)] = [:]
  private(set) var mapped: Set<UnsafeMutableRawPointer> = []
  private(set) var buffers: [UInt32: Buffer] = [:]
  /// What the screen shows, and what it shows from the next blanking on.
  private(set) var shown: UInt32 = 77
  private(set) var next: UInt32?
  private(set) var awaitsBlank = false
  private(set) var pitches: [UInt32: Int] = [:]
  private var last: UInt32 = 100

  init() {
    guard let ends = try? Socket.pair(.stream) else { preconditionFailure("no sockets") }
    (descriptor, other) = (ends.0.number, ends.1.number)
  }

  deinit {
    close(descriptor)
    close(other)
    for (_, memory) in memory { memory.pointer.deallocate() }
  }

  func take() -> [String] {
    defer { calls = [] }
    return calls
  }

  /// A pixel of what is seen.
  func pixel(_ x: Int, _ y: Int) -> UInt32? {
    guard let buffer = buffers[shown], let pitch = pitches[buffer.handle] else { return nil }
    return memory[buffer.handle]?.pointer.load(fromByteOffset: y * pitch + 4 * x, as: UInt32.self)
  }

  /// The electron beam goes back, so to say.
  func blank(after microseconds: UInt64 = 16_667) {
    time += microseconds
    if let next {
      shown = next
      self.next = nil
      report(UInt32(LINUX_SCREEN_FLIPPED))
    }
    if awaitsBlank {
      awaitsBlank = false
      report(UInt32(LINUX_SCREEN_BLANKED))
    }
  }

  private func report(_ type: UInt32) {
    var event = linux_screen_event()
    event.type = type
    event.length = UInt32(MemoryLayout<linux_screen_event>.size)
    event.seconds = UInt32(time / 1_000_000)
    event.microseconds = UInt32(time % 1_000_000)
    event.crtc = 40
    withUnsafeBytes(of: event) { send(Array($0)) }
  }

  func send(_ bytes: [UInt8]) { precondition(write(other, bytes, bytes.count) == bytes.count) }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = LinuxSystem.read(descriptor, buffer.baseAddress, buffer.count)
    return count >= 0 ? count : -Int(errno)
  }

  func map(_ offset: UInt64, _ length: Int) -> UnsafeMutableRawPointer? {
    guard let found = memory[UInt32(offset)], found.size == length else { return nil }
    mapped.insert(found.pointer)
    return found.pointer
  }

  func unmap(_ memory: UnsafeMutableRawPointer, _ length: Int) { mapped.remove(memory) }

  func call(_ request: UInt, _ argument: UnsafeMutableRawPointer?) -> Int32 {
    if let code = refusals[request] { return -code }
    switch request {
    case LINUX_SCREEN_CAPABILITY:
      argument!.assumingMemoryBound(to: linux_screen_capability.self).pointee.value = canAllocate
    case LINUX_SCREEN_RESOURCES:
      answer(&argument!.assumingMemoryBound(to: linux_screen_resources.self).pointee)
    case LINUX_SCREEN_GET_CONNECTOR:
      return answer(&argument!.assumingMemoryBound(to: linux_screen_connector.self).pointee)
    case LINUX_SCREEN_GET_ENCODER:
      let encoder = argument!.assumingMemoryBound(to: linux_screen_encoder.self)
      (encoder.pointee.crtc, encoder.pointee.possible_crtcs) = pipeline
    case LINUX_SCREEN_GET_CRTC:
      let found = argument!.assumingMemoryBound(to: linux_screen_crtc.self)
      found.pointee.buffer = shown
      found.pointee.has_mode = 1
    case LINUX_SCREEN_SET_CRTC: return set(argument!.assumingMemoryBound(to: linux_screen_crtc.self).pointee)
    case LINUX_SCREEN_CREATE_MEMORY:
      create(&argument!.assumingMemoryBound(to: linux_screen_memory.self).pointee)
    case LINUX_SCREEN_DESTROY_MEMORY:
      guard let old = memory.removeValue(forKey: argument!.load(as: UInt32.self)) else { return -ENOENT }
      old.pointer.deallocate()
    case LINUX_SCREEN_ADD_BUFFER:
      let new = argument!.assumingMemoryBound(to: linux_screen_buffer.self)
      guard memory[new.pointee.handle] != nil, new.pointee.depth == 24, new.pointee.bits == 32 else {
        return -EINVAL
      }
      last += 1
      new.pointee.buffer = last
      buffers[last] = Buffer(
        handle: new.pointee.handle, width: Int(new.pointee.width), height: Int(new.pointee.height))
    case LINUX_SCREEN_REMOVE_BUFFER:
      guard buffers.removeValue(forKey: argument!.load(as: UInt32.self)) != nil else { return -ENOENT }
    case LINUX_SCREEN_MAP_MEMORY:
      let map = argument!.assumingMemoryBound(to: linux_screen_map.self)
      map.pointee.offset = UInt64(map.pointee.handle)
    case LINUX_SCREEN_FLIP: return flip(argument!.assumingMemoryBound(to: linux_screen_flip.self).pointee)
    case LINUX_SCREEN_WAIT_BLANK:
      // The second pipeline, relative, with an event.
      guard argument!.load(as: UInt32.self) == 0x4000001 | 1 << 1 else { return -EINVAL }
      // Sequence 1 is the next blanking; with 0 the kernel reports the one that is in progress or was the last, at once.
      guard argument!.load(fromByteOffset: 4, as: UInt32.self) == 1 else { return -EINVAL }
      calls.append("wait")
      awaitsBlank = true
    case LINUX_SCREEN_DROP_MASTER, LINUX_SCREEN_SET_MASTER:
      isMaster = request == LINUX_SCREEN_SET_MASTER
      calls.append(isMaster ? "master" : "no master")
    default: return -EINVAL
    }
    return 0
  }

  private func answer(_ resources: inout linux_screen_resources) {
    fill(resources.crtcs, resources.crtc_count, [UInt32(30), 40])
    fill(resources.connectors, resources.connector_count, [UInt32(20), 21])
    (resources.crtc_count, resources.connector_count) = (2, 2)
  }

  private func answer(_ connector: inout linux_screen_connector) -> Int32 {
    guard connector.connector == 20 || connector.connector == 21 else { return -ENOENT }
    // The first one is there, with nothing in it.
    let isUsed = connector.connector == 21 && isConnected
    connector.type = connector.connector == 21 ? 11 : 1
    connector.type_number = 1
    connector.connection = isUsed ? 1 : 2
    let modes = isUsed ? self.modes.map(Self.mode) : []
    fill(connector.modes, connector.mode_count, modes)
    fill(connector.encoders, connector.encoder_count, [UInt32(50)])
    connector.mode_count = modeCount ?? UInt32(modes.count)
    connector.encoder_count = 1
    return 0
  }

  private static func mode(_ mode: (width: Int, height: Int, refresh: Int, isPreferred: Bool))
    -> linux_screen_mode
  {
    var new = linux_screen_mode()
    (new.width, new.height) = (UInt16(mode.width), UInt16(mode.height))
    (new.htotal, new.vtotal) = (1000, 500)
    new.clock = UInt32(mode.refresh * 500)
    new.refresh = UInt32(mode.refresh)
    new.type = mode.isPreferred ? UInt32(LINUX_SCREEN_PREFERRED) : 0
    return new
  }

  /// As the kernel does: only when there is room for all.
  private func fill<Value>(_ address: UInt64, _ room: UInt32, _ values: [Value]) {
    guard room >= values.count, let start = UnsafeMutablePointer<Value>(bitPattern: UInt(address)) else {
      return
    }
    for (index, value) in values.enumerated() { start[index] = value }
  }

  private func create(_ new: inout linux_screen_memory) {
    last += 1
    new.handle = last
    // Rows begin at multiples of 64 bytes, as with many drivers.
    new.pitch = UInt32(pitch ?? (Int(new.width) * 4 + 63) / 64 * 64 + 64)
    new.size = UInt64(new.pitch) * UInt64(new.height)
    let pointer = UnsafeMutableRawPointer.allocate(byteCount: max(Int(new.size), 1), alignment: 64)
    memory[last] = (pointer, Int(new.size))
    pitches[last] = Int(new.pitch)
  }

  private func set(_ setting: linux_screen_crtc) -> Int32 {
    guard isMaster else { return -EACCES }
    guard setting.crtc == 40, setting.connector_count == 1, setting.has_mode == 1,
      UnsafePointer<UInt32>(bitPattern: UInt(setting.connectors))?.pointee == 21,
      setting.buffer == 77 || buffers[setting.buffer] != nil
    else { return -EINVAL }
    shown = setting.buffer
    calls.append("show \(name(setting.buffer))")
    return 0
  }

  private func flip(_ flip: linux_screen_flip) -> Int32 {
    guard isMaster else { return -EACCES }
    guard next == nil else { return -EBUSY }
    guard flip.crtc == 40, buffers[flip.buffer] != nil, flip.flags == 1 else { return -EINVAL }
    next = flip.buffer
    calls.append("flip \(name(flip.buffer))")
    return 0
  }

  /// The two pictures are A and B, what was there before is "before".
  private func name(_ buffer: UInt32) -> String {
    buffer == 77 ? "before" : buffers.keys.min() == buffer ? "A" : "B"
  }
}

/// A virtual terminal: the modes that are set.
final class SimulatedTerminal: ScreenKernel {
  let descriptor: Int32 = -1
  private(set) var calls: [String] = []
  var refusals: [UInt: Int32] = [:]

  func take() -> [String] {
    defer { calls = [] }
    return calls
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int { 0 }
  func map(_ offset: UInt64, _ length: Int) -> UnsafeMutableRawPointer? { nil }
  func unmap(_ memory: UnsafeMutableRawPointer, _ length: Int) {}

  func call(_ request: UInt, _ argument: UnsafeMutableRawPointer?) -> Int32 {
    if let code = refusals[request] { return -code }
    let number = Int(bitPattern: argument)
    switch request {
    case LINUX_TERMINAL_GET_TEXT_MODE: argument!.storeBytes(of: 0, as: Int32.self)
    case LINUX_TERMINAL_GET_KEYS: argument!.storeBytes(of: 3, as: Int32.self)
    case LINUX_TERMINAL_GET_MODE:
      argument!.storeBytes(of: linux_terminal_mode(), as: linux_terminal_mode.self)
    case LINUX_TERMINAL_SET_TEXT_MODE: calls.append(number == 1 ? "graphics" : "text")
    case LINUX_TERMINAL_SET_KEYS: calls.append("keys \(number)")
    case LINUX_TERMINAL_SET_MODE:
      let mode = argument!.load(as: linux_terminal_mode.self)
      calls.append(mode.mode == 1 ? "by signals \(mode.leave_signal) \(mode.enter_signal)" : "automatic")
    case LINUX_TERMINAL_RELEASE: calls.append("release \(number)")
    case LINUX_TERMINAL_ACTIVATE: calls.append("activate \(number)")
    default: return -EINVAL
    }
    return 0
  }
}
