import EventRouting
import Foundation
import FoundationXML
import LinuxSystem
import ResponderKit
import TestHarness
import Testing

/// The tool's demos in a window on Xvfb: what the screen shows is what they drew.
@Suite(.hangLimit, .serialized, .enabled(if: Programs.xvfb))
struct DemoTests {
  /// The tool, which is built beside the tests.
  static func tool() throws -> String {
    let runner = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let places = ([runner] + CommandLine.arguments.filter { $0.hasSuffix(".xctest") }).map {
      URL(filePath: $0).deletingLastPathComponent().appending(path: "runloop").path
    }
    return try #require(places.first { FileManager.default.isExecutableFile(atPath: $0) }, "no 'runloop'")
  }

  @Test(
    "without a display, from the smallest size to a large one",
    arguments: ["320x240", "800x480", "1920x1080"])
  func sizes(_ size: String) throws {
    let folder = try Folder()
    for demo in ["canvas", "controls"] {
      let path = "\(folder.path)/\(demo).png"
      let child = try Child(
        Self.tool(),
        ["demo", demo, "--size", size, "--png", path, "--folder", folder.path, "--built-in-letters"])
      #expect(child.wait() == 0, "\(child.errors)")
      let picture = try UIImage(file: path)
      let sides = size.split(separator: "x").compactMap { Double($0) }
      #expect(picture.size == Size(sides[0], sides[1]))
      // As large as it fits in, in the middle: what is left is at two sides.
      let own = demo == "canvas" ? Size(900, 620) : Size(760, 520)
      let scale = min(sides[0] / own.width, sides[1] / own.height)
      func color(_ x: Double, _ y: Double) -> UIColor {
        picture.color(
          x: Int((sides[0] - own.width * scale) / 2 + x * scale),
          y: Int((sides[1] - own.height * scale) / 2 + y * scale))
      }
      // The list, which comes to rest a little later on a busy machine.
      let list = Rect(
        (sides[0] - own.width * scale) / 2 + 370 * scale, (sides[1] - own.height * scale) / 2 + 80 * scale,
        375 * scale, 425 * scale)
      try StoredPicture.expect("\(demo)-\(size)", picture, except: demo == "controls" ? list : .zero)
      #expect(isNear(color(5, 5), 0xF2F2F7))
      if demo == "canvas" { #expect(color(500, 105) == .white) }
      if demo == "controls" { #expect(isNear(color(246, 226), 0xDB332E)) }
    }
    let refused = try Child(Self.tool(), ["demo", "canvas", "--size", "8", "--png", "/dev/null"])
    #expect(refused.wait() == 2 && refused.errors.contains("'8' is no size"))
  }

  private func isNear(_ color: UIColor, _ rgb: Int) -> Bool {
    let parts: [(shift: Int, value: Double)] = [(16, color.red), (8, color.green), (0, color.blue)]
    return parts.allSatisfy { part in
      let wanted = Double(rgb >> part.shift & 255) / 255
      return abs(wanted - part.value) < 0.02
    }
  }

  struct Place: Sendable {
    var x: Int
    var y: Int
    var color: UInt32
  }

  @Test(
    arguments: [
      (
        "controls", 760, 520,
        [
          Place(x: 60, y: 226, color: 0x2E5CED), Place(x: 246, y: 226, color: 0xDB332E),
          Place(x: 500, y: 100, color: 0xFFFFFF), Place(x: 5, y: 5, color: 0xF2F2F7),
          Place(x: 110, y: 399, color: 0xEDEDED),
        ]
      ),
      (
        "canvas", 900, 620,
        [
          Place(x: 242, y: 36, color: 0xE84236), Place(x: 374, y: 36, color: 0x2178ED),
          Place(x: 300, y: 500, color: 0xFFFFFF), Place(x: 5, y: 5, color: 0xF2F2F7),
          Place(x: 700, y: 25, color: 0x737585),
        ]
      ),
    ] as [(String, Int, Int, [Place])])
  func theScreenShowsWhatTheDemoDrew(_ name: String, _ width: Int, _ height: Int, _ places: [Place]) throws {
    let server = try XServer(.xvfb(width: 1000, height: 700))
    let folder = try Folder()
    // It ends with the server, when all has been looked at.
    let demo = try Child(
      try Self.tool(),
      [
        "demo", name, "--window", server.display, "--seconds", "100", "--png", folder.path + "/drawn.png",
        "--folder", folder.path,
      ], environment: server.environment, in: folder)
    // Our own client looks at the whole screen, until it shows the demo.
    let display = try X11Display(server.display, authority: server.authority)
    defer { display.close() }
    var screen: [UInt32] = []
    let isShown = waitUntil(20) {
      screen = (try? display.screenPixels()) ?? []
      return !screen.isEmpty && places.allSatisfy { screen[$0.y * 1000 + $0.x] == $0.color }
    }
    let found = places.map { String(screen.isEmpty ? 0 : screen[$0.y * 1000 + $0.x], radix: 16) }
    #expect(isShown, "\(found)")
    if Programs.imagemagick {
      let shot = try Child(
        "import", ["-window", "root", folder.path + "/shot.png"], environment: server.environment)
      #expect(shot.wait(seconds: 30) == 0, "\(shot.errors)")
    }
    server.kill()
    #expect(demo.wait(seconds: 60) == 0, "\(demo.errors)")
    #expect(demo.output.contains("drawn.png"), "\(demo.output)")
    guard Programs.imagemagick else { return }
    let (shot, drawn) = (
      try Self.words(folder.path + "/shot.png"), try Self.words(folder.path + "/drawn.png")
    )
    #expect(shot.count == 1000 * 700 && drawn.count == width * height)
    guard shot.count == 1000 * 700, drawn.count == width * height else { return }
    for place in places {
      #expect(drawn[place.y * width + place.x] == place.color)
      #expect(shot[place.y * 1000 + place.x] == place.color)
    }
    // The clock goes on between the two; everything else is the same.
    var differing = 0
    for y in 180..<height {
      for x in 0..<width where shot[y * 1000 + x] != drawn[y * width + x] { differing += 1 }
    }
    #expect(differing == 0)
  }

  /// A picture's pixels, by ImageMagick.
  private static func words(_ path: String) throws -> [UInt32] {
    let converter = try Child("convert", [path, "-depth", "8", "rgb:" + path + ".raw"])
    #expect(converter.wait(seconds: 30) == 0, "\(converter.errors)")
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path + ".raw")))
    return stride(from: 0, to: bytes.count - 2, by: 3).map {
      UInt32(bytes[$0]) << 16 | UInt32(bytes[$0 + 1]) << 8 | UInt32(bytes[$0 + 2])
    }
  }
}

