/// Closures that set up cells and views, in place of classes with identifiers.
extension UICollectionView {
  /// How cells of one class show items: an alternative to registering a class by an identifier.
  public struct CellRegistration<Cell: UICollectionViewCell, Item> {
    /// What sets up a cell.
    public typealias Handler = (_ cell: Cell, _ indexPath: IndexPath, _ itemIdentifier: Item) -> Void
    let handler: Handler
    /// By the place in the program: one that is made again and again has the same cells.
    let identifier: String

    /// Cells that are set up by a closure. The other arguments tell registrations apart.
    public init(
      file: StaticString = #fileID, line: UInt = #line, column: UInt = #column, handler: @escaping Handler
    ) {
      identifier = "\(Cell.self) of \(file):\(line):\(column)"
      self.handler = handler
    }
  }

  /// How views of one class are set up beside the cells.
  public struct SupplementaryRegistration<Supplementary: UICollectionReusableView> {
    /// What sets up a view.
    public typealias Handler = (
      _ supplementaryView: Supplementary, _ elementKind: String, _ indexPath: IndexPath
    ) -> Void
    let handler: Handler
    let kind: String
    let identifier: String

    /// Views of a kind that are set up by a closure. The other arguments tell registrations apart.
    public init(
      elementKind: String, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
      handler: @escaping Handler
    ) {
      kind = elementKind
      identifier = "\(Supplementary.self) of \(file):\(line):\(column)"
      self.handler = handler
    }
  }

  /// A cell for `cellForItemAt`, set up by the registration's closure.
  public final func dequeueConfiguredReusableCell<Cell: UICollectionViewCell, Item>(
    using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item?
  ) -> Cell {
    register(Cell.self, forCellWithReuseIdentifier: registration.identifier)
    let cell = dequeueReusableCell(withReuseIdentifier: registration.identifier, for: indexPath)
    guard let cell = cell as? Cell else { preconditionFailure("\(cell) is no \(Cell.self)") }
    (cell as UICollectionViewCell).outline = (dataSource as? any OutlineSource)?.outline(at: indexPath)
    if let item { registration.handler(cell, indexPath, item) }
    return cell
  }

  /// A view beside the cells, set up by the registration's closure.
  public final func dequeueConfiguredReusableSupplementary<Supplementary: UICollectionReusableView>(
    using registration: SupplementaryRegistration<Supplementary>, for indexPath: IndexPath
  ) -> Supplementary {
    let (kind, identifier) = (registration.kind, registration.identifier)
    register(Supplementary.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: identifier)
    let view = dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: identifier, for: indexPath)
    guard let view = view as? Supplementary else {
      preconditionFailure("\(view) is no \(Supplementary.self)")
    }
    registration.handler(view, kind, indexPath)
    return view
  }
}
