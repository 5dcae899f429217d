"""Collect the site's files for production: compressed, under names that contain a hash of their contents."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class Collected(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """Collect as whitenoise does; scripts also import each other (`from"./lit.js"`) by the collected names."""

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("dist/*.js", ((r'(?P<matched>from"(?P<url>\./[\w.-]+)")', 'from"%(url)s"'),)),
    )
