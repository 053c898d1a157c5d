#ifndef VALISE_CCMARKGFM_SHIM_H
#define VALISE_CCMARKGFM_SHIM_H

#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <stdlib.h>
#include <string.h>

/* The kinds that extensions add have no constants: their numbers are given out at registration. */
typedef enum {
  VALISE_NODE_OTHER = 0,
  VALISE_NODE_TABLE,
  VALISE_NODE_TABLE_HEADER,
  VALISE_NODE_TABLE_ROW,
  VALISE_NODE_TABLE_CELL,
  VALISE_NODE_STRIKETHROUGH
} valise_extension_kind;

static inline valise_extension_kind valise_node_extension_kind(cmark_node *node) {
  const char *name = cmark_node_get_type_string(node);
  if (strcmp(name, "table_cell") == 0) return VALISE_NODE_TABLE_CELL;
  if (strcmp(name, "table_row") == 0) return VALISE_NODE_TABLE_ROW;
  if (strcmp(name, "table_header") == 0) return VALISE_NODE_TABLE_HEADER;
  if (strcmp(name, "table") == 0) return VALISE_NODE_TABLE;
  if (strcmp(name, "strikethrough") == 0) return VALISE_NODE_STRIKETHROUGH;
  return VALISE_NODE_OTHER;
}

/* The C library keeps small blocks ready for malloc, but not for calloc, which cmark-gfm asks for each
   node: cleared by hand they cost a fraction. As in cmark-gfm, no memory left ends the program. */
static inline void *valise_cleared(size_t count, size_t size) {
  size_t bytes;
  void *block = __builtin_mul_overflow(count, size, &bytes) ? NULL : malloc(bytes);
  if (!block) abort();
  return memset(block, 0, bytes);
}

static inline void *valise_resized(void *block, size_t size) {
  block = realloc(block, size);
  if (!block) abort();
  return block;
}

static inline cmark_parser *valise_parser_new(int options) {
  static cmark_mem memory = {valise_cleared, valise_resized, free};
  return cmark_parser_new_with_mem(options, &memory);
}

#endif
