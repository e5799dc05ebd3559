import UIKit

// As in UIKit.

/// A title, and a note that a tap shows.
final class TodoCell: UITableViewCell {
  static let reuseIdentifier = String(describing: TodoCell.self)
  let titleLabel = UILabel()
  let noteLabel = UILabel()
  private let checkView = UIImageView()

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    titleLabel.font = .preferredFont(forTextStyle: .headline)
    noteLabel.font = .preferredFont(forTextStyle: .subheadline)
    noteLabel.textColor = .secondaryLabel
    noteLabel.numberOfLines = 0
    checkView.setContentHuggingPriority(.required, for: .horizontal)
    let labels = UIStackView(arrangedSubviews: [titleLabel, noteLabel])
    labels.axis = .vertical
    labels.spacing = 4
    let stack = UIStackView(arrangedSubviews: [checkView, labels])
    stack.spacing = 12
    stack.alignment = .firstBaseline
    stack.translatesAutoresizingMaskIntoConstraints = false
    contentView.addSubview(stack)
    let margins = contentView.layoutMarginsGuide
    NSLayoutConstraint.activate([
      stack.topAnchor.constraint(equalTo: margins.topAnchor),
      stack.bottomAnchor.constraint(equalTo: margins.bottomAnchor),
      stack.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
    ])
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  func configure(with todo: Todo) {
    titleLabel.text = todo.title
    noteLabel.text = todo.note
    noteLabel.isHidden = !todo.isExpanded
    checkView.image = UIImage(systemName: todo.isDone ? "checkmark.circle.fill" : "circle")
  }
}

struct Todo {
  let title: String
  let note: String
  var isDone = false
  var isExpanded = false
}

/// Rows that become higher when they are touched, a menu for each, and a header that the program colors.
final class TodosViewController: UITableViewController {
  private(set) var todos = [
    Todo(title: "Write", note: "A page about rows that become higher when they are touched, and lower again"),
    Todo(title: "Read", note: "What others write"), Todo(title: "Walk", note: "Around the lake"),
  ]

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Todos"
    tableView.register(TodoCell.self, forCellReuseIdentifier: TodoCell.reuseIdentifier)
    tableView.rowHeight = UITableView.automaticDimension
    tableView.estimatedRowHeight = 60
    tableView.sectionHeaderTopPadding = 0
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { todos.count }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    guard
      let cell = tableView.dequeueReusableCell(withIdentifier: TodoCell.reuseIdentifier, for: indexPath)
        as? TodoCell
    else { return UITableViewCell() }
    cell.configure(with: todos[indexPath.row])
    return cell
  }

  override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    "Today"
  }

  override func tableView(
    _ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int
  ) {
    guard let header = view as? UITableViewHeaderFooterView else { return }
    header.textLabel?.textColor = .systemOrange
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: true)
    todos[indexPath.row].isExpanded.toggle()
    (tableView.cellForRow(at: indexPath) as? TodoCell)?.configure(with: todos[indexPath.row])
    tableView.beginUpdates()
    tableView.endUpdates()
  }

  override func tableView(
    _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint
  ) -> UIContextMenuConfiguration? {
    UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { _ in
      let done = UIAction(title: "Done", image: UIImage(systemName: "checkmark")) { [weak self] _ in
        self?.todos[indexPath.row].isDone = true
        self?.tableView.reloadRows(at: [indexPath], with: .none)
      }
      return UIMenu(title: "", children: [done])
    }
  }
}
