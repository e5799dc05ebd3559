/// Whether an application is in use: active, seen but without events, or not seen.
public enum ApplicationState: Int, Hashable, Sendable {
  case active = 0
  case inactive, background
}
