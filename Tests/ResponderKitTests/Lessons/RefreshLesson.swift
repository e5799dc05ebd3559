import UIKit

// One statement differs from UIKit: the closure in place of a selector.

/// News that a pull loads anew.
final class NewsViewController: UITableViewController {
  private(set) var news = ["Monday", "Tuesday"]

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "News"
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "news")
    refreshControl = UIRefreshControl()
    refreshControl?.attributedTitle = NSAttributedString(string: "Pull to refresh")
    refreshControl?.addAction(UIAction { [weak self] _ in self?.refresh() }, for: .valueChanged)
  }

  private func refresh() {
    news.insert("Sunday", at: 0)
    tableView.reloadData()
  }

  func loaded() {
    refreshControl?.endRefreshing()
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    news.count
  }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "news", for: indexPath)
    cell.textLabel?.text = news[indexPath.row]
    return cell
  }
}
