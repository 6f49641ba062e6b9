/*
 * A preloaded library that records what a group of processes writes, syncs and renames below one
 * folder, in one order. Each call is made and recorded under a lock that all processes share, so
 * the order of the records is the order of the calls. A sync is two records, before and after it:
 * it promises only what was written before it began, and only once it has returned.
 *
 * What is written through a mapping of a file is not recorded: PostgreSQL maps no file that is to
 * survive. records.ts reads what this writes.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { CREATE = 1, MAKE_FOLDER, WRITE, RESIZE, GROW, SYNC_BEGINS, SYNC_ENDS, RENAME, REMOVE, LINK };

struct record {
  uint32_t length; /* of this, both paths and the bytes */
  uint8_t kind;
  uint8_t is_zero; /* the bytes are zeros, and not stored */
  uint16_t path_length, target_length, padding;
  uint64_t inode, offset, size;
};

struct recording {
  _Atomic uint32_t state; /* 0 new, 1 being made, 2 ready */
  uint32_t overflowed;
  uint64_t end;
  uint64_t syncs;
  pthread_mutex_t lock;
};

enum { HEADER = 4096 };

static struct recording *recording;
static size_t capacity;
static char root[PATH_MAX];
static size_t root_length;

__attribute__((constructor)) static void open_recording(void) {
  const char *log = getenv("RECORDER_LOG"), *folder = getenv("RECORDER_ROOT");
  if (!log || !folder) return;
  int fd = syscall(SYS_openat, AT_FDCWD, log, O_RDWR | O_CLOEXEC, 0);
  struct stat file;
  if (fd < 0 || fstat(fd, &file) < 0) abort();
  root_length = strlen(folder);
  memcpy(root, folder, root_length + 1);
  capacity = file.st_size;
  struct recording *mapped = mmap(NULL, capacity, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (mapped == MAP_FAILED) abort();
  syscall(SYS_close, fd);
  uint32_t new = 0;
  if (__atomic_compare_exchange_n(&mapped->state, &new, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&mapped->lock, &attributes);
    mapped->end = HEADER;
    __atomic_store_n(&mapped->state, 2, __ATOMIC_SEQ_CST);
  }
  while (__atomic_load_n(&mapped->state, __ATOMIC_SEQ_CST) != 2) usleep(100);
  recording = mapped;
}

static sigset_t signals_before(void) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  return before;
}

/* A signal's handler may write too, or end the process: it waits until the call is recorded. */
static sigset_t take_lock(void) {
  sigset_t before = signals_before();
  if (pthread_mutex_lock(&recording->lock) == EOWNERDEAD) pthread_mutex_consistent(&recording->lock);
  return before;
}

static void give_lock(sigset_t before) {
  int error = errno;
  pthread_mutex_unlock(&recording->lock);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
}

static int is_zero(const struct iovec *parts, int count) {
  for (int i = 0; i < count; i++)
    for (size_t at = 0; at < parts[i].iov_len; at++)
      if (((const char *)parts[i].iov_base)[at]) return 0;
  return 1;
}

static void add(struct record record, const char *path, const char *target, const struct iovec *parts, int count) {
  record.path_length = path ? strlen(path) : 0;
  record.target_length = target ? strlen(target) : 0;
  record.is_zero = record.kind == WRITE && is_zero(parts, count);
  uint64_t bytes = record.kind == WRITE && !record.is_zero ? record.size : 0;
  record.length = sizeof record + record.path_length + record.target_length + bytes;
  if (recording->end + record.length > capacity) {
    recording->overflowed = 1;
    return;
  }
  char *to = (char *)recording + recording->end;
  to = mempcpy(to, &record, sizeof record);
  if (path) to = mempcpy(to, path, record.path_length);
  if (target) to = mempcpy(to, target, record.target_length);
  for (int i = 0; i < count && bytes > 0; i++) {
    size_t taken = parts[i].iov_len < bytes ? parts[i].iov_len : bytes;
    to = mempcpy(to, parts[i].iov_base, taken);
    bytes -= taken;
  }
  /* Only now: a process may be killed before. */
  recording->end += record.length;
}

