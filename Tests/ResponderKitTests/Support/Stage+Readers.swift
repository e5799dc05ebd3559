@testable import ResponderKit

extension Stage {
  /// What readers find, an element a line.
  var readersLines: [String] {
    AccessibilityTree(application).text.split(separator: "\n").dropFirst().map {
      String($0.drop { $0 == " " })
    }
  }

  /// Why an action is refused; nil when it is done.
  func refusal(_ name: String, _ command: String) -> String? {
    do throws(AccessibilityError) {
      try application.performOnElement(name, command)
      return nil
    } catch { return error.reason }
  }
}
