import HIDEvents
import LinuxSystem
import RunLoopCore

/// Reads an input device, or a stream of records, on a run loop, and decodes input events, in the role of IOKit.
///
/// The descriptor may be a device node, a FIFO, a pipe or a socket: a port source reads it when it becomes readable. A
/// regular file can not be watched: it is read a piece a turn, as fast as the loop turns. Records may be split
/// anywhere. Belongs to the thread of its loop.
public final class EvdevReader: @unchecked Sendable {
  /// The device's description: its own, or the one that was given to `init`.
  public private(set) var description: DeviceDescription
  /// Why reading ended; nil while it continues, and at the stream's regular end.
  public private(set) var failure: EvdevError?
  /// Whether the reader has ended, and its descriptor is closed.
  public private(set) var isClosed = false
  /// Whether the reader has released its device, between `pause()` and `resume()`.
  public private(set) var isPaused = false
  /// Numbers of bytes read and of decoded events.
  public private(set) var counts = (bytes: 0, events: 0)

  private let descriptor: Int32
  private let settings: Settings
  private var stream: RecordStream
  private var decoder: EvdevDecoder
  /// Decoded events that were not emitted yet: a receiver may close the reader.
  private var pending: [HIDEvent] = []
  private var isDelivering = false
  private let emit: (HIDEvent) -> Void
  private let ended: (EvdevReader) -> Void
  /// Grabs or releases the device's records for this reader alone; nil if it is no device.
  private let grab: ((Bool) -> Void)?
  private var source: RunLoop.PortSource?
  private var pump: RunLoop.Source?
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * InputRecord.size, alignment: 8)

  /// How a reader makes events of records.
  public struct Settings: Sendable {
    /// The screen's size, in points: the device's axes are stretched over it.
    public var width = 390.0
    /// The screen's height, in points.
    public var height = 844.0
    /// Distinguishes the contacts of this device from those of others.
    public var device: UInt8 = 0
    /// The size of the records.
    public var format = EvdevFormat.automatic
    /// The clock of the records.
    public var time = EvdevTime.automatic
    /// Whether the device is grabbed, so that no other program gets its records.
    public var grabs = false
    /// Shared by the readers of one user's keyboards. Each copy of the settings has it; new settings have a new one.
    public var seat = Seat()

    /// The settings of a phone's screen.
    public init() {}
  }

  /// A reader of a descriptor, which it owns and closes.
  ///
  /// - Parameters:
  ///   - description: used when the descriptor is not a device that describes itself.
  ///   - emit: called on the loop's thread with each event.
  ///   - ended: called once, when the device was removed, the stream has ended or can not be read; not by `close()`.
  public convenience init(
    owning descriptor: Int32, name: String, description: DeviceDescription? = nil,
    settings: Settings = Settings(),
    emit: @escaping (HIDEvent) -> Void, ended: @escaping (EvdevReader) -> Void = { _ in }
  ) throws(EvdevError) {
    let state = { (described: DeviceDescription) in DeviceState(of: descriptor, described) }
    try self.init(
      owning: descriptor, name: name, told: DeviceDescription(of: descriptor), state: state,
      grab: { _ = linux_input_grab(descriptor, $0 ? 1 : 0) }, description: description, settings: settings,
      emit: emit, ended: ended)
  }

  /// - Parameters:
  ///   - told: the description that the device reports; nil if it is no device.
  ///   - state: asks the device for its state.
  ///   - grab: grabs or releases its records for this reader alone.
  init(
    owning descriptor: Int32, name: String, told: DeviceDescription?,
    state: @escaping (DeviceDescription) -> DeviceState?, grab: @escaping (Bool) -> Void = { _ in },
    description: DeviceDescription? = nil, settings: Settings = Settings(),
    emit: @escaping (HIDEvent) -> Void, ended: @escaping (EvdevReader) -> Void = { _ in }
  ) throws(EvdevError) {
    var described = told ?? description ?? DeviceDescription()
    if described.name.isEmpty { described.name = name }
    var settings = settings
    if told != nil {
      settings.format = .records
      // The loop's clock, which setting the date does not change.
      if linux_input_use_monotonic_clock(descriptor) >= 0 { settings.time = .asTold }
      if settings.grabs { grab(true) }
    }
    self.grab = told == nil ? nil : settings.grabs ? grab : { _ in }
    do throws(EvdevError) {
      decoder = try EvdevDecoder(
        described, width: settings.width, height: settings.height, device: settings.device,
        seat: settings.seat, state: { told == nil ? nil : state(described) })
    } catch {
      buffer.deallocate()
      LinuxSystem.close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.description = described
    self.settings = settings
    stream = RecordStream(described, format: settings.format, time: settings.time)
    self.emit = emit
    self.ended = ended
    let flags = fcntl(descriptor, F_GETFL)
    // Reading must not block the loop. `deinit` closes the descriptor.
    guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) >= 0 else {
      throw .notWatched(device: described.name, reason: Errno.last.description)
    }
  }

  /// Opens a device node, FIFO or file.
  public convenience init(
    path: String, description: DeviceDescription? = nil, settings: Settings = Settings(),
    emit: @escaping (HIDEvent) -> Void, ended: @escaping (EvdevReader) -> Void = { _ in }
  ) throws(EvdevError) {
    // A FIFO is opened without waiting for a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .notOpened(path: path, reason: Errno.last.description) }
    try self.init(
      owning: descriptor, name: path, description: description, settings: settings, emit: emit, ended: ended)
  }

  deinit {
    close()
    buffer.deallocate()
  }

  /// Begins to read, on the calling thread's loop, in its common modes. Keys and contacts that are already down are emitted first.
  public func start() throws(EvdevError) {
    let loop = RunLoop.current
    // A paused reader gets what is down when it resumes.
    if !isPaused { decoder.begin(at: UInt64(max(0, loop.now.nanoseconds))) { pending.append($0) } }
    if !pending.isEmpty {
      let reader = ThreadBound(self)
      loop.post { reader.object?.deliver() }
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .notWatched(device: description.name, reason: Errno.last.description)
    }
    if status.st_mode & S_IFMT == S_IFREG {
      // Retained through the call: the callee of `ended` may release the reader.
      let pump = RunLoop.Source(label: "device \(description.name)") { [weak self] in
        guard let self else { return }
        read()
        if !isClosed, !isPaused { self.pump?.signal() }
      }
      self.pump = pump
      loop.add(pump, to: .common)
      if !isPaused { pump.signal() }
      return
    }
    let port: RunLoop.Port
    do {
      port = try RunLoop.Port(borrowing: descriptor, label: description.name)
    } catch {
      throw .notWatched(device: description.name, reason: "\(error)")
    }
    let source = RunLoop.PortSource(port, label: "device \(description.name)") { [weak self] in self?.read() }
    if !isPaused { try watch(source, on: loop) }
    self.source = source
  }

  /// Stops reading. Contacts and keys that are down are cancelled: at once, or when called by `emit`, after the events
  /// that are being emitted.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    source?.invalidate()
    pump?.invalidate()
    LinuxSystem.close(descriptor)
    decoder.cancelAll { pending.append($0) }
    deliver()
  }

  // MARK: Pausing

  /// Releases the device until `resume()`, as while the user is at another virtual terminal: other programs get its records,
  /// which are dropped here. Contacts and keys that are down are cancelled. A stream that is no device only waits.
  public func pause() {
    guard !isClosed, !isPaused else { return }
    isPaused = true
    if let source { RunLoop.current.remove(source, from: .common) }
    grab?(false)
    decoder.cancelAll { pending.append($0) }
    deliver()
  }

  /// Reads again. Contacts that are down begin; a key that went down meanwhile is ignored until it is pressed again.
  public func resume() throws(EvdevError) {
    guard !isClosed, isPaused else { return }
    isPaused = false
    if let grab {
      grab(true)
      drop()
      let now = UInt64(max(0, RunLoop.current.now.nanoseconds))
      decoder.synchronize(at: now) { pending.append($0) }
      deliver()
    }
    guard !isClosed, !isPaused else { return }
    pump?.signal()
    if let source { try watch(source, on: RunLoop.current) }
  }

  /// Reads and discards pending records.
  private func drop() {
    // The kernel keeps fewer records than that.
    for _ in 0..<1_000 {
      guard LinuxSystem.read(descriptor, buffer.baseAddress, buffer.count) > 0 else { return }
    }
  }

  // MARK: Reading

  private func watch(_ source: RunLoop.PortSource, on loop: RunLoop) throws(EvdevError) {
    do {
      try loop.add(source, to: .common)
    } catch {
      throw .notWatched(device: description.name, reason: "\(error)")
    }
  }

  /// Reads available records, up to the buffer's size, so that other sources are not starved.
  private func read() {
    guard !isClosed, !isPaused else { return }
    let count = LinuxSystem.read(descriptor, buffer.baseAddress, buffer.count)
    if count < 0, Errno.last.wouldBlock || Errno.last.isInterruption { return }
    if count < 0 {
      // A device that is unplugged answers so.
      let isGone = Errno.last == ENODEV
      return end(isGone ? nil : .notRead(device: description.name, reason: Errno.last.description))
    }
    guard count > 0 else { return finish() }
    counts.bytes += count
    let now = UInt64(max(0, RunLoop.Instant.now.nanoseconds))
    do throws(EvdevError) {
      try stream.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]), now: now) {
        item throws(EvdevError) in try take(item)
      }
      deliver()
    } catch {
      end(error)
    }
  }

  /// Ends the stream.
  private func finish() {
    let now = UInt64(max(0, RunLoop.Instant.now.nanoseconds))
    do throws(EvdevError) {
      try stream.finish(now: now) { item throws(EvdevError) in try take(item) }
      end(nil)
    } catch {
      end(error)
    }
  }

  private func take(_ item: RecordStream.Item) throws(EvdevError) {
    switch item {
    case .record(let record): try decoder.add(record) { pending.append($0) }
    case .device(let description):
      // The previous device's touches and keys end.
      decoder.cancelAll { pending.append($0) }
      self.description = description
      decoder = try EvdevDecoder(
        description, width: settings.width, height: settings.height, device: settings.device,
        seat: settings.seat)
    }
  }

  /// Emits events in order, also when a receiver closes the reader: its cancellations come last.
  private func deliver() {
    guard !isDelivering else { return }
    isDelivering = true
    defer { isDelivering = false }
    while !pending.isEmpty {
      let events = pending
      pending.removeAll(keepingCapacity: true)
      for event in events {
        counts.events += 1
        emit(event)
      }
    }
  }

  private func end(_ error: EvdevError?) {
    guard !isClosed else { return }
    failure = error
    close()
    ended(self)
  }
}
