import HIDEvents
import RunLoopCore

/// One port from which events come, with the memory for a packet. Used by one thread at a time.
final class EventChannel: @unchecked Sendable {
  let port: RunLoop.MessagePort
  private let input: EventInput
  private let packet: UnsafeMutableRawBufferPointer

  /// More than the longest packet has: what is longer is cut, and is no event then.
  private static let size = 256 * 1024

  init(_ port: RunLoop.MessagePort, _ input: EventInput) {
    self.port = port
    self.input = input
    packet = .allocate(byteCount: Self.size, alignment: 16)
  }

  deinit { packet.deallocate() }

  /// Reads the port's packets: a callout of the loop that watches the port. Stops when the queue is full: the rest stays
  /// in the channel, which its sender finds full in the end.
  ///
  /// - Returns: false when the channel has ended.
  func read() -> Bool {
    var isOpen = true
    var hasRead = false
    while isOpen, !input.queue.isFull {
      do throws(RunLoop.MessagePort.Failure) {
        guard let length = try port.receive(into: packet) else { break }
        hasRead = true
        accept(min(length, packet.count))
      } catch {
        isOpen = false
      }
    }
    if hasRead || !isOpen { input.announce() }
    return isOpen
  }

  private func accept(_ length: Int) {
    let bytes = UnsafeBufferPointer(rebasing: packet.bindMemory(to: UInt8.self)[..<length])
    do throws(PacketError) {
      input.queue.append(try HIDEvent(bytes: bytes, reusing: input.queue.takeContacts()))
    } catch {
      input.note(error)
    }
  }
}
