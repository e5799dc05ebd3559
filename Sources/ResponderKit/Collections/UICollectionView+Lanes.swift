/// Sections that scroll across the way that the collection scrolls.
extension UICollectionView {
  /// The view that a cell is put into.
  final func home(_ attributes: UICollectionViewLayoutAttributes) -> UIView {
    attributes.lane.flatMap { lanes[$0] } ?? self
  }

  /// Makes the lanes that are in sight, places them, and takes the others away.
  final func showLanes() {
    let places = dataSource == nil ? [] : collectionViewLayout.lanes(in: bounds)
    if places.isEmpty, lanes.isEmpty { return }
    for section in Array(lanes.keys) where !places.contains(where: { $0.section == section }) {
      // A lane under a finger stays.
      guard let lane = lanes[section], !lane.isTracking else { continue }
      lanes[section] = nil
      discard(lane)
    }
    for place in places {
      let lane = lanes[place.section] ?? makeLane(place.section)
      lane.place(place)
      let wanted = collectionViewLayout.laneOffset(place.section)
      if !lane.isTracking, lane.motion == nil, lane.offset != wanted { lane.come(to: wanted) }
      if lane.offset != wanted { collectionViewLayout.laneMoved(place.section, to: lane.offset) }
    }
  }

  private func makeLane(_ section: Int) -> OrthogonalLane {
    let lane = OrthogonalLane(frame: .zero)
    lane.rest = { [weak self] proposed, now, velocity in
      self?.collectionViewLayout.laneRest(section, proposed, now, velocity) ?? proposed
    }
    lane.onMove = { [weak self, weak lane] offset in
      guard let self, let lane, lanes[section] === lane else { return }
      collectionViewLayout.laneMoved(section, to: offset)
      setNeedsLayout()
    }
    UIView.performWithoutAnimation { insertSubview(lane, at: backgroundView == nil ? 0 : 1) }
    lanes[section] = lane
    stacking = []
    return lane
  }

  /// The cells in it are put aside.
  private func discard(_ lane: OrthogonalLane) {
    putAside({ $1.superview === lane }, beside: { $1.superview === lane })
    lane.removeFromSuperview()
  }
}
