/// How many rows a picker has.
public protocol UIPickerViewDataSource: AnyObject {
  /// The number of wheels.
  func numberOfComponents(in pickerView: UIPickerView) -> Int
  /// The number of a wheel's rows.
  func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int
}

/// What a picker's rows show, and notifications about it.
public protocol UIPickerViewDelegate: AnyObject {
  /// A row's text; nil unless implemented.
  func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String?
  /// A row's text with fonts and colors, in place of `titleForRow`; nil unless implemented.
  func pickerView(_ pickerView: UIPickerView, attributedTitleForRow row: Int, forComponent component: Int)
    -> NSAttributedString?
  /// A row's view, which may be one that is no longer needed; a label with the row's text unless implemented.
  func pickerView(
    _ pickerView: UIPickerView, viewForRow row: Int, forComponent component: Int, reusing view: UIView?
  ) -> UIView
  /// The height of a wheel's rows; 32 points unless implemented.
  func pickerView(_ pickerView: UIPickerView, rowHeightForComponent component: Int) -> Double
  /// A wheel's width; unless implemented 0, which is an equal share.
  func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> Double
  /// Called when a finger has turned a wheel to another row, and it has come to rest; not for `selectRow`.
  func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int)
}

extension UIPickerViewDelegate {
  public func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int)
    -> String?
  {
    nil
  }
  public func pickerView(
    _ pickerView: UIPickerView, attributedTitleForRow row: Int, forComponent component: Int
  ) -> NSAttributedString? { nil }
  public func pickerView(
    _ pickerView: UIPickerView, viewForRow row: Int, forComponent component: Int, reusing view: UIView?
  ) -> UIView {
    let label = view as? UILabel ?? UILabel()
    label.textAlignment = .center
    label.font = UIFont(size: 21)
    let title = self.pickerView(pickerView, attributedTitleForRow: row, forComponent: component)
    label.attributedText = title
    if title == nil { label.text = self.pickerView(pickerView, titleForRow: row, forComponent: component) }
    return label
  }
  public func pickerView(_ pickerView: UIPickerView, rowHeightForComponent component: Int) -> Double {
    UIPickerView.rowHeight
  }
  public func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> Double { 0 }
  public func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {}
}
