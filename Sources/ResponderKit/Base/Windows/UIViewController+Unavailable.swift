extension UIViewController {
  /// Its view is about to be laid out.
  final func updateUnavailable() {
    let isUpdate = needsUnavailableUpdate
    if isUpdate {
      needsUnavailableUpdate = false
      updateContentUnavailableConfiguration(using: contentUnavailableConfigurationState)
    }
    onLayout?(isUpdate)
  }
}
