import EventRouting
import Foundation
import FoundationXML
import LinuxSystem
import TestHarness
import Testing

@testable import ResponderKit

/// The tool's demos in a window on Xvfb: what the screen shows is what they drew.
@Suite(.hangLimit, .serialized, .enabled(if: Programs.xvfb))
struct DemoTests {
  @Test(
    "without a display, from the smallest size to a large one",
    arguments: ["320x240", "800x480", "1920x1080"])
  func sizes(_ size: String) throws {
    let folder = try TemporaryFolder()
    for demo in ["canvas", "controls"] {
      let path = "\(folder.path)/\(demo).png"
      let child = try ChildProgram(
        ChildProgram.product("runloop"),
        ["demo", demo, "--size", size, "--png", path, "--folder", folder.path, "--built-in-letters"])
      #expect(child.wait() == 0, "\(child.errors)")
      let picture = try UIImage(file: path)
      let sides = size.split(separator: "x").compactMap { Double($0) }
      #expect(picture.size == Size(sides[0], sides[1]))
      let clock = demo == "controls" ? [Rect(20, 12, 180, 52), Rect(20, 62, 284, 20)] : []
      try StoredPicture.expect("\(demo)-\(size)", picture, except: size == "320x240" ? clock : [])
      // The ground goes to all edges.
      for (x, y) in [
        (1, 1), (Int(sides[0]) - 2, 1), (1, Int(sides[1]) - 2), (Int(sides[0]) - 2, Int(sides[1]) - 2),
      ] {
        #expect(isNear(picture.color(x: x, y: y), 0xF2F2F7), "\(demo) \(size) at \(x) \(y)")
      }
    }
    let refused = try ChildProgram(
      ChildProgram.product("runloop"), ["demo", "canvas", "--size", "8", "--png", "/dev/null"])
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
          Place(x: 50, y: 200, color: 0x2E5CED), Place(x: 200, y: 200, color: 0xDB332E),
          Place(x: 700, y: 170, color: 0xFFFFFF), Place(x: 5, y: 5, color: 0xF2F2F7),
          Place(x: 300, y: 359, color: 0xEDEDED),
        ]
      ),
      (
        "canvas", 900, 620,
        [
          Place(x: 180, y: 36, color: 0xE84236), Place(x: 312, y: 36, color: 0x2178ED),
          Place(x: 300, y: 500, color: 0xFFFFFF), Place(x: 5, y: 5, color: 0xF2F2F7),
          Place(x: 875, y: 36, color: 0xDB332E),
        ]
      ),
    ] as [(String, Int, Int, [Place])])
  func theScreenShowsWhatTheDemoDrew(_ name: String, _ width: Int, _ height: Int, _ places: [Place]) throws {
    let server = try XServer(.xvfb(width: 1000, height: 700))
    let folder = try TemporaryFolder()
    // It ends with the server, when all has been looked at.
    let demo = try ChildProgram(
      try ChildProgram.product("runloop"),
      [
        "demo", name, "--window", server.display, "--seconds", "100", "--png", folder.path + "/drawn.png",
        "--folder", folder.path,
      ], environment: server.environment.merging(["MAINSPRING_DEMO_MONITOR": "off"]) { $1 })
    // Our own client looks at the whole screen, until it shows the demo.
    let display = try X11Display(server.display, authority: server.authority)
    defer { display.close() }
    var screen: [UInt32] = []
    // All but the clock is drawn when two looks are the same.
    func still(_ pixels: [UInt32]) -> ArraySlice<UInt32> { pixels.dropFirst(180 * 1000) }
    let isShown = waitUntil(60) {
      let before = screen
      screen = (try? display.screenPixels()) ?? []
      return !screen.isEmpty && places.allSatisfy { screen[$0.y * 1000 + $0.x] == $0.color }
        && still(screen) == still(before)
    }
    let found = places.map { String(screen.isEmpty ? 0 : screen[$0.y * 1000 + $0.x], radix: 16) }
    #expect(isShown, "\(found)")
    if Programs.imagemagick {
      let shot = try ChildProgram(
        "import", ["-window", "root", folder.path + "/shot.png"], environment: server.environment)
      #expect(shot.wait() == 0, "\(shot.errors)")
    }
    server.kill()
    #expect(demo.wait() == 0, "\(demo.errors)")
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
    for y in 155..<height {
      for x in 0..<width where shot[y * 1000 + x] != drawn[y * width + x] { differing += 1 }
    }
    #expect(differing == 0)
  }

  /// A picture's pixels, by ImageMagick.
  private static func words(_ path: String) throws -> [UInt32] {
    let converter = try ChildProgram("convert", [path, "-depth", "8", "rgb:" + path + ".raw"])
    #expect(converter.wait() == 0, "\(converter.errors)")
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
    let folder = try TemporaryFolder()
    func played() throws -> ChildProgram {
      let demo = try ChildProgram(
        try ChildProgram.product("runloop"),
        [
          "demo", name, "--png", folder.path + "/a.png", "--svg", folder.path + "/a.svg", "--folder",
          folder.path,
        ])
      #expect(demo.wait() == 0, "\(demo.errors)")
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

  /// A set has another order in each process: what was drawn by its order was another picture each time.
  ///
  /// A busy machine may give a recognizer its moves in other groups, and move a pixel: one of three pairs is the same.
  @Test(arguments: ["canvas", "controls"]) func twoRunsDrawTheSamePicture(_ name: String) throws {
    let folder = try TemporaryFolder()
    func run(_ file: String) throws -> [UInt8] {
      // Reports in no folder: without a monitor there is no time of a stall in the picture.
      let demo = try ChildProgram(
        try ChildProgram.product("runloop"),
        [
          "demo", name, "--png", folder.path + file, "--size", "800x480", "--folder", "/dev/null/none",
          "--built-in-letters",
        ])
      #expect(demo.wait() == 0, "\(demo.errors)")
      #expect(demo.errors.contains("without the stall monitor"))
      return [UInt8](try Data(contentsOf: URL(filePath: folder.path + file)))
    }
    var isSame = false
    for _ in 0..<3 where !isSame {
      let pair = (try run("/a.png"), try run("/b.png"))
      // The clock's card alone shows the time.
      isSame =
        name == "canvas"
        ? pair.0 == pair.1 : try Self.belowTheClock(pair.0) == Self.belowTheClock(pair.1)
    }
    #expect(isSame)
  }

  /// The rows of a picture of 800 by 480 points below the clock's card, which casts a shadow.
  private static func belowTheClock(_ png: [UInt8]) throws -> [UInt32] {
    let bitmap = try UIImage(png: png).fullBitmap
    #expect((bitmap.width, bitmap.height) == (800, 480))
    return bitmap.withPixels { Array($0.dropFirst(800 * 164)) }
  }

  /// `demo touches --help` ended with 2.
  @Test(arguments: ["touches", "stall", "canvas"]) func helpIsNoError(_ name: String) throws {
    let demo = try ChildProgram(try ChildProgram.product("runloop"), ["demo", name, "--help"])
    #expect(demo.wait() == 0, "\(demo.errors)")
    #expect(demo.output.contains("usage: runloop demo"))
  }

  @Test(arguments: [
    (["demo", "canvas"], "needs a place"), (["demo", "controls", "--what"], "unknown option"),
    (["demo", "canvas", "--seconds", "x"], "no number"), (["demo", "canvas", "--png"], "needs a value"),
    (["demo", "canvas", "--png="], "needs a value"), (["demo", "canvas", "--play=1"], "takes no value"),
    (["demo", "canvas", "--window", ":98765"], "no X server answers"),
    (["demo", "canvas", "--window=:98765"], "no X server answers"),
    (["demo", "canvas", "--window", "far:0"], "on another machine"),
  ])
  func wrongCallsGetAnErrorThatSaysWhatIsWrong(_ words: [String], _ reason: String) throws {
    let demo = try ChildProgram(try ChildProgram.product("runloop"), words)
    #expect(demo.wait() == 2)
    #expect(demo.errors.contains(reason), "\(demo.errors)")
  }
}
