import UIKit

// As in UIKit, but closures in place of `#selector`.

protocol PinViewDelegate: AnyObject { func pinView(_ pinView: PinView, didComplete code: String) }
class PinView: UIView, UIKeyInput, UITextInputTraits {
  weak var delegate: PinViewDelegate?
  private(set) var code = "" {
    didSet {
      updateBoxes()
      if code.count == length { delegate?.pinView(self, didComplete: code) }
    }
  }
  let length: Int
  var keyboardType: UIKeyboardType = .numberPad
  var textContentType: UITextContentType! = .oneTimeCode
  private lazy var boxes: [UILabel] = (0..<length).map { _ in
    let l = UILabel()
    l.textAlignment = .center
    l.font = .monospacedSystemFont(ofSize: 28, weight: .medium)
    l.layer.borderWidth = 1.5
    l.layer.cornerRadius = 10
    l.layer.borderColor = UIColor.systemGray3.cgColor
    return l
  }
  init(length: Int = 6) {
    self.length = length
    super.init(frame: .zero)
    let stack = UIStackView(arrangedSubviews: boxes)
    stack.spacing = 8
    stack.distribution = .fillEqually
    stack.isUserInteractionEnabled = false
    stack.translatesAutoresizingMaskIntoConstraints = false
    addSubview(stack)
    addConstraints(
      NSLayoutConstraint.constraints(
        withVisualFormat: "H:|-0-[stack]-0-|", options: [], metrics: nil, views: ["stack": stack]))
    addConstraints(
      NSLayoutConstraint.constraints(
        withVisualFormat: "V:|[stack(56)]|", options: [], metrics: nil, views: ["stack": stack]))
    let tap = UITapGestureRecognizer()
    tap.addAction { [weak self] _ in self?.tapped() }
    addGestureRecognizer(tap)
  }
  required init?(coder: NSCoder) { fatalError() }
  override var canBecomeFirstResponder: Bool { true }
  @discardableResult override func becomeFirstResponder() -> Bool {
    let ok = super.becomeFirstResponder()
    updateBoxes()
    return ok
  }
  override func resignFirstResponder() -> Bool {
    defer { updateBoxes() }
    return super.resignFirstResponder()
  }
  var hasText: Bool { !code.isEmpty }
  func insertText(_ text: String) {
    guard code.count < length, text.allSatisfy({ $0.isNumber }) else { return }
    code.append(contentsOf: text.prefix(length - code.count))
  }
  func deleteBackward() { _ = code.popLast() }
  func clear(shaking: Bool) {
    code = ""
    guard shaking else { return }
    let animation = CAKeyframeAnimation(keyPath: "transform.translation.x")
    animation.timingFunction = CAMediaTimingFunction(name: .linear)
    animation.duration = 0.6
    animation.values = [-20.0, 20.0, -20.0, 20.0, -10.0, 10.0, -5.0, 5.0, 0.0]
    layer.add(animation, forKey: "shake")
  }
  private func tapped() { becomeFirstResponder() }
  private func updateBoxes() {
    let characters = Array(code)
    for (index, box) in boxes.enumerated() {
      box.text = index < characters.count ? String(characters[index]) : nil
      let isCurrent = isFirstResponder && index == characters.count
      box.layer.borderColor = (isCurrent ? tintColor : UIColor.systemGray3).cgColor
    }
  }
}
class OTPTextField: UITextField {
  override func caretRect(for position: UITextPosition) -> CGRect { .zero }
  override func selectionRects(for range: UITextRange) -> [UITextSelectionRect] { [] }
  override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool { false }
  override func deleteBackward() { onDelete?(); super.deleteBackward() }
  var onDelete: (() -> Void)?
}
class PinViewController: UIViewController, PinViewDelegate, UITextFieldDelegate {
  let pin = PinView(length: 4)
  let fields = (0..<4).map { _ in OTPTextField() }
  var result = ""
  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .secondarySystemBackground
    pin.delegate = self
    pin.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(pin)
    let row = UIStackView()
    row.distribution = .equalSpacing
    for (i, f) in fields.enumerated() {
      f.delegate = self
      f.tag = i
      f.borderStyle = .roundedRect
      f.textAlignment = .center
      f.keyboardType = .numberPad
      f.addAction(
        UIAction { [weak self] in self?.textDidChange($0.sender as! UITextField) }, for: .editingChanged)
      f.widthAnchor.constraint(equalToConstant: 50).isActive = true
      f.onDelete = { [unowned self] in
        if i > 0, fields[i].text?.isEmpty ?? true { fields[i - 1].becomeFirstResponder() }
      }
      row.addArrangedSubview(f)
    }
    row.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(row)
    NSLayoutConstraint.activate([
      pin.centerXAnchor.constraint(equalTo: view.centerXAnchor),
      pin.widthAnchor.constraint(equalTo: view.widthAnchor, multiplier: 0.6),
      pin.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 100),
      row.topAnchor.constraint(equalTo: pin.bottomAnchor, constant: 40),
      row.leadingAnchor.constraint(equalTo: pin.leadingAnchor),
      row.trailingAnchor.constraint(equalTo: pin.trailingAnchor),
    ])
  }
  func pinView(_ pinView: PinView, didComplete code: String) {
    if code == "1234" { result = "welcome"; view.endEditing(true) } else { pinView.clear(shaking: true) }
  }
  func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
  ) -> Bool {
    guard let text = textField.text, let r = Range(range, in: text) else { return false }
    let updated = text.replacingCharacters(in: r, with: string)
    return updated.count <= 1
  }
  func textDidChange(_ textField: UITextField) {
    guard textField.hasText else { return }
    if textField.tag < fields.count - 1 {
      fields[textField.tag + 1].becomeFirstResponder()
    } else {
      textField.resignFirstResponder()
    }
  }
}
