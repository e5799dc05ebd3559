@_exported import CLinux

// The C library, whichever it is, and the system calls that its module leaves out. Everything else imports this module:
// it is the only place that names a C library.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#else
  #error("Mainspring needs a C library that Swift can import: Glibc or Musl.")
#endif
