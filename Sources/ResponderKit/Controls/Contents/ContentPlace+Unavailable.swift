/// Shows what a controller has in place of content.
private final class UnavailablePlace {
  let content = ContentPlace()
  /// As the program has set it.
  var configuration: (any UIContentConfiguration)?
}

extension UIViewController {
  /// What is shown in front of its view in place of content: a ``UIContentUnavailableConfiguration`` or one of the program's own. Nil: nothing.
  public final var contentUnavailableConfiguration: (any UIContentConfiguration)? {
    get { (barItems["unavailable"] as? UnavailablePlace)?.configuration }
    set {
      guard newValue != nil || barItems["unavailable"] != nil else { return }
      let place = barItems["unavailable"] as? UnavailablePlace ?? UnavailablePlace()
      barItems["unavailable"] = place
      place.configuration = newValue
      onLayout = { [weak self] in self?.placeUnavailable($0) }
      if isViewLoaded { showUnavailable(place) }
    }
  }

  /// Calls `updateContentUnavailableConfiguration` before the coming layout: for a program whose content has changed.
  public final func setNeedsUpdateContentUnavailableConfiguration() {
    needsUnavailableUpdate = true
    loadedView?.setNeedsLayout()
  }

  private final func showUnavailable(_ place: UnavailablePlace) {
    let shown = place.configuration?.updated(for: contentUnavailableConfigurationState)
    place.content.show(shown, in: view)
    placeUnavailable(false)
  }

  private final func placeUnavailable(_ isUpdate: Bool) {
    guard let place = barItems["unavailable"] as? UnavailablePlace else { return }
    if isUpdate || place.configuration != nil && place.content.view == nil { return showUnavailable(place) }
    guard let overlay = place.content.view else { return }
    if overlay.frame != view.bounds { overlay.frame = view.bounds }
    if view.subviews.last !== overlay { view.bringSubviewToFront(overlay) }
  }
}
