extension UIApplication {
  /// Notifies of a shortage of memory: calls the delegate's `applicationDidReceiveMemoryWarning` and each controller's
  /// `didReceiveMemoryWarning`. Nothing here watches memory.
  public func memoryWarningReceived() {
    delegate?.applicationDidReceiveMemoryWarning(self)
    notices.post(name: UIApplication.didReceiveMemoryWarningNotification, object: self)
    for window in windows { window.rootViewController.map(warn) }
  }

  private func warn(_ controller: UIViewController) {
    controller.didReceiveMemoryWarning()
    for child in controller.children { warn(child) }
    controller.presented.map(warn)
  }
}
