import { readdirSync } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { StartRefusal } from '#process/start-refusal.ts'
import { writeArchive, type Entry } from './archive.ts'

/** Emptied or made anew by every start: https://www.postgresql.org/docs/18/protocol-replication.html, BASE_BACKUP. */
const emptied = new Set(
  'pg_dynshmem pg_notify pg_replslot pg_serial pg_snapshots pg_stat_tmp pg_subtrans pg_wal'.split(
    ' ',
  ),
)
const left =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|pgsql_tmp.*|pg_internal\.init.*|current_logfiles\.tmp)$/
const control = 'global/pg_control'

export type BackupProgress = { readonly bytesDone: number; readonly bytesInAll: number }

type Started = { readonly client: pg.Client; readonly data: string; readonly begin: string }

/**
 * Copies the cluster that runs at the address into one file, while it is written to, by PostgreSQL's own means: what
 * a page looked like while it was copied does not matter, because the log since the beginning goes with it. All that
 * was committed before the end of the copy is in it.
 * @throws {StartRefusal} with a tablespace outside the data folder.
 */
export async function backUpCluster(
  url: string,
  file: string,
  onProgress: (progress: BackupProgress) => void = () => undefined,
) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const data = await ask(client, `select current_setting('data_directory') as answer`)
    // Without the slot a checkpoint may take away the log that the copy needs. Both end with the session.
    await client.query(
      `select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`,
    )
    const begin = await ask(
      client,
      `select pg_walfile_name(pg_backup_start('npm run backup', true)) as answer`,
    )
    await writeArchive(file, entriesOf({ client, data, begin }, onProgress))
  } finally {
    await client.end()
  }
}

async function* entriesOf(
  { client, data, begin }: Started,
  onProgress: (progress: BackupProgress) => void,
): AsyncGenerator<Entry> {
  const found = filesOf(data)
  const sizes = await Promise.all(found.files.map((name) => sizeOf(join(data, name))))
  const bytesInAll = sizes.reduce((sum, size) => sum + size, 0)
  let bytesDone = 0
  for (const name of found.folders) yield { name: `data/${name}` }
  for (const [n, name] of found.files.entries()) {
    yield* fileEntry(data, name)
    bytesDone += sizes[n] ?? 0
    onProgress({ bytesDone, bytesInAll })
  }
  yield textEntry(control, await steadyContent(join(data, control)))
  const { rows } = await client.query<{ label: string; tablespaces: string; last: string }>(
    `select labelfile as label, spcmapfile as tablespaces, pg_walfile_name(lsn) as last
     from pg_backup_stop(true)`,
  )
  const [stopped] = rows
  if (stopped === undefined) throw new Error('pg_backup_stop answered nothing')
  if (stopped.tablespaces !== '')
    throw new StartRefusal('The database has a tablespace outside its folder: use pg_basebackup.')
  yield textEntry('backup_label', Buffer.from(stopped.label))
  for (const name of logsBetween(data, begin, stopped.last)) yield* fileEntry(data, name)
}

/** Paths within the data folder; the control file comes last, by itself. */
function filesOf(data: string) {
  const folders: string[] = []
  const files: string[] = []
  const walk = (folder: string) => {
    for (const entry of readdirSync(join(data, folder), { withFileTypes: true })) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (left.test(entry.name) || name === control) continue
      if (entry.isFile()) files.push(name)
      if (!entry.isDirectory()) continue
      folders.push(name)
      if (!emptied.has(name)) walk(name)
    }
  }
  walk('')
  return { folders: [...folders, 'pg_wal/archive_status', 'pg_wal/summaries'], files }
}

/** The log from the segment of the beginning to that of the end: names of one length, in the order of their numbers. */
function logsBetween(data: string, begin: string, last: string): string[] {
  const found = readdirSync(join(data, 'pg_wal')).filter(
    (name) =>
      name.endsWith('.history') ||
      (/^[0-9A-F]{24}$/.test(name) &&
        name.slice(8) >= begin.slice(8) &&
        name.slice(8) <= last.slice(8)),
  )
  for (const name of [begin, last])
    if (!found.includes(name)) throw new Error(`The log ${name} is gone while it was needed`)
  return found.toSorted().map((name) => `pg_wal/${name}`)
}

/** A file that is dropped meanwhile is not needed: the log says so. */
async function* fileEntry(data: string, name: string): AsyncGenerator<Entry> {
  const handle = await open(join(data, name)).catch((error: unknown) => {
    if (isGone(error)) return undefined
    throw error
  })
  if (handle === undefined) return
  try {
    const { size } = await handle.stat()
    const content = handle.createReadStream({ autoClose: false, highWaterMark: 1_000_000 })
    yield { name: `data/${name}`, file: { size, content } }
  } finally {
    await handle.close()
  }
}

function textEntry(name: string, content: Buffer): Entry {
  return { name: `data/${name}`, file: { size: content.length, content: only(content) } }
}

async function* only(content: Buffer) {
  yield content
}

/** The control file is no page and not in the log: read until it was not being written. */
async function steadyContent(path: string) {
  for (let before = await readFile(path); ;) {
    const now = await readFile(path)
    if (now.equals(before)) return now
    before = now
  }
}

async function sizeOf(path: string) {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isGone(error)) return 0
    throw error
  }
}

const isGone = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

async function ask(client: pg.Client, statement: string): Promise<string> {
  const { rows } = await client.query<{ answer: string }>(statement)
  return rows[0]?.answer ?? ''
}
