import LinuxSystem

/// The file of a bound local socket, which is removed with the socket: by the process that made it, and only as long as no other socket has
/// taken its place.
struct SocketFile {
  private let address: Address
  private let identity: Identity
  private let process = getpid()

  private struct Identity: Equatable {
    let device: UInt64
    let number: UInt64

    init?(_ address: Address) {
      var status = stat()
      guard address.socketAddress.withPath({ lstat($0, &status) }) == 0 else { return nil }
      device = UInt64(status.st_dev)
      number = UInt64(status.st_ino)
    }
  }

  /// Nil for addresses that have no file.
  init?(boundTo address: Address) {
    guard let identity = Identity(address) else { return nil }
    self.address = address
    self.identity = identity
  }

  func remove() {
    if getpid() == process, Identity(address) == identity { address.removeFile() }
  }
}
