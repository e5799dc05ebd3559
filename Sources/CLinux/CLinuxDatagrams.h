#pragma once
// Several datagrams in one system call. Hidden without _GNU_SOURCE, and so is their structure, which is kernel ABI.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

struct linux_message {
  struct msghdr header;
  unsigned int length;
};

// Room for a batch of datagrams, in one piece of memory: headers, what they point to, addresses, bytes.
struct linux_batch {
  int capacity;
  // Of one datagram.
  size_t size;
  struct linux_message *messages;
  struct iovec *pieces;
  struct sockaddr_storage *addresses;
  uint8_t *bytes;
};

// 0 on success.
static inline int linux_batch_init(struct linux_batch *batch, int capacity, size_t size) {
  size_t count = (size_t)capacity;
  size_t each = sizeof(struct linux_message) + sizeof(struct iovec) + sizeof(struct sockaddr_storage);
  batch->messages = (struct linux_message *)calloc(count, each + size);
  if (!batch->messages) return -1;
  batch->addresses = (struct sockaddr_storage *)(batch->messages + count);
  batch->pieces = (struct iovec *)(batch->addresses + count);
  batch->bytes = (uint8_t *)(batch->pieces + count);
  batch->capacity = capacity;
  batch->size = size;
  for (size_t i = 0; i < count; i++) {
    batch->pieces[i].iov_base = batch->bytes + i * size;
    batch->messages[i].header.msg_iov = &batch->pieces[i];
    batch->messages[i].header.msg_iovlen = 1;
    batch->messages[i].header.msg_name = &batch->addresses[i];
  }
  return 0;
}

static inline void linux_batch_free(struct linux_batch *batch) { free(batch->messages); }

// How many datagrams came, without waiting; or -1.
static inline int linux_batch_receive(struct linux_batch *batch, int socket) {
  for (int i = 0; i < batch->capacity; i++) {
    batch->pieces[i].iov_len = batch->size;
    batch->messages[i].header.msg_namelen = sizeof(struct sockaddr_storage);
    batch->messages[i].header.msg_flags = 0;
  }
  return (int)syscall(SYS_recvmmsg, socket, batch->messages, batch->capacity, MSG_DONTWAIT, (void *)0);
}

// Puts a datagram at a place; `address` may be null for a connected socket. The caller has checked the lengths.
static inline void linux_batch_put(
    struct linux_batch *batch, int place, const void *bytes, size_t length, const struct sockaddr *address, socklen_t size) {
  if (length) memcpy(batch->pieces[place].iov_base, bytes, length);
  batch->pieces[place].iov_len = length;
  struct msghdr *header = &batch->messages[place].header;
  header->msg_name = address ? &batch->addresses[place] : (void *)0;
  header->msg_namelen = address ? size : 0;
  if (address) memcpy(&batch->addresses[place], address, size);
}

// How many of `count` datagrams from a place on were sent, without waiting; or -1: the first of them was not.
static inline int linux_batch_send(struct linux_batch *batch, int place, int count, int socket) {
  return (int)syscall(SYS_sendmmsg, socket, batch->messages + place, count, MSG_DONTWAIT | MSG_NOSIGNAL);
}

static inline int linux_batch_is_cut(const struct linux_batch *batch, int place) {
  return (batch->messages[place].header.msg_flags & MSG_TRUNC) != 0;
}
