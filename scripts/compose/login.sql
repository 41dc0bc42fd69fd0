-- The server's login owns its database and is no superuser: row policies do not bind superusers.
create role assay login nosuperuser createrole password 'assay';
create database assay owner assay;
