/// The observations of a view's values.
struct ValueObservers {
  struct Entry {
    weak var observation: NSKeyValueObservation?
  }

  var entries: [Entry] = []
  /// How many of them have ended, at the most.
  var endedCount = 0
  /// Whether they are being called.
  var isReporting = false
  /// Whether a value has changed since the present round of calls began.
  var mustReport = false
  /// How many changes of several values are being made, after which they are called.
  var holds = 0
}

extension UIView {
  /// A value that can be observed may have changed.
  @inline(__always)
  final func reportValues() {
    if layoutFlags.contains(.observed) { callObservers() }
  }

  /// Calls those observers whose values have changed. A change by an observer is reported when all have been called.
  private func callObservers() {
    guard let rare = rareStorage, rare.observers.holds == 0 else { return }
    if rare.observers.isReporting {
      rare.observers.mustReport = true
      return
    }
    // An observer may release the view.
    withExtendedLifetime(self) {
      rare.observers.isReporting = true
      for _ in 0..<LayoutFlags.mostPasses {
        rare.observers.mustReport = false
        for entry in rare.observers.entries { entry.observation?.report() }
        if !rare.observers.mustReport { break }
      }
      rare.observers.isReporting = false
    }
  }

  /// Changes several values, and calls the observers when all are changed.
  final func holdingReports(_ change: () -> Void) {
    guard layoutFlags.contains(.observed), let rare = rareStorage else { return change() }
    rare.observers.holds += 1
    change()
    rare.observers.holds -= 1
    reportValues()
  }

  final func add(_ observation: NSKeyValueObservation) {
    change { $0.observers.entries.append(.init(observation: observation)) }
    layoutFlags.insert(.observed)
  }

  /// An observation has ended. Removes those that have, once they are half of all: each costs the same then, however many there are.
  final func forgetEndedObservations() {
    guard let rare = rareStorage else { return }
    rare.observers.endedCount += 1
    guard 2 * rare.observers.endedCount >= rare.observers.entries.count else { return }
    rare.observers.endedCount = 0
    rare.observers.entries.removeAll { $0.observation?.isActive != true }
    if rare.observers.entries.isEmpty { layoutFlags.remove(.observed) }
  }
}

/// A class whose values can be observed by key paths.
public protocol NSKeyValueObserving: AnyObject {}

extension UIView: NSKeyValueObserving {}

extension NSKeyValueObserving where Self: UIView {
  /// Calls the closure after changes of a value, until the observation that it returns is released. Reports changes of `frame`, `bounds`, `center`, `transform`, `isHidden` and `alpha` of all views, of
  /// `contentOffset`, `contentSize` and `contentInset` of scroll views, of `isEnabled`, `isSelected` and `isHighlighted` of controls, and of what a program computes of these; not of other values.
  ///
  /// A change that leaves the value as it is calls nothing. One that is made in the closure of an observation of the same view is reported after that, sixteen times in a row at the most.
  public func observe<Value: Equatable>(
    _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    var last = self[keyPath: keyPath]
    let observation = NSKeyValueObservation { [weak self] in
      guard let self else { return }
      let (old, new) = (last, self[keyPath: keyPath])
      guard new != old else { return }
      last = new
      changeHandler(
        self,
        NSKeyValueObservedChange(
          kind: .setting, newValue: options.contains(.new) ? new : nil,
          oldValue: options.contains(.old) ? old : nil, isPrior: false))
    } onEnd: { [weak self] in
      self?.forgetEndedObservations()
    }
    add(observation)
    if options.contains(.initial) {
      let change = NSKeyValueObservedChange(
        kind: .setting, newValue: options.contains(.new) ? last : nil, oldValue: nil, isPrior: false)
      changeHandler(self, change)
    }
    return observation
  }
}
