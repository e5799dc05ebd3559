import UIKit

// As in UIKit.

/// Two tabs: a stepper and a segmented control that change a bar of progress, and pages of dots.
final class MeterViewController: UIViewController {
  let stepper = UIStepper()
  let segments = UISegmentedControl(items: ["Slow", "Fast"])
  let progress = UIProgressView(progressViewStyle: .default)

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Meter"
    view.backgroundColor = .white
    stepper.maximumValue = 10
    segments.selectedSegmentIndex = 0
    stepper.addAction(UIAction { [weak self] _ in self?.changed() }, for: .valueChanged)
    segments.addAction(
      UIAction { [weak self] _ in
        self?.stepper.stepValue = self?.segments.selectedSegmentIndex == 1 ? 5 : 1
      }, for: .valueChanged)
    stepper.frame.origin = CGPoint(x: 20, y: 100)
    segments.frame = CGRect(x: 20, y: 160, width: 200, height: 32)
    progress.frame = CGRect(x: 20, y: 220, width: 200, height: 4)
    for subview in [stepper, segments, progress] { view.addSubview(subview) }
  }

  private func changed() {
    progress.setProgress(Float(stepper.value) / 10, animated: true)
    tabBarItem.badgeValue = stepper.value == 0 ? nil : "\(Int(stepper.value))"
  }
}

final class DotsViewController: UIViewController {
  let dots = UIPageControl()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemGray6
    dots.numberOfPages = 4
    dots.currentPageIndicatorTintColor = .systemRed
    dots.frame = CGRect(x: 0, y: 300, width: view.bounds.width, height: 30)
    view.addSubview(dots)
  }
}

final class TabsViewController: UITabBarController {
  let meter = MeterViewController()
  let dots = DotsViewController()

  override func viewDidLoad() {
    super.viewDidLoad()
    meter.tabBarItem = UITabBarItem(title: "Meter", image: nil, tag: 0)
    dots.tabBarItem = UITabBarItem(title: "Dots", image: nil, tag: 1)
    viewControllers = [meter, dots]
    selectedIndex = 0
  }
}
