/// A closure that can pass through generic functions: each of them would wrap a bare one once more, so the wrappers of a
/// closure that is called repeatedly would accumulate.
struct Callback {
  let call: () -> Void
}
