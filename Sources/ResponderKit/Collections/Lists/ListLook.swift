/// How the rows of a list look at their places.
struct ListRow: Equatable {
  var isFirst = false
  var isLast = false
}

/// How a section that is a list looks.
struct ListLook {
  func row(_ item: Int, of count: Int) -> ListRow { ListRow(isFirst: item == 0, isLast: item == count - 1) }
}
