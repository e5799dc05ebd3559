import LinuxSystem

/// The bytes that malloc has given out in all its arenas, with its own rounding.
public enum MallocBytes {
  /// The bytes of all threads that malloc has given out and not taken back, at this moment.
  public static var givenOut: Int64 { Int64(linux_malloc_bytes()) }
}
