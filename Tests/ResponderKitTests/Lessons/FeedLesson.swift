import UIKit

// As in UIKit.

/// What a feed shows.
struct FeedItem: Hashable {
  let id: Int
  let title: String
}

/// Loads pages of twenty posts, after a while.
final class FeedService {
  private(set) var requested: [Int] = []
  func load(page: Int, completion: @escaping ([FeedItem]) -> Void) {
    requested.append(page)
    Timer.scheduledTimer(withTimeInterval: 0.4, repeats: false) { _ in
      completion((page * 20..<page * 20 + 20).map { FeedItem(id: $0, title: "Post \($0)") })
    }
  }
}

/// Makes pictures, after a while, and drops the requests that were cancelled.
final class ImageLoader {
  private var cache: [Int: UIImage] = [:]
  private(set) var cancelled: [Int] = []
  private var running: [Int: Timer] = [:]

  @discardableResult
  func loadImage(for id: Int, completion: @escaping (Result<UIImage, Error>) -> Void) -> Int? {
    if let image = cache[id] {
      completion(.success(image))
      return nil
    }
    running[id] = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: false) { [weak self] _ in
      guard let self = self else { return }
      let renderer = UIGraphicsImageRenderer(size: CGSize(width: 40, height: 40))
      let image = renderer.image { context in
        UIColor(hue: CGFloat(id % 20) / 20, saturation: 0.8, brightness: 0.9, alpha: 1).setFill()
        context.fill(CGRect(x: 0, y: 0, width: 40, height: 40))
      }
      self.cache[id] = image
      self.running.removeValue(forKey: id)
      completion(.success(image))
    }
    return id
  }

  func cancelLoad(_ id: Int) {
    running[id]?.invalidate()
    running[id] = nil
    cancelled.append(id)
  }
}

/// A picture and a title, placed within the margins of the row.
final class FeedCell: UITableViewCell {
  static let reuseID = String(describing: FeedCell.self)
  let thumbnail = UIImageView()
  let titleLabel = UILabel()
  var onReuse: () -> Void = {}

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    thumbnail.translatesAutoresizingMaskIntoConstraints = false
    titleLabel.translatesAutoresizingMaskIntoConstraints = false
    thumbnail.contentMode = .scaleAspectFill
    thumbnail.clipsToBounds = true
    thumbnail.layer.cornerRadius = 20
    thumbnail.layer.cornerCurve = .continuous
    titleLabel.setContentHuggingPriority(.defaultLow, for: .horizontal)
    contentView.addSubview(thumbnail)
    contentView.addSubview(titleLabel)
    let guide = contentView.layoutMarginsGuide
    let height = thumbnail.heightAnchor.constraint(equalToConstant: 40)
    height.priority = .init(999)
    NSLayoutConstraint.activate([
      thumbnail.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
      thumbnail.topAnchor.constraint(equalTo: guide.topAnchor),
      thumbnail.bottomAnchor.constraint(equalTo: guide.bottomAnchor),
      thumbnail.widthAnchor.constraint(equalTo: thumbnail.heightAnchor),
      height,
      titleLabel.leadingAnchor.constraint(equalToSystemSpacingAfter: thumbnail.trailingAnchor, multiplier: 1),
      titleLabel.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
      titleLabel.centerYAnchor.constraint(equalTo: thumbnail.centerYAnchor),
    ])
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func prepareForReuse() {
    super.prepareForReuse()
    onReuse()
    thumbnail.image = nil
    titleLabel.text = nil
  }
}

/// Posts that are loaded as the list is scrolled, and a search that waits until the typing rests.
final class FeedViewController: UIViewController {
  let service = FeedService()
  let loader = ImageLoader()
  private(set) var items = [FeedItem]()
  private var filtered: [FeedItem]?
  private var currentPage = 0
  private var isLoading = false {
    didSet { isLoading ? spinner.startAnimating() : spinner.stopAnimating() }
  }
  private(set) var searches: [String] = []
  private var pendingSearch: Timer?
  private(set) var prefetched: Set<IndexPath> = []
  private(set) var cancelledPrefetch: Set<IndexPath> = []

