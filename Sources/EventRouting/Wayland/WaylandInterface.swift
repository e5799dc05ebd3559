/// The kinds of objects that this client knows, with the numbers of their requests and events.
enum WaylandInterface: String, Sendable {
  case display = "wl_display"
  case registry = "wl_registry"
  case callback = "wl_callback"
  case compositor = "wl_compositor"
  case sharedMemory = "wl_shm"
  case pool = "wl_shm_pool"
  case buffer = "wl_buffer"
  case surface = "wl_surface"
  case subcompositor = "wl_subcompositor"
  case subsurface = "wl_subsurface"
  case output = "wl_output"
  case seat = "wl_seat"
  case pointer = "wl_pointer"
  case keyboard = "wl_keyboard"
  case touch = "wl_touch"
  case windowBase = "xdg_wm_base"
  case windowSurface = "xdg_surface"
  case toplevel = "xdg_toplevel"
  case viewporter = "wp_viewporter"
  case viewport = "wp_viewport"
  case fractionalScales = "wp_fractional_scale_manager_v1"
  case fractionalScale = "wp_fractional_scale_v1"
  case decorations = "zxdg_decoration_manager_v1"
  case decoration = "zxdg_toplevel_decoration_v1"
  case cursorShapes = "wp_cursor_shape_manager_v1"
  case cursorShape = "wp_cursor_shape_device_v1"
  case dataManager = "wl_data_device_manager"
  case dataDevice = "wl_data_device"
  case dataSource = "wl_data_source"
  case dataOffer = "wl_data_offer"
  case primaryManager = "zwp_primary_selection_device_manager_v1"
  case primaryDevice = "zwp_primary_selection_device_v1"
  case primarySource = "zwp_primary_selection_source_v1"
  case primaryOffer = "zwp_primary_selection_offer_v1"
  case textInputs = "zwp_text_input_manager_v3"
  case textInput = "zwp_text_input_v3"
  case activation = "xdg_activation_v1"
  case activationToken = "xdg_activation_token_v1"

  /// The newest version that this client speaks.
  var newest: UInt32 {
    switch self {
    case .compositor: 6
    case .output, .dataManager: 3
    case .seat: 8
    case .windowBase: 5
    default: 1
    }
  }

  /// How many descriptors come with an event: they have to be taken even when the event is stale.
  func descriptors(ofEvent opcode: UInt16) -> Int {
    switch (self, opcode) {
    case (.keyboard, 0), (.dataSource, 1), (.primarySource, 0): 1
    default: 0
    }
  }

  /// The kind of the object that the compositor makes with an event, and the request that destroys it.
  func made(byEvent opcode: UInt16) -> (kind: WaylandInterface, destroy: UInt16)? {
    switch (self, opcode) {
    case (.dataDevice, 0): (.dataOffer, 2)
    case (.primaryDevice, 0): (.primaryOffer, 1)
    default: nil
    }
  }

  /// Requests by their numbers, as far as they are sent.
  enum Request {
    static let displaySync: UInt16 = 0
    static let displayGetRegistry: UInt16 = 1
    static let registryBind: UInt16 = 0
    static let compositorCreateSurface: UInt16 = 0
    static let memoryCreatePool: UInt16 = 0
    static let poolCreateBuffer: UInt16 = 0
    static let poolDestroy: UInt16 = 1
    static let surfaceAttach: UInt16 = 1
    static let surfaceDamage: UInt16 = 2
    static let surfaceFrame: UInt16 = 3
    static let surfaceCommit: UInt16 = 6
    static let surfaceSetBufferScale: UInt16 = 8
    static let surfaceDamageBuffer: UInt16 = 9
    static let subcompositorGetSubsurface: UInt16 = 1
    static let subsurfaceSetPosition: UInt16 = 1
    static let subsurfacePlaceBelow: UInt16 = 3
    static let seatGetPointer: UInt16 = 0
    static let seatGetKeyboard: UInt16 = 1
    static let seatGetTouch: UInt16 = 2
    static let seatRelease: UInt16 = 3
    static let pointerSetCursor: UInt16 = 0
    static let pointerRelease: UInt16 = 1
    static let keyboardRelease: UInt16 = 0
    static let touchRelease: UInt16 = 0
    static let outputRelease: UInt16 = 0
    static let baseGetWindowSurface: UInt16 = 2
    static let basePong: UInt16 = 3
    static let windowGetToplevel: UInt16 = 1
    static let windowSetGeometry: UInt16 = 3
    static let windowAcknowledge: UInt16 = 4
    static let toplevelSetTitle: UInt16 = 2
    static let toplevelSetProgram: UInt16 = 3
    static let toplevelShowMenu: UInt16 = 4
    static let toplevelMove: UInt16 = 5
    static let toplevelResize: UInt16 = 6
    static let toplevelSetMinimumSize: UInt16 = 8
    static let toplevelSetMaximized: UInt16 = 9
    static let toplevelUnsetMaximized: UInt16 = 10
    static let toplevelSetFullScreen: UInt16 = 11
    static let toplevelUnsetFullScreen: UInt16 = 12
    static let toplevelSetMinimized: UInt16 = 13
    static let viewporterGetViewport: UInt16 = 1
    static let viewportSetDestination: UInt16 = 2
    static let scalesGetScale: UInt16 = 1
    static let decorationsGetDecoration: UInt16 = 1
    static let decorationSetMode: UInt16 = 1
    static let cursorShapesGetPointer: UInt16 = 1
    static let cursorShapeSet: UInt16 = 1
    static let textInputsGetTextInput: UInt16 = 1
    static let textInputEnable: UInt16 = 1
    static let textInputDisable: UInt16 = 2
    static let textInputSetSurrounding: UInt16 = 3
    static let textInputSetCause: UInt16 = 4
    static let textInputSetContentType: UInt16 = 5
    static let textInputSetRectangle: UInt16 = 6
    static let textInputCommit: UInt16 = 7
    static let activationGetToken: UInt16 = 1
    static let activationActivate: UInt16 = 2
    static let tokenSetSerial: UInt16 = 0
    static let tokenSetSurface: UInt16 = 2
    static let tokenCommit: UInt16 = 3
    static let tokenDestroy: UInt16 = 4
    /// Of the interfaces whose first request this is.
    static let destroy: UInt16 = 0
  }
}
