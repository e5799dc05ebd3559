import LinuxSystem

/// The information in the heartbeat page of a dead process.
enum LastWords {
  /// The last callout of each of its loops; empty when the page is missing, or is another process's.
  static func find(of identity: ProcessIdentity, in folder: String = PageLayout.folder) -> [LastCallout] {
    for path in places(of: identity, in: folder) {
      guard let reader = try? HeartbeatReader(path: path),
        isPage(reader.process, reader.startTicks, of: identity)
      else { continue }
      return reader.loops.map { loop in
        var callout = loop.callout
        callout.loop = loop.label
        callout.mode = loop.mode
        return LastCallout(
          callout: callout, wasWaiting: loop.activity != .running || callout.kind == .none)
      }
    }
    return []
  }

  /// Removes the page, once its information is stored.
  static func forget(_ identity: ProcessIdentity, in folder: String = PageLayout.folder) {
    for path in places(of: identity, in: folder) {
      guard let reader = try? HeartbeatReader(path: path),
        isPage(reader.process, reader.startTicks, of: identity)
      else { continue }
      unlink(path)
    }
  }

  /// The possible names of its page: the folder is not searched, since other users may fill it.
  private static func places(of identity: ProcessIdentity, in folder: String) -> [String] {
    let path = HeartbeatReader.path(of: identity.pid, in: folder)
    return [path, path + ".last"]
  }

  private static func isPage(_ process: Int32, _ startTicks: UInt64, of identity: ProcessIdentity) -> Bool {
    process == identity.pid && startTicks == identity.startTicks
  }
}
