import LinuxSystem

/// A file that a report is written to.
public struct ReportFile: Sendable {
  /// The path, absolute or from the working directory.
  public let name: String

  /// A file by its path, which is not looked at yet.
  public init(_ name: String) { self.name = name }

  /// Why it can not be written.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String

    fileprivate init(_ name: String, _ error: Errno = .last) {
      description = "\(name) can not be written: \(error)"
    }
  }

  /// Tells before the minutes that the figures take whether it can be written. Leaves no file where there was none.
  public func check() throws(Failure) {
    var status = stat()
    let isThere = stat(name, &status) == 0
    if isThere, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) {
      // Opening a pipe would wait for its reader, and closing it would end that.
      guard access(name, W_OK) == 0 else { throw Failure(name) }
      return
    }
    let descriptor = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Failure(name) }
    close(descriptor)
    guard !isThere else { return }
    // A link stays that leads to the file that was made.
    guard let made = realpath(name, nil) else { return }
    unlink(made)
    free(made)
  }

  /// All of the text, in place of what there was.
  public func write(_ text: String) throws(Failure) {
    let descriptor = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Failure(name) }
    do throws(Errno) { try ByteTransfer.writeAll(text, to: descriptor) } catch {
      close(descriptor)
      throw Failure(name, error)
    }
    guard close(descriptor) == 0 else { throw Failure(name) }
  }

  /// Writes all of the text, unbuffered. False when that was not possible; errno(3) says why.
  public static func write(_ text: String, to descriptor: Int32) -> Bool {
    (try? ByteTransfer.writeAll(text, to: descriptor)) != nil
  }
}
