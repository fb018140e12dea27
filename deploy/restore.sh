#!/usr/bin/env bash
# Brings what backup.sh wrote into an empty database and an empty store, while no process of the service runs:
# deploy/restore.sh FOLDER, with the variables of backup.sh.
set -euo pipefail
folder=${1:?"say which folder to read from"}
: "${DATABASE_URL:?}"
if [ -n "${ATELIER_DATABASE_PASSWORD:-}" ]; then export PGPASSWORD=$ATELIER_DATABASE_PASSWORD; fi

tables=$(psql --no-psqlrc --tuples-only --no-align --command "select count(*) from pg_tables where schemaname in ('public', 'queue')" "$DATABASE_URL")
if [ "$tables" -ne 0 ]; then
  echo "the database of DATABASE_URL holds $tables tables; restore into an empty one" >&2
  exit 1
fi
if [ -n "${ATELIER_S3_BUCKET:-}" ]; then
  aws s3 sync --only-show-errors "$folder/media" "s3://$ATELIER_S3_BUCKET"
else
  mkdir -p "${ATELIER_DATA:-./data}/media"
  cp -a "$folder/media/." "${ATELIER_DATA:-./data}/media/"
fi
pg_restore --exit-on-error --no-owner --dbname="$DATABASE_URL" "$folder/atelier.dump"
