/// Whether an application gets input, as the system decides by `HIDEvent.System`.
public enum ApplicationState: Int, Hashable, Sendable {
  /// It gets input.
  case active = 0
  /// `inactive`: it can be seen and gets no input. `background`: it cannot be seen either.
  case inactive, background
}
