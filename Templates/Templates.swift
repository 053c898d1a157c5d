// This target has no code of its own: the files beside it are embedded as `PackageResources`.
