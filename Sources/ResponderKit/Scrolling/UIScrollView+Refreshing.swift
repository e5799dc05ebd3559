extension UIScrollView {
  /// Another control above the content, or none.
  final func exchangeRefreshControl(_ old: UIRefreshControl?) {
    guard old !== refreshControl else { return }
    old?.take(nil)
    refreshControl?.take(self)
    adjustInsets()
  }

  /// The control no longer needs room. Content that lies below it moves up, step by step; a finger keeps what it drags.
  final func closeRefreshRoom() {
    let (offset, held) = (contentOffset, unpulled(contentOffset))
    adjustInsets()
    if isDragging {
      // The finger continues from where it holds the content by the new edge.
      dragOrigin = dragOrigin + (unpulled(contentOffset) - held)
      return
    }
    guard !isTracking else { return }
    if let motion {
      let rest = motion.place(at: 1e6).offset
      if clamp(rest) != rest { setContentOffset(clamp(rest), animated: true) }
    } else if offset != clamp(offset) {
      place(offset)
      setContentOffset(clamp(offset), animated: true)
    }
  }
}
