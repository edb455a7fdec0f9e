/* Generated from Protos by the command generate-protos. Do not edit. */

#ifndef ARRANGE_V1_DESCRIPTOR_SET_H
#define ARRANGE_V1_DESCRIPTOR_SET_H

#include <stddef.h>
#include <stdint.h>

/* The serialised google.protobuf.FileDescriptorSet of the specification. */
extern const uint8_t *const arrange_v1_descriptor_set;
extern const size_t arrange_v1_descriptor_set_size;

#endif
