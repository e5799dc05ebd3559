import LinuxSystem

/// The thread sanitizer, under which tests do less, or are left out with a reason.
package enum ThreadSanitizer {
  package static let isOn = dlsym(nil, "__tsan_init") != nil
}
