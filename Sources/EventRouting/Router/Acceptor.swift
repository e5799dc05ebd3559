import RunLoopCore

/// Takes connections from a listening socket, a few in a turn.
///
/// When no descriptor is left, it rests and tries again, after a hundredth of a second first and a second at last:
/// connections wait in the kernel's queue meanwhile, and the loop does not spin. Belongs to the thread of its loop.
final class Acceptor: @unchecked Sendable {
  /// What an attempt to take a connection came to.
  enum Outcome {
    case taken
    /// The queue is empty.
    case noneWaits
    /// The process or the system has no descriptor or memory left.
    case noDescriptor
  }

  /// A crowd at the door must not keep events waiting.
  static let mostPerTurn = 8
  static let firstRest = Duration.milliseconds(10)
  static let longestRest = Duration.seconds(1)

  private let loop: RunLoop
  private let label: String
  private let takeOne: () -> Outcome
  private var source: RunLoop.DescriptorSource?
  private var pause: RunLoop.Timer?
  /// Rests since the last connection was taken.
  private(set) var rests = 0

  /// - Parameter takeOne: takes the next connection.
  init(label: String, takeOne: @escaping () -> Outcome) {
    loop = RunLoop.current
    self.label = label
    self.takeOne = takeOne
  }

  /// Watches the socket, which stays the caller's.
  func start(_ descriptor: Int32) throws(RunLoop.PortError) {
    let source = try RunLoop.DescriptorSource(descriptor, label: label) { [weak self] _ in
      self?.takeSome()
      return .rearm
    }
    try loop.add(source, to: .common)
    self.source = source
  }

  func stop() {
    source?.invalidate()
    source = nil
    pause?.invalidate()
    pause = nil
  }

  private func takeSome() {
    for _ in 0..<Self.mostPerTurn where source != nil {
      switch takeOne() {
      case .taken: rests = 0
      case .noneWaits: return
      case .noDescriptor: return rest()
      }
    }
  }

  /// Off for a while: a connection that cannot be taken is ready again and again.
  private func rest() {
    let delay = min(Self.firstRest * (1 << min(rests, 10)), Self.longestRest)
    rests += 1
    source?.disarm()
    let pause = RunLoop.Timer(after: delay, label: "\(label): no descriptor") { [weak self] _ in
      self?.source?.arm()
    }
    self.pause = pause
    loop.add(pause, to: .common)
  }
}
