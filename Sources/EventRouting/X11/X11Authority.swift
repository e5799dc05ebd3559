import LinuxSystem

/// The keys for displays that a user's authority file holds, as `xauth` writes it.
public struct X11Authority: Sendable {
  /// A key for a display.
  public struct Entry: Hashable, Sendable {
    /// 256: this machine, by its name; 65535: any.
    public var family: UInt16
    /// The machine, in the form that the family has.
    public var address: [UInt8]
    /// The display's number; empty for any.
    public var display: String
    /// The kind of the key.
    public var name: String
    /// The key.
    public var data: [UInt8]
  }

  /// All keys of the file.
  public let entries: [Entry]
  /// The only kind of key that is used.
  public static let cookieName = "MIT-MAGIC-COOKIE-1"

  /// Reads a file's bytes, up to the first damaged entry.
  public init(_ bytes: [UInt8]) {
    var entries: [Entry] = []
    var place = 0
    func number() -> Int? {
      guard place + 2 <= bytes.count else { return nil }
      defer { place += 2 }
      return Int(bytes[place]) << 8 | Int(bytes[place + 1])
    }
    func counted() -> [UInt8]? {
      guard let count = number(), place + count <= bytes.count else { return nil }
      defer { place += count }
      return Array(bytes[place..<(place + count)])
    }
    while let family = number(), let address = counted(), let display = counted(), let name = counted(),
      let data = counted()
    {
      entries.append(
        Entry(
          family: UInt16(family), address: address, display: String(decoding: display, as: UTF8.self),
          name: String(decoding: name, as: UTF8.self), data: data))
    }
    self.entries = entries
  }

  /// The keys of a file, or of the user's: `$XAUTHORITY`, or `.Xauthority` in the home folder. A file that can not be read has
  /// none.
  public init(path: String? = nil) {
    let home = Environment.value("HOME").map { $0 + "/.Xauthority" }
    let named = Environment.value("XAUTHORITY")
    guard let path = path ?? named ?? home, let bytes = X11Socket.contents(of: path, atMost: 1 << 20) else {
      self.init([])
      return
    }
    self.init(bytes)
  }

  /// The key for a display of this machine: one for exactly that display, or else one for any.
  public func cookie(for display: X11DisplayName, host: String = X11Socket.hostName) -> [UInt8]? {
    func fits(_ entry: Entry) -> Bool {
      guard entry.name == Self.cookieName else { return false }
      guard entry.display.isEmpty || entry.display == String(display.display) else { return false }
      return entry.family == 65535 || entry.family == 256 && entry.address == Array(host.utf8)
    }
    let fitting = entries.filter(fits)
    return (fitting.first { !$0.display.isEmpty && $0.family == 256 } ?? fitting.first)?.data
  }
}
