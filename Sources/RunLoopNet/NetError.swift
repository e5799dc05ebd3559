import RunLoopCore

/// Errors of sockets. `description` includes what to do.
public enum NetError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text is not an address of a form that this module accepts.
  case badAddress(String)
  /// No server listens there.
  case refused
  /// The peer reset the connection; bytes in transit are lost.
  case reset
  /// The peer has stopped reading, and bytes were written.
  case brokenPipe
  /// There was no answer in time.
  case timedOut
  /// Another socket has the address.
  case addressInUse
  /// The address is not one of this machine, or there is no route to it.
  case unreachable
  /// There is no socket at the path, or no such directory.
  case noSuchPath
  /// This user has no permission.
  case accessDenied
  /// The process or the system has no descriptor left.
  case tooManyDescriptors
  /// The operation was cancelled before it had a result.
  case cancelled
  /// There is no host of that name, or it has no address.
  case unknownName(String)
  /// No name server answered.
  case noNameServer(String)
  /// The look-up failed for another reason, a code of getaddrinfo(3).
  case nameServiceFailed(String, code: Int32)
  /// The name was not looked up: the pool of threads refused it.
  case notOffloaded(OffloadError)
  /// A datagram is longer than the socket sends.
  case tooLong
  /// The descriptor cannot be watched.
  case port(RunLoop.PortError)
  /// An unexpected error: the call and its error number.
  case unexpected(call: String, code: Int32)

  public var description: String {
    switch self {
    case .badAddress(let text):
      "'\(text)' is no address: write a numeric one with its port, as 127.0.0.1:80 or [::1]:80, localhost:80, or"
        + " unix: and a path of at most 107 bytes; names are looked up by Resolver, and by connect(toHost:)"
    case .refused: "no server listens at the address: start the server first"
    case .reset: "the peer broke the connection off"
    case .brokenPipe: "the peer has closed its end: written data is lost"
    case .timedOut: "the peer did not answer in time"
    case .addressInUse: "another socket has the address: end its program, or choose another port"
    case .unreachable: "the address can not be reached from here, or is none of this machine"
    case .noSuchPath: "there is no socket at the path"
    case .accessDenied: "this user may not use the address"
    case .tooManyDescriptors: "no descriptor is left: close some, or raise the limit (ulimit -n)"
    case .cancelled: "the operation was cancelled before it had a result"
    case .unknownName(let name): "no host '\(name)' is known: check the name"
    case .noNameServer(let name):
      "no name server answered for '\(name)': check the network, or try again later"
    case .nameServiceFailed(let name, let code):
      "looking up '\(name)' failed with code \(code) of getaddrinfo: check /etc/resolv.conf and /etc/nsswitch.conf"
    case .notOffloaded(let error): "the name could not be looked up: \(error)"
    case .tooLong:
      "the datagram is longer than the socket sends: send less at a time, or make the socket with a larger limit"
    case .port(let error): "\(error)"
    case .unexpected(let call, let code): "\(call) failed with error number \(code)"
    }
  }
}
