import HIDEvents

@testable import ResponderKit

/// A window with two fields, of which the first is edited, and an input method.
final class InputMethodPlace: @unchecked Sendable {
  let stage: Stage
  let fields: [UITextField]
  /// What the input method got to know, one after the other.
  private(set) var reports: [InputMethodText?] = []
  private(set) lazy var link = InputMethodLink(stage.window, limit: limit) { [unowned self] in
    reports.append($0)
  }
  private let limit: Int
  var last: InputMethodText? { reports.last ?? nil }

  /// With another view in place of the fields, if there is one.
  init(_ stage: Stage, _ view: UIView? = nil, limit: Int = 4000) {
    self.stage = stage
    self.limit = limit
    let root = stage.show(view ?? UIView(frame: stage.window.bounds))
    fields = view == nil ? [100.0, 200].map { UITextField(frame: Rect(20, $0, 200, 40)) } : []
    for field in fields {
      field.font = UIFont(size: 20, design: .builtIn)
      root.addSubview(field)
    }
    (fields.first ?? root).becomeFirstResponder()
    link.start()
    stage.wait(20)
  }

  deinit { link.stop() }
}

/// Runs `body` with such a place, under simulated time.
func onInputMethodPlace(
  _ body: @escaping @Sendable (InputMethodPlace, UITextField, UITextField) -> Void
) {
  onStage { stage in
    let place = InputMethodPlace(stage)
    body(place, place.fields[0], place.fields[1])
    place.link.stop()
  }
}

extension InputMethodChange {
  static func made(_ fill: (inout InputMethodChange) -> Void) -> InputMethodChange {
    var change = InputMethodChange()
    fill(&change)
    return change
  }

  /// Without a selection the caret is at the end.
  static func marking(_ text: String, _ selected: Range<Int>? = nil) -> InputMethodChange {
    made { ($0.marked, $0.markedSelection) = (text, selected ?? text.count..<text.count) }
  }

  static func inserting(_ text: String) -> InputMethodChange { made { $0.inserted = text } }
}
