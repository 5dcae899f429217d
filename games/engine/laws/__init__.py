"""Laws and endings that all kernels share."""
