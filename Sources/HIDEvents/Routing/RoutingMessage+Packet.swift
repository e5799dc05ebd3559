// The wire form. All numbers are little-endian.
//
//   0  2  mark 'H' 'R'
//   2  1  version
//   3  1  kind
//   4  4  length of the whole packet
//   8  …  payload
//
// An event's payload is its own packet (see HIDEvent.packet()). A later writer may add to a payload's end only with
// another version.

extension RoutingMessage {
  /// The version that is written, and the only one that is read.
  public static let packetVersion: UInt8 = 1
  /// Longer packets from applications are invalid.
  public static let longestFromClient = 4096
  /// The most clients in a list.
  public static let mostListed = 256

  static let mark: (UInt8, UInt8) = (0x48, 0x52)
  static let headerSize = 8

  private enum Kind: UInt8 {
    case hello = 1
    case changed, bringToFront, lock, list, control, share, unshare, arrange, show, awaitBeat
    case welcome = 64
    case event, overrun, refused, clients, screen, free, beat
  }

  /// The message as bytes. What does not fit is left out: windows beyond `mostWindows`, text beyond its longest.
  public func packet() -> [UInt8] {
    switch self {
    case .hello(let description): return Self.packet(.hello) { $0.add(description) }
    case .changed(let description): return Self.packet(.changed) { $0.add(description) }
    case .bringToFront(let name):
      return Self.packet(.bringToFront) { $0.add(name, longest: ClientDescription.longestName) }
    case .lock(let isOn): return Self.packet(.lock) { $0.add(isOn ? 1 : 0 as UInt8) }
    case .list: return Self.packet(.list) { _ in }
    case .control: return Self.packet(.control) { _ in }
    case .welcome(let client, let width, let height):
      return Self.packet(.welcome) {
        $0.add(client)
        $0.add(width)
        $0.add(height)
      }
    case .event(let event): return Self.packet(.event) { $0.add(event.packet()) }
    case .overrun(let dropped): return Self.packet(.overrun) { $0.add(dropped) }
    case .refused(let refusal): return Self.packet(.refused) { $0.add(refusal.rawValue) }
    case .clients(let clients):
      return Self.packet(.clients) {
        let clients = clients.prefix(Self.mostListed)
        $0.add(UInt16(clients.count))
        for client in clients { $0.add(client) }
      }
    case .share, .unshare, .arrange, .show, .awaitBeat, .screen, .free, .beat: return picturePacket()
    }
  }

  private func picturePacket() -> [UInt8] {
    switch self {
    case .share(let buffer, let width, let height):
      return Self.packet(.share) { for value in [buffer, width, height] { $0.add(value) } }
    case .unshare(let buffer): return Self.packet(.unshare) { $0.add(buffer) }
    case .arrange(let places): return Self.packet(.arrange) { $0.add(places) }
    case .show(let window, let buffer, let changed):
      return Self.packet(.show) {
        $0.add(window)
        $0.add(buffer)
        $0.add(changed)
      }
    case .screen(let screen): return Self.packet(.screen) { $0.add(screen) }
    case .free(let buffer): return Self.packet(.free) { $0.add(buffer) }
    case .beat(let time): return Self.packet(.beat) { $0.add(time) }
    default: return Self.packet(.awaitBeat) { _ in }
    }
  }

  private static func packet(_ kind: Kind, _ payload: (inout PacketWriter) -> Void) -> [UInt8] {
    var writer = PacketWriter(mark: mark, version: packetVersion, kind: kind.rawValue)
    payload(&writer)
    return writer.finish()
  }

