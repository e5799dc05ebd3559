extension RunLoop {
  /// One event of a loop's work, as trace listeners get it while it happens.
  public struct TraceEvent: Hashable, Sendable, CustomStringConvertible {
    /// What began or ended.
    public let phase: Phase
    /// On the loop's clock.
    public let time: Instant
    /// The number of nested runs.
    public let depth: Int
    /// The words of the heartbeat: what is called, and in which mode.
    let callout: UInt64
    let modeNumber: UInt16
    /// The address of the code of the closure that is called.
    public let code: UInt

    /// The mode of the innermost run.
    public var mode: Mode {
      let number = Int(modeNumber)
      return Mode(rawValue: CalloutNames.modes(from: number).first ?? "")
    }

    /// The kind of a callout; nil for other events.
    public var kind: CalloutKind? { CalloutKind(rawValue: UInt8(truncatingIfNeeded: callout)) }

    /// The label of the item that is called; blocks have none.
    public var label: String { name.label }

    /// Where the item was made: `Module/File.swift:12`, or the empty string.
    public var site: String { name.site }

    /// The activity of an observer's callout.
    public var activity: Activity { Activity(rawValue: UInt32(truncatingIfNeeded: callout >> 40)) }

    /// The number of label and place; the same for events of the same item.
    var number: Int { CalloutWords(callout: callout, code: 0).number }

    private var name: CalloutNames.Name {
      CalloutNames.names(from: number).first ?? CalloutNames.Name(label: "", site: "")
    }

    public var description: String {
      switch phase {
      case .runBegan: "run in mode \(mode) begins"
      case .runEnded: "run in mode \(mode) ends"
      case .turnBegan: "turn"
      case .sleepBegan: "sleep begins"
      case .sleepEnded: "sleep ends"
      case .calloutBegan: "\(calloutText) begins"
      case .calloutEnded: "\(calloutText) ends"
      }
    }

    private var calloutText: String {
      let what = kind.map(String.init(describing:)) ?? "callout"
      let name = label.isEmpty ? what : "\(what) '\(label)'"
      return kind == .observer ? "\(name) \(activity)" : name
    }
  }
}

extension RunLoop.TraceEvent {
  /// What began or ended at one moment of a loop's work.
  public enum Phase: UInt8, Hashable, Sendable {
    /// A run of the loop.
    case runBegan, runEnded
    /// The turn before ends with it, or with its run.
    case turnBegan
    /// A wait for events.
    case sleepBegan, sleepEnded
    /// A call of a program's own code.
    case calloutBegan, calloutEnded
  }
}
