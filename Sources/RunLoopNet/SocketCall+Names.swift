import LinuxSystem

extension SocketCall {
  /// Looks up a name by getaddrinfo(3), which blocks, for minutes when no server answers.
  static func addresses(of host: String, port: UInt16) -> Result<[Address], NetError> {
    // The name would be cut off at the NUL, and name another host.
    if host.isEmpty || host.utf8.contains(0) { return .failure(.unknownName(host)) }
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, nil, &hints, &list)
    let system = Errno.last.code
    guard code == 0 else { return .failure(nameError(host, code, system)) }
    defer { freeaddrinfo(list) }
    var addresses: [Address] = []
    var next = list
    while let entry = next {
      next = entry.pointee.ai_next
      let address = entry.pointee.ai_addr.flatMap {
        Address(UnsafeRawBufferPointer(start: $0, count: Int(entry.pointee.ai_addrlen)))
      }
      // A name in /etc/hosts may be there twice.
      if let address = address?.withPort(port), !addresses.contains(address) { addresses.append(address) }
    }
    return addresses.isEmpty ? .failure(.unknownName(host)) : .success(addresses)
  }

  static func nameError(_ host: String, _ code: Int32, _ system: Int32) -> NetError {
    switch code {
    case EAI_NONAME: .unknownName(host)
    case EAI_AGAIN: .noNameServer(host)
    case EAI_SYSTEM: error("getaddrinfo", system)
    case EAI_MEMORY: error("getaddrinfo", ENOMEM)
    // Beyond POSIX: the name exists and has no address, or none of a family of this machine.
    case -5, -9: .unknownName(host)
    default: .nameServiceFailed(host, code: code)
    }
  }
}
