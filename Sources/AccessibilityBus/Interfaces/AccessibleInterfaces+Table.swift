import DBus

/// Tables of one column, and their rows.
extension AccessibleInterfaces {
  /// A table's rows.
  private struct TableReading {
    let object: AccessibleObject
    let table: (any AccessibleTableSource)?

    init(_ object: AccessibleObject) {
      self.object = object
      table = object.element as? any AccessibleTableSource
    }

    /// A row's number; nil for one that the table does not have.
    func row(_ value: DBusValue) -> Int? {
      let row = Int(value.int32 ?? -1)
      return row >= 0 && row < table?.accessibleRowCount ?? 0 ? row : nil
    }

    /// A place in the table; nil without a cell there.
    func row(_ values: [DBusValue]) -> Int? { values[1].int32 == 0 ? row(values[0]) : nil }

    /// The child that shows a row; nil while it is out of sight.
    func child(_ row: Int?) -> (any AccessibleElement)? {
      guard let table, let row else { return nil }
      return object.children.first { table.accessibleRow(of: $0) == row }
    }

    /// The row that a child shows.
    func row(ofChild index: DBusValue) -> Int? {
      SelectableChildren.member(index, of: object.children).flatMap { table?.accessibleRow(of: $0) }
    }

    func isSelected(_ row: Int?) -> Bool {
      row.map { table?.accessibleSelectedRows.contains($0) == true } ?? false
    }

    func select(_ row: Int?, _ isOn: Bool) -> [DBusValue] {
      if isOn == isSelected(row), row != nil { return [.boolean(true)] }
      return [.boolean(SelectableChildren(object).set(child(row), isOn))]
    }

    func reference(_ element: (any AccessibleElement)?) -> [DBusValue] {
      [element.map { object.objects.reference($0) } ?? AccessibleObjects.nothing]
    }
  }

  private static func number(_ value: Int) -> DBusValue { .int32(Int32(clamping: value)) }

  static let table = DBusInterface<AccessibleObject>(
    prefix + "Table",
    methods: [
      .init("GetAccessibleAt", takes: "row:i column:i", answers: "(so)") { object, values in
        let table = TableReading(object)
        return table.reference(table.child(table.row(values)))
      },
      .init("GetIndexAt", takes: "row:i column:i", answers: "i") { object, values in
        let table = TableReading(object)
        guard let child = table.child(table.row(values)) else { return [.int32(-1)] }
        return [number(object.children.firstIndex { $0 === child } ?? -1)]
      },
      .init("GetRowAtIndex", takes: "index:i", answers: "i") { object, values in
        [number(TableReading(object).row(ofChild: values[0]) ?? -1)]
      },
      .init("GetColumnAtIndex", takes: "index:i", answers: "i") { object, values in
        [.int32(TableReading(object).row(ofChild: values[0]) == nil ? -1 : 0)]
      },
      .init("GetRowDescription", takes: "row:i", answers: "s") { object, values in
        let table = TableReading(object)
        return [.string(table.row(values[0]).flatMap { table.table?.accessibleHeading(ofRow: $0) } ?? "")]
      },
      .init("GetColumnDescription", takes: "column:i", answers: "s") { _, _ in [.string("")] },
      .init("GetRowExtentAt", takes: "row:i column:i", answers: "i") { object, values in
        [.int32(TableReading(object).row(values) == nil ? 0 : 1)]
      },
      .init("GetColumnExtentAt", takes: "row:i column:i", answers: "i") { object, values in
        [.int32(TableReading(object).row(values) == nil ? 0 : 1)]
      },
      .init("GetRowHeader", takes: "row:i", answers: "(so)") { object, values in
        let table = TableReading(object)
        return table.reference(table.row(values[0]).flatMap { table.table?.accessibleHeader(ofRow: $0) })
      },
      .init("GetColumnHeader", takes: "column:i", answers: "(so)") { _, _ in [AccessibleObjects.nothing] },
      .init("GetSelectedRows", answers: "ai") { object, _ in
        [.array(.int32, (TableReading(object).table?.accessibleSelectedRows ?? []).map { number($0) })]
      },
      .init("GetSelectedColumns", answers: "ai") { _, _ in [.array(.int32, [])] },
      .init("IsRowSelected", takes: "row:i", answers: "b") { object, values in
        let table = TableReading(object)
        return [.boolean(table.isSelected(table.row(values[0])))]
      },
      .init("IsColumnSelected", takes: "column:i", answers: "b") { _, _ in [.boolean(false)] },
      .init("IsSelected", takes: "row:i column:i", answers: "b") { object, values in
        let table = TableReading(object)
        return [.boolean(table.isSelected(table.row(values)))]
      },
      .init("AddRowSelection", takes: "row:i", answers: "b") { object, values in
        let table = TableReading(object)
        return table.select(table.row(values[0]), true)
      },
      .init("RemoveRowSelection", takes: "row:i", answers: "b") { object, values in
        let table = TableReading(object)
        return table.select(table.row(values[0]), false)
      },
      .init("AddColumnSelection", takes: "column:i", answers: "b") { _, _ in [.boolean(false)] },
      .init("RemoveColumnSelection", takes: "column:i", answers: "b") { _, _ in [.boolean(false)] },
      .init(
        "GetRowColumnExtentsAtIndex", takes: "index:i",
        answers: "b row:i col:i row_extents:i col_extents:i is_selected:b"
      ) { object, values in
        let table = TableReading(object)
        guard let row = table.row(ofChild: values[0]) else {
          return [.boolean(false), .int32(-1), .int32(-1), .int32(0), .int32(0), .boolean(false)]
        }
        return [
          .boolean(true), number(row), .int32(0), .int32(1), .int32(1), .boolean(table.isSelected(row)),
        ]
      },
    ],
    properties: [
      .init("NRows", "i") { number(TableReading($0).table?.accessibleRowCount ?? 0) },
      .init("NColumns", "i") { _ in .int32(1) },
      .init("Caption", "(so)") { _ in AccessibleObjects.nothing },
      .init("Summary", "(so)") { _ in AccessibleObjects.nothing },
      .init("NSelectedRows", "i") { number(TableReading($0).table?.accessibleSelectedRows.count ?? 0) },
      .init("NSelectedColumns", "i") { _ in .int32(0) },
    ])

  // MARK: Cells

  private static func row(_ object: AccessibleObject) -> DBusValue {
    number(object.element?.rowInTable?.row ?? -1)
  }

  static let tableCell = DBusInterface<AccessibleObject>(
    prefix + "TableCell",
    methods: [
      // Readers expect no truth value before the numbers, which the interface's description has.
      .init("GetRowColumnSpan", answers: "row:i col:i row_extents:i col_extents:i") { object, _ in
        [row(object), .int32(0), .int32(1), .int32(1)]
      },
      .init("GetRowHeaderCells", answers: "a(so)") { object, _ in
        let header = object.element?.rowInTable.flatMap { $0.table.accessibleHeader(ofRow: $0.row) }
        return [object.objects.references(header.map { [$0] } ?? [])]
      },
      .init("GetColumnHeaderCells", answers: "a(so)") { object, _ in [object.objects.references([])] },
    ],
    properties: [
      .init("ColumnSpan", "i") { _ in .int32(1) },
      .init("RowSpan", "i") { _ in .int32(1) },
      .init("Position", "(ii)") { .structure([row($0), .int32(0)]) },
      .init("Table", "(so)") { object in
        object.element?.rowInTable.map { object.objects.reference($0.table) } ?? AccessibleObjects.nothing
      },
    ])
}