/// The demos without a window: a script is played, and the picture written.
@Suite(.hangLimit) struct HeadlessDemoTests {
  @Test(arguments: ["canvas", "controls"])
  func aScriptIsPlayedIntoFilesAndItsStallIsFound(_ name: String) throws {
    let folder = try Folder()
    func played() throws -> Child {
      let demo = try Child(
        try DemoTests.tool(),
        [
          "demo", name, "--png", folder.path + "/a.png", "--svg", folder.path + "/a.svg", "--folder",
          folder.path,
        ], in: folder)
      #expect(demo.wait(seconds: 90) == 0, "\(demo.errors)")
      return demo
    }
    var demo = try played()
    // On a busy machine the watcher may be held up longer than the button holds the loop up.
    for _ in 0..<2 where !demo.output.contains("blockForAMoment") { demo = try played() }
    #expect(demo.output.contains("stall: The loop 'main' was held up for"), "\(demo.output)")
    #expect(demo.output.contains("blockForAMoment"), "\(demo.output)")
    let png = [UInt8](try Data(contentsOf: URL(filePath: folder.path + "/a.png")))
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let svg = try String(contentsOfFile: folder.path + "/a.svg", encoding: .utf8)
    #expect(XMLParser(data: Data(svg.utf8)).parse())
    #expect(svg.contains("<path"))
  }

  /// `demo touches --help` ended with 2.
  @Test(arguments: ["touches", "stall", "canvas"]) func helpIsNoError(_ name: String) throws {
    let demo = try Child(try DemoTests.tool(), ["demo", name, "--help"])
    #expect(demo.wait(seconds: 30) == 0, "\(demo.errors)")
    #expect(demo.output.contains("usage: runloop demo"))
  }

  @Test(arguments: [
    (["demo", "canvas"], "needs a place"), (["demo", "controls", "--what"], "unknown option"),
    (["demo", "canvas", "--seconds", "x"], "no number"), (["demo", "canvas", "--png"], "needs a value"),
    (["demo", "canvas", "--window", ":98765"], "no X server answers"),
    (["demo", "canvas", "--window", "far:0"], "on another machine"),
  ])
  func wrongCallsAreToldWhatIsWrong(_ words: [String], _ reason: String) throws {
    let demo = try Child(try DemoTests.tool(), words)
    #expect(demo.wait(seconds: 30) == 2)
    #expect(demo.errors.contains(reason), "\(demo.errors)")
  }
}
