extension Offload {
  /// A name in a directory.
  public struct DirectoryEntry: Hashable, Sendable {
    /// The name's bytes, which need not be UTF-8.
    public let nameBytes: [UInt8]
    /// The kind, where the file system reports it.
    public let kind: FileKind

    /// The name, repaired if it is not UTF-8.
    public var name: String { String(decoding: nameBytes, as: UTF8.self) }
  }
}
