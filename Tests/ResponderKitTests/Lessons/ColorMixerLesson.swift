import UIKit

// As in UIKit.

/// Three sliders mix a color.
final class ColorMixerViewController: UIViewController {
  let swatch = UIView()
  let sliders = [UISlider(), UISlider(), UISlider()]

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    swatch.layer.cornerRadius = 20
    swatch.layer.borderWidth = 1
    swatch.layer.borderColor = UIColor.lightGray.cgColor
    view.addSubview(swatch)
    for (slider, color) in zip(sliders, [UIColor.systemRed, .systemGreen, .systemBlue]) {
      slider.minimumValue = 0
      slider.maximumValue = 1
      slider.value = 0.5
      slider.tintColor = color
      slider.addAction(UIAction { [weak self] _ in self?.mix() }, for: .valueChanged)
      view.addSubview(slider)
    }
    mix()
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let width = view.bounds.width - 40
    swatch.frame = CGRect(x: 20, y: 60, width: width, height: 160)
    for (row, slider) in sliders.enumerated() {
      slider.frame = CGRect(x: 20, y: 260 + CGFloat(row) * 60, width: width, height: 40)
    }
  }

  private func mix() {
    swatch.backgroundColor = UIColor(
      red: CGFloat(sliders[0].value), green: CGFloat(sliders[1].value), blue: CGFloat(sliders[2].value),
      alpha: 1)
  }
}
