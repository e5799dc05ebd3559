import HIDEvents
import LinuxSystem
import RunLoopCore

/// A screen without a display server: the kernel's own (DRM/KMS), with dumb buffers and page flips.
///
/// Double-buffered: changes go to the back buffer, which is shown from the next blanking on. Belongs to one thread.
public final class KernelScreen {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// The time from one blanking to the next.
  public let interval: Duration
  /// The connector's name.
  public let connector: String
  /// Called on the loop's thread.
  public var handler: ((Event) -> Void)?
  /// Whether this program's terminal is active.
  public private(set) var isShown = true
  /// False after `close()`, and when the device was removed.
  public private(set) var isOpen = true

  private let device: ScreenDevice
  private let crtc: UInt32
  /// The index of the display controller (CRTC).
  private let index: Int
  private let connectorNumber: UInt32
  private let mode: linux_screen_mode
  /// The mode and buffer to restore.
  private var before: linux_screen_crtc
  private var buffers: [ScreenBuffer] = []
  private var front = 0
  private var isFlipping = false
  private var isBeatAwaited = false
  private var canFlip = true
  private var canWait = true
  private var source: RunLoop.PortSource?
  private var terminal: VirtualTerminal?
  private weak var loop: RunLoop?
  private var retry: RunLoop.Timer?

  /// Takes the screen and shows black.
  public convenience init(_ settings: Settings = Settings()) throws(ScreenError) {
    var reasons: [String] = []
    let paths = settings.path.map { [$0] } ?? (0..<16).map { "/dev/dri/card\($0)" }
    for path in paths where settings.path != nil || access(path, F_OK) == 0 {
      do throws(ScreenError) {
        let terminal = try settings.terminal.map { path throws(ScreenError) in try ScreenFile(path) }
        try self.init(ScreenFile(path), path: path, settings, terminal: terminal)
        return
      } catch {
        if settings.path != nil { throw error }
        reasons.append("\(error)")
      }
    }
    throw .noScreen(reasons)
  }

  init(
    _ kernel: any ScreenKernel, path: String, _ settings: Settings = Settings(),
    terminal: (any ScreenKernel)? = nil
  ) throws(ScreenError) {
    device = try ScreenDevice(kernel, path: path)
    let resources = try device.resources()
    var names: [String] = []
    var found: ScreenDevice.Connector?
    for number in resources.connectors {
      let connector = try device.connector(number)
      names.append(connector.name)
      let isWanted = settings.connector.map { $0 == connector.name } ?? true
      if found == nil, isWanted, connector.isConnected, !connector.modes.isEmpty { found = connector }
    }
    guard let found else {
      throw .notConnected(path: path, wanted: settings.connector, connectors: names)
    }
    connector = found.name
    connectorNumber = found.number
    mode = try Self.mode(of: found, settings)
    (width, height) = (Int(mode.width), Int(mode.height))
    interval = Self.interval(of: mode)
    crtc = try device.pipeline(for: found, resources)
    index = resources.crtcs.firstIndex(of: crtc) ?? 0
    before = linux_screen_crtc()
    before.crtc = crtc
    try device.ask(LINUX_SCREEN_GET_CRTC, &before, "say what it shows")
    do throws(ScreenError) {
      for _ in 0..<2 { buffers.append(try ScreenBuffer(device, width: width, height: height)) }
      if let terminal { self.terminal = try VirtualTerminal(terminal, settings.terminalSignals) }
      try showFront()
    } catch {
      release()
      throw error
    }
  }

  deinit { if isOpen { release() } }

  private static func mode(
    of connector: ScreenDevice.Connector, _ settings: Settings
  ) throws(ScreenError) -> linux_screen_mode {
    guard let size = settings.size else {
      return connector.modes.first { $0.type & UInt32(LINUX_SCREEN_PREFERRED) != 0 } ?? connector.modes[0]
    }
    // The fastest mode of this size.
    let fitting = connector.modes.filter { Int($0.width) == size.width && Int($0.height) == size.height }
    guard let best = fitting.max(by: { $0.refresh < $1.refresh }) else {
      throw .noMode(connector: connector.name, wanted: "\(size.width)×\(size.height)")
    }
    return best
  }

