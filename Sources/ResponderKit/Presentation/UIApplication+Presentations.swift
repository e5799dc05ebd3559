extension UIApplication {
  final func presentation(of controller: UIViewController) -> any ControllerPresentation {
    UIPresentationController.presenting(controller)
  }
}
