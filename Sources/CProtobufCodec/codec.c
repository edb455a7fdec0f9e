#include "CProtobufCodec.h"

#include <protobuf-c/protobuf-c.h>

/* The tables of messages are declared without the library; here it is checked that they fit it. */
#include "message_layout_checks.h"

void *arrange_protobuf_unpack(const void *descriptor, void *allocator, size_t count, const uint8_t *bytes) {
  return protobuf_c_message_unpack(descriptor, allocator, count, bytes);
}

size_t arrange_protobuf_size(const void *message) { return protobuf_c_message_get_packed_size(message); }

size_t arrange_protobuf_pack(const void *message, uint8_t *target) {
  return protobuf_c_message_pack(message, target);
}
