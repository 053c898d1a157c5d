// Tells ThreadSanitizer of the locks that it cannot see: scripts/sanitize builds this and loads it first.
//
// Swift's Mutex takes a free lock in code of ours, which is built for the sanitizer. Where two threads
// meet at one, the Synchronization library of the toolchain waits and wakes, and that is not: what the
// second thread does then would be reported as a race with the first. These two functions stand before
// those of the library, call them, and say what they do.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

// Only programs that are built for the sanitizer have these.
void __tsan_acquire(void *) __attribute__((weak));
void __tsan_release(void *) __attribute__((weak));

typedef SWIFT void Lock(uint32_t, SELF);
typedef SWIFT void Unlock(SELF);

// _MutexHandle._lockSlow(_: UInt32)
SWIFT void lockSlow(uint32_t thread, SELF)
  __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
SWIFT void lockSlow(uint32_t thread, SELF) {
  static Lock *next;
  if (!next) next = (Lock *)dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
  next(thread, self);
  if (__tsan_acquire) __tsan_acquire(self);
}

// _MutexHandle._unlockSlow()
SWIFT void unlockSlow(SELF) __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
SWIFT void unlockSlow(SELF) {
  static Unlock *next;
  if (!next) next = (Unlock *)dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
  if (__tsan_release) __tsan_release(self);
  next(self);
}