static int is_below(const char *path) {
  return strncmp(path, root, root_length) == 0 && (path[root_length] == '/' || !path[root_length]);
}

/* The path of an open file, if it is below the folder. */
static const char *path_of(int fd, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, PATH_MAX - 1);
  if (length < 0) return NULL;
  path[length] = 0;
  return is_below(path) ? path : NULL;
}

/* The absolute path of a name, if it is below the folder. */
static const char *resolve(int folder, const char *name, char *path) {
  char base[PATH_MAX];
  if (!recording || !name) return NULL;
  if (name[0] == '/') return is_below(name) ? name : NULL;
  if (folder == AT_FDCWD) {
    if (syscall(SYS_getcwd, base, sizeof base) < 0 || !is_below(base)) return NULL;
  } else if (!path_of(folder, base)) {
    return NULL;
  }
  return snprintf(path, PATH_MAX, "%s/%s", base, name) < PATH_MAX ? path : NULL;
}

/* The inode of an open file or folder below the folder; 0 for any other. */
static uint64_t inode_of(int fd) {
  struct stat file;
  char path[PATH_MAX];
  if (!recording) return 0;
  int error = errno;
  int is_ours = fstat(fd, &file) == 0 && (S_ISREG(file.st_mode) || S_ISDIR(file.st_mode)) && path_of(fd, path);
  errno = error;
  return is_ours ? file.st_ino : 0;
}

static int opens(int folder, const char *name, int flags, mode_t mode) {
  char buffer[PATH_MAX];
  const char *path = flags & (O_CREAT | O_TRUNC) ? resolve(folder, name, buffer) : NULL;
  if (!path) return syscall(SYS_openat, folder, name, flags, mode);
  struct stat file;
  sigset_t before = take_lock();
  int is_new = syscall(SYS_faccessat, folder, name, F_OK) != 0;
  int fd = syscall(SYS_openat, folder, name, flags, mode);
  if (fd >= 0 && fstat(fd, &file) == 0 && S_ISREG(file.st_mode)) {
    if (is_new) add((struct record){.kind = CREATE, .inode = file.st_ino}, path, NULL, NULL, 0);
    else if (flags & O_TRUNC) add((struct record){.kind = RESIZE, .inode = file.st_ino}, NULL, NULL, NULL, 0);
  }
  give_lock(before);
  return fd;
}

#define MODE_OF(flags)                        \
  mode_t mode = 0;                            \
  if ((flags) & (O_CREAT | __O_TMPFILE)) {    \
    va_list rest;                             \
    va_start(rest, flags);                    \
    mode = va_arg(rest, mode_t);              \
    va_end(rest);                             \
  }

int open(const char *name, int flags, ...) {
  MODE_OF(flags)
  return opens(AT_FDCWD, name, flags, mode);
}

int open64(const char *name, int flags, ...) {
  MODE_OF(flags)
  return opens(AT_FDCWD, name, flags, mode);
}

int openat(int folder, const char *name, int flags, ...) {
  MODE_OF(flags)
  return opens(folder, name, flags, mode);
}

int openat64(int folder, const char *name, int flags, ...) {
  MODE_OF(flags)
  return opens(folder, name, flags, mode);
}

int creat(const char *name, mode_t mode) { return opens(AT_FDCWD, name, O_CREAT | O_WRONLY | O_TRUNC, mode); }

static void add_sync(enum kind kind, uint64_t inode, uint64_t id) {
  add((struct record){.kind = kind, .inode = inode, .offset = id}, NULL, NULL, NULL, 0);
}

/* An offset of -1 is where the file stands. */
static ssize_t writes(int fd, const struct iovec *parts, int count, off_t offset) {
  uint64_t inode = inode_of(fd);
  int is_at_end = offset < 0;
  if (!inode) return is_at_end ? syscall(SYS_writev, fd, parts, count) : syscall(SYS_pwritev, fd, parts, count, offset, 0);
  sigset_t before = take_lock();
  ssize_t written = is_at_end ? syscall(SYS_writev, fd, parts, count) : syscall(SYS_pwritev, fd, parts, count, offset, 0);
  if (written > 0) {
    int error = errno;
    off_t start = is_at_end ? syscall(SYS_lseek, fd, 0, SEEK_CUR) - written : offset;
    add((struct record){.kind = WRITE, .inode = inode, .offset = start, .size = written}, NULL, NULL, parts, count);
    if (syscall(SYS_fcntl, fd, F_GETFL) & O_DSYNC) {
      uint64_t id = ++recording->syncs;
      add_sync(SYNC_BEGINS, inode, id);
      add_sync(SYNC_ENDS, inode, id);
    }
    errno = error;
  }
  give_lock(before);
  return written;
}

