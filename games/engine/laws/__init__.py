"""The parts of laws and endings that all kernels share."""
