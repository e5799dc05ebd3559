import UIKit

// As in UIKit.

/// A button opens the next controller; each writes down what happens to it.
final class FirstViewController: UIViewController {
  var log: [String] = []
  let details = UIButton(type: .system)

  override func viewDidLoad() {
    super.viewDidLoad()
    log.append("first loaded")
    view.backgroundColor = .white
    details.setTitle("Details", for: .normal)
    details.frame = CGRect(x: 20, y: 120, width: 200, height: 50)
    details.addAction(
      UIAction { [unowned self] _ in
        navigationController?.pushViewController(DetailViewController(first: self), animated: false)
      }, for: .touchUpInside)
    view.addSubview(details)
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    log.append("first will appear")
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    log.append("first disappeared")
  }
}

final class DetailViewController: UIViewController {
  private unowned let first: FirstViewController

  init(first: FirstViewController) {
    self.first = first
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    first.log.append("detail appeared")
    view.backgroundColor = .systemYellow
    let back = UIButton(frame: CGRect(x: 20, y: 20, width: 200, height: 50))
    back.setTitle("Back", for: .normal)
    back.setTitleColor(.black, for: .normal)
    back.addAction(
      UIAction { [unowned self] _ in navigationController?.popViewController(animated: false) },
      for: .touchUpInside)
    view.addSubview(back)
  }
}
