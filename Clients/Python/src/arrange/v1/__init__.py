"""The messages of the specification. Generated from Protos by the command generate-protos. Do not edit."""
