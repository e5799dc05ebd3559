import EventRouting
import HIDEvents
import LinuxSystem
import RunLoopCore

/// The input devices of a router process. A FIFO whose writer has closed is opened again. The thread of its loop only.
final class RouterDevices: @unchecked Sendable {
  private let description: DeviceDescription?
  private let settings: EvdevReader.Settings
  private let emit: (HIDEvent) -> Void
  private let failed: (String) -> Void
  private let ended: () -> Void
  private var readers: [EvdevReader] = []
  /// Whether the devices are released; a FIFO that is opened again meanwhile waits, too.
  private var isPaused = false

  /// - Parameters:
  ///   - description: the description of what does not describe itself.
  ///   - settings: for each device, apart from its number.
  ///   - failed: called with the reason when a device can no longer be used.
  ///   - ended: called after a device has ended.
  init(
    _ description: DeviceDescription?, _ settings: EvdevReader.Settings, emit: @escaping (HIDEvent) -> Void,
    failed: @escaping (String) -> Void, ended: @escaping () -> Void
  ) {
    self.description = description
    self.settings = settings
    self.emit = emit
    self.failed = failed
    self.ended = ended
  }

  var isEmpty: Bool { readers.isEmpty }

  /// - Parameter number: the device's own, also after a FIFO was opened again: it distinguishes its contacts from other devices'.
  func open(_ path: String, number: Int) throws(EvdevError) {
    var settings = settings
    settings.device = UInt8(truncatingIfNeeded: number)
    let reader = try EvdevReader(
      path: path, description: description, settings: settings, emit: emit,
      ended: { [weak self] in self?.deviceEnded(path, number, $0) })
    if isPaused { reader.pause() }
    try reader.start()
    readers.append(reader)
  }

  func close() {
    for reader in readers { reader.close() }
    readers = []
  }

  /// Releases the devices, as while the user is at another virtual terminal.
  func pause() {
    isPaused = true
    for reader in readers { reader.pause() }
  }

  func resume() {
    isPaused = false
    for reader in readers {
      do { try reader.resume() } catch {
        reader.close()
        readers.removeAll { $0 === reader }
        failed("\(error)")
        ended()
      }
    }
  }

  private func deviceEnded(_ path: String, _ number: Int, _ reader: EvdevReader) {
    readers.removeAll { $0 === reader }
    if let failure = reader.failure { failed("\(failure)") }
    var information = stat()
    guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFIFO, reader.failure == nil else {
      return ended()
    }
    // A FIFO whose writer has closed waits for the next one.
    RunLoop.current.post { [weak self] in
      guard let self else { return }
      do { try open(path, number: number) } catch {
        failed("\(error)")
        ended()
      }
    }
  }
}
