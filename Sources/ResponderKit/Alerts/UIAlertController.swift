/// A question in the middle of the window, or a choice at its lower edge: in a wide window beside its source, if it has one, as a popover. It is presented like any controller, darkens what is behind it, and is
/// dismissed by each of its buttons.
open class UIAlertController: UIViewController {
  /// Where it is shown.
  public enum Style: Hashable, Sendable {
    /// At the lower edge, or a popover; a touch beside it is its cancel action.
    case actionSheet
    /// In the middle, with text fields if there are any.
    case alert
  }

  /// Where it is shown.
  public final let preferredStyle: Style
  /// The text below the title.
  open var message: String? { didSet { contentChanged() } }
  /// The buttons, in the order in which they were added.
  public final private(set) var actions: [UIAlertAction] = []
  /// The text fields, from top to bottom; nil without one.
  public final var textFields: [UITextField]? { fields.isEmpty ? nil : fields }
  /// The action of the return key, in semibold.
  open var preferredAction: UIAlertAction? { didSet { contentChanged() } }
  private var fields: [UITextField] = []
  private let box = AlertBox()

  /// An alert without buttons.
  public init(title: String?, message: String?, preferredStyle: Style) {
    self.preferredStyle = preferredStyle
    self.message = message
    super.init(nibName: nil, bundle: nil)
    self.title = title
    modalPresentationStyle = preferredStyle == .alert ? .overFullScreen : .popover
    presentationController?.onEscape = { [weak self] in self?.cancel() ?? false }
    guard let popover = popoverPresentationController else { return }
    popover.fillsWindowOtherwise = true
    popover.backgroundColor = box.backgroundColor
    popover.onFormChange = { [weak self] in self?.contentChanged() }
    popover.onUserDismissal = { [weak self] in self?.cancelAction?.perform() }
  }

  private var cancelAction: UIAlertAction? { actions.first { $0.style == .cancel } }
  private var isPopover: Bool { popoverPresentationController?.form == .popover }

  /// Adds a button.
  open func addAction(_ action: UIAlertAction) {
    actions.append(action)
    action.onChange = { [weak self] in self?.contentChanged() }
    contentChanged()
  }

  /// Adds a text field to an alert. The closure may set its placeholder and other properties. An action sheet gets none, with a line on
  /// the standard error stream.
  open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
    guard preferredStyle == .alert else {
      return ProgramWarning.print("an action sheet has no text fields: use the style 'alert'")
    }
    let field = UITextField(frame: .zero)
    field.borderStyle = .roundedRect
    field.backgroundColor = .secondarySystemGroupedBackground
    field.font = .scalable(15, .subheadline, most: 28)
    field.adjustsFontForContentSizeCategory = true
    configurationHandler?(field)
    fields.append(field)
    contentChanged()
  }

  open override func loadView() {
    let view = UIView(frame: UIScreen.main.bounds)
    view.addSubview(box)
    box.onSizeChange = { [weak view] in view?.setNeedsLayout() }
    self.view = view
    if preferredStyle == .actionSheet {
      let tap = UITapGestureRecognizer()
      tap.addAction { [weak self] tap in
        guard let self, !box.frame.contains(tap.location(in: view)) else { return }
        cancel()
      }
      view.addGestureRecognizer(tap)
    }
    contentChanged()
  }

  open override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    fields.first?.becomeFirstResponder()
  }

  open override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    if isPopover {
      let size = box.sizeThatFits(Size(Self.popoverWidth, 0))
      if size != preferredContentSize { preferredContentSize = size }
      return box.frame = view.bounds
    }
    let room = view.bounds.inset(by: view.safeAreaInsets)
    let width = preferredStyle == .alert ? min(270, room.width - 20) : min(room.width - 16, 480)
    let height = box.sizeThatFits(Size(width, 0)).height
    let y = preferredStyle == .alert ? room.midY - height / 2 : room.maxY - height - 8
    box.frame = Rect(room.midX - width / 2, max(y.rounded(), room.minY), width, height)
  }

  private func contentChanged() {
    guard isViewLoaded else { return }
    // The cancel action is the last one; of two beside each other the first.
    let others = actions.filter { $0.style != .cancel }
    let cancel = actions.filter { $0.style == .cancel }
    let isRow = preferredStyle == .alert && actions.count == 2
    let isPopover = isPopover
    let shown = isPopover ? others : isRow ? cancel + others : others + cancel
    let buttons = shown.map { action in
      let isStrong = preferredAction.map { $0 === action } ?? (action.style == .cancel)
      return AlertBox.AlertEntry(
        title: action.title ?? "", isStrong: isStrong, isDestructive: action.style == .destructive,
        isEnabled: action.isEnabled
      ) { [weak self] in self?.choose(action) }
    }
    box.show(title: title, message: message, fields: fields, buttons: buttons, isRow: isRow)
    view.backgroundColor = isPopover ? nil : ControlLooks.dimming
    if isPopover { preferredContentSize = box.sizeThatFits(Size(Self.popoverWidth, 0)) }
    view.setNeedsLayout()
  }

  private static let popoverWidth = 304.0

  /// Chooses its cancel action. Whether it has one that can be chosen.
  @discardableResult
  private func cancel() -> Bool {
    guard let cancelAction, cancelAction.isEnabled else { return false }
    choose(cancelAction)
    return true
  }

  private func choose(_ action: UIAlertAction) {
    guard action.isEnabled else { return }
    view.endEditing(true)
    dismiss(animated: true)
    action.perform()
  }
}
