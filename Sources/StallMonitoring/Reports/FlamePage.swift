import PlainText

/// A flame graph as a self-contained page: no network, light or dark by the reader's preference.
public enum FlamePage {
  /// - Parameters:
  ///   - title: the page's title.
  ///   - sentence: what happened, above the graph.
  ///   - facts: names and values in a row below it.
  ///   - tree: the stacks to draw.
  public static func html(
    title: String, sentence: String, facts: [(name: String, value: String)], tree: CallTree
  ) -> String {
    let list = facts.map {
      "<div><dt>\($0.name.escapedForHTML)</dt><dd>\($0.value.escapedForHTML)</dd></div>"
    }
    return """
      \(head(title, style: FlameStyle.sheet))
      <body>
      <header>
      <h1>\(title.escapedForHTML)</h1>
      <p class="sentence">\(sentence.escapedForHTML)</p>
      <dl>\(list.joined(separator: "\n"))</dl>
      </header>
      <main>
      <div class="bar">
      <div class="legend"><span class="key own">the program</span><span class="key loop">the run loop</span>\
      <span class="key system">system and runtime</span><span class="key blocked">blocked</span></div>
      <input id="search" type="search" placeholder="Search functions   /" spellcheck="false" autocomplete="off" \
      aria-label="Search functions"/>
      <button id="flip" type="button">Flames upward</button>
      <button id="reset" type="button" disabled>Reset zoom</button>
      </div>
      <div id="found" role="status"></div>
      <svg id="graph" role="img" aria-label="Flame graph"></svg>
      <div id="detail" role="status">Point at a frame to see its time; click it to zoom; Esc goes back.</div>
      <noscript><style>\(stillSheet)</style>\(still(tree.root))</noscript>
      </main>
      <script type="application/json" id="data">\(data(tree.root).text)</script>
      <script>\(FlameScript.text)</script>
      </body>
      </html>

      """
  }

  /// The script's data: [function, place, module, class, microseconds, of them blocked, samples, [children]].
  private static func data(_ node: CallTree.Node) -> JSON {
    let frame = node.frame
    let group = frame.isHeading ? 3 : frame.isLoop ? 1 : frame.isSystem ? 2 : 0
    return .array([
      .string(frame.shortName), .string(frame.place), .string(frame.imageName), .integer(group),
      .natural(node.weight.saturatingAdding(500) / 1000),
      .natural(node.blockedWeight.saturatingAdding(500) / 1000),
      .integer(node.sampleCount), .array(node.children.map { data($0) }),
    ])
  }

  /// The common head of the monitor's pages.
  static func head(_ title: String, style: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <title>\(title.escapedForHTML)</title>
    <style>\(style)</style>
    </head>
    """
  }
}
