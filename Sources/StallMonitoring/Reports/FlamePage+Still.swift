import PlainText

extension FlamePage {
  /// Parts of the time that are too small to be seen, and levels that are too deep, are left out.
  private static let smallest = 0.005
  private static let deepest = 80

  static let stillSheet = """
    #graph, .bar input, .bar button, #detail { display: none }
    .stills { display: flex; }
    .still > span { display: block; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; padding: 1px 4px;
      border: 1px solid var(--card); font: 12px ui-monospace, monospace; color: var(--ink); background: hsl(var(--own)); }
    .still.is-loop > span { background: hsl(var(--loop)); }
    .still.is-system > span { background: hsl(var(--system)); }
    .still.is-heading > span { background: hsl(var(--root)); }
    """

  /// The graph as boxes inside each other, for readers without scripts: as wide as their part of the time.
  static func still(_ root: CallTree.Node) -> String {
    guard root.weight > 0 else { return "" }
    return box(root, of: root, depth: 0, in: root)
  }

  private static func box(
    _ node: CallTree.Node, of parent: CallTree.Node, depth: Int, in root: CallTree.Node
  ) -> String {
    let share = Double(node.weight) / Double(max(parent.weight, 1))
    let group =
      node.frame.isHeading
      ? "is-heading" : node.frame.isLoop ? "is-loop" : node.frame.isSystem ? "is-system" : "is-own"
    let text = "\(node.frame.shortName), \(StallReport.time(node.weight))"
    let least = Double(root.weight) * smallest
    let children =
      depth < deepest
      ? node.children.filter { Double($0.weight) >= least }
        .map { box($0, of: node, depth: depth + 1, in: root) }.joined() : ""
    return
      "<div class=\"still \(group)\" style=\"width:\(percent(share))%\"><span>\(text.escapedForHTML)</span>"
      + (children.isEmpty ? "" : "<div class=\"stills\">\(children)</div>") + "</div>"
  }

  /// "37.51": without a locale.
  private static func percent(_ share: Double) -> String {
    let hundredths = Int((min(max(share, 0), 1) * 10_000).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}
