import LinuxSystem

extension RunLoop {
  /// A source that is called when files or directories change.
  ///
  ///     let watch = try RunLoop.FileWatchSource { changes in … ; return .rearm }
  ///     try watch.watch("/etc/app.conf", for: [.closedAfterWriting, .deleted])
  ///     try loop.add(watch)
  ///
  /// A file that is replaced by another one, as editors do, is no longer the file that is watched: watch its directory
  /// to follow a name. Directories below a directory are not watched with it. When changes arrive faster than they are
  /// read, a change with `.overflow` reports that some were lost: examine everything again. Of several loops, each batch
  /// of changes goes to one. Corresponds to inotify(7).
  public final class FileWatchSource: SwitchedSource, @unchecked Sendable {
    /// Kinds of changes. The values are those of inotify(7).
    public struct Changes: OptionSet, Hashable, Sendable {
      public let rawValue: UInt32

      public init(rawValue: UInt32) {
        self.rawValue = rawValue
      }

      /// The file was read (IN_ACCESS).
      public static let accessed = Changes(rawValue: 0x1)
      /// The file was written or truncated (IN_MODIFY).
      public static let modified = Changes(rawValue: 0x2)
      /// Rights, times, owner or links changed (IN_ATTRIB).
      public static let attributes = Changes(rawValue: 0x4)
      /// A file that was open for writing was closed (IN_CLOSE_WRITE).
      public static let closedAfterWriting = Changes(rawValue: 0x8)
      /// An entry left the directory by a rename (IN_MOVED_FROM).
      public static let movedFrom = Changes(rawValue: 0x40)
      /// An entry entered the directory by a rename (IN_MOVED_TO).
      public static let movedTo = Changes(rawValue: 0x80)
      /// An entry was made in the directory (IN_CREATE).
      public static let created = Changes(rawValue: 0x100)
      /// An entry of the directory was deleted (IN_DELETE).
      public static let deleted = Changes(rawValue: 0x200)
      /// The watched file or directory itself was deleted, or moved to another file system (IN_DELETE_SELF).
      public static let selfDeleted = Changes(rawValue: 0x400)
      /// The watched file or directory itself was renamed (IN_MOVE_SELF).
      public static let selfMoved = Changes(rawValue: 0x800)
      /// Changes were lost. Always reported.
      public static let overflow = Changes(rawValue: 0x4000)
      /// The path no longer exists, and is no longer watched. Always reported.
      public static let ended = Changes(rawValue: 0x8000)
      /// The changed entry is a directory. Always reported.
      public static let isDirectory = Changes(rawValue: 0x4000_0000)

      /// All changes of names and contents.
      public static let usual: Changes = [
        .closedAfterWriting, .movedFrom, .movedTo, .created, .deleted, .selfDeleted, .selfMoved,
      ]

      static let askable: Changes = [.accessed, .modified, .attributes, .usual]
    }

    /// One change.
    public struct Change: Hashable, Sendable {
      /// The watched path, as it was given; empty for an overflow.
      public var path: String
      /// The name in the watched directory; nil for a change of the watched file or directory itself.
      public var name: String?
      /// What happened to it.
      public var changes: Changes
      /// The same for both halves of a move, or 0.
      public var cookie: UInt32
      /// The bytes of a path or a name that is not UTF-8, of which `path` and `name` are the repaired text.
      fileprivate var strangePath: [UInt8]?
      fileprivate var strangeName: [UInt8]?

      fileprivate init(_ path: [UInt8], _ name: [UInt8], _ changes: Changes, _ cookie: UInt32) {
        self.path = String(decoding: path, as: UTF8.self)
        self.name = name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
        self.changes = changes
        self.cookie = cookie
        if !self.path.utf8.elementsEqual(path) { strangePath = path }
        if let text = self.name, !text.utf8.elementsEqual(name) { strangeName = name }
      }

      /// The path as the kernel knows it.
      package var pathBytes: [UInt8] { strangePath ?? Array(path.utf8) }
      /// The name as the kernel knows it.
      package var nameBytes: [UInt8]? { strangeName ?? name.map { Array($0.utf8) } }
    }

