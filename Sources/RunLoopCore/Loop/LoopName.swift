/// A name for snapshots and reports, from any thread.
final class LoopName: @unchecked Sendable {
  let lock = FutexLock()
  private var storage = ""

  var text: String {
    get { lock.withLock { storage } }
    set { lock.withLock { storage = newValue } }
  }
}
