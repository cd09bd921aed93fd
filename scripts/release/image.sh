#!/bin/sh
# Builds the image of this version for amd64 and arm64, on a machine with Docker's buildx. Another processor than that of the machine is
# emulated, which takes long.
#   scripts/release/image.sh [amd64|arm64]        release/outlast-<version>-image-<architecture>.tar.gz, for `docker load`
#   scripts/release/image.sh --push <repository>  one image for both, with a list of its packages, in a registry
set -eu
cd "$(dirname "$0")/../.."
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)

if [ "${1-}" = --push ]; then
  docker buildx build --file deploy/Dockerfile --platform linux/amd64,linux/arm64 --tag "$2:$version" --sbom=true --push .
  exit
fi
mkdir -p release
for architecture in ${1:-amd64 arm64}; do
  file=outlast-$version-image-$architecture.tar
  docker buildx build --file deploy/Dockerfile --platform "linux/$architecture" --tag "outlast:$version" --output "type=docker,dest=release/$file" .
  gzip --force --no-name "release/$file"
  (cd release && sha256sum "$file.gz" >"$file.gz.sha256")
done
