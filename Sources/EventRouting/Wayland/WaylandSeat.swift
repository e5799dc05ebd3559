/// The pointer, keyboard and touch screen of one user.
final class WaylandSeat {
  private unowned let display: WaylandDisplay
  private let version: UInt32
  /// Tells the contacts of several seats apart.
  private let index: Int
  /// The number of the `wl_seat`.
  var number: UInt32 = 0
  /// The serial of the seat's last input in one of the windows, by which the compositor knows that the user did something there.
  var inputSerial: UInt32 = 0
  private var pointer: WaylandPointer?
  private var keyboard: WaylandKeyboard?
  private var touch: WaylandTouch?
  /// The input method, which comes with a keyboard.
  private(set) var textInput: WaylandTextInput?

  init(_ display: WaylandDisplay, version: UInt32, index: Int) {
    self.display = display
    self.version = version
    self.index = index
  }

  var hasTouch: Bool { touch != nil }
  /// Whether keys, if there are any, go to this program.
  var hasFocus: Bool { keyboard?.hasFocus ?? true }

  /// Whether its keys go to the window.
  func isKeyed(_ window: WaylandWindow) -> Bool { keyboard?.isKeyed(window) ?? false }

  func take(_ opcode: UInt16, _ arguments: inout WaylandArguments) throws(WaylandError) {
    switch opcode {
    case 0: set(try arguments.uint())
    // Its name.
    case 1: break
    default: throw WaylandConnection.unknown(opcode)
    }
  }

  /// Updates the devices of the seat.
  private func set(_ capabilities: UInt32) {
    let canRelease = version >= 3
    if capabilities & 1 != 0, pointer == nil {
      pointer = WaylandPointer(display, seat: self, version: version, index: index)
    } else if capabilities & 1 == 0, let pointer {
      self.pointer = nil
      pointer.remove(canRelease)
    }
    if capabilities & 2 != 0, keyboard == nil {
      keyboard = WaylandKeyboard(display, seat: self)
      addTextInput()
    } else if capabilities & 2 == 0, let keyboard {
      self.keyboard = nil
      keyboard.remove(canRelease)
      textInput?.remove()
      textInput = nil
    }
    if capabilities & 4 != 0, touch == nil {
      touch = WaylandTouch(display, seat: self, index: index)
    } else if capabilities & 4 == 0, let touch {
      self.touch = nil
      touch.remove(canRelease)
    }
  }

  /// Makes the input method, where the compositor has one and the seat a keyboard.
  func addTextInput() {
    guard textInput == nil, keyboard != nil, display.globals.textInputs != 0 else { return }
    textInput = WaylandTextInput(
      display.connection, manager: display.globals.textInputs, seat: number
    ) { [weak display] surface in display?.windows[surface] }
  }

  /// Cancels touches and keys in a window that is closed.
  func leave(_ window: WaylandWindow) {
    pointer?.leave(window)
    keyboard?.leave(window)
    touch?.leave(window)
    textInput?.leave(window)
  }

  /// Forgets touches and keys in a window that is no longer active: its receiver has cancelled them.
  func drop(_ window: WaylandWindow) {
    pointer?.drop(window)
    keyboard?.drop(window)
    touch?.drop(window)
  }

  /// Ends the seat, which the compositor has removed.
  func remove() {
    set(0)
    if version >= 5 { display.connection.destroy(number, WaylandInterface.Request.seatRelease) }
  }

  /// Ends the seat with its connection.
  func end() { keyboard?.stopRepeating() }
}
