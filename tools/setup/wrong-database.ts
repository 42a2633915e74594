import pg from 'pg'
import { StartRefusal } from '#process/start-refusal.ts'

/** @throws {StartRefusal} for what is no address of a PostgreSQL at all. */
export function refuseWrongAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^postgres(ql)?:$/.test(url.protocol)) return url
  throw new StartRefusal(
    'DATABASE_URL is not the address of a PostgreSQL: it looks like postgres://user:password@host:5432/database.',
  )
}

/** @throws {StartRefusal} naming what is wrong, never the password. */
export async function refuseWrongDatabase(text: string): Promise<void> {
  const url = refuseWrongAddress(text)
  const client = new pg.Client({ connectionString: text, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
  } catch (error) {
    throw new StartRefusal(describeFailure(error, url))
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** PostgreSQL's error codes: https://www.postgresql.org/docs/18/errcodes-appendix.html */
function describeFailure(error: unknown, url: URL): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const where = `${url.hostname}:${url.port || 5432}`
  const name = decodeURIComponent(url.pathname.slice(1))
  if (code === '3D000') return `DATABASE_URL: there is no database "${name}" at ${where}.`
  if (code.startsWith('28')) {
    return `DATABASE_URL: ${where} refuses the user "${url.username}" or its password.`
  }
  if (/^(ECONN|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT)/.test(code)) {
    return `DATABASE_URL: nothing answers at ${where} (${code}).`
  }
  const reason = error instanceof Error ? error.message : String(error)
  return `DATABASE_URL: ${where} does not answer like a PostgreSQL that can be used (${reason}).`
}
