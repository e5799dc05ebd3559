/// A closure that can go through generic functions: a bare one comes back wrapped from each of them, and the wrappings of a
/// closure that is called again and again would never end.
struct Callback {
  let call: () -> Void
}
