import ResponderKit
import TestHarness
import Testing

@Suite(.hangLimit) struct ColorTests {
  @Test func extensionsAddConvenienceInitializersAndStaticColors() {
    #expect(UIColor(hex: 0xFF8000) == UIColor(red: 1, green: 128.0 / 255, blue: 0, alpha: 1))
    let brands: Set<UIColor> = [.brand, UIColor(hex: 0x336699), .red]
    #expect(brands.count == 2)
  }

  @Test func colorsOfTheSamePartsAreEqual() {
    let half = UIColor.red.withAlphaComponent(0.5)
    #expect(half == UIColor(red: 1, green: 0, blue: 0, alpha: 0.5) && half != .red)
    #expect(half.hashValue == UIColor(cgColor: half.cgColor).hashValue)
    #expect(half.cgColor.copy(alpha: 1) == UIColor.red.cgColor)
  }

  @Test func aViewAndItsLayerHaveTheSameBackground() {
    onStage { _ in
      let view = UIView()
      view.layer.backgroundColor = UIColor.brand.cgColor
      #expect(view.backgroundColor == .brand)
      view.backgroundColor = .blue
      #expect(view.layer.backgroundColor == UIColor.blue.cgColor)
      view.layer.backgroundColor = nil
      #expect(view.backgroundColor == nil)
    }
  }
}

extension UIColor {
  fileprivate convenience init(hex: UInt32) {
    self.init(
      red: CGFloat(hex >> 16 & 255) / 255, green: CGFloat(hex >> 8 & 255) / 255,
      blue: CGFloat(hex & 255) / 255, alpha: 1)
  }

  fileprivate static let brand = UIColor(hex: 0x336699)
}
