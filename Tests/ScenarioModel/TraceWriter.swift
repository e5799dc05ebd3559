/// Collects the lines of a trace. Consecutive `sched`/`cancel` lines of one operation come in no specified
/// order and are sorted.
struct TraceWriter {
  var lines: [String] = []
  private let budget: Int
  private var count = 0
  private var pending: [String] = []
  private var pendingPrefix = ""

  init(budget: Int) {
    self.budget = budget
  }

  /// False when the budget is used up.
  mutating func write(prefix: String, _ text: String, sortable: Bool) -> Bool {
    if sortable {
      if pending.isEmpty { pendingPrefix = prefix }
      pending.append(text)
    } else {
      flush()
      lines.append(prefix + text)
    }
    count += 1
    return count <= budget
  }

  mutating func flush() {
    lines += pending.sorted().map { pendingPrefix + $0 }
    pending = []
  }
}
