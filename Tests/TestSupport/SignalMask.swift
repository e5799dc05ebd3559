import LinuxSystem

/// Blocks no signal in the calling thread. A process that a test starts may inherit all of them blocked: threads of a pool start
/// it, and block them.
package func unblockSignals() {
  var none = sigset_t()
  sigemptyset(&none)
  pthread_sigmask(SIG_SETMASK, &none, nil)
}

/// Whether a signal is blocked in the calling thread.
package func isBlocked(_ signal: Int32) -> Bool {
  var mask = sigset_t()
  pthread_sigmask(SIG_BLOCK, nil, &mask)
  return sigismember(&mask, signal) == 1
}
