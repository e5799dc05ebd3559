import LinuxSystem

/// Pipes of which neither end blocks, until `close()`.
struct PipeEnds {
  private(set) var inputs: [Int32] = []
  private(set) var outputs: [Int32] = []

  init() {}

  /// Opens all or none.
  init(_ count: Int) throws(Unprepared) {
    for _ in 0..<count {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else {
        let reason = String(cString: strerror(errno))
        close()
        throw Unprepared(description: "\(count) pipes could not be opened: \(reason)")
      }
      for end in ends { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
      inputs.append(ends[0])
      outputs.append(ends[1])
    }
  }

  mutating func close() {
    for end in inputs + outputs { LinuxSystem.close(end) }
    (inputs, outputs) = ([], [])
  }
}
