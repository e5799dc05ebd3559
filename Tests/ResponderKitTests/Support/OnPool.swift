import TestHarness

/// Runs `body` on a thread of Swift's pool, as an answer of a network comes, and waits until it has returned.
func onPool(_ body: @escaping @Sendable () async -> Void) {
  let end = Gate()
  Task.detached {
    await body()
    end.open()
  }
  end.wait()
}
