/*
 * Fails to compile if messages and their tables have another layout than the codecs expect. Included after either
 * declaration of it: `message_layout.h`, and the header of protobuf-c.
 */

#include <stddef.h>
#include <stdint.h>

#define CHECK_OFFSET(type, member, offset) \
  _Static_assert(offsetof(type, member) == (offset), "the layout of " #type "." #member)
#define CHECK_VALUE(value, number) _Static_assert((value) == (number), "the value of " #value)

#if UINTPTR_MAX == UINT64_MAX
CHECK_VALUE(sizeof(ProtobufCAllocator), 24);
CHECK_OFFSET(ProtobufCAllocator, alloc, 0);
CHECK_OFFSET(ProtobufCAllocator, free, 8);
CHECK_OFFSET(ProtobufCAllocator, allocator_data, 16);

CHECK_VALUE(sizeof(ProtobufCBinaryData), 16);
CHECK_OFFSET(ProtobufCBinaryData, len, 0);
CHECK_OFFSET(ProtobufCBinaryData, data, 8);

CHECK_VALUE(sizeof(ProtobufCMessage), 24);
CHECK_OFFSET(ProtobufCMessage, descriptor, 0);
CHECK_OFFSET(ProtobufCMessage, n_unknown_fields, 8);
CHECK_OFFSET(ProtobufCMessage, unknown_fields, 16);

CHECK_VALUE(sizeof(ProtobufCIntRange), 8);
CHECK_OFFSET(ProtobufCIntRange, start_value, 0);
CHECK_OFFSET(ProtobufCIntRange, orig_index, 4);

CHECK_VALUE(sizeof(ProtobufCFieldDescriptor), 72);
CHECK_OFFSET(ProtobufCFieldDescriptor, name, 0);
CHECK_OFFSET(ProtobufCFieldDescriptor, id, 8);
CHECK_OFFSET(ProtobufCFieldDescriptor, label, 12);
CHECK_OFFSET(ProtobufCFieldDescriptor, type, 16);
CHECK_OFFSET(ProtobufCFieldDescriptor, quantifier_offset, 20);
CHECK_OFFSET(ProtobufCFieldDescriptor, offset, 24);
CHECK_OFFSET(ProtobufCFieldDescriptor, descriptor, 32);
CHECK_OFFSET(ProtobufCFieldDescriptor, default_value, 40);
CHECK_OFFSET(ProtobufCFieldDescriptor, flags, 48);

CHECK_VALUE(sizeof(ProtobufCMessageDescriptor), 120);
CHECK_OFFSET(ProtobufCMessageDescriptor, magic, 0);
CHECK_OFFSET(ProtobufCMessageDescriptor, name, 8);
CHECK_OFFSET(ProtobufCMessageDescriptor, sizeof_message, 40);
CHECK_OFFSET(ProtobufCMessageDescriptor, n_fields, 48);
CHECK_OFFSET(ProtobufCMessageDescriptor, fields, 56);
CHECK_OFFSET(ProtobufCMessageDescriptor, fields_sorted_by_name, 64);
CHECK_OFFSET(ProtobufCMessageDescriptor, n_field_ranges, 72);
CHECK_OFFSET(ProtobufCMessageDescriptor, field_ranges, 80);
CHECK_OFFSET(ProtobufCMessageDescriptor, message_init, 88);

CHECK_VALUE(sizeof(ProtobufCEnumDescriptor), 120);
CHECK_VALUE(sizeof(ProtobufCEnumValue), 24);
CHECK_VALUE(sizeof(ProtobufCEnumValueIndex), 16);
#endif

CHECK_VALUE(PROTOBUF_C__MESSAGE_DESCRIPTOR_MAGIC, 0x28aaeef9);
CHECK_VALUE(PROTOBUF_C__ENUM_DESCRIPTOR_MAGIC, 0x114315af);
CHECK_VALUE(PROTOBUF_C_FIELD_FLAG_ONEOF, 4);
CHECK_VALUE(PROTOBUF_C_LABEL_REPEATED, 2);
CHECK_VALUE(PROTOBUF_C_LABEL_NONE, 3);
CHECK_VALUE(PROTOBUF_C_TYPE_INT64, 3);
CHECK_VALUE(PROTOBUF_C_TYPE_UINT32, 6);
CHECK_VALUE(PROTOBUF_C_TYPE_FIXED32, 7);
CHECK_VALUE(PROTOBUF_C_TYPE_UINT64, 8);
CHECK_VALUE(PROTOBUF_C_TYPE_FIXED64, 9);
CHECK_VALUE(PROTOBUF_C_TYPE_DOUBLE, 11);
CHECK_VALUE(PROTOBUF_C_TYPE_ENUM, 13);
CHECK_VALUE(PROTOBUF_C_TYPE_BYTES, 15);
CHECK_VALUE(PROTOBUF_C_TYPE_MESSAGE, 16);

#undef CHECK_OFFSET
#undef CHECK_VALUE
