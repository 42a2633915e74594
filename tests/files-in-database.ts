import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import pg from 'pg'

/** Puts the files of the stand-ins into the database: so they are copied with it, and are gone with it. */
export async function keepFiles(url: string, folder: string, note: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('create schema demo_copy')
    await client.query('create table demo_copy.file (name text, content bytea)')
    await client.query(`create table demo_copy.ended as select $1::text as at`, [note])
    for (const name of filesOf(folder))
      await client.query('insert into demo_copy.file values ($1, $2)', [
        name,
        readFileSync(join(folder, name)),
      ])
  })
}

/** Takes them out again, into a folder. @returns the note that was kept with them. */
export async function takeFiles(url: string, folder: string): Promise<string> {
  return withClient(url, async (client) => {
    const files = await client.query<{ name: string; content: Buffer }>(
      'select name, content from demo_copy.file',
    )
    for (const { name, content } of files.rows) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), content, { mode: 0o600 })
    }
    const ended = await client.query<{ at: string }>('select at from demo_copy.ended')
    await client.query('drop schema demo_copy cascade')
    return ended.rows[0]?.at ?? ''
  })
}

function filesOf(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
