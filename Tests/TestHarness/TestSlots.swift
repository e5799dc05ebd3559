/// Limits how many tests run at once.
///
/// Swift Testing begins all together. A test that measures time, or gives up after a while, could not hold then. The last test
/// that arrives is the first to get a slot, so that the next case of a test in progress does not wait for all tests that have not
/// begun.
enum TestSlots {
  private static let count = 4

  private struct State {
    var free = TestSlots.count
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private static let state = Locked(State())

  static func take() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.free > 0 {
          state.free -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  static func giveBack() {
    let next = state.withLock { state in
      let next = state.waiting.popLast()
      if next == nil { state.free += 1 }
      return next
    }
    next?.resume()
  }
}
