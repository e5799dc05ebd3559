import Foundation
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Pictures by name. One test: the directories belong to the process.
@Suite(.hangLimit) struct NamedImageTests {
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
      #expect(UIImage(named: "broken") == nil && UIImage(named: "absent") == nil && UIImage(named: "") == nil)
      try? Self.write(.blue, 30, folder.appending(path: "dot@3x.png"))
      #expect(UIImage(named: "dot")?.color(x: 5, y: 5) == .green)
      UIImage.resourceDirectories = [folder.path]
      #expect(UIImage(named: "dot")?.color(x: 5, y: 5) == .blue)
      stage.application.screen.scale = 1
      #expect(UIImage(named: "dot")?.color(x: 5, y: 5) == .red)
    }
  }
}
