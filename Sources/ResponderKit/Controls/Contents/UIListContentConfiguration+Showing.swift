extension UIListContentConfiguration.TextProperties {
  /// Shows a text in a label; no text hides it.
  func show(_ text: String?, _ attributed: NSAttributedString?, in label: UILabel) {
    label.adjustsFontForContentSizeCategory = adjustsFontForContentSizeCategory
    let isAdjusted = adjustsFontForContentSizeCategory && UIContentSizeCategory.isUsed
    label.font = isAdjusted ? font.adjusted(to: label.traitCollection) : font
    label.textColor = color
    label.numberOfLines = numberOfLines
    label.lineBreakMode = lineBreakMode
    label.adjustsFontSizeToFitWidth = adjustsFontSizeToFitWidth
    label.minimumScaleFactor = minimumScaleFactor
    label.textAlignment =
      switch alignment {
      case .natural: .natural
      case .center: .center
      case .justified: .justified
      }
    if let attributed { label.attributedText = attributed } else { label.text = text.map(shown) }
    label.isHidden = label.text?.isEmpty != false
  }
}

extension UIListContentConfiguration.ImageProperties {
  /// Shows a picture in a view; no picture hides it.
  func show(_ image: UIImage?, in view: UIImageView) {
    view.image = image
    view.isHidden = image == nil
    view.preferredSymbolConfiguration = preferredSymbolConfiguration
    view.layer.tintColor = tintColor
    view.layer.cornerRadius = cornerRadius
    view.clipsToBounds = cornerRadius > 0
  }
}
