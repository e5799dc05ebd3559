import TestHarness
import Testing

@testable import ResponderKit

/// Pictures that are mirrored where content begins at the right.
@Suite("Pictures from right to left", .hangLimit) struct MirroredPictureTests {
  /// Red at the left, blue at the right.
  private var picture: UIImage {
    UIGraphicsImageRenderer(size: Size(20, 10)).image { context in
      UIColor.red.setFill()
      context.fill(Rect(0, 0, 10, 10))
      UIColor.blue.setFill()
      context.fill(Rect(10, 0, 10, 10))
    }
  }

  private func left(_ stage: Stage, _ view: UIView) -> UIColor {
    view.frame = Rect(0, 0, 20, 10)
    let root = stage.show(UIView(frame: stage.window.bounds))
    root.addSubview(view)
    defer { root.removeFromSuperview() }
    return stage.window.snapshot().color(x: 4, y: 5)
  }

  @Test("One that follows the direction is mirrored in image views and buttons, and no other")
  func pictures() {
    onStage { stage in
      let flipping = picture.imageFlippedForRightToLeftLayoutDirection()
      #expect(flipping.flipsForRightToLeftLayoutDirection && !picture.flipsForRightToLeftLayoutDirection)
      #expect(flipping.withRenderingMode(.alwaysOriginal).flipsForRightToLeftLayoutDirection)
      for (image, color) in [(picture, UIColor.red), (flipping, .blue)] {
        let view = UIImageView(image: image)
        view.semanticContentAttribute = .forceRightToLeft
        #expect(left(stage, view) == color)
        let button = UIButton(type: .custom)
        button.setImage(image, for: .normal)
        button.semanticContentAttribute = .forceRightToLeft
        #expect(left(stage, button) == color)
      }
      #expect(left(stage, UIImageView(image: flipping)) == .red)
      #expect(left(stage, UIImageView(image: picture.withHorizontallyFlippedOrientation())) == .blue)
    }
  }

  @Test("Symbols that name a way forward or backward follow the direction, left and right do not")
  func symbols() throws {
    for (name, follows) in [
      ("chevron.forward", true), ("chevron.backward.circle.fill", true), ("arrow.backward", true),
      ("chevron.right", false), ("forward.fill", false),
    ] {
      #expect(UIImage(systemName: name)?.flipsForRightToLeftLayoutDirection == follows, "\(name)")
    }
    try onStage { stage in
      func pixels(_ name: String, isMirrored: Bool) throws -> [UInt8] {
        let view = UIImageView(image: UIImage(systemName: name))
        view.frame = Rect(0, 0, 30, 30)
        view.semanticContentAttribute = isMirrored ? .forceRightToLeft : .forceLeftToRight
        let root = stage.show(UIView(frame: stage.window.bounds))
        root.backgroundColor = .white
        root.addSubview(view)
        defer { root.removeFromSuperview() }
        return stage.window.snapshot().png()
      }
      let (left, right) = (
        try pixels("chevron.left", isMirrored: true), try pixels("chevron.right", isMirrored: true)
      )
      #expect(left != right)
      #expect(try pixels("chevron.forward", isMirrored: false) == right)
      #expect(try pixels("chevron.forward", isMirrored: true) == left)
      #expect(try pixels("chevron.backward", isMirrored: true) == right)
    }
  }
}
