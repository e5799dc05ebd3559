/// What kind of thing an element is, by AT-SPI's numbers.
package enum AccessibleRole: UInt32, Sendable {
  case frame = 23
  case image = 27
  case label = 29
  case list = 31
  case listItem = 32
  case panel = 39
  case passwordText = 40
  case progressBar = 42
  case button = 43
  case radioButton = 44
  case scrollPane = 49
  case slider = 51
  case spinButton = 52
  case table = 55
  case tableCell = 56
  case text = 61
  case toggleButton = 62
  case application = 75
  case entry = 79
  case heading = 83
  case link = 88
  case grouping = 99

  /// As other toolkits call it.
  package var name: String {
    switch self {
    case .passwordText: "password text"
    case .progressBar: "progress bar"
    case .button: "push button"
    case .listItem: "list item"
    case .radioButton: "radio button"
    case .scrollPane: "scroll pane"
    case .spinButton: "spin button"
    case .tableCell: "table cell"
    case .toggleButton: "toggle button"
    default: "\(self)"
    }
  }
}
