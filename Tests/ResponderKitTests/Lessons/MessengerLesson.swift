import UIKit

// As in UIKit.

/// A field above the keyboard that grows with what is written.
final class ComposerView: UIView, UITextViewDelegate {
  let textView = UITextView()
  let sendButton = UIButton(configuration: .filled())
  var onSend: ((String) -> Void)?

  override init(frame: CGRect) {
    super.init(frame: frame)
    autoresizingMask = .flexibleHeight
    backgroundColor = .secondarySystemBackground
    textView.isScrollEnabled = false
    textView.font = .systemFont(ofSize: 17)
    textView.delegate = self
    textView.layer.cornerRadius = 16
    sendButton.configuration?.title = "Send"
    sendButton.isEnabled = false
    sendButton.addAction(
      UIAction { [unowned self] _ in
        onSend?(textView.text.trimmingCharacters(in: .whitespacesAndNewlines))
        textView.text = ""
        textViewDidChange(textView)
      }, for: .touchUpInside)
    for view in [textView, sendButton] {
      view.translatesAutoresizingMaskIntoConstraints = false
      addSubview(view)
    }
    sendButton.setContentHuggingPriority(.required, for: .horizontal)
    sendButton.setContentCompressionResistancePriority(.required, for: .horizontal)
    let views = ["text": textView, "send": sendButton] as [String: UIView]
    NSLayoutConstraint.activate(
      NSLayoutConstraint.constraints(
        withVisualFormat: "H:|-12-[text]-8-[send]-12-|", options: .alignAllBottom, metrics: nil, views: views)
        + NSLayoutConstraint.constraints(
          withVisualFormat: "V:|-6-[text(>=36)]-6-|", options: [], metrics: nil, views: views))
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override var intrinsicContentSize: CGSize { .zero }

  func textViewDidChange(_ textView: UITextView) {
    sendButton.isEnabled = !textView.text.isEmpty
    invalidateIntrinsicContentSize()
  }
}

/// A line of the conversation, turned over once more.
final class TurnedCell: UITableViewCell {
  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    transform = CGAffineTransform(scaleX: 1, y: -1)
    textLabel?.numberOfLines = 0
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
}

/// A conversation whose newest line is above the field: its table is upside down.
final class MessengerViewController: UIViewController, UITableViewDataSource {
  private(set) var lines = (1...30).map { "Message \($0)" }
  let tableView = UITableView()
  let composer = ComposerView()

  override var inputAccessoryView: UIView? { composer }
  override var canBecomeFirstResponder: Bool { true }

  override func loadView() { view = tableView }

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Ada"
    tableView.transform = CGAffineTransform(scaleX: 1, y: -1)
    tableView.dataSource = self
    tableView.separatorStyle = .none
    tableView.contentInsetAdjustmentBehavior = .never
    tableView.register(TurnedCell.self, forCellReuseIdentifier: "line")
    composer.onSend = { [weak self] text in
      guard let self else { return }
      lines.insert(text, at: 0)
      tableView.insertRows(at: [IndexPath(row: 0, section: 0)], with: .top)
    }
    NotificationCenter.default.addObserver(
      forName: UIResponder.keyboardWillChangeFrameNotification, object: nil, queue: .main
    ) { [weak self] notification in
      guard let self, let value = notification.userInfo?[UIResponder.keyboardFrameEndUserInfoKey] as? NSValue
      else { return }
      // What is below is above in a table that is upside down.
      tableView.contentInset.top = max(UIScreen.main.bounds.maxY - value.cgRectValue.minY, 0)
    }
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    becomeFirstResponder()
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { lines.count }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "line", for: indexPath)
    cell.textLabel?.text = lines[indexPath.row]
    return cell
  }
}
