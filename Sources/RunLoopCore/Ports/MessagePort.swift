import LinuxSystem

extension RunLoop {
  /// One end of a channel for whole messages between threads or processes: a `SOCK_SEQPACKET` socket.
  ///
  /// A message arrives as it was sent, in order, or not at all; nothing is split or joined. Both ends are equal.
  /// Corresponds to the mach port of a version-1 source, or to `CFMessagePort` without its name service.
  public final class MessagePort: Port, @unchecked Sendable {
    /// Held from reading a message's length until it is received: another thread's message may be longer.
    private let receiving = FutexLock()

    /// Two connected ends. Keep one, and hand the other to a thread, or its descriptor to a child process.
    public static func pair() throws(PortError) -> (MessagePort, MessagePort) {
      do {
        let (first, second) = try SystemCall.messageSocketPair()
        return (
          MessagePort(owning: first, countsWakeUps: false), MessagePort(owning: second, countsWakeUps: false)
        )
      } catch {
        throw error.portError(-1, "")
      }
    }

    /// Adopts an end that another process made and passed on. The port closes it.
    public convenience init(adopting descriptor: Int32) throws(PortError) {
      do { try SystemCall.checkPollable(descriptor) } catch { throw error.portError(descriptor, "") }
      self.init(owning: descriptor, countsWakeUps: false)
    }

    /// Sends a message without waiting.
    public func send(_ message: [UInt8]) throws(Failure) {
      guard !message.isEmpty else { throw .empty }
      do {
        try SystemCall.sendMessage(message, to: descriptor)
      } catch {
        switch error.code {
        case EPIPE, ECONNRESET, ENOTCONN, EBADF: throw .closed
        case EAGAIN, ENOBUFS: throw .full
        case EMSGSIZE: throw .tooLong(message.count)
        default: throw .unexpected(call: "\(error.call)", code: error.code)
        }
      }
    }

    /// Receives the next message into a buffer and returns its length; nil when there is none yet. Throws `closed` after the
    /// last one. Allocates no memory.
    ///
    /// A message that is longer than the buffer is truncated; the length returned is that of the whole message.
    public func receive(into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int? {
      receiving.lock()
      defer { receiving.unlock() }
      let length: Int
      do throws(SystemError) {
        length = try SystemCall.receiveMessage(into: buffer, peek: false, from: descriptor)
      } catch {
        switch error.code {
        case EAGAIN: return nil
        case ECONNRESET, ENOTCONN, EBADF: throw .closed
        default: throw .unexpected(call: "\(error.call)", code: error.code)
        }
      }
      guard length > 0 else { throw .closed }
      return length
    }

    /// Receives the next message; nil when there is none yet. Throws `closed` after the last one.
    ///
    /// From any thread; each message goes to one receiver.
    public func receive() throws(Failure) -> [UInt8]? {
      receiving.lock()
      defer { receiving.unlock() }
      do {
        let length = try SystemCall.receiveMessage(
          into: UnsafeMutableRawBufferPointer(start: nil, count: 0), peek: true, from: descriptor)
        guard length > 0 else { throw Failure.closed }
        return try Array(unsafeUninitializedCapacity: length) { buffer, count in
          count = min(
            try SystemCall.receiveMessage(
              into: UnsafeMutableRawBufferPointer(buffer), peek: false, from: descriptor), length)
        }
      } catch let failure as Failure {
        throw failure
      } catch let error as SystemError {
        switch error.code {
        case EAGAIN: return nil
        case ECONNRESET, ENOTCONN, EBADF: throw .closed
        default: throw .unexpected(call: "\(error.call)", code: error.code)
        }
      } catch {
        throw .unexpected(call: "recv", code: 0)
      }
    }
  }
}

extension RunLoop.MessagePort {
  /// Why a message was not sent or received.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The other end is closed, or its process has ended.
    case closed
    /// The channel is full: the receiver is slow. Try again later; the message was not sent.
    case full
    /// The message is longer than the channel allows (about 200 KB by default).
    case tooLong(Int)
    /// The message is empty, which can not be distinguished from the end of the channel.
    case empty
    /// An unexpected error: the call and its error number.
    case unexpected(call: String, code: Int32)

    public var description: String {
      switch self {
      case .closed: "the other end of the channel is closed"
      case .full: "the channel is full: send again when the receiver has caught up"
      case .tooLong(let count):
        "a message of \(count) bytes is longer than the channel takes: send it in parts"
      case .empty: "a message needs at least one byte"
      case .unexpected(let call, let code): "\(call) failed with error number \(code)"
      }
    }
  }
}

extension RunLoop.PortSource {
  /// A source that gets the messages of a message port, one a turn.
  ///
  /// - Parameters:
  ///   - receive: gets the message.
  ///   - end: called once when the channel is closed or broken; the source is invalid then.
  public convenience init(
    receiving port: RunLoop.MessagePort, order: Int = 0, label: String = "",
    file: StaticString = #fileID, line: UInt = #line,
    end: @escaping @Sendable (RunLoop.MessagePort.Failure) -> Void = { _ in },
    receive: @escaping @Sendable ([UInt8]) -> Void
  ) {
    let box = WeakBox()
    self.init(port, order: order, label: label, file: file, line: line) {
      do throws(RunLoop.MessagePort.Failure) {
        if let message = try port.receive() { receive(message) }
      } catch {
        // Several loops may reach the end.
        if box.source?.invalidateOnce() ?? false { end(error) }
      }
    }
    box.source = self
  }

  /// Lets the source's own closure name it without keeping it alive. Set once, before the closure can run.
  private final class WeakBox: @unchecked Sendable {
    weak var source: RunLoop.PortSource?
  }
}
