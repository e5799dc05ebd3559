import TestHarness
import Testing

@testable import ResponderKit

/// A layer that a program put behind a button's title was drawn over it.
@Suite(.hangLimit) struct LayersCoverTitlesTests {
  private func button(_ put: (UIButton, CALayer) -> Void) -> UIButton {
    let button = UIButton(frame: Rect(0, 0, 100, 40))
    button.setTitle("█████", for: .normal)
    button.setTitleColor(.red, for: .normal)
    let layer = CALayer()
    layer.frame = button.bounds
    layer.backgroundColor = UIColor.blue.cgColor
    put(button, layer)
    return button
  }

  @Test func aLayerAtTheBackIsBehindTheTitle() {
    onStage { stage in
      let button = stage.show(self.button { $0.layer.insertSublayer($1, at: 0) })
      stage.wait(20)
      #expect(stage.window.snapshot().color(x: 50, y: 20) == .red)
      #expect(stage.window.snapshot().color(x: 3, y: 20) == .blue)
      #expect(button.titleLabel?.superview === button)
    }
  }

  @Test func aTitleThatComesLaterIsInFront() {
    onStage { stage in
      let button = UIButton(frame: Rect(0, 0, 100, 40))
      let layer = CALayer()
      layer.frame = button.bounds
      layer.backgroundColor = UIColor.blue.cgColor
      button.layer.insertSublayer(layer, at: 0)
      stage.show(button)
      button.setTitle("█████", for: .normal)
      button.setTitleColor(.red, for: .normal)
      stage.wait(20)
      #expect(stage.window.snapshot().color(x: 50, y: 20) == .red)
    }
  }

  @Test func aLayerInFrontCoversIt() {
    onStage { stage in
      stage.show(self.button { $0.layer.addSublayer($1) })
      stage.wait(20)
      #expect(stage.window.snapshot().color(x: 50, y: 20) == .blue)
    }
  }
}
