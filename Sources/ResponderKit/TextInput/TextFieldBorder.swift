/// The border that a field's style gives to its layer.
struct TextFieldBorder {
  var width = 0.0
  var cornerRadius = 0.0
  var color: CGColor?
}

extension UITextField {
  /// Shows the style's border. Values of the layer that the program has set stay.
  final func showBorder() {
    let old = shownBorder
    var new = TextFieldBorder(color: old.color)
    if borderStyle != .none {
      new = TextFieldBorder(width: 1, color: (isEditing ? tintColor : ControlLooks.edge).cgColor)
      if borderStyle == .roundedRect { new.cornerRadius = 6 }
    }
    if layer.borderWidth == old.width { layer.borderWidth = new.width }
    if layer.cornerRadius == old.cornerRadius { layer.cornerRadius = new.cornerRadius }
    if layer.borderColor == old.color ?? UIColor.black.cgColor { layer.borderColor = new.color }
    shownBorder = new
  }
}
