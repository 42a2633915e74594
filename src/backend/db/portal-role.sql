-- The rights of a role under which web and worker can run: it reads and writes rows, and owns nothing, so that it can neither
-- switch the triggers of final rows off nor empty a table (docs/operations.md, "Roles of the database"). Run once by the owner,
-- after `migrate`, which from then on gives what a later version brings (tools/setup/bring-up-to-date.ts): psql "$OWNER_URL" -v role=portal_app -f src/backend/db/portal-role.sql
grant usage on schema public, pgboss to :"role";
grant select, insert, update, delete on all tables in schema public, pgboss to :"role";
grant usage on all sequences in schema public, pgboss to :"role";
grant execute on function make_month_partition, drop_usage_month, drop_entry_month to :"role";
revoke insert, update, delete on schema_migration from :"role";
-- Of what a later version brings.
alter default privileges in schema public, pgboss grant select, insert, update, delete on tables to :"role";
alter default privileges in schema public, pgboss grant usage on sequences to :"role";
