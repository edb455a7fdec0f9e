"""What Benchmarks/peers is made of."""
