#ifndef VALISE_CLINUX_SHIM_H
#define VALISE_CLINUX_SHIM_H

// Linux's own calls that Swift's Glibc module leaves out, because the headers hide them
// unless _GNU_SOURCE is set.

extern int syncfs(int descriptor);

static inline int clinux_syncfs(int descriptor) { return syncfs(descriptor); }

#endif
