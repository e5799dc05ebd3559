/* A run loop in a looper as Android's: one descriptor and one callback. Elsewhere the few functions of ALooper that this
 * needs are below, so that the adapter can be run. */
#include <stddef.h>
#include "host.h"

#ifdef __ANDROID__
#include <android/looper.h>
#else
#include <poll.h>

typedef int (*ALooper_callbackFunc)(int descriptor, int events, void *data);
typedef struct { struct pollfd entry; ALooper_callbackFunc callback; void *data; } ALooper;
enum { ALOOPER_POLL_CALLBACK = -2, ALOOPER_EVENT_INPUT = 1 };

static ALooper *ALooper_prepare(int options) {
  static ALooper looper;
  (void)options;
  return &looper;
}
static int ALooper_addFd(ALooper *looper, int descriptor, int ident, int events, ALooper_callbackFunc callback, void *data) {
  (void)ident, (void)events;
  *looper = (ALooper){{descriptor, POLLIN, 0}, callback, data};
  return 1;
}
static int ALooper_pollOnce(int timeout, int *descriptor, int *events, void **data) {
  ALooper *looper = ALooper_prepare(0);
  (void)descriptor, (void)events, (void)data;
  if (poll(&looper->entry, 1, timeout) > 0) looper->callback(looper->entry.fd, looper->entry.revents, looper->data);
  return ALOOPER_POLL_CALLBACK;
}
#endif

static int is_running = 1;

/* The adapter. A looper has no hook before it waits: code on its thread posts blocks, which wake it, and performs none. */
static int serve(int descriptor, int events, void *guest) {
  (void)descriptor, (void)events;
  ((const host_guest *)guest)->dispatch();
  return 1; /* again */
}

int host_run(const host_guest *guest, void (*started)(void)) {
  ALooper_addFd(ALooper_prepare(0), guest->descriptor, ALOOPER_POLL_CALLBACK, ALOOPER_EVENT_INPUT, serve, (void *)guest);
  started();
  while (is_running) ALooper_pollOnce(-1, NULL, NULL, NULL);
  return 0;
}

void host_quit(void) { is_running = 0; }
