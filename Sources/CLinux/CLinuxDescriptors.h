#pragma once
// Descriptors that go through a Unix socket beside its bytes, and memory that is shared by one.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <unistd.h>

enum { LINUX_MOST_DESCRIPTORS = 28 };

// A pipe whose ends close at an exec: the end to read, and the one to write.
static inline int linux_pipe(int ends[2]) { return (int)syscall(SYS_pipe2, ends, O_CLOEXEC); }

// Opens the file of a descriptor again: other holders of the descriptor can not change the flags of this one. The kind of access
// must be allowed; -1 where it is not, or where /proc is missing.
static inline int linux_reopen(int descriptor, int flags) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  return open(path, flags | O_CLOEXEC | O_NOCTTY);
}

// The result of write(2). A closed reader is the error EPIPE, and no signal.
static inline ssize_t linux_write_pipe(int descriptor, const void *bytes, size_t length) {
  sigset_t broken, before, pending;
  sigemptyset(&broken);
  sigaddset(&broken, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &broken, &before);
  ssize_t count = write(descriptor, bytes, length);
  int code = errno;
  if (count < 0 && code == EPIPE && !sigismember(&pending, SIGPIPE)) {
    struct timespec now = {0, 0};
    while (sigtimedwait(&broken, NULL, &now) < 0 && errno == EINTR) {}
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = code;
  return count;
}

// Sends bytes without waiting, and with the first of them up to LINUX_MOST_DESCRIPTORS descriptors; returns what sendmsg does.
static inline ssize_t linux_send_descriptors(int socket, const void *bytes, size_t length, const int *descriptors, size_t count) {
  union {
    struct cmsghdr head;
    char bytes[CMSG_SPACE(LINUX_MOST_DESCRIPTORS * sizeof(int))];
  } control;
  struct iovec part = {(void *)bytes, length};
  struct msghdr message;
  memset(&message, 0, sizeof message);
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (count > LINUX_MOST_DESCRIPTORS) {
    errno = EINVAL;
    return -1;
  }
  if (count > 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = &control;
    message.msg_controllen = CMSG_SPACE(count * sizeof(int));
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(count * sizeof(int));
    memcpy(CMSG_DATA(head), descriptors, count * sizeof(int));
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

// Receives bytes without waiting, and up to LINUX_MOST_DESCRIPTORS descriptors, which close at an exec. `isCut` is 1 when more
// were sent than fit: the kernel has closed those. Returns what recvmsg does.
static inline ssize_t linux_receive_descriptors(int socket, void *bytes, size_t length, int *descriptors, size_t *count, int *isCut) {
  union {
    struct cmsghdr head;
    char bytes[CMSG_SPACE(LINUX_MOST_DESCRIPTORS * sizeof(int))];
  } control;
  struct iovec part = {bytes, length};
  struct msghdr message;
  memset(&message, 0, sizeof message);
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = &control;
  message.msg_controllen = sizeof control;
  *count = 0;
  *isCut = 0;
  ssize_t result = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
  if (result < 0) return result;
  *isCut = (message.msg_flags & MSG_CTRUNC) != 0;
  for (struct cmsghdr *head = CMSG_FIRSTHDR(&message); head; head = CMSG_NXTHDR(&message, head)) {
    if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS) continue;
    size_t here = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < here; index++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(head) + index * sizeof(int), sizeof descriptor);
      if (*count < LINUX_MOST_DESCRIPTORS)
        descriptors[(*count)++] = descriptor;
      else
        close(descriptor);
    }
  }
  return result;
}

enum { LINUX_SEAL_SEALS = 1, LINUX_SEAL_SHRINK = 2, LINUX_SEAL_GROW = 4 };

// A descriptor of new memory of this size with these seals, which closes at an exec. -1 when there is none.
static inline int linux_sealed_memory(const char *name, size_t size, int seals) {
  enum { CLOSE_ON_EXEC = 1, ALLOW_SEALING = 2, ADD_SEALS = 1033 };
  int descriptor = (int)syscall(SYS_memfd_create, name, CLOSE_ON_EXEC | ALLOW_SEALING);
  if (descriptor < 0) return -1;
  if (ftruncate(descriptor, (off_t)size) == 0 && fcntl(descriptor, ADD_SEALS, seals) == 0) return descriptor;
  int reason = errno;
  close(descriptor);
  errno = reason;
  return -1;
}

// Memory that cannot be made smaller, so that it stays valid while another process has it.
static inline int linux_shared_memory(const char *name, size_t size) {
  return linux_sealed_memory(name, size, LINUX_SEAL_SHRINK | LINUX_SEAL_SEALS);
}

// Whether reading the memory behind the descriptor is safe whatever its owner does: it is a memfd that is sealed against shrinking,
// and not made of huge pages, which can run out.
static inline int linux_cannot_shrink(int descriptor) {
  enum { GET_SEALS = 1034, TMPFS = 0x01021994 };
  struct statfs system;
  int seals = fcntl(descriptor, GET_SEALS);
  return seals >= 0 && (seals & LINUX_SEAL_SHRINK) && fstatfs(descriptor, &system) == 0 && system.f_type == TMPFS;
}
