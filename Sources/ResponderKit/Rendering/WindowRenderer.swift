import HIDEvents

/// Where a window's picture is shown: a window of a display server, a file, a test.
public protocol WindowSurface: AnyObject {
  /// Whether a new picture could be shown now. One that is not ready asks for one later, with `setNeedsPicture`.
  var isReady: Bool { get }
  /// Parts of the picture have changed.
  func show(_ bitmap: Bitmap, damage: [PixelRect])
}

/// Keeps the picture of a window: looks, before the loop sleeps, what has changed since the last one, and draws that.
public final class WindowRenderer: WindowPicture {
  /// The window; nil once it is released.
  public private(set) weak var window: UIWindow?
  /// Pixels per point, between 0.1 and 16. A change redraws the window.
  public var scale: Double {
    get { pixelsPerPoint }
    set {
      let wanted = Self.sensible(newValue)
      guard wanted != pixelsPerPoint else { return }
      pixelsPerPoint = wanted
      setNeedsPicture()
    }
  }
  /// The picture. Replaced when the window is resized.
  public private(set) var bitmap: Bitmap
  /// Where pictures are shown; nil: they are drawn in `bitmap` by `update()` only.
  public weak var surface: (any WindowSurface)?
  /// The background of the window: white, or black where it is dark.
  public var background = UIColor.systemBackground { didSet { setNeedsPicture() } }
  /// How many pictures were drawn.
  public private(set) var pictures = 0
  /// How many pixels of them were drawn.
  public private(set) var drawnPixels = 0

  /// Setting it has the whole window compared with the picture.
  var isStale: Bool {
    get { needsPicture }
    set {
      needsPicture = newValue
      if newValue { changes.addAll() }
    }
  }
  private var needsPicture = true
  private var pixelsPerPoint: Double
  private var scene = Scene()
  private var painter: Painter
  private var drawsAll = true
  /// Parts of views, in the window's pixels, whose pictures have changed.
  private var marked: [PixelRect] = []
  /// What looks different since the last picture.
  private var changes = SceneChanges()
  /// Whether a picture is being drawn. A program's `draw(_:)` may run the loop, or ask for a picture: that one waits.
  private var isDrawing = false
  /// How many items of pictures were made, for tests.
  private(set) var madeItems = 0
  /// How many indexes of scenes were made, for tests.
  private(set) var madeIndexes = 0
  private var indexing = SceneIndexing()

  /// Begins to render the window, at a number of pixels per point. A window has one renderer: the last one.
  public init(_ window: UIWindow, scale: Double = 1) {
    self.window = window
    pixelsPerPoint = Self.sensible(scale)
    bitmap = Bitmap(width: 0, height: 0)
    painter = Painter(bitmap)
    resize(window)
    window.rendererStorage = self
    window.picturePlaceChanged()
  }

  /// For one picture: the window keeps the renderer that it has.
  fileprivate init(once window: UIWindow, scale: Double) {
    self.window = window
    pixelsPerPoint = Self.sensible(scale)
    bitmap = Bitmap(width: 0, height: 0)
    painter = Painter(bitmap)
    resize(window)
  }

  private static func sensible(_ scale: Double) -> Double { scale.isFinite ? min(max(scale, 0.1), 16) : 1 }

  /// The window no longer has a picture.
  public func end() {
    guard let window, window.rendererStorage === self else { return }
    window.rendererStorage = nil
    window.picturePlaceChanged()
  }

  /// Redraws everything in the coming frame.
  public func setNeedsPicture() {
    drawsAll = true
    isStale = true
    window?.application?.loop.wakeUp()
  }

  /// Lays the window out, and draws what has changed since the last time.
  ///
  /// - Returns: the parts of the bitmap that were drawn; none when nothing has changed.
  @discardableResult
  public func update() -> [PixelRect] {
    window?.application?.frame.commit()
    return draw()
  }

  /// Before the loop sleeps, after layout and display.
  func present() {
    guard needsPicture, !isDrawing, let surface, surface.isReady else { return }
    let damage = draw()
    if !damage.isEmpty { surface.show(bitmap, damage: damage) }
    // What has changed meanwhile is in the next picture.
    if needsPicture { window?.application?.loop.wakeUp() }
  }

  private func draw() -> [PixelRect] {
    guard needsPicture, !isDrawing, let window else { return [] }
    isDrawing = true
    defer { isDrawing = false }
    needsPicture = false
    resize(window)
    // What the views' drawing marks is for the next picture.
    let (isAll, parts) = (drawsAll, marked)
    drawsAll = false
    marked.removeAll(keepingCapacity: true)
    // A desktop's window shows those in front of it, too, that no desktop shows.
    let others = surface == nil ? [] : window.shareUnshownInFront()
    var damage = Damage()
    let changed = changes.take()
    if let changed, !isAll, others.isEmpty, replace(changed, in: window, &damage) {
      // The rest is as it was.
    } else {
      var new = Scene(window, scale: scale, bounds: bitmap.bounds, count: scene.items.count)
      for other in others { new.add(other, over: window, scale: scale, bounds: bitmap.bounds) }
      madeItems += new.items.count
      if isAll {
        damage.add(bitmap.bounds)
      } else {
        // Which plane shows the changed pixels is not known: all are drawn anew.
        if !parts.isEmpty { scene.forgetPictures() }
        for part in new.damage(since: scene).rects { damage.add(part) }
      }
      scene = new
    }
    for part in parts { damage.add(part.intersection(bitmap.bounds)) }
    damage = scene.spread(damage)
    guard !damage.isEmpty else { return [] }
    pictures += 1
    for part in damage.rects {
      drawnPixels += part.area
      scene.draw(part, with: painter, background: background.resolved(window.traitCollection))
    }
    scene.dropPictures()
    return damage.rects
  }

