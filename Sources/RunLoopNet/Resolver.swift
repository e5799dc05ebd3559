import LinuxSystem
import RunLoopCore

import class RunLoopCore.RunLoop

/// Looks up the addresses of names, without blocking the loop.
///
///     Resolver.system.lookUp("example.org", port: 80) { result in … }
///     let addresses = try await Resolver.addresses(of: "example.org", port: 80)
///
/// `system` calls getaddrinfo(3) on a thread of `Offload.shared`: `/etc/hosts`, DNS and the other services of nsswitch.conf(5), in the
/// order of RFC 6724. A program or a test may use a resolver of its own instead.
public struct Resolver: Sendable {
  /// The addresses of a name, or the reason why there are none.
  public typealias Answer = Result<[Address], NetError>
  /// Looks up a name for a loop. Called on the loop's thread, where it calls the completion once, after it has returned. Returns a
  /// closure that cancels the look-up.
  public typealias Method =
    @Sendable (
      _ host: String, _ port: UInt16, _ loop: RunLoop, _ mode: RunLoop.Mode,
      _ completion: @escaping (Answer) -> Void
    ) -> (() -> Void)

  private let method: Method

  /// A resolver of the program's own.
  public init(_ method: @escaping Method) {
    self.method = method
  }

  /// The system's resolver, on the shared pool.
  public static let system = Resolver(on: .shared)

  /// The system's resolver, on a pool of the program's choice.
  public init(on pool: Offload) {
    self.init { host, port, loop, mode, completion in
      do throws(OffloadError) {
        let job = try pool.start(Self.work(host, port), on: loop, inModes: [mode]) {
          completion($0.mapError { Self.error($0) }.flatMap { $0 })
        }
        return { job.cancel() }
      } catch {
        // Called on this thread only, after this method has returned.
        nonisolated(unsafe) let call = completion
        let reason = Self.error(error)
        loop.post(inModes: [mode]) { call(.failure(reason)) }
        return {}
      }
    }
  }

  /// Looks up a name for the calling thread's loop. The completion is called once on the loop's thread, never before this method has
  /// returned. A success has at least one address.
  ///
  /// A look-up does not keep an otherwise empty loop running: see `RunLoop.run(mode:until:timeout:)`.
  ///
  /// - Parameter host: a name, or a numeric address, which needs no thread.
  /// - Returns: the look-up; when it is cancelled, the completion is not called.
  @discardableResult
  public func lookUp(
    _ host: String, port: UInt16, on loop: RunLoop = .current, mode: RunLoop.Mode = .default,
    _ completion: @escaping (Answer) -> Void
  ) -> NameLookup {
    precondition(loop.isOwnThread, "a name is looked up for the loop of another thread")
    let lookup = NameLookup(host, completion)
    if let address = Address(numeric: host, port: port) {
      loop.post(inModes: [mode]) { lookup.end(.success([address])) }
    } else {
      lookup.cancelMethod = method(host, port, loop, mode) { lookup.end($0) }
    }
    return lookup
  }

  /// Looks up a name as `system` does, but for a task, which needs no loop. The addresses are in the order in which to try them.
  public static func addresses(
    of host: String, port: UInt16, on pool: Offload = .shared, isolation: isolated (any Actor)? = #isolation
  ) async throws(NetError) -> [Address] {
    if let address = Address(numeric: host, port: port) { return [address] }
    let answer: Answer
    do throws(OffloadError) {
      answer = try await pool.run(work(host, port), isolation: isolation)
    } catch {
      throw self.error(error)
    }
    return try answer.get()
  }

  private static func work(_ host: String, _ port: UInt16) -> Offload.Work<Answer> {
    Offload.Work { _ throws(OffloadError) in SocketCall.addresses(of: host, port: port) }
  }

  private static func error(_ error: OffloadError) -> NetError {
    switch error {
    case .cancelled: .cancelled
    default: .notOffloaded(error)
    }
  }
}

/// A pending look-up. The loop's thread only.
public final class NameLookup: @unchecked Sendable {
  private let host: String
  private var completion: ((Resolver.Answer) -> Void)?
  /// Set until it has ended.
  var cancelMethod: (() -> Void)?

  init(_ host: String, _ completion: @escaping (Resolver.Answer) -> Void) {
    self.host = host
    self.completion = completion
  }

  /// Cancels the look-up: its completion is not called.
  public func cancel() {
    completion = nil
    cancelMethod.take()?()
  }

  func end(_ answer: Resolver.Answer) {
    guard let completion else { return }
    self.completion = nil
    cancelMethod = nil
    if case .success(let addresses) = answer, addresses.isEmpty {
      return completion(.failure(.unknownName(host)))
    }
    completion(answer)
  }
}
