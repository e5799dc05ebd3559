extension [UInt8] {
  /// Like `withUnsafeBytes`, with a typed error.
  func withRawBytes<Failure: Error>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Void) throws(Failure)
  {
    let outcome: Result<Void, Failure> = withUnsafeBytes { bytes in
      do throws(Failure) {
        try body(bytes)
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try outcome.get()
  }
}
