import type { DatabaseHandle } from '#backend/db/connect.ts'

/**
 * From now on the database refuses to change one row: what goes through many must do the others all the same.
 * @returns takes it back
 */
export async function refuseRow(
  { pool }: Pick<DatabaseHandle, 'pool'>,
  table: string,
  [column, value]: readonly [string, string],
): Promise<() => Promise<unknown>> {
  await pool.query(`create or replace function refuse_planted() returns trigger language plpgsql as $$ begin
    raise exception 'planted: this row does not change'; end $$`)
  await pool.query(`create trigger planted before update on ${table} for each row
    when (old.${column} = '${value}') execute function refuse_planted()`)
  return () => pool.query(`drop trigger planted on ${table}`)
}
