import Foundation
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Pictures and colors by name. One test at a time: the directories belong to the process.
@Suite(.hangLimit, .serialized) struct NamedImageTests {
  private static func write(_ color: UIColor, _ side: Int, _ file: URL) throws {
    let bitmap = Bitmap(width: side, height: side)
    bitmap.clear(bitmap.bounds, to: color)
    try Data(#require(UIImage(bitmap).pngData())).write(to: file)
  }

  @Test func aNameIsLookedUpInTheDirectories() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "named-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.write(.red, 10, folder.appending(path: "dot.png"))
    try Self.write(.green, 30, folder.appending(path: "dot@3x.png"))
    try Self.write(.blue, 10, folder.appending(path: "only.png"))
    let photo = try #require(UIImage(Bitmap(width: 4, height: 4)).jpegData(compressionQuality: 1))
    try Data(photo).write(to: folder.appending(path: "photo@2x.jpg"))
    try Data(photo).write(to: folder.appending(path: "IMG_1.JPG"))
    try Data("no picture".utf8).write(to: folder.appending(path: "broken.png"))
    let before = UIImage.resourceDirectories
    defer { UIImage.resourceDirectories = before }
    #expect(before.count == 2 && before[0] == before[1] + "/Resources")
    UIImage.resourceDirectories = [folder.path + "/none", folder.path]
    onStage { stage in
      #expect(stage.application.screen.scale == 3)
      let dot = UIImage(named: "dot")
      #expect(dot?.scale == 3 && dot?.size == Size(10, 10) && dot?.color(x: 5, y: 5) == .green)
      #expect(UIImage(named: "dot.png")?.scale == 3 && UIImage(named: "only")?.scale == 1)
      #expect(UIImage(named: "photo.jpg")?.size == Size(2, 2) && UIImage(named: "photo") == nil)
      #expect(UIImage(named: "IMG_1.JPG")?.size == Size(4, 4) && UIImage(named: "IMG_1.jpg") == nil)
      #expect(UIImage(named: "broken") == nil && UIImage(named: "absent") == nil && UIImage(named: "") == nil)
      try? Self.write(.blue, 30, folder.appending(path: "dot@3x.png"))
      #expect(UIImage(named: "dot")?.color(x: 5, y: 5) == .green)
      UIImage.resourceDirectories = [folder.path]
      #expect(UIImage(named: "dot")?.color(x: 5, y: 5) == .blue)
      stage.application.screen.scale = 1
      #expect(UIImage(named: "dot")?.color(x: 5, y: 5) == .red)
    }
  }

  @Test func filesWithNumbersAreAnAnimatedPicture() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "named-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for number in [0, 1, 3] { try Self.write(.red, 2, folder.appending(path: "spin\(number).png")) }
    try Self.write(.blue, 2, folder.appending(path: "step1.png"))
    let before = UIImage.resourceDirectories
    defer { UIImage.resourceDirectories = before }
    UIImage.resourceDirectories = [folder.path]
    onStage { _ in
      let image = UIImage.animatedImageNamed("spin", duration: 1)
      #expect(image?.images?.count == 2 && image?.duration == 1)
      #expect(UIImage.animatedImageNamed("step", duration: 1)?.images?.count == 1)
      #expect(UIImage.animatedImageNamed("stop", duration: 1) == nil)
      #expect(UIImage.animatedImageNamed("", duration: 1) == nil)
    }
  }

  private static func set(_ values: String, _ name: String, in folder: URL) throws {
    let place = folder.appending(path: name + ".colorset")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try Data("{\"colors\": [\(values)], \"info\": {\"version\": 1}}".utf8)
      .write(to: place.appending(path: "Contents.json"))
  }

  @Test func aColorOfANameIsTheProgramsOrThatOfAColorSet() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "named-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let dark = "\"appearances\": [{\"appearance\": \"luminosity\", \"value\": \"dark\"}]"
    try Self.set(
      """
      {\(dark), "color": {"components": {"red": "0", "green": "255", "blue": "0x00"}}},
      {"color": {"color-space": "srgb", "components": {"red": "1.000", "green": "0x80", "blue": "0", "alpha": "0.5"}}}
      """, "both", in: folder)
    try Self.set(
      "{\"color\": {\"components\": {\"white\": \"0.25\"}}}", "gray",
      in: folder.appending(path: "Assets.xcassets"))
    try Self.set("{\"color\": {\"components\": {\"red\": \"x\"}}}, 7, {\"color\": 1}", "broken", in: folder)
    try Self.set("{\"color\": {\"components\": {\"white\": \"nan\"}}}", "endless", in: folder)
    try Self.set(
      """
      {"color": {"components": {"white": "0.5"}}},
      {"appearances": [{"value": "light"}], "color": {"components": {"white": "0.75"}}}
      """, "three", in: folder)
    let before = (UIImage.resourceDirectories, UIColor.namedColors)
    defer { (UIImage.resourceDirectories, UIColor.namedColors) = before }
    UIImage.resourceDirectories = [folder.path + "/none", folder.path]
    let both = UIColor(named: "both")
    let (light, night) = (UITraitCollection(), UITraitCollection(userInterfaceStyle: .dark))
    let bright = UIColor(red: 1, green: 128.0 / 255, blue: 0, alpha: 0.5)
    #expect(both?.resolvedColor(with: light) == bright)
    #expect(both?.resolvedColor(with: night) == .green)
    #expect(UIColor(named: "gray") == UIColor(white: 0.25))
    let three = UIColor(named: "three")
    #expect(three?.resolvedColor(with: light) == UIColor(white: 0.75))
    #expect(three?.resolvedColor(with: night) == UIColor(white: 0.5))
    for name in ["broken", "endless", "absent", "", "both.colorset"] { #expect(UIColor(named: name) == nil) }
    // What was found is kept.
    try Self.set("", "gray", in: folder.appending(path: "Assets.xcassets"))
    #expect(UIColor(named: "gray") == UIColor(white: 0.25))
    #expect(both == UIColor(named: "both") && both?.hashValue == UIColor(named: "both")?.hashValue)
    UIColor.namedColors = ["both": .red]
    #expect(UIColor(named: "both") == .red && UIColor(named: "gray") == nil)
    UIColor.namedColors = [:]
    #expect(UIColor(named: "both")?.resolvedColor(with: light) == bright)
    UIImage.resourceDirectories = []
    #expect(UIColor(named: "both") == nil)
  }
}
