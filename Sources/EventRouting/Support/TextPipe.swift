import LinuxSystem
import RunLoopCore

/// A pipe for text from or to another program. A run loop serves it, so that a program that is slow, or never reads or writes,
/// does not block.
final class TextPipe {
  private let descriptor: Int32
  private let isWriting: Bool
  private var bytes: [UInt8]
  private var sent = 0
  private let longest: Int
  /// How long the other program may be silent.
  private let silence: Duration
  private let loop: RunLoop
  private var source: RunLoop.DescriptorSource?
  private var timer: RunLoop.Timer?
  private var done: (([UInt8]?) -> Void)?

  private static let part = 1 << 16

  /// Reads up to the end. `done` gets nil when the other program is silent for too long, or has more than `longest` bytes.
  ///
  /// - Parameter descriptor: owned from now on.
  convenience init(
    reading descriptor: Int32, on loop: RunLoop, longest: Int, silence: Duration,
    done: @escaping ([UInt8]?) -> Void
  ) {
    self.init(descriptor, [], isWriting: false, longest, silence, loop, done)
  }

  /// Writes the bytes. `done` gets nil when the other program does not take all.
  ///
  /// - Parameter descriptor: owned from now on.
  convenience init(
    writing bytes: [UInt8], to descriptor: Int32, on loop: RunLoop, silence: Duration,
    done: @escaping ([UInt8]?) -> Void
  ) {
    self.init(descriptor, bytes, isWriting: true, bytes.count, silence, loop, done)
  }

  private init(
    _ descriptor: Int32, _ bytes: [UInt8], isWriting: Bool, _ longest: Int, _ silence: Duration,
    _ loop: RunLoop, _ done: @escaping ([UInt8]?) -> Void
  ) {
    self.descriptor = descriptor
    self.bytes = bytes
    self.isWriting = isWriting
    self.longest = longest
    self.silence = silence
    self.loop = loop
    self.done = done
  }

  deinit { end(nil, tells: false) }

  /// Starts; may call `done` at once.
  func start() {
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) >= 0 else { return end(nil) }
    let pipe = ThreadBound(self)
    do {
      let source = try RunLoop.DescriptorSource(
        descriptor, events: isWriting ? .writable : .readable, label: "text of a selection"
      ) { _ in
        pipe.object?.serve()
        return .rearm
      }
      self.source = source
      try loop.add(source, to: .common)
    } catch {
      return end(nil)
    }
    let timer = RunLoop.Timer(after: silence, label: "silence of a selection") { _ in pipe.object?.end(nil) }
    self.timer = timer
    loop.add(timer, to: .common)
  }

  private func serve() {
    let count = isWriting ? write() : read()
    if count < 0 {
      if !Errno.last.wouldBlock, !Errno.last.isInterruption { end(nil) }
      return
    }
    timer?.fireDate = loop.now.advanced(by: silence)
    if isWriting {
      sent += count
      if sent == bytes.count { end(bytes) }
    } else if count == 0 {
      end(bytes)
    } else if bytes.count > longest {
      end(nil)
    }
  }

  private func write() -> Int {
    bytes[sent...].prefix(Self.part).withUnsafeBytes {
      linux_write_pipe(descriptor, $0.baseAddress, $0.count)
    }
  }

  private func read() -> Int {
    withUnsafeTemporaryAllocation(byteCount: Self.part, alignment: 1) { part in
      let count = LinuxSystem.read(descriptor, part.baseAddress, part.count)
      if count > 0 { bytes += part[..<count] }
      return count
    }
  }

  private func end(_ result: [UInt8]?, tells: Bool = true) {
    guard let done else { return }
    self.done = nil
    source?.invalidate()
    timer?.invalidate()
    close(descriptor)
    if tells { done(result) }
  }
}
