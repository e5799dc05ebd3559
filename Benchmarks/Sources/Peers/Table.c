#include <stddef.h>

#include "Peers.h"

// A peer is here when its package was found at build time.
extern const Peer peer_epoll, peer_libuv, peer_libev, peer_libevent, peer_glib, peer_sd_event;

static const Peer *const table[] = {
    &peer_epoll,
#ifdef HAVE_LIBUV
    &peer_libuv,
#endif
#ifdef HAVE_LIBEV
    &peer_libev,
#endif
#ifdef HAVE_LIBEVENT
    &peer_libevent,
#endif
#ifdef HAVE_GLIB
    &peer_glib,
#endif
#ifdef HAVE_SD_EVENT
    &peer_sd_event,
#endif
};

const Peer *peer_at(int index) {
  return index >= 0 && index < (int)(sizeof table / sizeof *table) ? table[index] : NULL;
}

const char *peers_missing(void) { return MISSING_PEERS; }
