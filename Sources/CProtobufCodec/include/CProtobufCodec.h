/* The functions of libprotobuf-c that pack and unpack messages, without its types, which Wire declares as well. */

#ifndef ARRANGE_C_PROTOBUF_CODEC_H
#define ARRANGE_C_PROTOBUF_CODEC_H

#include <stddef.h>
#include <stdint.h>

/* Unpacks a message of a type; NULL if the bytes are invalid, or if there is not enough memory. */
void *arrange_protobuf_unpack(const void *descriptor, void *allocator, size_t count, const uint8_t *bytes);

/* The number of bytes that a message takes when it is packed. */
size_t arrange_protobuf_size(const void *message);

/* Packs a message and returns the number of bytes. */
size_t arrange_protobuf_pack(const void *message, uint8_t *target);

#endif
