import LinuxSystem
import RunLoopCore
import TestHarness
import Testing

/// Files by way of `Offload`: results and errors are those of the file system.
@Suite(.hangLimit) struct OffloadFileTests {
  private static func withFolder(_ body: (String) async throws -> Void) async throws {
    var name = Array("\(getenv("TMPDIR").map { String(cString: $0) } ?? P_tmpdir)/offload-XXXXXX".utf8CString)
    try #require(mkdtemp(&name) != nil)
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer {
      for file in ["file", "link", "big", "log"] { unlink("\(path)/\(file)") }
      rmdir("\(path)/folder")
      rmdir(path)
    }
    try await body(path)
  }

  @Test func whatWasWrittenIsRead() async throws {
    try await Self.withFolder { folder in
      let pool = Offload.shared
      let path = "\(folder)/file"
      let bytes = (0..<3000).flatMap { [UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: 1000) }
      try await pool.run(.write(bytes, to: path, permissions: 0o600, synchronizes: true))
      #expect(try await pool.run(.read(path)) == bytes)
      #expect(try await pool.run(.read(path, limit: bytes.count)) == bytes)
      await #expect(throws: OffloadError.tooLong(path: path, limit: bytes.count - 1)) {
        try await pool.run(.read(path, limit: bytes.count - 1))
      }
      try await pool.run(.write([7, 8], to: path))
      try await pool.run(.write([9], to: path, appends: true))
      #expect(try await pool.run(.read(path)) == [7, 8, 9])
      let status = try await pool.run(.status(of: path))
      #expect(status.kind == .regular && status.size == 3 && status.permissions == 0o600)
      #expect(status.modified > .seconds(1_000_000_000) && status.links == 1)
      // Files of /proc have a size of 0.
      #expect(try await pool.run(.read("/proc/self/status")).count > 100)
    }
  }

  @Test func openFilesAreReadAndWrittenAtAPlace() async throws {
    try await Self.withFolder { folder in
      let file = open("\(folder)/big", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      try #require(file >= 0)
      defer { close(file) }
      let pool = Offload.shared
      try await pool.run(.write(Array(0..<100), to: file, at: 10))
      try await pool.run(.synchronize(file))
      #expect(try await pool.run(.read(file, at: 12, count: 3)) == [2, 3, 4])
      #expect(try await pool.run(.read(file, at: 105, count: 50)) == Array(95..<100))
      #expect(try await pool.run(.read(file, at: 5, count: 6)) == [0, 0, 0, 0, 0, 0])
      await #expect(throws: OffloadError.unexpected(call: "pread", of: "descriptor -1", code: EBADF)) {
        try await pool.run(.read(-1, at: 0, count: 1))
      }
    }
  }

  @Test func directoriesAreListed() async throws {
    try await Self.withFolder { folder in
      let pool = Offload.shared
      try await pool.run(.write([], to: "\(folder)/file"))
      mkdir("\(folder)/folder", 0o700)
      symlink("nowhere", "\(folder)/link")
      let entries = try await pool.run(.entries(of: folder))
      #expect(entries.map(\.name).sorted() == ["file", "folder", "link"])
      #expect(try await pool.run(.status(of: "\(folder)/link", followsLinks: false)).kind == .symbolicLink)
      #expect(try await pool.run(.status(of: "\(folder)/folder")).kind == .directory)
      for entry in entries where entry.kind != .unknown {
        let kinds: [String: Offload.FileKind] = [
          "file": .regular, "folder": .directory, "link": .symbolicLink,
        ]
        #expect(entry.kind == kinds[entry.name])
      }
      await #expect(throws: OffloadError.isNoDirectory(path: "\(folder)/file")) {
        try await pool.run(.entries(of: "\(folder)/file"))
      }
    }
  }

  @Test func errorsSayWhatWasWrongWithWhat() async throws {
    try await Self.withFolder { folder in
      let pool = Offload.shared
      await #expect(throws: OffloadError.isADirectory(path: folder)) { try await pool.run(.read(folder)) }
      await #expect(throws: OffloadError.isADirectory(path: folder)) {
        try await pool.run(.write([1], to: folder))
      }
      await #expect(throws: OffloadError.noSuchFile(path: "\(folder)/link")) {
        try await pool.run(.status(of: "\(folder)/link"))
      }
      // It would be another file if what is behind the NUL were cut off.
      try await pool.run(.write([1], to: "\(folder)/file"))
      await #expect(throws: OffloadError.noSuchFile(path: "\(folder)/file\0x")) {
        try await pool.run(.read("\(folder)/file\0x"))
      }
      await #expect(throws: OffloadError.noSpaceLeft(path: "/dev/full")) {
        try await pool.run(.write([1], to: "/dev/full"))
      }
    }
  }

  /// In several pieces, each of which has its place.
  @Test func largePartsOfOpenFilesAreReadAndWrittenInOrder() async throws {
    try await Self.withFolder { folder in
      let file = open("\(folder)/big", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      try #require(file >= 0)
      defer { close(file) }
      let pool = Offload.shared
      let bytes = (0..<2500).flatMap { [UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: 1000) }
      try await pool.run(.write(bytes, to: file, at: 10))
      #expect(try await pool.run(.status(of: "\(folder)/big")).size == bytes.count + 10)
      #expect(try await pool.run(.read(file, at: 10, count: bytes.count)) == bytes)
    }
  }
}
