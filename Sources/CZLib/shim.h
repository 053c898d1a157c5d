#ifndef VALISE_CZLIB_SHIM_H
#define VALISE_CZLIB_SHIM_H

#include <zlib.h>

// What stands around the data, as the size of the window says it: 15 is the largest.
typedef enum { CZLIB_ZLIB = 15, CZLIB_GZIP = 15 + 16 } czlib_form;

// deflateInit2 is a macro.
static inline int czlib_begin(z_stream *stream, int level, czlib_form form) {
  return deflateInit2(stream, level, Z_DEFLATED, form, 8, Z_DEFAULT_STRATEGY);
}

#endif
