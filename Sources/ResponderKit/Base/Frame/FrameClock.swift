import RunLoopCore

/// The work once a turn, before the loop sleeps: layout, then display; around it the turn's pool.
final class FrameClock {
  unowned let application: UIApplication
  /// Core Animation's order: after what programs observe.
  static let order = 2_000_000

  private var listed: [UIView] = []
  private var appearing: [UIViewController] = []
  private var observers: [RunLoop.Observer] = []
  let pool = TurnPool()
  /// How many frames had something to lay out or draw.
  private(set) var commits = 0
  let recorder = DrawingRecorder()
  let animations: AnimationList

  init(_ application: UIApplication) {
    self.application = application
    animations = AnimationList(application.loop) { [unowned application] in application.losses.add($0) }
  }

  /// Begins to observe the application's loop.
  func open() {
    guard observers.isEmpty else { return }
    let clock = ThreadConfined(self)
    // A run's first thing and its last.
    observe(.entry, order: -2_147_483_647, "turn pool: push") { clock.object?.runBegins() }
    observe([.beforeWaiting, .exit], order: Self.order, "layout and display") {
      clock.object?.commit()
      clock.object?.present()
    }
    let turns = RunLoop.Observer(
      activities: [.beforeWaiting, .exit], order: 2_147_483_647, label: "turn pool: drain"
    ) { activity in clock.object?.pool.turnEnds(activity == .exit) }
    application.loop.add(turns, to: .common)
    observers.append(turns)
  }

  private func observe(
    _ activities: RunLoop.Activity, order: Int, _ label: String, _ body: @escaping @Sendable () -> Void
  ) {
    let observer = RunLoop.Observer(activities: activities, order: order, label: label) { _ in body() }
    application.loop.add(observer, to: .common)
    observers.append(observer)
  }

  private func runBegins() {
    pool.push()
    application.innerRunBegins()
  }

  func close() {
    for observer in observers { observer.invalidate() }
    observers = []
    animations.close()
    listed = []
    appearing = []
  }

  // MARK: The coming frame

  func list(_ view: UIView) { listed.append(view) }
  func willAppear(_ controller: UIViewController) { appearing.append(controller) }
  var isClean: Bool { listed.isEmpty && appearing.isEmpty }

  /// Shows the windows that have a picture and no longer look like it.
  private func present() {
    for window in application.windows { window.rendererStorage?.present() }
  }

  /// Lays out and draws what asked for it: views before those in them, layout before display.
  func commit() {
    if !isClean { layOut() }
    // A view that asks again in each layout waits for the next frame; what follows asks once.
    let waiting = listed.count
    let shown = appearing
    appearing = []
    for controller in shown { controller.frameDidAppear() }
    // Layers that layout makes or places are there from the start.
    animations.layers.commit()
    animations.turnEnds()
    if listed.count > waiting || !appearing.isEmpty { application.loop.wakeUp() }
  }

  private func layOut() {
    commits += 1
    var drawn: [UIView] = []
    for _ in 0..<UIView.LayoutFlags.mostPasses where !listed.isEmpty {
      let batch = listed.outsideFirst()
      listed = []
      for view in batch { view.layoutFlags.remove(.listed) }
      for view in batch where view.home != nil {
        if view.layoutFlags.contains(.needsSolve) { view.solveConstraintsIfNeeded() }
        if view.layoutFlags.contains(.needsLayout) { view.layOutNow() }
        if view.layoutFlags.contains(.needsDisplay) { drawn.append(view) }
      }
    }
    for view in drawn where view.layoutFlags.contains(.needsDisplay) && view.home != nil { view.displayNow() }
  }
}

/// Keeps objects until the turn ends: the autorelease pool's role. Each run has its own.
final class TurnPool {
  private var pools: [[AnyObject]] = []

  func push() { pools.append([]) }

  func add(_ object: AnyObject) {
    if pools.isEmpty { pools.append([]) }
    pools[pools.count - 1].append(object)
  }

  /// Lets go of the turn's objects. What their ends hand in stays for the next turn.
  func turnEnds(_ runEnds: Bool) {
    guard var dropped = pools.popLast() else { return }
    if !runEnds { pools.append([]) }
    dropped.reverse()
    while !dropped.isEmpty { dropped.removeLast() }
  }
}
