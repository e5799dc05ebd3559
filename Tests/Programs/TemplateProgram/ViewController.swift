import Dispatch
import UIKit

class ViewController: UIViewController {

  override func viewDidLoad() {
    super.viewDidLoad()
    let button = UIButton(type: .system)
    button.setTitle("Press me", for: .normal)
    button.frame = CGRect(x: 20, y: 100, width: 200, height: 44)
    button.addAction(UIAction { _ in button.setTitle("Pressed", for: .normal) }, for: .touchUpInside)
    view.addSubview(button)
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    let scene = UIApplication.shared.connectedScenes.first as? UIWindowScene
    print("view appeared, \(scene?.windows.count ?? 0) window in the scene")
    // A test without windows has no user who closes one.
    guard CommandLine.arguments.contains("ends") else { return }
    DispatchQueue.main.async {
      print("main queue")
      UIApplication.shared.loop.stop()
    }
  }
}
