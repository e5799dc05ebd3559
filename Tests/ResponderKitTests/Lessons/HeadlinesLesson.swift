import UIKit

// Not a line differs from UIKit.

/// What a server of news would answer, when it does.
protocol HeadlineServer: Actor {
  func headlines(about words: String) async throws -> [String]
  func picture(of headline: String) async -> UIImage?
}

/// Headlines that are loaded at the beginning, by a pull, and by what is typed into the search field.
final class HeadlinesViewController: UITableViewController, UISearchResultsUpdating {
  private let server: any HeadlineServer
  private(set) var headlines: [String] = []
  private var search: Task<Void, Never>?

  init(server: any HeadlineServer) {
    self.server = server
    super.init(style: .plain)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Loading…"
    tableView.register(HeadlineCell.self, forCellReuseIdentifier: "headline")
    let searchController = UISearchController(searchResultsController: nil)
    searchController.searchResultsUpdater = self
    navigationItem.searchController = searchController
    refreshControl = UIRefreshControl(
      frame: .zero,
      primaryAction: UIAction { [weak self] _ in
        Task {
          await self?.load("")
          self?.refreshControl?.endRefreshing()
        }
      })
    Task { await load("") }
  }

  func updateSearchResults(for searchController: UISearchController) {
    search?.cancel()
    let words = searchController.searchBar.text ?? ""
    search = Task { [weak self] in await self?.load(words) }
  }

  private func load(_ words: String) async {
    do {
      let found = try await server.headlines(about: words)
      guard !Task.isCancelled else { return }
      headlines = found
      title = "\(found.count) headlines"
      tableView.reloadData()
    } catch {
      title = "No connection"
    }
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    headlines.count
  }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell =
      tableView.dequeueReusableCell(withIdentifier: "headline", for: indexPath) as! HeadlineCell
    cell.show(headlines[indexPath.row], from: server)
    return cell
  }
}

/// A headline, and its picture as soon as it is there.
final class HeadlineCell: UITableViewCell {
  private var loading: Task<Void, Never>?

  func show(_ headline: String, from server: any HeadlineServer) {
    textLabel?.text = headline
    loading = Task {
      let picture = await server.picture(of: headline)
      if Task.isCancelled { return }
      imageView?.image = picture
      setNeedsLayout()
    }
  }

  override func prepareForReuse() {
    super.prepareForReuse()
    loading?.cancel()
    imageView?.image = nil
  }
}
