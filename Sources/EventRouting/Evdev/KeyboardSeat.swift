extension EvdevReader {
  /// The keyboards of one user. A key that several of them hold is one press: it goes down with the first of them and up with the last, and
  /// modifiers count for all of them, as with libinput and the compositors on it (`libinput_event_keyboard_get_seat_key_count`).
  ///
  /// Readers with the same seat belong to one thread.
  public final class Seat: @unchecked Sendable {
    /// The keys that are held, by usage.
    var held = KeyHolders<UInt16>()
    var isCapsLocked = false

    /// A seat without keyboards.
    public init() {}
  }
}
