"""How a language writes dates otherwise than Django: a folder a language, found by `FORMAT_MODULE_PATH`."""