  /// Makes the items of the changed views anew; false where those of the whole window have to be.
  private func replace(_ changed: [UIView], in window: UIWindow, _ damage: inout Damage) -> Bool {
    guard scene.mayReplace(changed, in: window) else { return false }
    let isNew = scene.index == nil
    if isNew {
      guard indexing.isDue() else { return false }
      madeIndexes += 1
    }
    let isDone = scene.replace(changed, in: window, &damage, &madeItems)
    if isNew || isDone { indexing.ended(inVain: !isDone) }
    return isDone
  }

  fileprivate func markAll() { mark(Rect(bitmap.bounds)) }

  /// Lists a view that the coming frame compares with the picture.
  func changed(_ view: UIView) {
    changes.add(view)
    needsPicture = true
  }

  fileprivate func mark(_ rect: Rect) {
    needsPicture = true
    // Without end, all of it.
    if marked.count >= 256 { drawsAll = true } else { marked.append(PixelRect(around: rect)) }
  }

  private func resize(_ window: UIWindow) {
    let size = window.bounds.size
    func pixels(_ length: Double) -> Int {
      length.isFinite ? Int(min(max((length * scale).rounded(), 0), Double(Bitmap.longestSide))) : 0
    }
    let (width, height) = (pixels(size.width), pixels(size.height))
    guard width != bitmap.width || height != bitmap.height else { return }
    bitmap = Bitmap(width: width, height: height)
    painter = Painter(bitmap)
    drawsAll = true
  }
}

extension UIWindow {
  /// The renderer of the window's picture, if there is one.
  public final var renderer: WindowRenderer? { rendererStorage as? WindowRenderer }

  /// The window's picture, drawn now.
  public final func snapshot(scale: Double = 1) -> Bitmap {
    let renderer = WindowRenderer(once: self, scale: scale)
    // Another one stays: what changes meanwhile is listed for that.
    let isOnly = rendererStorage == nil
    if isOnly { rendererStorage = renderer }
    renderer.update()
    if isOnly, rendererStorage === renderer { rendererStorage = nil }
    return renderer.bitmap
  }
}

extension UIView {
  /// A picture that the view has drawn has other pixels in this part now: the part is shown anew in the coming frame,
  /// without asking the view to draw.
  public final func setNeedsDisplay(in rect: Rect) {
    guard let window = home else { return }
    guard let renderer = window.renderer else {
      (window.rendererStorage as? SharedPicture)?.redraw()
      return
    }
    // In space the part may reach to the horizon.
    if isSeenInSpace { return renderer.markAll() }
    // The pixels of a stretched picture are mixed with those beside them.
    let reach = drawingStorage?.pixelReach ?? .zero
    let part = rect.insetBy(dx: -reach.width, dy: -reach.height)
    let shown = convert(part, to: window).offsetBy(dx: -window.bounds.minX, dy: -window.bounds.minY)
    guard shown.isFinite else { return }
    renderer.mark(shown.applying(AffineTransform(scaleX: renderer.scale, y: renderer.scale)))
  }

  /// Whether it, or a view around it, leaves its superview's plane, also by an animation.
  private final var isSeenInSpace: Bool {
    var next: UIView? = self
    while let view = next {
      if view.geometry.space != nil { return true }
      if let shown = view.presentationStorage?.state, !shown.isInPlane { return true }
      next = view.parent
    }
    return false
  }
}

extension UIApplication {
  /// The screen was resized. Windows that filled it fill it again, after their controllers were notified.
  public final func screenChanged(to size: Size) { screenChanged(to: size, of: nil) }

  /// - Parameter hosted: the window whose size the screen follows: other hosted ones keep theirs, which is the desktop's choice.
  package final func screenChanged(to size: Size, of hosted: HostedWindow?) {
    guard size.isFinite, size.width > 0, size.height > 0, size != screen.bounds.size else { return }
    let old = screen.bounds
    screen.bounds = Rect(origin: .zero, size: size)
    // A window that keeps its size may lie at other edges of the screen now.
    for window in windows { window.safeAreaMayChange() }
    for window in windows where window.frame == old {
      if let hosted, window.hostNumber != 0, window !== hosted.window { continue }
      let transition = WindowTransition()
      window.rootViewController?.windowWillResize(to: size, transition)
      window.rootViewController?.viewWillTransition(to: size)
      window.rootViewController?.viewWillTransition(to: size, with: transition)
      window.resize(to: size)
      transition.run()
    }
  }
}

extension UIWindow {
  /// Gives the window another size. Views in it that filled it fill it again.
  public final func resize(to size: Size) {
    let old = bounds
    frame = Rect(origin: frame.origin, size: size)
    for view in children where view.frame == old {
      view.frame = bounds
      view.setNeedsLayout()
    }
    setNeedsLayout()
  }
}
