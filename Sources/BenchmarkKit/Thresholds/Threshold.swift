/// What one operation of a workload costs as counted, not timed: instructions and system calls.
public struct Threshold: Sendable, Equatable {
  /// The workload with its parameters, as `runloop bench` takes it.
  public var workload: String
  /// The count is the difference between a run of twice the operations and a run of the operations, divided by their number.
  public var operations: Int
  /// Instructions of one operation; nil for what differs from run to run, and is not held.
  public var instructions: Double?
  /// System calls of one operation; nil as `instructions`.
  public var calls: Double?
  /// The heuristics that the figure holds, and other remarks.
  public var remark: String

  /// A threshold for one operation of a workload; `operations` is how many a counted run makes.
  public init(
    workload: String, operations: Int, instructions: Double?, calls: Double?, remark: String = ""
  ) {
    self.workload = workload
    self.operations = operations
    self.instructions = instructions
    self.calls = calls
    self.remark = remark
  }

  /// The counts for a threshold. Nil: could not be counted here.
  public struct Count: Sendable {
    /// Instructions of one operation.
    public var instructions: Double?
    /// System calls of one operation.
    public var calls: Double?

    /// The count for one operation.
    public init(instructions: Double?, calls: Double?) {
      self.instructions = instructions
      self.calls = calls
    }
  }

  /// Differences up to this part of the stored figure are none.
  public static let leastDifference = 0.03
  /// Nor are differences up to this: a table that grows once in some thousand operations.
  public static let leastInstructions = 1.0
  /// Nor are differences up to this: on a busy machine a loop sleeps now and then where else it does not.
  public static let leastCalls = 0.05

  /// What differs from the stored figures, a line each; empty when nothing does.
  public func differences(from count: Count) -> [String] {
    [
      Self.difference("instructions", instructions, count.instructions, least: Self.leastInstructions),
      Self.difference("system calls", calls, count.calls, least: Self.leastCalls),
    ].compactMap { $0 }.map { "\(workload): \($0)\(remark.isEmpty ? "" : " (\(remark))")" }
  }

  private static func difference(
    _ what: String, _ stored: Double?, _ counted: Double?, least: Double
  ) -> String? {
    guard let stored, let counted else { return nil }
    let change = counted - stored
    guard abs(change) > max(leastDifference * stored, least) else { return nil }
    let places = what == "instructions" ? 1 : 3
    let percent = stored > 0 ? ", \(change > 0 ? "+" : "")\(Quantity.fixed(change / stored * 100, 1)) %" : ""
    return
      "\(Quantity.fixed(counted, places)) \(what), stored \(Quantity.fixed(stored, places))\(percent)"
  }

  /// The same workload with the counted figures in place of the stored ones.
  public func updated(by count: Count) -> Threshold {
    var updated = self
    if instructions != nil, let counted = count.instructions { updated.instructions = counted }
    if calls != nil, let counted = count.calls { updated.calls = counted }
    return updated
  }
}