  private(set) lazy var tableView: UITableView = {
    let table = UITableView(frame: .zero, style: .plain)
    table.register(FeedCell.self, forCellReuseIdentifier: FeedCell.reuseID)
    table.dataSource = self
    table.delegate = self
    table.prefetchDataSource = self
    table.rowHeight = UITableView.automaticDimension
    table.estimatedRowHeight = 56
    table.tableFooterView = spinner
    table.keyboardDismissMode = .onDrag
    table.translatesAutoresizingMaskIntoConstraints = false
    return table
  }()

  let spinner: UIActivityIndicatorView = {
    let spinner = UIActivityIndicatorView(style: .medium)
    spinner.hidesWhenStopped = true
    spinner.frame = CGRect(x: 0, y: 0, width: 320, height: 44)
    return spinner
  }()

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Feed"
    navigationItem.largeTitleDisplayMode = .always
    navigationController?.navigationBar.prefersLargeTitles = true
    let search = UISearchController(searchResultsController: nil)
    search.searchResultsUpdater = self
    search.obscuresBackgroundDuringPresentation = false
    search.searchBar.placeholder = "Search posts"
    navigationItem.searchController = search
    navigationItem.hidesSearchBarWhenScrolling = false
    definesPresentationContext = true
    view.addSubview(tableView)
    NSLayoutConstraint.activate([
      tableView.topAnchor.constraint(equalTo: view.topAnchor),
      tableView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      tableView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      tableView.bottomAnchor.constraint(equalTo: view.bottomAnchor),
    ])
    loadNextPage()
  }

  private func loadNextPage() {
    guard !isLoading else { return }
    isLoading = true
    service.load(page: currentPage) { [weak self] newItems in
      guard let self else { return }
      isLoading = false
      currentPage += 1
      let start = items.count
      items += newItems
      let paths = (start..<items.count).map { IndexPath(row: $0, section: 0) }
      tableView.performBatchUpdates(
        {
          self.tableView.insertRows(at: paths, with: .fade)
        }, completion: nil)
    }
  }
}

extension FeedViewController: UITableViewDataSource, UITableViewDelegate {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    (filtered ?? items).count
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    guard
      let cell = tableView.dequeueReusableCell(withIdentifier: FeedCell.reuseID, for: indexPath) as? FeedCell
    else { return UITableViewCell() }
    let item = (filtered ?? items)[indexPath.row]
    cell.titleLabel.text = item.title
    let token = loader.loadImage(for: item.id) { [weak cell] result in
      switch result {
      case .success(let image): cell?.thumbnail.image = image
      case .failure: break
      }
    }
    cell.onReuse = { [weak self] in
      if let token = token { self?.loader.cancelLoad(token) }
    }
    return cell
  }

  func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    if filtered == nil, indexPath.row == items.count - 3 { loadNextPage() }
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    let bottom =
      scrollView.contentOffset.y + scrollView.bounds.height - scrollView.adjustedContentInset.bottom
    if bottom > scrollView.contentSize.height - 100, !items.isEmpty { loadNextPage() }
  }
}

extension FeedViewController: UITableViewDataSourcePrefetching {
  func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) {
    prefetched.formUnion(indexPaths)
  }
  func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
    cancelledPrefetch.formUnion(indexPaths)
  }
}

extension FeedViewController: UISearchResultsUpdating {
  func updateSearchResults(for searchController: UISearchController) {
    pendingSearch?.invalidate()
    let text = searchController.searchBar.text ?? ""
    pendingSearch = Timer.scheduledTimer(withTimeInterval: 0.3, repeats: false) { [weak self] _ in
      self?.performSearch(text)
    }
  }

  func performSearch(_ text: String) {
    searches.append(text)
    filtered = text.isEmpty ? nil : items.filter { $0.title.lowercased().contains(text.lowercased()) }
    tableView.reloadData()
    tableView.backgroundView = filtered?.isEmpty == true ? emptyLabel(for: text) : nil
  }

  private func emptyLabel(for text: String) -> UILabel {
    let label = UILabel()
    label.text = "No results for “\(text)”"
    label.textAlignment = .center
    label.textColor = .secondaryLabel
    return label
  }
}