    private let watches = FutexLock()
    /// Guarded by `watches`, which also keeps batches of changes whole.
    @exclusivity(unchecked) private var paths: [Int32: [UInt8]] = [:]

    /// - Parameter perform: gets the changes in their order.
    public init(
      rateLimit: RateLimit? = nil, order: Int = 0, label: String = "", file: StaticString = #fileID,
      line: UInt = #line, perform: @escaping @Sendable ([Change]) -> Answer
    ) throws(PortError) {
      let descriptor: Int32
      do {
        descriptor = try SystemCall.fileWatchDescriptor()
      } catch {
        throw error.portError(-1, label)
      }
      super.init(
        Port(owning: descriptor, countsWakeUps: false), interest: EPOLLIN.rawValue, rateLimit: rateLimit,
        order: order, label: label, file: file, line: line
      ) { source, events in
        guard events & SwitchedSource.lostEvents == 0 else { return .rearm }
        let changes = unsafeDowncast(source, to: FileWatchSource.self).takeChanges()
        return changes.isEmpty ? .rearm : perform(changes)
      }
    }

    /// Watches a file or directory; for a path that is watched already, replaces what it is watched for.
    ///
    /// Two paths of one file share one watch, which has the path that was given last.
    /// - Throws: `PortError.noSuchFile`, `.accessDenied`, `.watchLimitReached`.
    public func watch(_ path: String, for changes: Changes = .usual) throws(PortError) {
      try watch(Array(path.utf8), for: changes)
    }

    /// Watches a path that need not be UTF-8.
    package func watch(_ path: [UInt8], for changes: Changes) throws(PortError) {
      try watches.withLock { () throws(PortError) in
        do throws(SystemError) {
          let number = try SystemCall.watchFile(
            path, changes.intersection(.askable).rawValue, in: port.descriptor)
          paths[number] = path
        } catch {
          switch error.code {
          case ENOENT, ENOTDIR: throw .noSuchFile(path: String(decoding: path, as: UTF8.self))
          case EACCES: throw .accessDenied(path: String(decoding: path, as: UTF8.self))
          default: throw error.portError(port.descriptor, label)
          }
        }
      }
    }

    /// Stops watching the path; pending changes are dropped.
    public func unwatch(_ path: String) { unwatch(Array(path.utf8)) }

    /// Stops watching a path that need not be UTF-8.
    package func unwatch(_ path: [UInt8]) {
      watches.withLock {
        for (number, known) in paths where known == path {
          paths[number] = nil
          SystemCall.unwatchFile(number, in: port.descriptor)
        }
      }
    }

    /// The paths that are watched.
    public var watchedPaths: Set<String> {
      watches.withLock { Set(paths.values.map { String(decoding: $0, as: UTF8.self) }) }
    }

    private func takeChanges() -> [Change] {
      watches.withLock {
        withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer in
          let count = SystemCall.readSome(port.descriptor, into: buffer)
          return parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
      }
    }

    /// The kernel's records: number, mask, cookie, length of the name, the name filled up with zeros.
    private func parse(_ bytes: UnsafeRawBufferPointer) -> [Change] {
      var changes: [Change] = []
      var place = 0
      while place + 16 <= bytes.count {
        let number = bytes.loadUnaligned(fromByteOffset: place, as: Int32.self)
        let kind = Changes(rawValue: bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self))
        let cookie = bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt32.self)
        let length = Int(bytes.loadUnaligned(fromByteOffset: place + 12, as: UInt32.self))
        let name = bytes[min(place + 16, bytes.count)..<min(place + 16 + length, bytes.count)]
        place += 16 + length
        // The path is no longer watched.
        guard let path = kind.contains(.overflow) ? [] : paths[number] else { continue }
        if kind.contains(.ended) { paths[number] = nil }
        changes.append(Change(path, Array(name.prefix { $0 != 0 }), kind, cookie))
      }
      return changes
    }
  }
}
