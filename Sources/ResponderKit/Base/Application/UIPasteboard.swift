/// Where text is put to be pasted elsewhere: the desktop's where there is one, otherwise the application's own.
///
/// Belongs to its application's thread.
public final class UIPasteboard {
  /// The desktop's side of a pasteboard.
  public protocol Desktop: AnyObject {
    /// Offers a text of this program to others.
    func publish(_ text: String)
    /// Reads the owner's text; nil when there is no owner, or no answer in time.
    func request(_ take: @escaping (String?) -> Void)
  }

  /// What cut, copy and paste use: X11's CLIPBOARD in a window of an X server, and a Wayland compositor's.
  public static var general: UIPasteboard { UIApplication.shared.pasteboard }
  /// What is selected: X11's PRIMARY, which the middle button pastes.
  public static var selection: UIPasteboard { UIApplication.shared.selectionPasteboard }

  /// Set by what shows the application on a desktop.
  public var desktop: (any Desktop)?
  private var own: String?
  private var ownAttributed: NSAttributedString?
  private var ownStrings: [String]?
  private var ownImages: [UIImage]?

  /// Sets the text, or gives what this program has set last: nil when another program has set something since, which
  /// `readString` reads.
  public var string: String? {
    get { own }
    set {
      clear()
      own = newValue
      guard let newValue else { return }
      let plain = newValue.withoutObjects
      // Pictures alone are no text for others.
      if !plain.isEmpty || newValue.isEmpty { desktop?.publish(plain) }
    }
  }

  /// Sets several texts, of which the first one is `string`, or gives what this program has set last. A desktop gets them as lines of one text.
  public var strings: [String]? {
    get { ownStrings ?? own.map { [$0] } }
    set {
      clear()
      guard let newValue, let first = newValue.first else { return }
      (own, ownStrings) = (first, newValue)
      let plain = newValue.map(\.withoutObjects)
      guard plain.contains(where: { !$0.isEmpty }) || newValue.allSatisfy(\.isEmpty) else { return }
      desktop?.publish(plain.joined(separator: "\n"))
    }
  }

  /// Sets a picture, in place of any text, or gives the one that this program has set last. Other programs do not get it.
  public var image: UIImage? {
    get { ownImages?.first }
    set { images = newValue.map { [$0] } }
  }

  /// Sets several pictures, of which the first one is `image`. Other programs do not get them.
  public var images: [UIImage]? {
    get { ownImages }
    set {
      clear()
      ownImages = newValue?.isEmpty == false ? newValue : nil
    }
  }

  /// Whether this program has set pictures last.
  public var hasImages: Bool { ownImages != nil }

  private func clear() {
    (own, ownAttributed) = (nil, nil)
    (ownStrings, ownImages) = (nil, nil)
  }

  /// Whether there may be text to paste. A desktop is not asked.
  public var hasStrings: Bool { strings?.contains { !$0.isEmpty } == true || desktop != nil }

  /// Calls the closure with the text that is there, several as its lines: at once when it is this program's own, otherwise when the other
  /// program has sent it.
  public func readString(_ take: @escaping (String?) -> Void) {
    if let strings { return take(strings.joined(separator: "\n")) }
    guard let desktop else { return take(nil) }
    desktop.request(take)
  }

  /// Called when another program has set a text.
  public func wasTakenOver() { clear() }

  /// What this program has set last, with its attributes; nil where it had none, or another program has set something since. A desktop
  /// gets the text only.
  var attributedString: NSAttributedString? {
    get { ownAttributed }
    set {
      string = newValue?.string
      ownAttributed = newValue
    }
  }
}
