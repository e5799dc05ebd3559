import LinuxSystem

/// Why offloaded work has no result. `description` includes what to do about it.
public enum OffloadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The pool's capacity is used up by work that waits for a thread.
  case full(Int)
  /// The work was cancelled before it had a result.
  case cancelled
  /// No thread could be made, and the pool had none.
  case noThreadLeft
  /// The path names nothing.
  case noSuchFile(path: String)
  /// The user has no permission for this use of the file or its directory.
  case accessDenied(path: String)
  /// The path names a directory.
  case isADirectory(path: String)
  /// The path, or a part of it, does not name a directory.
  case isNoDirectory(path: String)
  /// The file is longer than the caller's limit.
  case tooLong(path: String, limit: Int)
  /// The file system or the user's quota is full.
  case noSpaceLeft(path: String)
  /// The process or the system has no descriptor left.
  case tooManyDescriptors
  /// An unexpected error: the call, its subject, and its error number.
  case unexpected(call: String, of: String, code: Int32)

  public var description: String {
    switch self {
    case .full(let capacity):
      "\(capacity) pieces of work wait for a thread, which is the pool's capacity: start more after some have ended,"
        + " or use a pool with a larger capacity"
    case .cancelled: "the work was cancelled before it had a result"
    case .noThreadLeft:
      "no thread can be made: end some, or raise the limits (ulimit -u, /proc/sys/kernel/threads-max, pids.max)"
    case .noSuchFile(let path): "'\(path)' does not exist: check the path"
    case .accessDenied(let path):
      "'\(path)' denies this user access: check its permissions and those of its directory"
    case .isADirectory(let path): "'\(path)' is a directory: name a file, or list its entries"
    case .isNoDirectory(let path): "'\(path)' is not below a directory, or is none: name a directory"
    case .tooLong(let path, let limit):
      "'\(path)' is longer than the limit of \(limit) bytes: raise the limit, or read it piece by piece"
    case .noSpaceLeft(let path):
      "no space is left for '\(path)': free some on its file system, or raise the quota"
    case .tooManyDescriptors: "no descriptor is left: close some, or raise the limit (ulimit -n)"
    case .unexpected(let call, let subject, let code):
      "\(call) of '\(subject)' failed with error number \(code)"
    }
  }

  /// - Parameter subject: the path, or the descriptor's number.
  init(_ error: SystemError, _ subject: String) {
    self =
      switch error.code {
      case ENOENT: .noSuchFile(path: subject)
      case ENOTDIR: .isNoDirectory(path: subject)
      case EACCES, EPERM, EROFS: .accessDenied(path: subject)
      case EISDIR: .isADirectory(path: subject)
      case ENOSPC, EDQUOT: .noSpaceLeft(path: subject)
      case EMFILE, ENFILE: .tooManyDescriptors
      default: .unexpected(call: "\(error.call)", of: subject, code: error.code)
      }
  }
}
