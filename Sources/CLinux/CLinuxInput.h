#pragma once
// Questions to a device of the kernel's input layer.
#include <linux/input.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <time.h>

// All of them give what ioctl gives: a count of bytes or 0; -1 where the descriptor is no such device.
static inline int linux_input_version(int descriptor) {
  int version = 0;
  return ioctl(descriptor, EVIOCGVERSION, &version) < 0 ? -1 : version;
}
static inline int linux_input_name(int descriptor, char *name, size_t size) {
  return ioctl(descriptor, EVIOCGNAME(size), name);
}
static inline int linux_input_properties(int descriptor, uint8_t *bits, size_t size) {
  return ioctl(descriptor, EVIOCGPROP(size), bits);
}
// Which codes of a kind of records the device sends; kind 0: which kinds.
static inline int linux_input_codes(int descriptor, unsigned kind, uint8_t *bits, size_t size) {
  return ioctl(descriptor, EVIOCGBIT(kind, size), bits);
}
// Which keys are down.
static inline int linux_input_keys(int descriptor, uint8_t *bits, size_t size) {
  return ioctl(descriptor, EVIOCGKEY(size), bits);
}
// Which switches are on.
static inline int linux_input_switches(int descriptor, uint8_t *bits, size_t size) {
  return ioctl(descriptor, EVIOCGSW(size), bits);
}
static inline int linux_input_axis(int descriptor, unsigned axis, struct input_absinfo *info) {
  return ioctl(descriptor, EVIOCGABS(axis), info);
}
// values[0] is the code that is asked for; the slots' values follow it.
static inline int linux_input_slots(int descriptor, int32_t *values, size_t count) {
  return ioctl(descriptor, EVIOCGMTSLOTS(count * sizeof(int32_t)), values);
}
// Makes the device report times of CLOCK_MONOTONIC.
static inline int linux_input_use_monotonic_clock(int descriptor) {
  int clock = CLOCK_MONOTONIC;
  return ioctl(descriptor, EVIOCSCLOCKID, &clock);
}
// Grabs the device, so that no other program gets its events.
static inline int linux_input_grab(int descriptor, int wanted) { return ioctl(descriptor, EVIOCGRAB, wanted ? 1 : 0); }
