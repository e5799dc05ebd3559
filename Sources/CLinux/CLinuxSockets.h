#pragma once
// Calls of sockets that are hidden without _GNU_SOURCE, and which process and socket are at the other end of a local one.
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// Hidden without _GNU_SOURCE.
static inline int linux_accept4(int descriptor, int flags) {
  return (int)syscall(SYS_accept4, descriptor, (void *)0, (void *)0, flags);
}

// The process that connected; `struct ucred`, which is hidden without _GNU_SOURCE.
struct linux_peer {
  int32_t process;
  uint32_t user, group;
};
static inline int linux_peer_of(int socket, struct linux_peer *peer) {
  socklen_t size = sizeof *peer;
  return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, peer, &size);
}

// The number in the kernel (the inode) of a Unix socket's peer, by the socket's own number; 0 when it has none or that is not known.
// Of sockets of the calling process's network namespace.
static inline uint32_t linux_unix_peer(uint32_t number) {
  struct {
    struct nlmsghdr head;
    struct unix_diag_req body;
  } request;
  memset(&request, 0, sizeof request);
  request.head.nlmsg_len = sizeof request;
  request.head.nlmsg_type = SOCK_DIAG_BY_FAMILY;
  request.head.nlmsg_flags = NLM_F_REQUEST;
  request.body.sdiag_family = AF_UNIX;
  request.body.udiag_states = UINT32_MAX;
  request.body.udiag_ino = number;
  request.body.udiag_show = UDIAG_SHOW_PEER;
  request.body.udiag_cookie[0] = UINT32_MAX;
  request.body.udiag_cookie[1] = UINT32_MAX;
  int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
  if (descriptor < 0) return 0;
  uint32_t peer = 0;
  union {
    struct nlmsghdr head;
    char bytes[1024];
  } answer;
  // The answer to a question about one socket is there when the question has been sent.
  if (send(descriptor, &request, sizeof request, 0) == (ssize_t)sizeof request) {
    ssize_t count = recv(descriptor, &answer, sizeof answer, MSG_DONTWAIT);
    if (count > 0 && NLMSG_OK(&answer.head, (uint32_t)count) && answer.head.nlmsg_type == SOCK_DIAG_BY_FAMILY &&
        answer.head.nlmsg_len >= NLMSG_LENGTH(sizeof(struct unix_diag_msg))) {
      struct unix_diag_msg *message = (struct unix_diag_msg *)NLMSG_DATA(&answer.head);
      struct rtattr *field = (struct rtattr *)(message + 1);
      int left = (int)(answer.head.nlmsg_len - NLMSG_LENGTH(sizeof *message));
      for (; RTA_OK(field, left); field = RTA_NEXT(field, left)) {
        if (field->rta_type == UNIX_DIAG_PEER && RTA_PAYLOAD(field) >= sizeof peer) memcpy(&peer, RTA_DATA(field), sizeof peer);
      }
    }
  }
  close(descriptor);
  return peer;
}
