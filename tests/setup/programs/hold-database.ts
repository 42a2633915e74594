// Starts the embedded database of a folder, writes a row, says so, and stays until it is killed.
import pg from 'pg'
import { startEmbeddedPostgres } from '#demo/embedded-postgres/embedded-postgres.ts'

const [folder = '', row = ''] = process.argv.slice(2)
const server = await startEmbeddedPostgres({ folder, log: () => undefined })
const client = new pg.Client({ connectionString: server.url })
await client.connect()
await client.query('create table if not exists kept (row text)')
await client.query('insert into kept values ($1)', [row])
process.stdout.write(`acknowledged ${server.url}\n`)
