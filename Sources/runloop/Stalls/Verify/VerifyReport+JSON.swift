import PlainText
import StallMonitoring

extension VerifyReport {
  /// The whole result on one line. Times are nanoseconds.
  static func json(
    _ judgements: [Judgement], _ injectors: [Injector], _ trial: Trial, _ result: Trial.Result,
    skipped: [String: String], bars: Bars
  ) -> String {
    let causes = injectors.compactMap { injector -> JSON? in
      guard case .stall(let cause, _, _) = injector.expectation else { return nil }
      let these = judgements.filter { $0.truth.cause == injector.name }
      return .object([
        ("injector", .string(injector.name)), ("cause", .string(cause.rawValue)),
        ("skipped", .text(skipped[injector.name] ?? "")),
        ("injected", .integer(these.count)), ("found", .integer(these.count { $0.record != nil })),
        ("causeRight", .integer(these.count { $0.isCauseRight })),
        ("calloutRight", .integer(these.count { $0.isCalloutRight })),
        ("stackRight", .integer(these.count { $0.isStackRight })),
        ("ownerRight", .integer(these.count { $0.isOwnerRight })), ("stalls", .array(these.map(stall))),
      ])
    }
    let windows = Injector.others.filter { other in injectors.contains { $0.name == other.name } }
      .map { other -> JSON in
        let these = trial.log.filter { $0.cause == other.name }
        return .object([
          ("injector", .string(other.name)), ("skipped", .text(skipped[other.name] ?? "")),
          ("injected", .integer(these.count)), ("happened", .integer(these.count(where: \.happened))),
        ])
      }
    let lines = bars.lines.map { line -> JSON in
      .object([
        ("bar", .string(line.name)), ("promise", .string(line.promise)), ("measured", .string(line.figure)),
        ("isMet", .bool(line.verdict == .met)), ("verdict", .string("\(line.verdict)")),
      ])
    }
    return JSON.object([
      ("schema", .integer(StallReport.schema)), ("threshold", .natural(trial.plan.threshold)),
      ("bars", .array(lines)), ("areAllMet", .bool(bars.areAllMet)), ("causes", .array(causes)),
      ("windows", .array(windows)),
      ("ordinaryCallouts", .integer(trial.log.count { $0.cause.isEmpty })),
      ("reportedInVain", .array(result.falseOnes.map(record))),
      ("toldAsStarved", .integer(result.starvedOnes.count)),
      ("wrongSentences", .array(result.faults.map { .string($0) })),
      ("reportedOfTheMachine", .integer(result.realOnes.count)),
      ("monitorTime", .natural(trial.cost.processorTime)), ("wallTime", .natural(trial.cost.wallTime)),
      ("monitorWaits", .natural(trial.cost.waits)), ("oneSleep", .natural(trial.oneSleep)),
      ("interruptedCalls", .integer(trial.place.interruptionCount)),
      (
        "degradations",
        .object(trial.degradations.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
      ),
    ]).text
  }

  private static func stall(_ judgement: Judgement) -> JSON {
    .object([
      ("took", .natural(judgement.truth.time)), ("queued", .natural(judgement.truth.queued)),
      ("report", judgement.record.map(record) ?? .null),
    ])
  }

  private static func record(_ record: StallRecord) -> JSON {
    .object([
      ("id", .natural(record.id)), ("callout", .text(record.callout.label)),
      ("kind", .string("\(record.kind)")),
      ("cause", .string(record.diagnosis.cause.rawValue)), ("duration", .natural(record.duration)),
      ("foundAfter", .natural(record.found - min(record.found, record.started))),
      ("stacks", .integer(record.samples.count)),
      ("withoutStack", .integer(record.samples.count { $0.addresses.isEmpty })),
      ("incomplete", .integer(record.samples.count { !$0.addresses.isEmpty && !$0.isComplete })),
    ])
  }
}
