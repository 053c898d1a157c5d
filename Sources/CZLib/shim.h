#ifndef VALISE_CZLIB_SHIM_H
#define VALISE_CZLIB_SHIM_H

#include <zlib.h>

// deflateInit2 is a macro. 15 + 16: the largest window, and the header of gzip before the data.
static inline int czlib_begin_gzip(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

#endif
