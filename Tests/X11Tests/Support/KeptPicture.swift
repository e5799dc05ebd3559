import HIDEvents
import ResponderKit
import TestSupport
import Testing

/// A picture that is kept while its window changes, beside one that is drawn anew.
final class KeptPicture {
  let window: UIWindow
  let renderer: WindowRenderer
  /// What the last change drew.
  private(set) var parts: [PixelRect] = []

  private init(_ window: UIWindow, _ scale: Double) {
    self.window = window
    renderer = WindowRenderer(window, scale: scale)
  }

  /// Makes a change, and sees that the kept picture is the one that is drawn anew.
  func expect(
    _ what: String, _ change: () -> Void, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    change()
    parts = renderer.update()
    let whole = window.snapshot(scale: renderer.scale)
    let kept = renderer.bitmap
    guard kept != whole else { return }
    let wrong = kept.bounds.places.first { kept[$0.x, $0.y] != whole[$0.x, $0.y] }
    Issue.record(
      "after '\(what)' the picture is not as drawn anew, first at \(wrong.map { "\($0)" } ?? "its size")",
      sourceLocation: sourceLocation)
  }

  var area: Int { parts.reduce(0) { $0 + $1.area } }
  func color(_ x: Int, _ y: Int) -> UInt32 { renderer.bitmap[x, y] }

  /// Runs `body` with a white window on a thread of its own.
  static func make(
    _ size: Size = Size(100, 80), scale: Double = 1, _ body: @escaping @Sendable (KeptPicture) -> Void
  ) {
    onFreshThread {
      let application = UIApplication(screen: size, scale: 1)
      defer { application.terminate() }
      let window = UIWindow()
      window.backgroundColor = .white
      window.makeKeyAndVisible()
      let picture = KeptPicture(window, scale)
      picture.renderer.update()
      body(picture)
      picture.renderer.end()
    }
  }
}

extension PixelRect {
  /// All pixels, row by row.
  var places: [(x: Int, y: Int)] {
    (minY..<max(minY, maxY)).flatMap { y in (minX..<max(minX, maxX)).map { (x: $0, y: y) } }
  }
}
