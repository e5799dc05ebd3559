extension Callout {
  /// "a timer", "timer 'refresh' (App/Feed.swift:41)"; empty for none.
  ///
  /// - Parameter closure: the function that is called, where that is known.
  func text(closure: String = "") -> String {
    let kind =
      switch self.kind {
      case .none: ""
      case .observer: "an observer"
      case .block: "a block"
      case .mainQueue: "a block of the main queue"
      case .timer: "a timer"
      case .source: "a source"
      case .portSource: "a port source"
      case .foreign: "foreign work"
      }
    guard !kind.isEmpty else { return "" }
    let article = kind.split(separator: " ").first.map { $0 == "a" || $0 == "an" } ?? false
    let bare = article ? kind.drop { $0 != " " }.dropFirst() : kind[...]
    let named = label.isEmpty ? kind : "\(bare) '\(label)'"
    // A block has no label: its place is its origin.
    if !site.isEmpty, self.kind == .block || self.kind == .mainQueue {
      return "\(named) posted at \(site)\(closure.isEmpty ? "" : " (\(closure))")"
    }
    if isExecutor {
      return closure.isEmpty ? "a job of the loop's executor" : "a job of the loop's executor (\(closure))"
    }
    if !site.isEmpty { return "\(named) (\(site))" }
    return label.isEmpty && !closure.isEmpty ? "\(named) (\(closure))" : named
  }
}
