import pg from 'pg'

/** Deletes every schema but PostgreSQL's own, and leaves an empty `public`, as in a new database. */
export async function emptyDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const found = await client.query<{ name: string }>(
      `select nspname as name from pg_namespace
       where nspname not like 'pg\\_%' and nspname <> 'information_schema'`,
    )
    await client.query('begin')
    for (const { name } of found.rows) {
      await client.query(`drop schema ${client.escapeIdentifier(name)} cascade`)
    }
    await client.query('create schema public')
    await client.query('commit')
  } finally {
    await client.end()
  }
}
