import UIKit

// As in UIKit.

/// A message in a bubble at its side.
final class BubbleCell: UITableViewCell {
  static let identifier = "BubbleCell"
  let messageLabel = UILabel()
  let bubbleView = UIView()
  private var leading: NSLayoutConstraint!
  private var trailing: NSLayoutConstraint!

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    selectionStyle = .none
    bubbleView.layer.cornerRadius = 16
    bubbleView.layer.masksToBounds = true
    messageLabel.numberOfLines = 0
    messageLabel.font = .preferredFont(forTextStyle: .body)
    messageLabel.adjustsFontForContentSizeCategory = true
    contentView.addSubview(bubbleView)
    bubbleView.addSubview(messageLabel)
    bubbleView.translatesAutoresizingMaskIntoConstraints = false
    messageLabel.translatesAutoresizingMaskIntoConstraints = false
    leading = bubbleView.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 16)
    trailing = bubbleView.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -16)
    NSLayoutConstraint.activate([
      bubbleView.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 4),
      bubbleView.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -4),
      bubbleView.widthAnchor.constraint(lessThanOrEqualTo: contentView.widthAnchor, multiplier: 0.75),
      messageLabel.topAnchor.constraint(equalTo: bubbleView.topAnchor, constant: 8),
      messageLabel.leadingAnchor.constraint(equalTo: bubbleView.leadingAnchor, constant: 12),
      bubbleView.trailingAnchor.constraint(equalTo: messageLabel.trailingAnchor, constant: 12),
      bubbleView.bottomAnchor.constraint(equalTo: messageLabel.bottomAnchor, constant: 8),
    ])
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  func configure(text: String, isMine: Bool) {
    messageLabel.text = text
    messageLabel.textColor = isMine ? .white : .label
    bubbleView.backgroundColor = isMine ? .systemBlue : .systemGray5
    leading.isActive = !isMine
    trailing.isActive = isMine
  }
}

/// Messages, and a text view that grows with what is written.
final class ChatViewController: UIViewController {
  struct Message {
    let text: String
    let isMine: Bool
  }

  private(set) var messages = [Message(text: "Hi!", isMine: false)]
  let tableView = UITableView(frame: .zero, style: .plain)
  let inputContainer = UIView()
  let textView = UITextView()
  private(set) lazy var sendButton: UIButton = {
    let button = UIButton(type: .system)
    let configuration = UIImage.SymbolConfiguration(pointSize: 22, weight: .semibold)
    button.setImage(
      UIImage(systemName: "arrow.up.circle.fill", withConfiguration: configuration), for: .normal)
    button.isEnabled = false
    button.addAction(UIAction { [weak self] _ in self?.send() }, for: .touchUpInside)
    return button
  }()
  private var bottomConstraint: NSLayoutConstraint?
  private(set) var heightConstraint: NSLayoutConstraint?

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Chat"
    view.backgroundColor = .systemBackground
    tableView.dataSource = self
    tableView.delegate = self
    tableView.separatorStyle = .none
    tableView.rowHeight = UITableView.automaticDimension
    tableView.estimatedRowHeight = 60
    tableView.keyboardDismissMode = .interactive
    tableView.register(BubbleCell.self, forCellReuseIdentifier: BubbleCell.identifier)
    textView.delegate = self
    textView.isScrollEnabled = false
    textView.font = .preferredFont(forTextStyle: .body)
    textView.layer.cornerRadius = 18
    textView.layer.borderWidth = 1
    textView.layer.borderColor = UIColor.separator.cgColor
    textView.textContainerInset = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
    inputContainer.backgroundColor = .secondarySystemBackground
    [tableView, inputContainer].forEach {
      $0.translatesAutoresizingMaskIntoConstraints = false
      view.addSubview($0)
    }
    [textView, sendButton].forEach {
      $0.translatesAutoresizingMaskIntoConstraints = false
      inputContainer.addSubview($0)
    }
    sendButton.setContentHuggingPriority(.required, for: .horizontal)
    sendButton.setContentCompressionResistancePriority(.required, for: .horizontal)
    bottomConstraint = inputContainer.bottomAnchor.constraint(equalTo: view.safeAreaLayoutGuide.bottomAnchor)
    heightConstraint = textView.heightAnchor.constraint(lessThanOrEqualToConstant: 120)
    NSLayoutConstraint.activate([
      tableView.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
      tableView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      tableView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      tableView.bottomAnchor.constraint(equalTo: inputContainer.topAnchor),
      inputContainer.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      inputContainer.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      bottomConstraint!, heightConstraint!,
      textView.topAnchor.constraint(equalTo: inputContainer.topAnchor, constant: 8),
      textView.bottomAnchor.constraint(equalTo: inputContainer.bottomAnchor, constant: -8),
      textView.leadingAnchor.constraint(equalTo: inputContainer.leadingAnchor, constant: 12),
      sendButton.leadingAnchor.constraint(equalTo: textView.trailingAnchor, constant: 8),
      sendButton.trailingAnchor.constraint(equalTo: inputContainer.trailingAnchor, constant: -12),
      sendButton.centerYAnchor.constraint(equalTo: textView.centerYAnchor),
    ])
  }

  private func send() {
    guard let text = textView.text, !text.isEmpty else { return }
    messages.append(Message(text: text, isMine: true))
    let indexPath = IndexPath(row: messages.count - 1, section: 0)
    tableView.insertRows(at: [indexPath], with: .automatic)
    tableView.scrollToRow(at: indexPath, at: .bottom, animated: true)
    textView.text = ""
    textViewDidChange(textView)
  }
}

extension ChatViewController: UITableViewDataSource, UITableViewDelegate {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { messages.count }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    guard
      let cell = tableView.dequeueReusableCell(withIdentifier: BubbleCell.identifier, for: indexPath)
        as? BubbleCell
    else { return UITableViewCell() }
    let message = messages[indexPath.row]
    cell.configure(text: message.text, isMine: message.isMine)
    return cell
  }

  func tableView(
    _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint
  ) -> UIContextMenuConfiguration? {
    UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { [weak self] _ in
      guard let self else { return nil }
      let copy = UIAction(title: "Copy", image: UIImage(systemName: "doc.on.doc")) { _ in
        UIPasteboard.general.string = self.messages[indexPath.row].text
      }
      let delete = UIAction(title: "Delete", image: UIImage(systemName: "trash"), attributes: .destructive) {
        _ in
        self.messages.remove(at: indexPath.row)
        tableView.deleteRows(at: [indexPath], with: .fade)
      }
      return UIMenu(title: "", children: [copy, delete])
    }
  }
}

extension ChatViewController: UITextViewDelegate {
  func textViewDidChange(_ textView: UITextView) {
    sendButton.isEnabled = !textView.text.isEmpty
  }
}
