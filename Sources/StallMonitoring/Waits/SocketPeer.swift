import LinuxSystem

/// The socket of this machine that another one is connected with.
enum SocketPeer {
  /// By its number in the kernel (inode); nil when the other end is on another machine, in another network namespace, or not known.
  static func of(_ number: UInt64, process: Int32) -> UInt64? {
    if let tables = tables(of: process), let peer = peer(of: number, in: tables) { return peer }
    guard let number = UInt32(exactly: number),
      KernelFile.link("/proc/\(process)/ns/net") == KernelFile.link("/proc/self/ns/net")
    else { return nil }
    let peer = linux_unix_peer(number)
    return peer == 0 ? nil : UInt64(peer)
  }

  private static func tables(of process: Int32) -> String? {
    let texts = ["tcp", "tcp6"].compactMap { KernelFile.contents("/proc/\(process)/net/\($0)") }
    return texts.isEmpty ? nil : texts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
  }

  /// In tables of TCP, whose lines have both addresses of a connection, and the socket's number at place 9:
  /// "0: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000 0 0 4711 …"
  static func peer(of number: UInt64, in tables: String) -> UInt64? {
    var ends: [(own: Substring, other: Substring, number: UInt64)] = []
    for line in tables.split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 10)
      guard fields.count > 9, let socket = UInt64(fields[9]), socket != 0 else { continue }
      ends.append((plain(fields[1]), plain(fields[2]), socket))
    }
    guard let end = ends.first(where: { $0.number == number }) else { return nil }
    return ends.first { $0.own == end.other && $0.other == end.own && $0.number != number }?.number
  }

  /// An IPv4 address that is written as one of IPv6, as it is written otherwise.
  private static func plain(_ address: Substring) -> Substring {
    let mapped = "0000000000000000FFFF0000"
    return address.hasPrefix(mapped) ? address.dropFirst(mapped.count) : address
  }
}
