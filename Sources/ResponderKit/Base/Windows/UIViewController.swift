/// Looks after a tree of views, and gets the events that its root view does not want.
open class UIViewController: UIResponder, DefaultInitializable {
  private var viewStorage: UIView?
  private var isLoading = false
  /// A title, which bars of navigation and tab bar controllers show.
  open var title: String? { didSet { for body in onTitleChange { body() } } }
  /// What bars show of the controller, by kind: see the folder Bars. Untyped, so that controllers know nothing of bars.
  final var barItems: [String: AnyObject] = [:]
  /// Called when the title has changed.
  final var onTitleChange: [() -> Void] = []
  /// How its view is shown when another controller presents it.
  open var modalPresentationStyle = UIModalPresentationStyle.automatic
  /// How its view would come; without effect: it comes at once.
  open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
  /// Shows its view over others; made when it is presented, or asked for. See the folder Presentation.
  final var presentation: (any ControllerPresentation)?
  /// Chooses how it is presented, and animates that: see the folder Presentation. Untyped, so that controllers know nothing of that.
  final weak var transitioning: AnyObject?
  /// Whether a user can not dismiss it by dragging its sheet down or touching beside it.
  open var isModalInPresentation = false
  /// The size that it would like to have in a popover, or as a form sheet; zero: no matter.
  open var preferredContentSize = Size.zero {
    didSet { if preferredContentSize != oldValue { wishChanged() } }
  }
  /// The controller that has it among its `children`.
  public final internal(set) weak var parent: UIViewController?
  /// In the order in which they were added.
  public final internal(set) var children: [UIViewController] = []
  /// The controller that presented it: the outermost one around `presentationSource`.
  final weak var presenter: UIViewController?
  /// How often it was presented: tells its presentations apart.
  final var showing = 0
  /// The controller whose `present` was called.
  final weak var presentationSource: UIViewController?
  final var presented: UIViewController?
  /// The last notification about its view's appearance.
  final var appearance = Appearance.gone
  /// Between `beginAppearanceTransition` and `endAppearanceTransition`.
  final var isInOwnTransition = false

  /// Why its view comes or goes, until it has.
  final var move: Move?
  /// Whether its view comes or goes step by step, until it has.
  final var isStepwise = false
  /// While true its view has come, but `viewDidAppear` waits: it is on its way.
  final var isHeld = false
  /// Whether `viewWillAppear` or `viewIsAppearing` is being called, and what is done after these calls.
  final private(set) var isInAppearanceCall = false
  final var afterAppearanceCall: (() -> Void)?
  /// While its view moves, the place where it rests: its safe area is that of this place.
  final var placeAtRest: Rect? { didSet { if placeAtRest != oldValue { loadedView?.safeAreaMayChange() } } }
  /// The transition in progress that it or a controller in it has a part in.
  final weak var coordinator: (any UIViewControllerTransitionCoordinator)?
  private final var isInSteps: Bool { isStepwise || parent?.isInSteps == true }
  private final var isHeldBack: Bool { isHeld || parent?.isHeldBack == true }

  /// Called after `viewDidAppear`, once.
  final var onAppear: (() -> Void)?
  /// The completion of its presentation, called after `viewDidAppear`, or when its view leaves before that.
  final var onPresented: (() -> Void)?
  /// Called when it was dismissed.
  final var onDismissed: (() -> Void)?
  /// Called when `isEditing` has changed.
  final var onEditingChange: (() -> Void)?
  /// Whether the user changes what its view shows; see `setEditing`.
  open var isEditing = false { didSet { if isEditing != oldValue { onEditingChange?() } } }