  /// A mode's clock is in kilohertz, its totals in pixels and lines.
  private static func interval(of mode: linux_screen_mode) -> Duration {
    let pixels = Int64(mode.htotal) * Int64(mode.vtotal)
    if mode.clock > 0, pixels > 0 {
      let interval = pixels * 1_000_000 / Int64(mode.clock)
      if (1_000_000...1_000_000_000).contains(interval) { return .nanoseconds(interval) }
    }
    return .nanoseconds(1_000_000_000 / Int64(min(max(mode.refresh, 1), 1000)))
  }

  // MARK: With a loop

  /// Watches the device on the calling thread's loop, which calls `handler`.
  public func attach(to loop: RunLoop, mode: RunLoop.Mode = .common) throws(ScreenError) {
    guard isOpen else { throw .lost }
    let screen = ThreadBound(self)
    self.loop = loop
    do {
      if source == nil {
        let port = try RunLoop.Port(borrowing: device.kernel.descriptor, label: "screen \(connector)")
        source = RunLoop.PortSource(port, label: "screen \(connector)") { screen.object?.serve() }
      }
      if let source { try loop.add(source, to: mode) }
      try terminal?.attach(
        to: loop, mode, leave: { screen.object?.leave() }, enter: { screen.object?.enter() })
    } catch {
      throw .descriptor("\(error)")
    }
  }

