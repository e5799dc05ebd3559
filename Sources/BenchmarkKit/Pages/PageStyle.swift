/// How a page looks.
enum PageStyle {
  /// How many colours there are for curves and bars.
  static let colours = 10

  /// Colours that most people can distinguish, darker on a light ground and lighter on a dark one.
  private static let light = [
    "#2563eb", "#d97706", "#059669", "#dc2626", "#7c3aed", "#0891b2", "#be185d", "#65a30d", "#57534e",
    "#4338ca",
  ]
  private static let dark = [
    "#60a5fa", "#fbbf24", "#34d399", "#f87171", "#a78bfa", "#22d3ee", "#f472b6", "#a3e635", "#a8a29e",
    "#818cf8",
  ]

  private static func variables(_ colours: [String]) -> String {
    colours.enumerated().map { "--c\($0.offset): \($0.element);" }.joined(separator: " ")
  }

  static var sheet: String {
    let classes = (0..<colours).map { index in
      ".c\(index) { --colour: var(--c\(index)); } .k\(index)::before { background: var(--c\(index)); }"
    }
    return """
      :root { color-scheme: light dark; --ground: #fcfcfb; --card: #ffffff; --text: #1c1917; --faint: #78716c;
        --rule: #e7e5e4; \(variables(light)) }
      @media (prefers-color-scheme: dark) {
        :root { --ground: #161514; --card: #1f1d1c; --text: #e7e5e4; --faint: #a8a29e; --rule: #3a3735;
          \(variables(dark)) }
      }
      * { box-sizing: border-box; }
      body { margin: 0 auto; max-width: 1040px; padding: 28px 20px 60px; background: var(--ground);
        color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
      h1 { font-size: 26px; margin: 0 0 14px; letter-spacing: -0.01em; }
      h2 { font-size: 18px; margin: 0 0 12px; }
      section { background: var(--card); border: 1px solid var(--rule); border-radius: 10px;
        padding: 18px 22px; margin: 20px 0; }
      table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 13px; }
      th { font-weight: 500; color: var(--faint); text-align: right; padding: 3px 14px 3px 0; white-space: nowrap; }
      td { text-align: right; padding: 3px 14px 3px 0; white-space: nowrap; border-top: 1px solid var(--rule); }
      td.name, th:first-child { text-align: left; }
      .machine td { text-align: left; border: 0; white-space: normal; }
      dl.note { display: grid; grid-template-columns: max-content 1fr; gap: 2px 14px; }
      dl.note dt { color: var(--text); } dl.note dd { margin: 0; }
      .note { color: var(--faint); font-size: 13px; max-width: 72ch; }
      .wide { overflow-x: auto; }
      .wide svg { min-width: \(BarPlot.width)px; }
      .plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(340px, 100%), 1fr)); gap: 18px; }
      figure { margin: 0; }
      figcaption, summary { color: var(--faint); font-size: 13px; }
      summary { cursor: pointer; margin-top: 10px; }
      svg { display: block; width: 100%; height: auto; }
      svg text { fill: var(--faint); font: 11px system-ui, sans-serif; font-variant-numeric: tabular-nums; }
      svg text.figure { fill: var(--text); }
      .grid { stroke: var(--rule); stroke-width: 1; }
      .area { fill: var(--colour); fill-opacity: 0.16; stroke: var(--colour); stroke-width: 1.2; }
      .line { fill: none; stroke: var(--colour); stroke-width: 1.8; stroke-linejoin: round; }
      .bar { fill: var(--colour); fill-opacity: 0.75; }
      .whisker { fill: none; stroke: var(--text); stroke-width: 1.2; stroke-opacity: 0.6; }
      .legend { margin: 8px 0 0; font-size: 13px; }
      .key { margin-right: 18px; display: inline-block; overflow-wrap: anywhere; }
      .key::before { content: ''; display: inline-block; width: 10px; height: 10px; border-radius: 3px;
        margin-right: 6px; }
      \(classes.joined(separator: "\n"))
      """
  }
}
