import LinuxSystem

/// Blocks no signal in the calling thread. A process that a test starts may inherit all of them blocked: threads of a pool start
/// it, and block them.
package func unblockSignals() {
  var none = sigset_t()
  sigemptyset(&none)
  pthread_sigmask(SIG_SETMASK, &none, nil)
}
