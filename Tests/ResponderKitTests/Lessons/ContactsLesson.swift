import UIKit

// As in UIKit.

/// A cell with its own label beside those of the system.
final class ContactCell: UITableViewCell {
  static let identifier = "ContactCell"
  let badge = UILabel()

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: .subtitle, reuseIdentifier: reuseIdentifier)
    badge.textColor = .tertiaryLabel
    badge.font = UIFont.systemFont(ofSize: 12)
    contentView.addSubview(badge)
    accessoryType = .disclosureIndicator
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    badge.frame = CGRect(x: contentView.bounds.width - 40, y: 0, width: 40, height: contentView.bounds.height)
  }
}

/// Contacts by their first letter; a button of the bar adds one, and a row opens it.
final class ContactsViewController: UITableViewController {
  private var sections: [(letter: String, names: [String])] = [
    ("A", ["Ada", "Alan"]), ("G", ["Grace"]), ("L", ["Linus"]),
  ]

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Contacts"
    tableView.register(ContactCell.self, forCellReuseIdentifier: ContactCell.identifier)
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      systemItem: .add, primaryAction: UIAction { [weak self] _ in self?.add() })
  }

  private func add() {
    sections[0].names.append("Anita")
    tableView.insertRows(at: [IndexPath(row: sections[0].names.count - 1, section: 0)], with: .automatic)
  }

  override func numberOfSections(in tableView: UITableView) -> Int { sections.count }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    sections[section].names.count
  }

  override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    sections[section].letter
  }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell =
      tableView.dequeueReusableCell(withIdentifier: ContactCell.identifier, for: indexPath) as! ContactCell
    cell.textLabel?.text = sections[indexPath.section].names[indexPath.row]
    cell.detailTextLabel?.text = "Section \(sections[indexPath.section].letter)"
    cell.badge.text = "\(indexPath.row + 1)"
    return cell
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: true)
    let details = UIViewController()
    details.view.backgroundColor = .systemGroupedBackground
    details.title = sections[indexPath.section].names[indexPath.row]
    navigationController?.pushViewController(details, animated: true)
  }
}
