#!/usr/bin/env bash
# Copies the database and the media of a service into a folder, while it runs: deploy/backup.sh FOLDER DATABASE_URL
# (with ATELIER_DATABASE_PASSWORD), and ATELIER_S3_BUCKET with the AWS_* variables or ATELIER_DATA, as the service has
# them.
set -euo pipefail
folder=${1:?"say which folder to write to"}
: "${DATABASE_URL:?}"
if [ -n "${ATELIER_DATABASE_PASSWORD:-}" ]; then export PGPASSWORD=$ATELIER_DATABASE_PASSWORD; fi

mkdir -p "$folder/media"
# The database first: every row of the copy then has its bytes, and bytes without a row are swept up by the service.
pg_dump --format=custom --file="$folder/atelier.dump" "$DATABASE_URL"
if [ -n "${ATELIER_S3_BUCKET:-}" ]; then
  aws s3 sync --only-show-errors "s3://$ATELIER_S3_BUCKET" "$folder/media"
else
  cp -a "${ATELIER_DATA:-./data}/media/." "$folder/media/"
fi
