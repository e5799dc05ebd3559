#pragma once
// Screens without a display server (drm(7): modes, memory for pictures, page flips) and virtual terminals. The layouts and numbers are
// kernel ABI; they are here since the kernel's headers for them are not on every machine.
#include <errno.h>
#include <stdint.h>
#include <sys/ioctl.h>

struct linux_screen_resources {
  uint64_t buffers, crtcs, connectors, encoders;
  uint32_t buffer_count, crtc_count, connector_count, encoder_count;
  uint32_t least_width, most_width, least_height, most_height;
};

struct linux_screen_mode {
  uint32_t clock;
  uint16_t width, hsync_start, hsync_end, htotal, hskew;
  uint16_t height, vsync_start, vsync_end, vtotal, vscan;
  uint32_t refresh, flags, type;
  char name[32];
};

struct linux_screen_crtc {
  uint64_t connectors;
  uint32_t connector_count, crtc, buffer, x, y, gamma_size, has_mode;
  struct linux_screen_mode mode;
};

struct linux_screen_encoder {
  uint32_t encoder, type, crtc, possible_crtcs, possible_clones;
};

struct linux_screen_connector {
  uint64_t encoders, modes, properties, property_values;
  uint32_t mode_count, property_count, encoder_count;
  uint32_t encoder, connector, type, type_number, connection, width, height, subpixel, padding;
};

struct linux_screen_buffer {
  uint32_t buffer, width, height, pitch, bits, depth, handle;
};

struct linux_screen_flip {
  uint32_t crtc, buffer, flags, reserved;
  uint64_t user_data;
};

struct linux_screen_clip {
  uint16_t x1, y1, x2, y2;
};

struct linux_screen_dirty {
  uint32_t buffer, flags, color, clip_count;
  uint64_t clips;
};

struct linux_screen_memory {
  uint32_t height, width, bits, flags, handle, pitch;
  uint64_t size;
};

struct linux_screen_map {
  uint32_t handle, padding;
  uint64_t offset;
};

struct linux_screen_capability {
  uint64_t capability, value;
};

struct linux_screen_blank {
  uint32_t type, sequence;
  long seconds, microseconds;
};

struct linux_screen_event {
  uint32_t type, length;
  uint64_t user_data;
  uint32_t seconds, microseconds, sequence, crtc;
};

static const unsigned long LINUX_SCREEN_CAPABILITY = _IOWR('d', 0x0c, struct linux_screen_capability);
static const unsigned long LINUX_SCREEN_SET_MASTER = _IO('d', 0x1e);
static const unsigned long LINUX_SCREEN_DROP_MASTER = _IO('d', 0x1f);
static const unsigned long LINUX_SCREEN_WAIT_BLANK = _IOWR('d', 0x3a, struct linux_screen_blank);
static const unsigned long LINUX_SCREEN_RESOURCES = _IOWR('d', 0xa0, struct linux_screen_resources);
static const unsigned long LINUX_SCREEN_GET_CRTC = _IOWR('d', 0xa1, struct linux_screen_crtc);
static const unsigned long LINUX_SCREEN_SET_CRTC = _IOWR('d', 0xa2, struct linux_screen_crtc);
static const unsigned long LINUX_SCREEN_GET_ENCODER = _IOWR('d', 0xa6, struct linux_screen_encoder);
static const unsigned long LINUX_SCREEN_GET_CONNECTOR = _IOWR('d', 0xa7, struct linux_screen_connector);
static const unsigned long LINUX_SCREEN_ADD_BUFFER = _IOWR('d', 0xae, struct linux_screen_buffer);
static const unsigned long LINUX_SCREEN_REMOVE_BUFFER = _IOWR('d', 0xaf, uint32_t);
static const unsigned long LINUX_SCREEN_FLIP = _IOWR('d', 0xb0, struct linux_screen_flip);
static const unsigned long LINUX_SCREEN_DIRTY = _IOWR('d', 0xb1, struct linux_screen_dirty);
static const unsigned long LINUX_SCREEN_CREATE_MEMORY = _IOWR('d', 0xb2, struct linux_screen_memory);
static const unsigned long LINUX_SCREEN_MAP_MEMORY = _IOWR('d', 0xb3, struct linux_screen_map);
static const unsigned long LINUX_SCREEN_DESTROY_MEMORY = _IOWR('d', 0xb4, uint32_t);

// Capabilities, and bits of what is above.
enum { LINUX_SCREEN_CAN_ALLOCATE = 1, LINUX_SCREEN_CONNECTED = 1, LINUX_SCREEN_PREFERRED = 8, LINUX_SCREEN_FLIP_EVENT = 1 };
enum { LINUX_SCREEN_BLANK_RELATIVE = 1, LINUX_SCREEN_BLANK_EVENT = 0x4000000 };
// Types of events.
enum { LINUX_SCREEN_BLANKED = 1, LINUX_SCREEN_FLIPPED = 2 };

struct linux_terminal_mode {
  char mode, waits;
  short leave_signal, enter_signal, free_signal;
};

struct linux_terminal_state {
  unsigned short active, signal, state;
};

// Requests to virtual terminals: ioctl_console(2). Those with a number take it in the place of an argument.
static const unsigned long LINUX_TERMINAL_GET_TEXT_MODE = 0x4b3b;
static const unsigned long LINUX_TERMINAL_SET_TEXT_MODE = 0x4b3a;
static const unsigned long LINUX_TERMINAL_GET_KEYS = 0x4b44;
static const unsigned long LINUX_TERMINAL_SET_KEYS = 0x4b45;
static const unsigned long LINUX_TERMINAL_GET_MODE = 0x5601;
static const unsigned long LINUX_TERMINAL_SET_MODE = 0x5602;
static const unsigned long LINUX_TERMINAL_STATE = 0x5603;
static const unsigned long LINUX_TERMINAL_RELEASE = 0x5605;
static const unsigned long LINUX_TERMINAL_ACTIVATE = 0x5606;
enum { LINUX_TERMINAL_TEXT = 0, LINUX_TERMINAL_GRAPHICS = 1, LINUX_TERMINAL_KEYS_OFF = 4, LINUX_TERMINAL_BY_SIGNALS = 1,
       LINUX_TERMINAL_ENTERED = 2 };

// 0, or the negative number of the error. A call that a signal has ended is made again.
static inline int linux_screen_call(int descriptor, unsigned long request, void *argument) {
  for (;;) {
    if (ioctl(descriptor, request, argument) >= 0) return 0;
    if (errno != EINTR && errno != EAGAIN) return -errno;
  }
}
