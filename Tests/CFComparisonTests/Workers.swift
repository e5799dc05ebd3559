import Scenarios
import Synchronization

/// Both machines, for one thread.
struct Machines {
  let mainspring: Mainspring
  let cfRunLoop: CFRunLoopOracle
  /// The same program with our library preloaded; the same as `cfRunLoop` when that is not built.
  let preloaded: CFRunLoopOracle

  init() throws {
    mainspring = try Mainspring()
    cfRunLoop = try CFRunLoopOracle()
    preloaded = try CFRunLoopOracle(preloads: Preloaded.isAvailable)
  }
}

/// Two threads that share out work, so that not more than two programs run at a time. They are not Swift's own:
/// those should not wait for other programs.
enum Workers {
  static let count = 2

  /// What `body` makes of each element, in their order; nil where it was over before, by `isOver`.
  static func map<Element: Sendable, Value: Sendable>(
    _ elements: [Element], isOver: @escaping @Sendable () -> Bool = { false },
    _ body: @escaping @Sendable (Element, Machines) -> Value
  ) async throws -> [Value?] {
    // A missing program is reported once.
    _ = try Machines()
    let work = Work<Value>(elements.count)
    await withCheckedContinuation { continuation in
      for _ in 0..<count {
        ScenarioThread.detach {
          if let machines = try? Machines() {
            while !isOver(), let index = work.take() { work.put(body(elements[index], machines), at: index) }
          }
          if work.leave() { continuation.resume() }
        }
      }
    }
    return work.values
  }

  private final class Work<Value: Sendable>: Sendable {
    private struct State {
      var next = 0
      var values: [Value?]
      var workers = Workers.count
    }

    private let state: Mutex<State>

    init(_ count: Int) { state = Mutex(State(values: Array(repeating: nil, count: count))) }

    var values: [Value?] { state.withLock { $0.values } }

    func take() -> Int? {
      state.withLock { state in
        guard state.next < state.values.count else { return nil }
        state.next += 1
        return state.next - 1
      }
    }

    func put(_ value: Value, at index: Int) { state.withLock { $0.values[index] = value } }

    /// Whether the worker was the last one.
    func leave() -> Bool {
      state.withLock { state in
        state.workers -= 1
        return state.workers == 0
      }
    }
  }
}
