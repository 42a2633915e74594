import pg from 'pg'
import { connectDatabase } from '#backend/db/connect.ts'
import { isDatabaseOutage } from '#backend/db/outage.ts'

/**
 * A session that is ended between two queries of a transaction: nobody is asking then, so the loss comes as an event.
 * `guarded` uses our pool; `unguarded` a pool as the library makes it.
 */
const url = process.env['DATABASE_URL'] ?? ''
const ours = connectDatabase({ url })
const pool = process.argv[2] === 'guarded' ? ours.pool : new pg.Pool({ connectionString: url })

const client = await pool.connect()
await client.query('begin')
const { rows } = await client.query('select pg_backend_pid() as pid')
const lost = new Promise((resolve) => client.once('end', resolve))
await ours.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
await lost
const outcome = await client.query('select 1').then(
  () => 'answered',
  (error: unknown) => (isDatabaseOutage(error) ? 'refused: an outage' : String(error)),
)
client.release(true)
await pool.query('select 1')
process.stdout.write(`${outcome}, then answered`)
await pool.end()
