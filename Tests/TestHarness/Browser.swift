import Foundation

/// How a page looks in Chromium, which is run without a window.
package struct PageLook: Decodable {
  /// The width of the window that the page is shown in, and that of the page.
  package var width: Double
  package var pageWidth: Double
  /// What reaches beyond the window, or text beyond its drawing; what scrolls sideways by itself is left out.
  package var outside: [String]
  /// The height of the lowest line of text in a drawing.
  package var lowestText: Double
  /// The lightness of the ground and of the text, from 0 to 255.
  package var ground: Double
  package var text: Double
  /// The page's sections: the heading, and the cells of each row of its tables.
  package var sections: [Section]

  package struct Section: Decodable {
    package var title: String
    package var rows: [[String]]
  }

  package static let isPossible = FileManager.default.isExecutableFile(atPath: "/usr/bin/chromium")

  /// Shows a page in a window of that width, with a light or a dark setting, and all of its details open.
  package init(of page: String, width: Int, isDark: Bool) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID().uuidString).html")
    defer { try? FileManager.default.removeItem(at: file) }
    try Self.frame(page, width).write(to: file, atomically: false, encoding: .utf8)
    let profile = file.appendingPathExtension("profile")
    defer { try? FileManager.default.removeItem(at: profile) }
    let shown = try ChildProgram.run(
      "/usr/bin/chromium",
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1400,900",
        "--user-data-dir=\(profile.path)", "--blink-settings=preferredColorScheme=\(isDark ? 0 : 1)",
        "--virtual-time-budget=2000", "--dump-dom", file.absoluteString,
      ], seconds: 100)
    guard let look = shown.output.split(separator: Self.mark).dropFirst().first else {
      throw ChildProgram.Failure(
        "Chromium ended with status \(shown.status) and showed nothing: \(shown.output.prefix(300))")
    }
    self = try JSONDecoder().decode(Self.self, from: Data(base64Encoded: String(look)) ?? Data())
  }

  private static let mark = "=look="

  /// A page that shows the other one in a frame: Chromium's own windows have a least width.
  private static func frame(_ page: String, _ width: Int) -> String {
    var text = page
    for (character, name) in [("&", "&amp;"), ("\"", "&quot;")] {
      text = text.replacingOccurrences(of: character, with: name)
    }
    return """
      <body style="margin: 0">
      <iframe id="page" width="\(width)" height="20000" style="border: 0" srcdoc="\(text)"></iframe>
      <pre id="look"></pre>
      <script>
      addEventListener("load", () => {
        const page = document.getElementById("page").contentDocument;
        for (const details of page.querySelectorAll("details")) details.open = true;
        const width = page.documentElement.clientWidth, outside = [];
        let lowestText = 1000;
        const check = (element, box, bounds) => {
          if (box.left >= bounds.left - 0.5 && box.right <= bounds.right + 0.5) return;
          outside.push(`${element.tagName} ${element.textContent.slice(0, 40)}: ${box.left} to ${box.right}`);
        };
        for (const element of page.body.querySelectorAll("*")) {
          const box = element.getBoundingClientRect();
          if (element.tagName == "text") {
            lowestText = Math.min(lowestText, box.height);
            check(element, box, element.ownerSVGElement.getBoundingClientRect());
          }
          const scrolls = element.parentElement.closest(".wide");
          if (!scrolls) check(element, box, {left: 0, right: width});
        }
        const lightness = colour => {
          const [red, green, blue] = colour.match(/[0-9]+/g).map(Number);
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        };
        const style = page.defaultView.getComputedStyle(page.body);
        const sections = [...page.querySelectorAll("section")].map(section => ({
          title: section.querySelector("h2").textContent,
          rows: [...section.querySelectorAll("tr")].map(row => [...row.children].map(cell => cell.textContent)),
        }));
        const look = {
          width, pageWidth: page.documentElement.scrollWidth, outside, lowestText,
          ground: lightness(style.backgroundColor), text: lightness(style.color), sections,
        };
        const bytes = new TextEncoder().encode(JSON.stringify(look));
        document.getElementById("look").textContent = "\(mark)" + btoa(String.fromCharCode(...bytes)) + "\(mark)";
      });
      </script>
      </body>
      """
  }
}
