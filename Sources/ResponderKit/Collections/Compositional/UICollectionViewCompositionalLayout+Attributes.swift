/// What the layout answers, from its plans.
extension UICollectionViewCompositionalLayout {
  private func finish(
    _ attributes: UICollectionViewLayoutAttributes, _ frame: Rect, in section: Int, isScrolled: Bool
  ) -> UICollectionViewLayoutAttributes {
    let origin = origin(of: section)
    attributes.frame = flipped(frame.offsetBy(dx: origin.x, dy: origin.y))
    guard isScrolled, plans[section].isLane else { return attributes }
    attributes.lane = section
    let lane = flipped(plans[section].laneFrame.offsetBy(dx: origin.x, dy: origin.y)).origin
    var shift = Point(-lane.x, -lane.y)
    shift[axis.other] += laneOffset(section)
    attributes.laneShift = shift
    return attributes
  }

  final func cell(_ path: IndexPath) -> UICollectionViewLayoutAttributes? {
    guard plans.indices.contains(path.section), let leaf = plans[path.section].leaf(of: path.item) else {
      return nil
    }
    return cell(path, leaf, leaf.frame)
  }

  private func cell(_ path: IndexPath, _ leaf: SolvedGroup.Leaf, _ frame: Rect)
    -> UICollectionViewLayoutAttributes
  {
    let plan = plans[path.section]
    let attributes = UICollectionViewLayoutAttributes(forCellWith: path)
    attributes.zIndex = leaf.zIndex
    attributes.estimates = leaf.estimates
    attributes.isMeasured = plan.run.isMeasured(path.item)
    attributes.row = plan.section.list?.row(path, of: plan.run.count)
    return finish(attributes, frame, in: path.section, isScrolled: true)
  }

  private func badge(_ badge: SolvedGroup.Badge, _ path: IndexPath, _ frame: Rect)
    -> UICollectionViewLayoutAttributes
  {
    let attributes = UICollectionViewLayoutAttributes(forSupplementaryViewOfKind: badge.kind, with: path)
    // Views beside the cells are in front of them anyway.
    attributes.zIndex = badge.zIndex == 1 ? 0 : badge.zIndex
    return finish(attributes, frame, in: path.section, isScrolled: true)
  }

  /// What of a section is in sight, along the way that the collection scrolls.
  private func seen(_ section: Int) -> ClosedRange<Double> {
    guard let view = collectionView else { return 0...0 }
    let start = origin(of: section)[axis]
    let inset = view.adjustedContentInset
    let (low, high) =
      axis == .vertical
      ? (view.clearTop, view.bounds.maxY - inset.bottom)
      : isTurned
        ? (flipped(view.bounds).minX + inset.right, flipped(view.bounds).maxX - inset.left)
        : (view.bounds.minX + inset.left, view.bounds.maxX - inset.right)
    // Bounds that are no numbers show nothing.
    guard low - start <= high - start else { return 0...0 }
    return low - start...high - start
  }

  private func band(_ index: Int, of section: Int) -> UICollectionViewLayoutAttributes {
    let plan = plans[section]
    let band = plan.bands[index]
    let attributes = UICollectionViewLayoutAttributes(
      forSupplementaryViewOfKind: band.item.elementKind, with: IndexPath(item: band.number, section: section))
    // One that stays is in front of what scrolls below it.
    attributes.zIndex =
      band.item.pinToVisibleBounds ? max(band.item.zIndex, 10) : band.item.zIndex == 1 ? 0 : band.item.zIndex
    attributes.estimates = band.item.layoutSize.estimates
    attributes.isMeasured = band.isMeasured
    attributes.row = plan.section.list?.band(band.item.elementKind)
    return finish(attributes, plan.frame(of: band, seen: seen(section)), in: section, isScrolled: false)
  }

