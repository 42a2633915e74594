import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import pg from 'pg'
import { stampOf } from '../../tools/setup/build-stamp.ts'
import { builtServer } from '../../tools/setup/built-server.ts'
import { freePort } from '../../tools/setup/free-port.ts'
import { root } from '../../tools/setup/root.ts'
import { say } from '../../tools/setup/run-tool.ts'
import { bringUpToDate, copyOf } from '../api/database.ts'

/**
 * A database with the demo's people and a folder with what the stand-ins know of them, for one portal. Their thirteen
 * months take eleven seconds of CPU time: they are lived through once a run for each moment at which portals begin, and
 * each portal gets a copy, as a demo that was stopped and goes on.
 */
export async function copyDemo(startAt: string | undefined) {
  // Without a moment of its own a demo is made anew each hour, so that what is copied was made today.
  const begin = startAt ?? new Date().toISOString().slice(0, 13)
  const stamp = createHash('sha256').update(`${stampOf(root).contents} ${begin}`)
  const url = await copyOf({
    name: `demo_${stamp.digest('hex').slice(0, 16)}`,
    fill: (draft) => liveThrough(draft, startAt),
  })
  const folder = mkdtempSync(join(tmpdir(), 'portal-e2e-'))
  const endedAt = await takeFiles(url, folder)
  if (startAt) await setTime(url, endedAt)
  return { url, folder }
}

async function liveThrough(url: string, startAt: string | undefined) {
  await bringUpToDate(url)
  if (startAt) await setTime(url, Temporal.Instant.from(startAt))
  const folder = mkdtempSync(join(tmpdir(), 'portal-demo-'))
  try {
    const { startAll } = await builtServer(root)
    const port = await freePort()
    const demo = await startAll({
      databaseUrl: url,
      port,
      mode: 'demo',
      dataFolder: folder,
      log: say,
    })
    const endedAt = demo.services.clock.now()
    await demo.stop()
    await keepFiles(url, folder, endedAt)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The files lie in the database: so they are copied with it, and are gone with it. */
async function keepFiles(url: string, folder: string, endedAt: Temporal.Instant) {
  await withClient(url, async (client) => {
    await client.query('create schema demo_copy')
    await client.query('create table demo_copy.file (name text, content bytea)')
    await client.query(`create table demo_copy.ended as select $1::text as at`, [String(endedAt)])
    for (const name of filesOf(folder))
      await client.query('insert into demo_copy.file values ($1, $2)', [
        name,
        readFileSync(join(folder, name)),
      ])
  })
}

/** @returns the moment at which the demo was stopped. */
async function takeFiles(url: string, folder: string): Promise<Temporal.Instant> {
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
    return Temporal.Instant.from(ended.rows[0]?.at ?? '')
  })
}

function filesOf(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

/** The database is a demo's and nobody works with it: its time may be set anywhere. */
async function setTime(url: string, at: Temporal.Instant) {
  await withClient(url, (client) =>
    client.query('update clock_setting set offset_ms = $1', [at.epochMilliseconds - Date.now()]),
  )
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