ssize_t write(int fd, const void *bytes, size_t size) {
  return writes(fd, &(struct iovec){(void *)bytes, size}, 1, -1);
}

ssize_t writev(int fd, const struct iovec *parts, int count) { return writes(fd, parts, count, -1); }

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t offset) {
  return writes(fd, &(struct iovec){(void *)bytes, size}, 1, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t offset) { return pwrite(fd, bytes, size, offset); }

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) { return writes(fd, parts, count, offset); }

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) { return writes(fd, parts, count, offset); }

static int resizes(int fd, enum kind kind, off_t offset, off_t size) {
  uint64_t inode = inode_of(fd);
  sigset_t before;
  if (inode) before = take_lock();
  int result = kind == RESIZE ? syscall(SYS_ftruncate, fd, size) : syscall(SYS_fallocate, fd, 0, offset, size);
  if (!inode) return result;
  if (result == 0) add((struct record){.kind = kind, .inode = inode, .size = offset + size}, NULL, NULL, NULL, 0);
  give_lock(before);
  return result;
}

int ftruncate(int fd, off_t size) { return resizes(fd, RESIZE, 0, size); }

int ftruncate64(int fd, off64_t size) { return resizes(fd, RESIZE, 0, size); }

int posix_fallocate(int fd, off_t offset, off_t size) { return resizes(fd, GROW, offset, size) == 0 ? 0 : errno; }

int posix_fallocate64(int fd, off64_t offset, off64_t size) { return posix_fallocate(fd, offset, size); }

int truncate(const char *name, off_t size) {
  int fd = opens(AT_FDCWD, name, O_WRONLY | O_CLOEXEC, 0);
  if (fd < 0) return -1;
  int result = resizes(fd, RESIZE, 0, size), error = errno;
  syscall(SYS_close, fd);
  errno = error;
  return result;
}

/* The lock is not held meanwhile: others go on while a disk works. */
static int syncs(int fd, long call) {
  uint64_t inode = inode_of(fd), id = 0;
  if (inode) {
    sigset_t before = take_lock();
    id = ++recording->syncs;
    add_sync(SYNC_BEGINS, inode, id);
    give_lock(before);
  }
  int result = syscall(call, fd);
  if (inode && result == 0) {
    sigset_t before = take_lock();
    add_sync(SYNC_ENDS, inode, id);
    give_lock(before);
  }
  return result;
}

int fsync(int fd) { return syncs(fd, SYS_fsync); }

int fdatasync(int fd) { return syncs(fd, SYS_fdatasync); }

int renameat2(int from, const char *name, int to, const char *target, unsigned flags) {
  char buffer[PATH_MAX], target_buffer[PATH_MAX];
  const char *path = resolve(from, name, buffer), *target_path = resolve(to, target, target_buffer);
  if (!path || !target_path) return syscall(SYS_renameat2, from, name, to, target, flags);
  sigset_t before = take_lock();
  int result = syscall(SYS_renameat2, from, name, to, target, flags);
  if (result == 0) add((struct record){.kind = RENAME}, path, target_path, NULL, 0);
  give_lock(before);
  return result;
}

int rename(const char *name, const char *target) { return renameat2(AT_FDCWD, name, AT_FDCWD, target, 0); }

int renameat(int from, const char *name, int to, const char *target) { return renameat2(from, name, to, target, 0); }

