/// The kind of a callout. Raw values are part of the shared page's and the records' format.
public enum CalloutKind: UInt8, Sendable, CaseIterable {
  /// The loop is between callouts.
  case none = 0
  /// An observer was called.
  case observer = 1
  /// A block that was posted to the loop ran.
  case block = 2
  /// A block of the main queue ran.
  case mainQueue = 3
  /// A timer fired.
  case timer = 4
  /// A signalled source was performed.
  case source = 5
  /// A port source was called, such as one for a descriptor.
  case portSource = 6
  /// Work of another library's loop, reported by `Heartbeat.begin` and `end`.
  case foreign = 7
}

/// A callout of a loop, as far as it is known.
public struct Callout: Sendable, Hashable {
  /// The kind of callout.
  public var kind: CalloutKind
  /// The item's label, or the empty string.
  public var label: String
  /// Where the item was made, `Module/File.swift:12`, or the empty string.
  public var site: String
  /// The address of the closure's code, which names it without label and site. 0 when not known.
  public var code: UInt
  /// The label of the loop.
  public var loop: String
  /// The mode that the loop ran in.
  public var mode: String

  /// A callout of these parts; `label`, `site` and `mode` may be empty.
  public init(kind: CalloutKind, label: String, site: String, code: UInt, loop: String, mode: String) {
    self.kind = kind
    self.label = label
    self.site = site
    self.code = code
    self.loop = loop
    self.mode = mode
  }
}
