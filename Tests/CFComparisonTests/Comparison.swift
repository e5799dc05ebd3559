import ScenarioModel
import Scenarios

/// One of the comparisons that a scenario goes through.
enum Comparison: String, Sendable, CaseIterable {
  /// CFRunLoop, running here, against the model without fixes.
  case cfRunLoop = "CFRunLoop against its model"
  /// `runloop trace` against the model with all intended differences.
  case mainspring = "Mainspring against its model"
  /// `runloop trace --arm-all-ports`, what programs get, against the model with that difference too.
  case armedMainspring = "Mainspring, all ports armed, against its model"

  var fixes: Fixes {
    switch self {
    case .cfRunLoop: []
    case .mainspring: .all
    case .armedMainspring: [.all, .otherModePort]
    }
  }

  enum Verdict: Sendable, Equatable {
    case equal
    /// Two moments of the scenario are too near each other: neither loop is at fault.
    case tie
    case different(String)
  }

  /// CFRunLoop reads the clock more often than the model does, and each time costs time. Mainspring's simulated
  /// time is the model's, but for how a half of a hundredth is rounded.
  private var tolerance: TraceComparison {
    self == .cfRunLoop ? TraceComparison(context: 10) : TraceComparison(late: 0.01, early: 0.01, context: 10)
  }

  func verdict(on scenario: Scenario, _ machines: Machines) -> Verdict {
    let model = LoopModel.play(scenario, fixes: fixes)
    guard model.ties.isEmpty else { return .tie }
    do {
      let trace = try trace(of: scenario, machines)
      guard let difference = tolerance.difference(expected: model.text, actual: trace) else { return .equal }
      return .different("\(rawValue) (-), \(difference)")
    } catch {
      return .different("\(rawValue): \(error)")
    }
  }

  func trace(of scenario: Scenario, _ machines: Machines) throws -> String {
    switch self {
    case .cfRunLoop: try machines.cfRunLoop.trace(scenario.description)
    case .mainspring: try machines.mainspring.trace(scenario.description)
    case .armedMainspring: try machines.mainspring.trace(scenario.description, armsAllPorts: true)
    }
  }
}
