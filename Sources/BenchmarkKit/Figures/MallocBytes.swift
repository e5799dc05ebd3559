import LinuxSystem

/// The bytes that malloc has given out in all its arenas, with its own rounding.
public enum MallocBytes {
  public static var givenOut: Int64 { Int64(linux_malloc_bytes()) }
}
