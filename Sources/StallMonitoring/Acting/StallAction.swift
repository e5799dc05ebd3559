/// What is done about a stall that lasts for so long. Once a stall, on the monitor's thread.
///
/// Stalls that the delegate holds back (`shouldReport`) are known to take long: nothing is done about them.
public struct StallAction: Sendable {
  enum Effect: Sendable {
    case log
    case abort
    case call(@Sendable (StallRecord) -> Void)
  }

  /// How long the callout has to take. Time in which the whole process was stopped is not counted.
  public var after: Duration
  let kind: Effect

  /// Writes a line to the journal (`Settings.journal`), or to standard error without one.
  public static func log(after: Duration) -> StallAction { StallAction(after: after, kind: .log) }

  /// Writes that line, and ends the process by SIGABRT on the thread that is held up, so that a core, and a crash handler, show
  /// that thread first. Where that thread does not take the signal within two seconds, the monitor's does.
  public static func abort(after: Duration) -> StallAction { StallAction(after: after, kind: .abort) }

  /// Calls the function with the stall as it stands. The monitor looks at nothing meanwhile.
  public static func call(
    after: Duration, _ body: @escaping @Sendable (StallRecord) -> Void
  ) -> StallAction {
    StallAction(after: after, kind: .call(body))
  }
}
