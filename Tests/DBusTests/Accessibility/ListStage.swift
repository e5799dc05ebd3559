import ResponderKit
import TestSupport
import Testing

@testable import AccessibilityBus
@testable import DBus

/// Lists and pickers in the window of an application that a reader sees.
struct ListStage {
  /// Two sections of three rows and one of forty, of which the last ones are out of sight.
  final class Rows: UITableViewDataSource, UITableViewDelegate {
    var chosen: [String] = []
    func numberOfSections(in tableView: UITableView) -> Int { 3 }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      section < 2 ? 3 : 40
    }
    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
      ["Fruit", "Roots", nil][section]
    }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      cell.textLabel?.text = "\(indexPath.section).\(indexPath.row)"
      return cell
    }
    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
      chosen.append("+\(indexPath.section).\(indexPath.row)")
    }
    func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
      chosen.append("-\(indexPath.section).\(indexPath.row)")
    }
  }

  final class Items: UICollectionViewDataSource {
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 4 }
    func collectionView(
      _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
      let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "item", for: indexPath)
      cell.accessibilityLabel = "item \(indexPath.item)"
      return cell
    }
  }

  final class Wheel: UIPickerViewDataSource, UIPickerViewDelegate {
    var chosen: [Int] = []
    let components: Int
    init(_ components: Int) { self.components = components }
    func numberOfComponents(in pickerView: UIPickerView) -> Int { components }
    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int { 9 }
    func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String?
    { "\(component) row \(row)" }
    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
      chosen.append(row)
    }
  }

  private let stage: AccessibleStage

  init(_ stage: AccessibleStage) {
    self.stage = stage
    for view in [stage.button, stage.label, stage.slider, stage.field] { view.removeFromSuperview() }
  }

  private func show(_ view: UIView) {
    stage.window.rootViewController?.view.addSubview(view)
    stage.application.run(for: .milliseconds(30))
  }

  func table() -> (UITableView, Rows) {
    let (table, rows) = (UITableView(frame: Rect(0, 0, 300, 440)), Rows())
    table.rowHeight = 40
    table.sectionHeaderHeight = 20
    table.accessibilityLabel = "Plants"
    table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    (table.dataSource, table.delegate) = (rows, rows)
    stage.kept.append(rows)
    show(table)
    return (table, rows)
  }

  func collection() -> UICollectionView {
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = Size(100, 50)
    let collection = UICollectionView(frame: Rect(0, 0, 300, 300), collectionViewLayout: layout)
    let items = Items()
    collection.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "item")
    collection.dataSource = items
    collection.accessibilityLabel = "Pictures"
    stage.kept.append(items)
    show(collection)
    return collection
  }

  func picker(_ components: Int = 1) -> (UIPickerView, Wheel) {
    let (picker, wheel) = (UIPickerView(frame: Rect(0, 0, 300, 160)), Wheel(components))
    (picker.dataSource, picker.delegate) = (wheel, wheel)
    picker.accessibilityLabel = "Rows"
    stage.kept.append(wheel)
    show(picker)
    return (picker, wheel)
  }

  func segments() -> UISegmentedControl {
    let control = UISegmentedControl(items: ["Day", "Week", "Month"])
    control.accessibilityLabel = "Span"
    control.frame = Rect(10, 20, 240, 32)
    show(control)
    return control
  }
}

extension FakeReader {
  private static let prefix = "org.a11y.atspi."

  /// The answer's values.
  func all(_ path: String, _ interface: String, _ member: String, _ values: [DBusValue]) -> [DBusValue] {
    ask(path, Self.prefix + interface, member, values: values).body
  }

  func bool(_ path: String, _ interface: String, _ member: String, _ numbers: Int32...) -> Bool? {
    all(path, interface, member, numbers.map { .int32($0) }).first?.boolean
  }

  func number(_ path: String, _ interface: String, _ member: String, _ numbers: Int32...) -> Int32? {
    all(path, interface, member, numbers.map { .int32($0) }).first?.int32
  }

  /// The name of the element that an answer refers to; nil for none.
  func named(_ path: String, _ interface: String, _ member: String, _ numbers: Int32...) -> String? {
    name(of: all(path, interface, member, numbers.map { .int32($0) }).first)
  }

  func name(of reference: DBusValue?) -> String? {
    guard let path = reference?.elements?.last?.string, !path.hasSuffix("/null") else { return nil }
    return property(path, "Accessible", "Name")?.string
  }

  func names(_ references: DBusValue?) -> [String] {
    (references?.elements ?? []).map { name(of: $0) ?? "" }
  }

  func children(_ path: String) -> [String] { names(value(path, "Accessible", "GetChildren")) }

  func interfaces(_ path: String) -> [String] {
    let all = value(path, "Accessible", "GetInterfaces")?.elements ?? []
    return all.compactMap { $0.string?.split(separator: ".").last.map { String($0) } }
  }

  func states(_ path: String) -> AccessibleStates {
    let words = value(path, "Accessible", "GetState")?.elements ?? []
    let halves = words.map { UInt64($0.uint32 ?? 0) }
    return AccessibleStates(rawValue: halves.count == 2 ? halves[0] | halves[1] << 32 : 0)
  }
}
