#!/bin/sh
# The login of the server owns its database and is not a superuser: row policies do not restrict superusers.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$(cat /secrets/login)" --username "$POSTGRES_USER" <<'SQL'
create role assay login nosuperuser createrole password :'password';
create database assay owner assay;
SQL
