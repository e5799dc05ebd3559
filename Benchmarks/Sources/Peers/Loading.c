// Loops from elsewhere, as shared objects.
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "PeerInterface.h"
#include "Peers.h"

// Why a table can not be used; NULL when it can.
static const char *refusal(const Peer *peer, char *text, size_t size) {
  if (!peer) return "mainspring_peer() gave no table";
  if (peer->interface != PEER_INTERFACE || peer->size != sizeof(Peer)) {
    snprintf(
        text, size, "its table is of interface %u with %u bytes, this program's of %u with %zu: compile it again",
        peer->interface, peer->size, PEER_INTERFACE, sizeof(Peer));
    return text;
  }
  if (!peer->name || !*peer->name || !peer->version) return "its table has no name, or no version function";
  for (const char *place = peer->name; *place; place++) {
    if (*place <= ' ' || *place > '~' || *place == ',') return "its name has other characters than visible ASCII";
  }
  int count = 0;
  for (int index = 0; index < PEER_WORKLOAD_COUNT; index++) {
    const PeerWorkload *workload = &peer->workloads[index];
    int parts = !!workload->prepare + !!workload->run + !!workload->finish;
    if (parts != 0 && parts != 3) {
      snprintf(text, size, "workload %d of its table lacks one of prepare, run and finish", index);
      return text;
    }
    count += parts == 3;
  }
  return count > 0 ? NULL : "its table has no workload";
}

const Peer *peer_load(const char *path, char *reason, size_t size) {
  char place[4096], text[256];
  // A name without a slash would be looked for in the system's folders.
  int length = snprintf(place, sizeof place, "%s%s", strchr(path, '/') ? "" : "./", path);
  if (length < 0 || (size_t)length >= sizeof place) {
    snprintf(reason, size, "its path is too long");
    return NULL;
  }
  void *object = dlopen(place, RTLD_NOW | RTLD_LOCAL);
  if (!object) {
    snprintf(reason, size, "it can not be loaded: %s", dlerror());
    return NULL;
  }
  const Peer *(*entry)(void) = (const Peer *(*)(void))dlsym(object, "mainspring_peer");
  const Peer *peer = entry ? entry() : NULL;
  const char *why = entry ? refusal(peer, text, sizeof text) : "it has no function mainspring_peer: see Docs/peers.md";
  if (!why) return peer;
  snprintf(reason, size, "%s", why);
  dlclose(object);
  return NULL;
}