  /// Reads a packet, which must be whole and have nothing after it.
  public init(packet: [UInt8]) throws(PacketError) {
    let outcome: Result<RoutingMessage, PacketError> = packet.withUnsafeBufferPointer { bytes in
      do throws(PacketError) {
        return .success(try RoutingMessage(bytes: bytes))
      } catch {
        return .failure(error)
      }
    }
    self = try outcome.get()
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) throws(PacketError) {
    var reader = try PacketReader(
      bytes, mark: Self.mark, version: Self.packetVersion, headerSize: Self.headerSize)
    guard let kind = Kind(rawValue: reader.kindNumber) else { throw .unknownKind(reader.kindNumber) }
    switch kind {
    case .hello: self = .hello(try reader.client())
    case .changed: self = .changed(try reader.client())
    case .bringToFront: self = .bringToFront(name: try reader.text(longest: ClientDescription.longestName))
    case .lock:
      let isOn = try reader.uint8()
      guard isOn < 2 else { throw .badValue(field: "lock", value: UInt64(isOn)) }
      self = .lock(isOn == 1)
    case .list: self = .list
    case .control: self = .control
    case .welcome:
      self = .welcome(client: try reader.uint32(), width: try reader.double(), height: try reader.double())
    case .event:
      self = .event(try HIDEvent(bytes: reader.rest()))
      return
    case .overrun: self = .overrun(dropped: try reader.uint32())
    case .refused: self = .refused(try reader.value("refusal"))
    case .clients:
      let count = Int(try reader.uint16())
      guard count <= Self.mostListed else { throw .tooLarge(field: "clients", count: count) }
      var clients: [Client] = []
      for _ in 0..<count { clients.append(try reader.listed()) }
      self = .clients(clients)
    case .share:
      self = .share(buffer: try reader.uint32(), width: try reader.side(), height: try reader.side())
    case .unshare: self = .unshare(buffer: try reader.uint32())
    case .arrange: self = .arrange(try reader.places())
    case .show:
      self = .show(window: try reader.uint32(), buffer: try reader.uint32(), changed: try reader.parts())
    case .awaitBeat: self = .awaitBeat
    case .screen: self = .screen(try reader.screen())
    case .free: self = .free(buffer: try reader.uint32())
    case .beat: self = .beat(time: try reader.uint64())
    }
    try reader.finish()
  }
}

extension PacketWriter {
  fileprivate mutating func add(_ description: ClientDescription) {
    add(UInt8(description.wantsForeground ? 1 : 0) | (description.wantsRemoteControl ? 2 : 0))
    add(description.name, longest: ClientDescription.longestName)
    // Those in front are the ones that count.
    let windows = description.windows.suffix(ClientDescription.mostWindows)
    add(UInt16(windows.count))
    for window in windows { add(window) }
  }

  fileprivate mutating func add(_ client: RoutingMessage.Client) {
    add(client.number)
    add(client.process)
    add(client.state.rawValue)
    add(client.touches)
    add(client.delivered)
    add(client.name, longest: ClientDescription.longestName)
  }
}

extension PacketReader {
  fileprivate mutating func client() throws(PacketError) -> ClientDescription {
    let flags = try uint8()
    guard flags < 4 else { throw .badValue(field: "client flags", value: UInt64(flags)) }
    let name = try text(longest: ClientDescription.longestName)
    let count = Int(try uint16())
    guard count <= ClientDescription.mostWindows else { throw .tooLarge(field: "windows", count: count) }
    var windows: [ClientDescription.Window] = []
    for index in 0..<count { windows.append(try frame(index)) }
    return ClientDescription(
      name: name, wantsForeground: flags & 1 != 0, wantsRemoteControl: flags & 2 != 0, windows: windows)
  }

  fileprivate mutating func listed() throws(PacketError) -> RoutingMessage.Client {
    let number = try uint32()
    let process = Int32(bitPattern: try uint32())
    let state: RoutingMessage.Client.State = try value("client state")
    let touches = try uint32()
    let delivered = try uint64()
    return RoutingMessage.Client(
      number: number, process: process, name: try text(longest: ClientDescription.longestName), state: state,
      touches: touches, delivered: delivered)
  }
}
