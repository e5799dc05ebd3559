/// An action on a stall that reaches a duration. Once per stall, on the monitor's thread.
///
/// Stalls that the delegate suppresses (`shouldReport`) are known to take long: no action is taken on them.
public struct StallAction: Sendable {
  enum Effect: Sendable {
    case log
    case abort
    case call(@Sendable (StallRecord) -> Void)
  }

  /// The callout's duration that triggers the action. Time in which the whole process was stopped is not counted.
  public var after: Duration
  let kind: Effect

  /// Writes a line to the journal (`Settings.journal`), or to standard error without one.
  public static func log(after: Duration) -> StallAction { StallAction(after: after, kind: .log) }

  /// Writes that line, and ends the process by SIGABRT on the stalled thread, so that a core dump or a crash handler shows
  /// that thread first. If that thread does not take the signal within two seconds, the monitor's does.
  public static func abort(after: Duration) -> StallAction { StallAction(after: after, kind: .abort) }

  /// Calls the function with the stall's current record. The monitor is blocked meanwhile.
  public static func call(
    after: Duration, _ body: @escaping @Sendable (StallRecord) -> Void
  ) -> StallAction {
    StallAction(after: after, kind: .call(body))
  }
}
