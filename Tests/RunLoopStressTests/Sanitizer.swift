/// What the thread sanitizer must not report: it asks for this when it is linked in.
///
/// The loop calls observers from its own reference to the mode's array, without the lock. Who adds or removes one
/// meanwhile gets another array; who does so after finds that its array has one reference only, and changes it in
/// place. The reference count orders the two, but it lives in Swift's runtime, which the sanitizer does not see.
@_cdecl("__tsan_default_suppressions")
func threadSanitizerSuppressions() -> UnsafePointer<CChar>? {
  let text: StaticString = """
    race:RunLoopCore9ModeStateC6insert
    race:RunLoopCore9ModeStateC6remove

    """
  return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}
