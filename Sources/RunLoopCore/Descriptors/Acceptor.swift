import LinuxSystem
import Synchronization

extension RunLoop {
  /// Accepts connections from a listening socket, on a loop's thread.
  ///
  /// A connection that can not be accepted, for lack of descriptors or memory, keeps the listening socket ready. So the acceptor
  /// rests after a failure: for 10 ms first, then twice as long each time, up to a second; a connection that is served resets the
  /// delay. Clients wait in the kernel's queue meanwhile, and the loop does not spin.
  package final class Acceptor: @unchecked Sendable {
    private struct State {
      var source: DescriptorSource?
      var pause: Timer?
      /// Failures in a row.
      var rests = 0
    }

    private let socket: Int32
    private let loop: RunLoop
    private let mode: Mode
    private let label: String
    private let mostPerTurn: Int
    private let accepted: (Int32) -> Bool
    private let rested: (CInt) -> Void
    private let lost: (PortError) -> Void
    private let state = Mutex(State())

    /// Begins at once. The loop keeps the acceptor until it is invalidated or the loop ends.
    ///
    /// - Parameters:
    ///   - socket: non-blocking; owned by the caller, who closes it after `invalidate`.
    ///   - mostPerTurn: limit of connections accepted in one turn, so that other sources are served.
    ///   - rested: gets the error after which the acceptor rests.
    ///   - lost: called when others have closed the socket, whose number may be another file's by then. The acceptor has ended, and the
    ///     caller forgets the number rather than closing it.
    ///   - accepted: gets the descriptor of each connection, non-blocking and close-on-exec, and owns it. Returns false for one
    ///     that could not be served for lack of another descriptor: the acceptor rests then, too.
    package init(
      _ socket: Int32, on loop: RunLoop, mode: Mode, label: String, mostPerTurn: Int = 64,
      rested: @escaping (CInt) -> Void = { _ in }, lost: @escaping (PortError) -> Void = { _ in },
      accepted: @escaping (Int32) -> Bool
    ) throws(PortError) {
      self.socket = socket
      self.loop = loop
      self.mode = mode
      self.label = label
      self.mostPerTurn = mostPerTurn
      self.rested = rested
      self.lost = lost
      self.accepted = accepted
      let source = try DescriptorSource(socket, label: label) { [self] events in
        if events.contains(.invalid) { end() } else { acceptAll() }
        return .rearm
      }
      source.endsWithLoop = true
      state.withLock { $0.source = source }
      do { try loop.add(source, to: mode) } catch {
        invalidate()
        throw error
      }
    }

    deinit { invalidate() }

    /// Stops accepting. From any thread; a connection that the loop's thread is accepting at that moment is still delivered.
    package func invalidate() {
      let (source, pause) = state.withLock { state in
        defer { (state.source, state.pause) = (nil, nil) }
        return (state.source, state.pause)
      }
      source?.invalidate()
      pause?.invalidate()
    }

    private var source: DescriptorSource? { state.withLock { $0.source } }

    private func end() {
      let error = source?.failure ?? .closed(descriptor: socket, label: label)
      invalidate()
      lost(error)
    }

    private func acceptAll() {
      for _ in 0..<mostPerTurn {
        guard source != nil else { return }
        do throws(SystemError) {
          guard let connection = try SystemCall.acceptConnection(socket) else { return }
          guard accepted(connection) else { return rest(after: EMFILE) }
          state.withLock { $0.rests = 0 }
        } catch {
          // A connection that its client has ended already: others may be pending.
          if error.isBrokenConnection { continue }
          return rest(after: error.code)
        }
      }
    }

    private func rest(after error: CInt) {
      let rest = state.withLock { state -> (source: DescriptorSource, pause: Timer)? in
        guard let source = state.source else { return nil }
        let delay = min(Duration.milliseconds(10) * (1 << min(state.rests, 10)), .seconds(1))
        state.rests += 1
        let pause = Timer(after: delay, label: "\(label): no descriptor") { [weak self] _ in
          self?.source?.arm()
        }
        state.pause = pause
        return (source, pause)
      }
      guard let rest else { return }
      rest.source.disarm()
      loop.add(rest.pause, to: mode)
      rested(error)
    }
  }
}
