import TestSupport

@testable import ResponderKit

/// A table whose rows are dragged, and which takes rows and texts.
final class DraggedRows: UITableViewDataSource, UITableViewDragDelegate, UITableViewDropDelegate {
  let log: Log
  let table = UITableView(frame: Rect(0, 0, 300, 400))
  var rows: [String]
  var operation = UIDropOperation.move
  var intent = UITableViewDropProposal.Intent.insertAtDestinationIndexPath
  /// Whether it inserts what is dropped.
  var inserts = true
  var isRestricted = false
  /// Whether the last drop session was restricted.
  var wasRestricted = false
  /// Called when a drag leaves the table.
  var exits: () -> Void = {}
  /// Called after the table has asked for a row's items, before the lift.
  var prepares: () -> Void = {}

  init(_ stage: Stage, _ rows: [String], top: Double = 0, takesDrops: Bool = true) {
    (log, self.rows) = (stage.log, rows)
    table.frame.origin.y = top
    table.rowHeight = 40
    (table.dataSource, table.dragDelegate) = (self, self)
    if takesDrops { table.dropDelegate = self }
    stage.show(table)
    stage.wait(20)
  }

  /// The texts of the cells, by where they are seen.
  var seen: [String] {
    table.visibleCells.filter { $0.alpha > 0 }.sorted { $0.frame.minY < $1.frame.minY }
      .map { $0.textLabel?.text ?? "" }
  }
  /// The upper edges of the cells that are seen.
  var tops: [Double] { table.visibleCells.filter { $0.alpha > 0 }.map(\.frame.minY).sorted() }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows.count }
  func tableView(_ tableView: UITableView, cellForRowAt row: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: row)
    cell.textLabel?.text = rows[row.row]
    return cell
  }

  func tableView(
    _ tableView: UITableView, itemsForBeginning session: any UIDragSession, at indexPath: IndexPath
  ) -> [UIDragItem] {
    if rows[indexPath.row] == "fixed" { return [] }
    let item = UIDragItem(itemProvider: NSItemProvider(object: rows[indexPath.row]))
    item.localObject = rows[indexPath.row]
    return [item]
  }
  func tableView(_ tableView: UITableView, dragPreviewParametersForRowAt indexPath: IndexPath)
    -> UIDragPreviewParameters?
  {
    // What is lifted now is what the picture shows.
    log(tableView.cellForRow(at: indexPath)?.isHighlighted == true ? "highlighted" : "lift")
    return nil
  }
  func tableView(
    _ tableView: UITableView, dragSessionIsRestrictedToDraggingApplication session: any UIDragSession
  ) -> Bool {
    prepares()
    return isRestricted
  }
  func tableView(_ tableView: UITableView, dragSessionWillBegin session: any UIDragSession) { log("begin") }
  func tableView(_ tableView: UITableView, dragSessionDidEnd session: any UIDragSession) { log("did end") }

  func tableView(_ tableView: UITableView, canHandle session: any UIDropSession) -> Bool {
    session.canLoadObjects(ofClass: String.self)
  }
  func tableView(
    _ tableView: UITableView, dropSessionDidUpdate session: any UIDropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> UITableViewDropProposal {
    wasRestricted = session.isRestrictedToDraggingApplication
    log("update \(destinationIndexPath.map { "\($0)" } ?? "-")")
    return UITableViewDropProposal(operation: operation, intent: intent)
  }
  func tableView(_ tableView: UITableView, dropSessionDidExit session: any UIDropSession) {
    log("exit")
    exits()
  }
  func tableView(_ tableView: UITableView, dropSessionDidEnd session: any UIDropSession) { log("end") }

  func tableView(_ tableView: UITableView, performDropWith coordinator: any UITableViewDropCoordinator) {
    let target = coordinator.destinationIndexPath
    log("perform \(target.map { "\($0)" } ?? "-")")
    for item in coordinator.items where inserts {
      guard let text = item.dragItem.localObject as? String else { continue }
      let place = target ?? IndexPath(row: rows.count, section: 0)
      tableView.performBatchUpdates { [self] in
        if let source = item.sourceIndexPath {
          rows.remove(at: source.row)
          tableView.deleteRows(at: [source], with: .automatic)
        }
        rows.insert(text, at: place.row)
        tableView.insertRows(at: [place], with: .automatic)
      }
      coordinator.drop(item.dragItem, toRowAt: place)
    }
  }
}

/// Its data source moves rows, too.
final class MovedRows: UITableViewDataSource, UITableViewDragDelegate {
  let table = UITableView(frame: Rect(0, 0, 300, 400))
  var rows: [String]
  var moves: [String] = []

  init(_ stage: Stage, _ rows: [String]) {
    self.rows = rows
    table.rowHeight = 40
    (table.dataSource, table.dragDelegate) = (self, self)
    stage.show(table)
    stage.wait(20)
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows.count }
  func tableView(_ tableView: UITableView, cellForRowAt row: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: row)
    cell.textLabel?.text = rows[row.row]
    return cell
  }
  func tableView(_ tableView: UITableView, moveRowAt old: IndexPath, to new: IndexPath) {
    moves.append("\(old.row) \(new.row)")
    rows.insert(rows.remove(at: old.row), at: new.row)
  }
  func tableView(
    _ tableView: UITableView, itemsForBeginning session: any UIDragSession, at indexPath: IndexPath
  ) -> [UIDragItem] { [UIDragItem(itemProvider: NSItemProvider())] }
}
