import Foundation
import HIDEvents
import LinuxSystem
import TestHarness
import Testing

@testable import ResponderKit

/// The demos' pictures as SVG, which a browser draws by rules of its own, beside those that the project's painter draws.
@Suite(.hangLimit, .serialized, .enabled(if: Programs.chromium)) struct BrowserPictureTests {
  @Test(arguments: ["canvas", "controls"]) func aBrowserDrawsTheSVGAsThePainterDoes(_ name: String) throws {
    let folder = try TemporaryFolder()
    let (png, svg) = (folder.path + "/a.png", folder.path + "/a.svg")
    let demo = try ChildProgram(
      try ChildProgram.product("runloop"),
      [
        "demo", name, "--png", png, "--svg", svg, "--size", "800x480", "--folder", folder.path,
        "--built-in-letters",
      ])
    #expect(demo.wait() == 0, "\(demo.errors)")
    let drawn = try UIImage(file: png).fullBitmap
    let shown = try Self.shown(String(contentsOfFile: svg, encoding: .utf8), in: folder)
    let difference = PictureDifference(drawn, shown)
    // The edges of letters are a little lighter or darker in a browser, whose letters are at no quarters of a pixel.
    #expect(difference.mean <= 2.2 && difference.large <= 0.025, "\(name): \(difference)")
    // In squares of some pixels nothing of that is left: what is missing or elsewhere is.
    let squares = StoredPicture.differences(
      StoredPicture.squares(of: UIImage(drawn)), UIImage(StoredPicture.squares(of: UIImage(shown))))
    let mean = Double(squares.reduce(0, +)) / Double(max(squares.count, 1))
    #expect(
      !squares.isEmpty && mean <= 1.5 && squares.allSatisfy { $0 <= 64 }, "\(name): by \(mean) in squares")
    // It is not that nothing was drawn on either side.
    let plain = Bitmap(width: 800, height: 480)
    plain.clear(plain.bounds, to: drawn.color(x: 1, y: 1))
    #expect(PictureDifference(plain, shown).mean > 5)
  }

  /// The upper left part of a page that has nothing but the picture, in the picture's size.
  private static func shown(_ svg: String, in folder: TemporaryFolder) throws -> Bitmap {
    let page = folder.path + "/a.html"
    try "<!doctype html><body style=\"margin:0\"><style>svg{display:block}</style>\(svg)</body>".write(
      toFile: page, atomically: false, encoding: .utf8)
    let browser = try ChildProgram(
      "chromium",
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
        "--force-device-scale-factor=1", "--force-color-profile=srgb",
        "--user-data-dir=\(folder.path)/profile", "--window-size=1000,800",
        "--screenshot=\(folder.path)/shown.png", "file://\(page)",
      ])
    #expect(browser.wait() == 0, "\(browser.errors)")
    let whole = try UIImage(file: folder.path + "/shown.png").fullBitmap
    return whole.copy(of: PixelRect(x: 0, y: 0, width: 800, height: 480))
  }
}
