import TestHarness
import Testing

@testable import DesktopWindows
@testable import EventRouting

/// Where the parts of a title bar are.
@Suite(.hangLimit) struct TitleBarPlaceTests {
  private static func look(_ title: String, width: Int = 400) -> TitleBarLook {
    TitleBarLook(
      width: width, scale: 1, title: title, isActive: true, isMaximized: false,
      buttons: [.minimize, .maximize, .close])
  }

  @Test func aButtonHasAllPlacesFromItsLeftEdgeToTheNext() {
    let look = Self.look("")
    let places: [(Double, TitleBarLook.Button?)] = [
      (291.9, nil), (292, .minimize), (327.9, .minimize), (328, .maximize), (364, .close), (399.9, .close),
      (400, nil),
    ]
    for (x, button) in places { #expect(look.button(x, 10) == button, "\(x)") }
    #expect(look.button(300, -0.1) == nil && look.button(300, 0) == .minimize && look.button(300, 32) == nil)
    // Where there is no room for all, the ones on the left are missing.
    let narrow = Self.look("", width: 80)
    #expect(narrow.left(of: .minimize) == nil && narrow.left(of: .maximize) == 8)
  }

  @Test func theBarShowsWhatItsButtonsDoAndWhichIsUsed() {
    var looks = [Self.look("")]
    func add(_ change: (inout TitleBarLook) -> Void) {
      var look = Self.look("")
      change(&look)
      looks.append(look)
    }
    add { $0.isMaximized = true }
    add { $0.hovered = .close }
    add { ($0.hovered, $0.pressed) = (.close, .close) }
    add { $0.isActive = false }
    let pictures = looks.map { TitleBarPainter.pixels($0) }
    #expect(Set(pictures).count == looks.count)
    // A maximized window gets its size back: two sheets, of which the one behind shows its corner.
    func ink(_ picture: [UInt32], _ x: Range<Int>, _ y: Range<Int>) -> Int {
      x.map { x in y.count { picture[$0 * 400 + x] != picture[0] } }.reduce(0, +)
    }
    let (x, y) = (341..<352, 11..<13)
    #expect(ink(pictures[0], 341..<344, 17..<18) > 0 && ink(pictures[1], x, y) > 0)
    #expect(ink(pictures[1], 341..<343, 11..<13) == 0, "the front sheet begins lower")
    #expect(ink(pictures[0], 341..<343, 11..<13) > 0)
  }

  @Test func aLongTitleEndsBeforeTheButtons() throws {
    let plain = TitleBarPainter.pixels(Self.look(""))
    let long = TitleBarPainter.pixels(Self.look(String(repeating: "Mainspring ", count: 40)))
    #expect(plain.count == 400 * 32 && long.count == plain.count)
    let changed = Set(plain.indices.filter { plain[$0] != long[$0] }.map { $0 % 400 })
    let (first, last) = try (#require(changed.min()), #require(changed.max()))
    #expect(first >= 12 && first < 40 && last > 200 && last < 292)
  }
}
