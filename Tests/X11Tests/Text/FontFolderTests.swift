import Foundation
import TestHarness
import Testing

@testable import ResponderKit

/// Where fonts are looked for.
@Suite(.hangLimit) struct FontFolderTests {
  private static let usual = ["/usr/share/fonts", "/usr/local/share/fonts"]

  private func folders(_ configuration: String, home: String? = nil) -> [String] {
    FontFiles.folders(home: home, configuration: Array(configuration.utf8))
  }

  @Test func theUsualFoldersComeFirst() {
    #expect(folders("") == Self.usual)
    #expect(
      folders("", home: "/home/ada") == Self.usual + ["/home/ada/.local/share/fonts", "/home/ada/.fonts"])
    let found = FontFiles.folders()
    #expect(Array(found.prefix(2)) == Self.usual && Set(found).count == found.count)
  }

  @Test func theConfigurationAddsFolders() {
    let text = """
      <fontconfig>
        <dir>/usr/share/fonts</dir><dir>/opt/fonts</dir>
        <dir prefix="xdg">fonts</dir> <dir>~/.fonts</dir>
        <dir>/srv/more fonts</dir>
      </fontconfig>
      """
    #expect(folders(text) == Self.usual + ["/opt/fonts", "/srv/more fonts"])
  }

  @Test(arguments: [
    "<dir>/opt", "</dir>/opt<dir>", "<dir></dir>", "<dir>opt</dir>", "<dir><dir>/opt</dir>", "\u{0}\u{FFFD}",
  ])
  func damagedConfigurationsAddNothing(text: String) {
    #expect(folders(text) == Self.usual)
  }

  @Test func bytesThatAreNoTextAddNothing() {
    #expect(FontFiles.folders(home: nil, configuration: [0xFF, 0x3C, 0x64, 0xC0]) == Self.usual)
  }

  @Test func filesAreFoundInFoldersByTheirEndings() throws {
    let folder = try TemporaryFolder()
    for name in ["b.ttf", "a.OTF", "c.ttc", "d.pcf", ".hidden.ttf"] {
      try "x".write(toFile: folder.path + "/" + name, atomically: false, encoding: .utf8)
    }
    let names = FontFiles.paths(in: [folder.path, folder.path + "/missing"]).map {
      $0.split(separator: "/").last
    }
    #expect(names == ["a.OTF", "b.ttf", "c.ttc"])
  }
}
