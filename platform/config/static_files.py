"""How the site's files are collected for production: compressed, under names that tell their contents."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class Collected(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """As whitenoise collects; the islands also import each other (`from"./lit.js"`) by the collected names."""

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("dist/*.js", ((r'(?P<matched>from"(?P<url>\./[\w.-]+)")', 'from"%(url)s"'),)),
    )
