import LinuxSystem

/// Reading and writing while the program runs.
extension ChildProgram {
  /// The next line of output; nil at its end.
  package func line() -> String? {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      do {
        let more = try read()
        unread += more
        if !more.isEmpty { continue }
      } catch {
        recordLateness()
      }
      defer { unread = [] }
      return unread.isEmpty ? nil : String(decoding: unread, as: UTF8.self)
    }
  }

  /// Reads up to the first line that matches, and returns it; nil when none does.
  package func line(where matches: (String) -> Bool) -> String? {
    while let line = line() {
      if matches(line) { return line }
    }
    return nil
  }

  /// Lines up to the first one that contains a text; all of them when that is nil.
  @discardableResult
  package func lines(upTo wanted: String? = nil) -> [String] {
    var lines: [String] = []
    while let line = line() {
      lines.append(line)
      if let wanted, line.contains(wanted) { break }
    }
    return lines
  }

  /// Waits for output beyond what was read before; empty at its end. Throws at the program's deadline.
  package func read() throws -> [UInt8] {
    while true {
      // Looked at first: what it writes just before its end is not missed.
      let hasEnded = status != nil
      let more = outputFile.bytes(from: readOffset)
      readOffset += more.count
      if hasEnded || !more.isEmpty { return more }
      if ContinuousClock.now >= deadline { throw endLate() }
      pause(milliseconds: 1)
    }
  }

  /// Writes to its standard input. Throws when it does not read that, or at its deadline.
  package func write(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(input, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if count > 0 {
        rest = rest.dropFirst(count)
        continue
      }
      let error = Errno.last
      guard error.wouldBlock || error.isInterruption else {
        throw Failure("\(name) does not read its input: \(error)")
      }
      if ContinuousClock.now >= deadline { throw endLate() }
      var entry = pollfd(fd: input, events: Int16(POLLOUT), revents: 0)
      poll(&entry, 1, 100)
    }
  }

  /// Closes its standard input.
  package func endInput() {
    if input >= 0 { close(input) }
    input = -1
  }
}
