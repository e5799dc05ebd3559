import LinuxSystem

/// A folder that is removed with this object, and all in it.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// - Parameter place: the folder to make it in; /dev/shm is one in memory.
  package init(in place: String = "/tmp") throws {
    var template = Array("\(place)/mainspring-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Errno.last }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { Self.remove(path) }

  /// Removes a file or a folder with all in it.
  package static func remove(_ path: String) {
    if unlink(path) == 0 { return }
    // Not of links, which are removed themselves.
    for name in (try? Folder.names(in: path)) ?? [] { remove("\(path)/\(name)") }
    rmdir(path)
  }
}