int link(const char *name, const char *target) {
  char buffer[PATH_MAX], target_buffer[PATH_MAX];
  const char *path = resolve(AT_FDCWD, name, buffer), *target_path = resolve(AT_FDCWD, target, target_buffer);
  if (!path || !target_path) return syscall(SYS_linkat, AT_FDCWD, name, AT_FDCWD, target, 0);
  sigset_t before = take_lock();
  int result = syscall(SYS_linkat, AT_FDCWD, name, AT_FDCWD, target, 0);
  if (result == 0) add((struct record){.kind = LINK}, path, target_path, NULL, 0);
  give_lock(before);
  return result;
}

int unlinkat(int folder, const char *name, int flags) {
  char buffer[PATH_MAX];
  const char *path = resolve(folder, name, buffer);
  if (!path) return syscall(SYS_unlinkat, folder, name, flags);
  sigset_t before = take_lock();
  int result = syscall(SYS_unlinkat, folder, name, flags);
  if (result == 0) add((struct record){.kind = REMOVE}, path, NULL, NULL, 0);
  give_lock(before);
  return result;
}

int unlink(const char *name) { return unlinkat(AT_FDCWD, name, 0); }

int rmdir(const char *name) { return unlinkat(AT_FDCWD, name, AT_REMOVEDIR); }

int remove(const char *name) {
  int result = unlink(name);
  return result < 0 && errno == EISDIR ? rmdir(name) : result;
}

int mkdirat(int folder, const char *name, mode_t mode) {
  char buffer[PATH_MAX];
  const char *path = resolve(folder, name, buffer);
  if (!path) return syscall(SYS_mkdirat, folder, name, mode);
  struct stat made;
  sigset_t before = take_lock();
  int result = syscall(SYS_mkdirat, folder, name, mode);
  if (result == 0 && stat(path, &made) == 0)
    add((struct record){.kind = MAKE_FOLDER, .inode = made.st_ino}, path, NULL, NULL, 0);
  give_lock(before);
  return result;
}

int mkdir(const char *name, mode_t mode) { return mkdirat(AT_FDCWD, name, mode); }

/* The C library's own calls below a stream pass this by: what a stream wrote is read when it ends. */
static FILE *opens_stream(const char *symbol, const char *name, const char *mode) {
  FILE *(*original)(const char *, const char *) = dlsym(RTLD_NEXT, symbol);
  char buffer[PATH_MAX];
  const char *path = mode[0] == 'r' ? NULL : resolve(AT_FDCWD, name, buffer);
  if (!path) return original(name, mode);
  struct stat file;
  sigset_t before = take_lock();
  int is_new = syscall(SYS_faccessat, AT_FDCWD, name, F_OK) != 0;
  FILE *stream = original(name, mode);
  if (stream && fstat(fileno(stream), &file) == 0) {
    if (is_new) add((struct record){.kind = CREATE, .inode = file.st_ino}, path, NULL, NULL, 0);
    else if (mode[0] == 'w') add((struct record){.kind = RESIZE, .inode = file.st_ino}, NULL, NULL, NULL, 0);
  }
  give_lock(before);
  return stream;
}

FILE *fopen(const char *name, const char *mode) { return opens_stream("fopen", name, mode); }

FILE *fopen64(const char *name, const char *mode) { return opens_stream("fopen64", name, mode); }

static void add_content(int fd) {
  char path[64];
  struct stat file;
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  int reader = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
  if (reader < 0 || fstat(reader, &file) < 0 || file.st_size == 0) return;
  char *bytes = mmap(NULL, file.st_size, PROT_READ, MAP_PRIVATE, reader, 0);
  syscall(SYS_close, reader);
  if (bytes == MAP_FAILED) return;
  struct record record = {.kind = WRITE, .inode = file.st_ino, .size = file.st_size};
  add(record, NULL, NULL, &(struct iovec){bytes, file.st_size}, 1);
  munmap(bytes, file.st_size);
}

int fclose(FILE *stream) {
  int (*original)(FILE *) = dlsym(RTLD_NEXT, "fclose");
  int fd = fileno(stream);
  if (fd < 0 || !inode_of(fd) || (syscall(SYS_fcntl, fd, F_GETFL) & O_ACCMODE) == O_RDONLY) return original(stream);
  sigset_t before = take_lock();
  if (fflush(stream) == 0) add_content(fd);
  give_lock(before);
  return original(stream);
}
