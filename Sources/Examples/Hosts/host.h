/* What another main loop needs in order to serve a run loop. HostedMainActor.swift fills it in. */
#ifndef HOST_H
#define HOST_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct host_guest {
  int descriptor;         /* readable when the run loop has something to do, its timers included */
  int (*prepare)(void);   /* before the host waits: 1 when the run loop has something to do already */
  void (*dispatch)(void); /* serves what is ready, and does not sleep */
} host_guest;

/* Opens a window and runs the host's main loop, with the guest in it; calls `started` from there. The main thread. */
int host_run(const host_guest *guest, void (*started)(void));
/* Ends host_run. From the main thread. */
void host_quit(void);

#ifdef __cplusplus
}
#endif

#endif