  /// Sets `isEditing`. The button `editButtonItem` calls it; subclasses change their views, and call this one.
  open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }

  /// Called by `UIApplication.memoryWarningReceived`: the place for giving up what can be made again.
  open func didReceiveMemoryWarning() {}

  /// A controller, whose view is loaded when it is asked for. There are no nibs: both arguments have no effect.
  public init(nibName nibNameOrNil: String? = nil, bundle nibBundleOrNil: Bundle? = nil) { super.init() }

  /// A controller, for UIKit's `super.init(coder: coder)`: the coder contains nothing. `archive` is left out by callers.
  public init?(coder: NSCoder, archive: Void = ()) { super.init() }

  /// As `init(nibName:bundle:)`, which `super.init()` of subclasses is: see ``DefaultMade``.
  @_disfavoredOverload
  public override convenience init() { self.init(nibName: nil, bundle: nil) }

  deinit { giveUpView() }

  // MARK: The view

  /// The root view: asking for it loads it.
  public final var view: UIView! {
    get {
      loadViewIfNeeded()
      return viewStorage
    }
    set {
      guard newValue !== viewStorage else { return }
      giveUpView()
      viewStorage = newValue
      newValue?.controller = self
      surroundingsChanged()
      newValue?.home?.traitSources.forget()
    }
  }

  /// The view is no longer its own, unless another controller has it already.
  private final func giveUpView() {
    if let view = viewStorage, view.controller === self { view.loseController() }
  }

  final var traitChanges = TraitChanges()
  final var styleOverride = UIUserInterfaceStyle.unspecified
  final var overrideStorage: UITraitOverrides?
  final var parentOverrides: ParentOverrides?
  final var loadedView: UIView? { viewStorage }

  /// Makes the root view: sets `view`.
  open func loadView() { view = UIView(frame: UIScreen.main.bounds) }
  /// The root view is there, and in no window yet.
  open func viewDidLoad() {}

  /// Makes the root view if it is not there, and calls `viewDidLoad`.
  public final func loadViewIfNeeded() {
    guard viewStorage == nil, !isLoading else { return }
    isLoading = true
    loadView()
    isLoading = false
    if viewStorage == nil { view = UIView(frame: UIScreen.main.bounds) }
    viewDidLoad()
  }

  /// Called when its view has come into a visible window, before layout. `animated` is true while a navigation controller moves its pages, as in the
  /// other four.
  open func viewWillAppear(_ animated: Bool) {}
  /// Called right after `viewWillAppear`, with the view in its window.
  open func viewIsAppearing(_ animated: Bool) {}
  /// Called in the frame after that, when its view has been laid out; of a page that moves, when it has arrived.
  open func viewDidAppear(_ animated: Bool) {}
  /// Called before a navigation or tab bar controller shows another view, and before its view is dismissed; in other cases, unlike UIKit's, when
  /// its view has left its window, or that was hidden.
  open func viewWillDisappear(_ animated: Bool) {}
  /// Called when its view has left its window, if it had appeared.
  open func viewDidDisappear(_ animated: Bool) {}
  /// Called in place of its view's `updateConstraints`, which this calls. An override calls `super` last.
  open func updateViewConstraints() { loadedView?.updateConstraints() }
  /// Called before the `layoutSubviews` of its view.
  open func viewWillLayoutSubviews() {}
  /// Called after the `layoutSubviews` of its view: the place for setting frames.
  open func viewDidLayoutSubviews() {}

  /// Called before its view gets another size, since the screen has: it was turned, or its window was. It notifies its
  /// children, whose views' sizes are its choice.
  open func viewWillTransition(to size: Size) {
    for child in children { child.viewWillTransition(to: size) }
    presented?.viewWillTransition(to: size)
  }
  /// As `viewWillTransition(to:)`, in UIKit's words, and called after that. Children are called by this one.
  open func viewWillTransition(to size: Size, with coordinator: any UIViewControllerTransitionCoordinator) {
    for child in children { child.viewWillTransition(to: size, with: coordinator) }
    presented?.viewWillTransition(to: size, with: coordinator)
  }
  /// Called before its view gets other traits, since the window gets another size; `viewWillTransition(to:with:)` follows. It calls the children whose
  /// traits change.
  open func willTransition(
    to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
  ) { passOn(newCollection, coordinator) }
  /// Whether the bar of a tab bar controller, and the navigation controller's toolbar, are hidden while the controller is in the stack of that.
  open var hidesBottomBarWhenPushed = false
  /// Without effect: what it presents covers the whole window, or is in front of it.
  open var definesPresentationContext = false
  /// Without effect, as the next two: there is no status bar.
  open var preferredStatusBarStyle: UIStatusBarStyle { .default }
  /// Without effect.
  open var prefersStatusBarHidden: Bool { false }
  /// Without effect.
  open var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .fade }
  /// Without effect: there is no status bar.
  open var modalPresentationCapturesStatusBarAppearance = false
  /// Without effect: edges of the screen have no gestures of the system.
  open var preferredScreenEdgesDeferringSystemGestures: UIRectEdge { [] }
  /// Without effect.
  open var childForScreenEdgesDeferringSystemGestures: UIViewController? { nil }
  /// Without effect: there is no such indicator.
  open var prefersHomeIndicatorAutoHidden: Bool { false }
  /// Without effect, as the next three.
  open var childForStatusBarStyle: UIViewController? { nil }
  /// Without effect.
  open var childForStatusBarHidden: UIViewController? { nil }
  /// Without effect.
  open var childForHomeIndicatorAutoHidden: UIViewController? { nil }
  /// The edges at which its view extends below the bars of the navigation or tab bar controller that it is in; at the others it ends where the bar does.
  open var edgesForExtendedLayout = UIRectEdge.all {
    didSet { if edgesForExtendedLayout != oldValue { onEdgesChange?() } }
  }
  final var onEdgesChange: (() -> Void)?
  /// Without effect: whether the view extends below a bar does not depend on the bar's opacity.
  open var extendedLayoutIncludesOpaqueBars = false
  /// Whether its children are notified when their views come and go. If not, it calls their `beginAppearanceTransition` and `endAppearanceTransition`.
  open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }
  /// How its interface may be turned with the device, of what the application supports.
  open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }
  /// Whether its interface turns with the device at all.
  open var shouldAutorotate: Bool { true }

  /// The root view is in another window, or its window was shown or hidden. It has appeared when the next frame has been
  /// laid out.
  final func viewMoved(to window: UIWindow?) {
    guard !isNotifiedByProgram else { return }
    let isVisible = window.map { !$0.isHidden } ?? false
    if isVisible, case .gone = appearance {
      appearance = .appearing
      isStepwise = isInSteps
      isInAppearanceCall = true
      viewWillAppear(isStepwise)
      viewIsAppearing(isStepwise)
      isInAppearanceCall = false
      window?.host?.willAppear(self)
      afterAppearanceCall.take()?()
    } else if !isVisible {
      willLeave()
      guard case .leaving(let wasShown) = appearance else { return }
      appearance = .gone
      if wasShown { viewDidDisappear(isStepwise) }
      (move, isStepwise) = (nil, false)
    }
  }

  /// Its view will come for this reason, unless it is there.
  final func comes(_ move: Move) {
    if case .gone = appearance { self.move = move }
  }

  /// Its view, which was about to be removed, stays.
  final func returns() {
    guard !isNotifiedByProgram, case .leaving = appearance, let host = loadedView?.home?.host else { return }
    appearance = .appearing
    move = nil
    isStepwise = isInSteps
    viewWillAppear(isStepwise)
    viewIsAppearing(isStepwise)
    host.willAppear(self)
  }

  /// Its view is about to be removed.
  final func willLeave() {
    if isNotifiedByProgram { return }
    switch appearance {
    case .gone, .leaving: return
    case .appearing: appearance = .leaving(wasShown: isHeldBack)
    case .shown: appearance = .leaving(wasShown: true)
    }
    isStepwise = isInSteps
    viewWillDisappear(isStepwise)
    onPresented.take()?()
  }

  /// The frame in which its view came has been laid out.
  final func frameDidAppear() {
    guard !isNotifiedByProgram, case .appearing = appearance, !isHeldBack else { return }
    appearance = .shown
    viewDidAppear(isStepwise)
    (move, isStepwise) = (nil, false)
    onAppear.take()?()
    onPresented.take()?()
  }

  // MARK: What its view adapts to

  /// What bars of the controllers around it cover of its view.
  final var barInsets = EdgeInsets.zero {
    didSet { if barInsets != oldValue { insetsChanged() } }
  }

  /// What its own bars cover of its view, beside what the screen's edges do.
  open var additionalSafeAreaInsets = EdgeInsets.zero {
    didSet { if additionalSafeAreaInsets != oldValue { insetsChanged() } }
  }
  /// What is shown in place of content is to be brought up to date before the coming layout.
  final var needsUnavailableUpdate = true
  /// Called before its view is laid out; whether that was brought up to date.
  final var onLayout: ((Bool) -> Void)?
  /// What is searched for.
  final var searchText: (() -> String?)?
  /// What `updateContentUnavailableConfiguration` is called with.
  open var contentUnavailableConfigurationState: UIContentUnavailableConfigurationState {
    var state = UIContentUnavailableConfigurationState(traitCollection: traitCollection)
    state.searchText = searchText?()
    return state
  }
  /// Sets `contentUnavailableConfiguration`, as it is to be now. Called before the first layout, and before the one after
  /// `setNeedsUpdateContentUnavailableConfiguration`. Does nothing unless overridden.
  open func updateContentUnavailableConfiguration(using state: UIContentUnavailableConfigurationState) {}
  /// Called before layout when its view's `safeAreaInsets` have changed.
  open func viewSafeAreaInsetsDidChange() {}
  /// Called before layout when the window has another size class or the view another style, with what was before.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  // MARK: The chain

  /// The superview of its view; for a controller that is presented and whose view is in no window, the presenting one.
  open override var next: UIResponder? {
    if let superview = viewStorage?.superview { return superview }
    return presenter
  }

  override var responderWindow: UIWindow? { viewStorage?.home }

  // MARK: Controllers in controllers

  /// Makes a controller a child of this one; it leaves its parent first. Its view is not moved. Ignored if the child is this controller or one
  /// of its ancestors.
  open func addChild(_ child: UIViewController) { takeChild(child) }

  /// Leaves its parent. Its view is not moved.
  open func removeFromParent() {
    guard let parent else { return }
    parent.children.removeNearEnd(self)
    self.parent = nil
    surroundingsChanged()
    takeOverrides(ofParent: nil)
    // What is called about other traits may have added it elsewhere.
    guard self.parent == nil else { return }
    didMove(toParent: nil)
  }

  /// Called by `addChild` before the controller has another parent. A program calls it with nil before `removeFromParent`.
  open func willMove(toParent parent: UIViewController?) {
    if parent == nil { move = .fromParent }
  }
  /// A program calls it when the child's view has come. `removeFromParent` calls it with nil.
  open func didMove(toParent parent: UIViewController?) {}
  /// Called when a child's `preferredContentSize` has changed. Does nothing unless overridden.
  open func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {}
  /// The size of a child in a container of a given size: the container's size unless overridden. Called by programs only.
  open func size(
    forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: Size
  ) -> Size { parentSize }

  /// Shows another controller's view over this one's, as a sheet unless its `modalPresentationStyle` is another one. Sheets and popovers move if `animated`.
  open func present(
    _ controller: UIViewController, animated: Bool = false, completion: (() -> Void)? = nil
  ) { showPresented(controller, animated, completion) }

  /// Takes away what this controller presents, or else itself, or else what its parent is in.
  open func dismiss(animated: Bool = false, completion: (() -> Void)? = nil) {
    dismissPresented(animated, completion)
  }
}