  /// Restores the previous mode and releases the screen.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    release()
  }

  private func release() {
    retry?.invalidate()
    source?.invalidate()
    source = nil
    if isShown, before.has_mode != 0 { _ = set(before) }
    for buffer in buffers { buffer.release(device.kernel) }
    buffers = []
    terminal?.giveBack()
    terminal = nil
  }

  private func end(_ error: ScreenError) {
    guard isOpen else { return }
    close()
    handler?(.ended(error))
  }

  // MARK: Pictures

  /// Whether a picture can be put now: no flip is pending, and the terminal is active.
  public var isReady: Bool { isOpen && isShown && !isFlipping }

  /// Shows parts of a picture from the next blanking on: 32-bit words, red in bits 16 to 23, `stride` of them in a row. Parts outside of the
  /// screen are cut off. Then come `beat` and `ready`.
  ///
  /// - Parameter pixels: the picture's first pixel, at the screen's upper left corner.
  public func put(_ pixels: UnsafePointer<UInt32>, stride: Int, parts: [PixelRect]) {
    guard isReady else { return }
    let parts = parts.compactMap { $0.within(min(width, stride), height) }
    guard !parts.isEmpty else { return }
    let back = 1 - front
    for part in buffers[back].missed.take() + parts {
      guard let part = part.within(stride, height) else { continue }
      buffers[back].copy(part, from: pixels, stride: stride)
    }
    for part in parts { buffers[front].missed.add(part) }
    flip(to: back)
  }

  private func flip(to back: Int) {
    if canFlip {
      var flip = linux_screen_flip()
      flip.crtc = crtc
      flip.buffer = buffers[back].number
      flip.flags = UInt32(LINUX_SCREEN_FLIP_EVENT)
      let code = device.kernel.call(LINUX_SCREEN_FLIP, with: &flip)
      switch code {
      case 0:
        isFlipping = true
        return
      case -ENODEV: return end(.lost)
      case -EACCES, -EPERM: return hide()
      // Another change is pending: set the mode instead.
      case -EBUSY: break
      // The device has no page flips.
      default: canFlip = false
      }
    }
    front = back
    do throws(ScreenError) {
      try showFront()
      handler?(.ready)
    } catch {
      if error == .lost { end(error) } else { hide() }
    }
  }

  /// Sets the mode, which shows the front picture at once.
  private func showFront() throws(ScreenError) {
    var setting = linux_screen_crtc()
    setting.crtc = crtc
    setting.buffer = buffers[front].number
    setting.has_mode = 1
    setting.mode = mode
    let code = set(setting)
    guard code == 0 else { throw ScreenDevice.error(code, "show a picture") }
  }

  /// Applies a setting to the connector. Returns 0, or the negative number of the error.
  private func set(_ setting: linux_screen_crtc) -> Int32 {
    var (setting, number) = (setting, connectorNumber)
    return withUnsafeMutablePointer(to: &number) { connector in
      setting.connectors = UInt64(UInt(bitPattern: connector))
      setting.connector_count = 1
      return device.kernel.call(LINUX_SCREEN_SET_CRTC, with: &setting)
    }
  }

  // MARK: Beats

  /// Asks for a `beat` at the next blanking. False where the device has none: it is to be measured by a timer.
  public func requestBeat() -> Bool {
    guard isOpen, isShown, canWait || isFlipping else { return false }
    if isFlipping || isBeatAwaited { return true }
    var blank = linux_screen_blank()
    blank.type =
      UInt32(LINUX_SCREEN_BLANK_RELATIVE) | UInt32(LINUX_SCREEN_BLANK_EVENT) | UInt32(index << 1 & 0x3e)
    blank.sequence = 1
    let code = device.kernel.call(LINUX_SCREEN_WAIT_BLANK, with: &blank)
    if code == 0 { isBeatAwaited = true } else { canWait = false }
    return code == 0
  }

  /// Reads what the device has reported. The loop calls it.
  public func serve() {
    let size = MemoryLayout<linux_screen_event>.size
    withUnsafeTemporaryAllocation(byteCount: 64 * size, alignment: 8) { buffer in
      let count = device.kernel.read(into: buffer)
      if count == -Int(ENODEV) { return end(.lost) }
      var start = 0
      while isOpen, start + 8 <= count {
        let length = Int(buffer.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self))
        guard length >= 8, start + length <= count else {
          return end(.malformed("an event of \(length) bytes, of which there are \(count - start)"))
        }
        if length >= size {
          take(buffer.loadUnaligned(fromByteOffset: start, as: linux_screen_event.self))
        }
        start += length
      }
    }
  }

  private func take(_ event: linux_screen_event) {
    let time = UInt64(event.seconds) * 1_000_000_000 + UInt64(event.microseconds) * 1000
    switch Int(event.type) {
    // Events of requests from before a terminal switch are stale.
    case Int(LINUX_SCREEN_FLIPPED) where isFlipping:
      isFlipping = false
      front = 1 - front
      handler?(.beat(time))
      if isReady { handler?(.ready) }
    case Int(LINUX_SCREEN_BLANKED) where isBeatAwaited:
      isBeatAwaited = false
      handler?(.beat(time))
    default: break
    }
  }

  // MARK: Other terminals

  /// Changes to another virtual terminal, as Ctrl+Alt+F1 to F12 do; false without a terminal of its own.
  @discardableResult
  public func activateTerminal(_ number: Int) -> Bool { terminal?.activate(number) ?? false }

  /// Whether the key is Ctrl+Alt+F1 to F12, and the terminal was changed: the kernel does not see the keys of a graphical terminal.
  package func changesTerminal(_ key: HIDEvent.Key) -> Bool {
    guard (0x3A...0x45).contains(key.usage), key.phase == .down,
      key.modifiers.contains([.control, .alternate])
    else { return false }
    return activateTerminal(Int(key.usage) - 0x39)
  }

  private func hide() {
    guard isShown else { return }
    isShown = false
    if terminal == nil { enterLater() }
    handler?(.hidden)
  }

  /// Without a terminal nothing reports that another program has released the screen.
  private func enterLater() {
    guard let loop else { return }
    let screen = ThreadBound(self)
    let timer = RunLoop.Timer(after: .seconds(1), label: "screen \(connector)") { _ in screen.object?.enter()
    }
    retry = timer
    loop.add(timer, to: .common)
  }

  private func leave() {
    hide()
    _ = device.kernel.call(LINUX_SCREEN_DROP_MASTER, nil)
    terminal?.release()
  }

  private func enter() {
    guard isOpen else { return }
    terminal?.entered()
    _ = device.kernel.call(LINUX_SCREEN_SET_MASTER, nil)
    isFlipping = false
    isBeatAwaited = false
    do throws(ScreenError) {
      try showFront()
    } catch {
      return terminal == nil && error != .lost ? enterLater() : end(error)
    }
    for index in buffers.indices { buffers[index].missed.addAll() }
    isShown = true
    handler?(.shown)
    // Requests again a beat that was lost.
    handler?(.beat(linux_time(CLOCK_MONOTONIC)))
  }
}