  final func beside(_ kind: String, _ path: IndexPath) -> UICollectionViewLayoutAttributes? {
    guard plans.indices.contains(path.section) else { return nil }
    if let index = bandIndex(kind, path) { return band(index, of: path.section) }
    let plan = plans[path.section]
    let index = plan.run.groupIndex(of: path.item)
    guard path.item >= 0, path.item < plan.run.count, index < plan.run.groupCount else { return nil }
    let number = path.item - plan.run.firstItem(of: index)
    guard let found = plan.run.solved(index).badges.first(where: { $0.kind == kind && $0.leaf == number }),
      let leaf = plan.leaf(of: path.item), plan.run.solved(index).leaves.indices.contains(number)
    else { return nil }
    let way = leaf.frame.origin - plan.run.solved(index).leaves[number].frame.origin
    return badge(found, path, found.frame.offsetBy(dx: way.x, dy: way.y))
  }

  private func background(_ index: Int, of section: Int) -> UICollectionViewLayoutAttributes {
    let (plan, item) = (plans[section], plans[section].section.decorationItems[index])
    let attributes = UICollectionViewLayoutAttributes(
      forDecorationViewOfKind: item.elementKind, with: IndexPath(item: 0, section: section))
    attributes.zIndex = item.zIndex > 0 ? item.zIndex : item.zIndex - 1
    var frame = plan.frame.inset(item.contentInsets)
    if item.elementKind == ListLook.backdropKind, let list = plan.section.list {
      attributes.backdrop = list.backdrop
      frame = wholeBackdrop(section, frame)
    }
    return finish(attributes, frame, in: section, isScrolled: false)
  }

  /// What is behind a list is seen beside the content, too, when that is pulled.
  private func wholeBackdrop(_ section: Int, _ frame: Rect) -> Rect {
    let far = 4000.0
    let top = section == 0 ? frame.minY - far : frame.minY
    let bottom = section == plans.count - 1 ? frame.maxY + far : frame.maxY
    return Rect(minX: frame.minX - far, minY: top, maxX: frame.maxX + far, maxY: bottom)
  }

  final func elements(in rect: Rect) -> [UICollectionViewLayoutAttributes] {
    var found: [UICollectionViewLayoutAttributes] = []
    for section in sections(in: flipped(rect)) { found += elements(of: section, in: rect) }
    return found
  }

  private func elements(of section: Int, in rect: Rect) -> [UICollectionViewLayoutAttributes] {
    let (plan, origin) = (plans[section], origin(of: section))
    var scrolled: [UICollectionViewLayoutAttributes] = []
    var still: [UICollectionViewLayoutAttributes] = []
    let part = flipped(rect).offsetBy(dx: -origin.x, dy: -origin.y)
    for (index, start) in plan.groups(in: part) {
      let (solved, first) = (plan.run.solved(index), plan.run.firstItem(of: index))
      for (number, leaf) in solved.leaves.enumerated() {
        let frame = leaf.frame.offsetBy(dx: start.x, dy: start.y)
        guard frame.intersects(part) else { continue }
        scrolled.append(cell(IndexPath(item: first + number, section: section), leaf, frame))
      }
      for badge in solved.badges {
        let frame = badge.frame.offsetBy(dx: start.x, dy: start.y)
        guard frame.intersects(part) else { continue }
        scrolled.append(self.badge(badge, IndexPath(item: first + badge.leaf, section: section), frame))
      }
    }
    for index in plan.bands.indices {
      let band = band(index, of: section)
      if band.frame.intersects(rect) { still.append(band) }
    }
    for index in plan.section.decorationItems.indices {
      let background = background(index, of: section)
      if background.frame.intersects(rect) { still.append(background) }
    }
    // A question about another part is no scroll.
    if let handler = plan.section.visibleItemsInvalidationHandler, rect == collectionView?.bounds {
      var offset = rect.origin
      if plan.isLane { offset[axis.other] = laneOffset(section) }
      handler(scrolled.map(VisibleItem.init), offset, plan.around.environment)
    }
    return scrolled + still
  }
}
