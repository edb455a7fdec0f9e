"""The calls that follow from the interface. Generated from Protos by the command generate-protos. Do not edit."""
