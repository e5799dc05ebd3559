import UIKit

/// Two lists between which texts are dragged, written as UIKit's programs are.
final class TwoListsViewController: UIViewController, UITableViewDataSource, UITableViewDragDelegate,
  UITableViewDropDelegate
{
  let left = UITableView()
  let right = UITableView()
  var leftItems = (1...4).map { "Left \($0)" }
  var rightItems = (1...4).map { "Right \($0)" }

  override func viewDidLoad() {
    super.viewDidLoad()
    for (index, table) in [left, right].enumerated() {
      table.frame = CGRect(x: index * 150, y: 40, width: 150, height: 400)
      table.rowHeight = 44
      table.register(UITableViewCell.self, forCellReuseIdentifier: "Cell")
      table.dataSource = self
      table.dragDelegate = self
      table.dropDelegate = self
      table.dragInteractionEnabled = true
      view.addSubview(table)
    }
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    tableView == left ? leftItems.count : rightItems.count
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "Cell", for: indexPath)
    cell.textLabel?.text = tableView == left ? leftItems[indexPath.row] : rightItems[indexPath.row]
    return cell
  }

  func tableView(
    _ tableView: UITableView, itemsForBeginning session: UIDragSession, at indexPath: IndexPath
  ) -> [UIDragItem] {
    let string = tableView == left ? leftItems[indexPath.row] : rightItems[indexPath.row]
    let itemProvider = NSItemProvider(object: string as NSString)
    return [UIDragItem(itemProvider: itemProvider)]
  }

  func tableView(_ tableView: UITableView, canHandle session: UIDropSession) -> Bool {
    session.canLoadObjects(ofClass: NSString.self)
  }

  func tableView(
    _ tableView: UITableView, dropSessionDidUpdate session: UIDropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> UITableViewDropProposal {
    if tableView.hasActiveDrag {
      return UITableViewDropProposal(operation: .forbidden)
    }
    return UITableViewDropProposal(operation: .copy, intent: .insertAtDestinationIndexPath)
  }

  func tableView(_ tableView: UITableView, performDropWith coordinator: UITableViewDropCoordinator) {
    let destinationIndexPath: IndexPath
    if let indexPath = coordinator.destinationIndexPath {
      destinationIndexPath = indexPath
    } else {
      let section = tableView.numberOfSections - 1
      destinationIndexPath = IndexPath(row: tableView.numberOfRows(inSection: section), section: section)
    }
    coordinator.session.loadObjects(ofClass: NSString.self) { strings in
      var indexPaths = [IndexPath]()
      for (index, string) in strings.enumerated() {
        let indexPath = IndexPath(
          row: destinationIndexPath.row + index, section: destinationIndexPath.section)
        if tableView == self.left {
          self.leftItems.insert(string, at: indexPath.row)
        } else {
          self.rightItems.insert(string, at: indexPath.row)
        }
        indexPaths.append(indexPath)
      }
      tableView.insertRows(at: indexPaths, with: .automatic)
    }
  }
}

/// A picture that is dragged onto a view, which shows it.
final class PictureDropViewController: UIViewController, UIDragInteractionDelegate, UIDropInteractionDelegate
{
  let source = UIImageView(frame: CGRect(x: 20, y: 60, width: 80, height: 80))
  let target = UIImageView(frame: CGRect(x: 150, y: 300, width: 200, height: 200))

  override func viewDidLoad() {
    super.viewDidLoad()
    source.image = UIImage(systemName: "star.fill")
    source.isUserInteractionEnabled = true
    source.addInteraction(UIDragInteraction(delegate: self))
    target.isUserInteractionEnabled = true
    target.addInteraction(UIDropInteraction(delegate: self))
    view.addSubview(source)
    view.addSubview(target)
  }

  func dragInteraction(_ interaction: UIDragInteraction, itemsForBeginning session: UIDragSession)
    -> [UIDragItem]
  {
    guard let image = source.image else { return [] }
    let item = UIDragItem(itemProvider: NSItemProvider(object: image))
    item.localObject = image
    return [item]
  }

  func dropInteraction(_ interaction: UIDropInteraction, canHandle session: UIDropSession) -> Bool {
    session.canLoadObjects(ofClass: UIImage.self) && session.items.count == 1
  }

  func dropInteraction(_ interaction: UIDropInteraction, sessionDidUpdate session: UIDropSession)
    -> UIDropProposal
  {
    let isInside = target.frame.contains(session.location(in: view))
    target.layer.borderWidth = isInside ? 2 : 0
    return UIDropProposal(operation: isInside ? .copy : .cancel)
  }

  func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnd session: UIDropSession) {
    target.layer.borderWidth = 0
  }

  func dropInteraction(_ interaction: UIDropInteraction, performDrop session: UIDropSession) {
    session.loadObjects(ofClass: UIImage.self) { images in
      self.target.image = images.first as? UIImage
    }
  }
}
