"""Static files under names that carry a fingerprint, so that a browser keeps them for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class ModuleStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Also what a script imports is named by its fingerprint; there are no other names."""

    support_js_module_import_aggregation = True
