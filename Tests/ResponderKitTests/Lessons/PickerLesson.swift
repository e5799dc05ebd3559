import UIKit

// As in UIKit.

/// A drink is ordered by two wheels; the label says which.
final class OrderViewController: UIViewController, UIPickerViewDataSource, UIPickerViewDelegate {
  private let sizes = ["Small", "Medium", "Large"]
  private let drinks = ["Espresso", "Cappuccino", "Latte", "Mocha", "Tea", "Cocoa"]
  let picker = UIPickerView()
  let orderLabel = UILabel()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    picker.dataSource = self
    picker.delegate = self
    picker.translatesAutoresizingMaskIntoConstraints = false
    orderLabel.textAlignment = .center
    orderLabel.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(picker)
    view.addSubview(orderLabel)
    NSLayoutConstraint.activate([
      picker.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 20),
      picker.centerXAnchor.constraint(equalTo: view.centerXAnchor),
      orderLabel.topAnchor.constraint(equalTo: picker.bottomAnchor, constant: 20),
      orderLabel.centerXAnchor.constraint(equalTo: view.centerXAnchor),
    ])
    picker.selectRow(1, inComponent: 0, animated: false)
    showOrder()
  }

  private func showOrder() {
    let size = sizes[picker.selectedRow(inComponent: 0)]
    let drink = drinks[picker.selectedRow(inComponent: 1)]
    orderLabel.text = "\(size) \(drink)"
  }

  func numberOfComponents(in pickerView: UIPickerView) -> Int { 2 }

  func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int {
    component == 0 ? sizes.count : drinks.count
  }

  func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
    component == 0 ? sizes[row] : drinks[row]
  }

  func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
    showOrder()
  }
}
