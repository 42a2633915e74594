import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrate, OLDEST_MAJOR } from '#backend/db/migrate.ts'
import { connectDatabase } from '#backend/db/connect.ts'
import { api } from '#protocol/index.ts'
import { makeMember } from '#tests/api/members.ts'
import { startHarness } from '#tests/api/harness.ts'
import { inDatabase } from '../api/database.ts'
import { scratchFolder } from '../setup/scratch-folder.ts'
import { askEveryLaw } from '../../tools/setup/ask-laws.ts'
import { startPostgresql } from '../../tools/setup/postgresql-server.ts'
import { root } from '../../tools/setup/root.ts'

/** Of the server's own major version: a newer `pg_restore` says settings that an older server does not know. */
const PROGRAMS = `/usr/lib/postgresql/${OLDEST_MAJOR}/bin`
const hasPrograms = existsSync(join(PROGRAMS, 'pg_dump'))
if (!hasPrograms) process.stderr.write(`No ${PROGRAMS}/pg_dump: a dump is not restored here.\n`)

function run(program: string, ...words: string[]) {
  const { status, stderr } = spawnSync(join(PROGRAMS, program), words, { encoding: 'utf8' })
  return { status, stderr }
}

/** As an operator's database is: owned by one role, worked in by another (operations.md, "Roles of the database"). */
async function serverOfOperator(scratch: string, owner: string) {
  const server = await startPostgresql(OLDEST_MAJOR, scratch)
  onTestFinished(() => server.close())
  await inDatabase(server.url, `create role ${owner} login`)
  await inDatabase(server.url, `create database portal owner ${owner}`)
  const url = new URL(server.url)
  url.pathname = '/portal'
  url.username = owner
  return url
}

/** The rights of a role under which the portal's processes run, as `operations.md` gives them. */
async function portalRole(owner: URL, role: string) {
  const admin = new URL(owner)
  admin.username = 'portal'
  await inDatabase(admin.href, `create role ${role} login`)
  const file = join(root, 'src/backend/db/portal-role.sql')
  expect(
    run('psql', '-q', '-v', 'ON_ERROR_STOP=1', '-v', `role=${role}`, '-f', file, owner.href),
  ).toEqual({
    status: 0,
    stderr: '',
  })
  const own = new URL(owner)
  own.username = role
  return own.href
}

test.skipIf(!hasPrograms)(
  '控えを書き出した先に元の役割がなくても、手順どおりに戻せば、約束はすべて守られ、お客さまの画面は同じになる',
  { timeout: 300_000 },
  async () => {
    const scratch = scratchFolder()
    const past = { folder: scratch }
    const first = await serverOfOperator(join(scratch, 'first'), 'first_owner')
    const handle = connectDatabase({ url: first.href })
    await migrate(handle.pool)
    await handle.close()
    const before = await startHarness(undefined, {}, { past: { ...past, url: first.href } })
    await makeMember(before, { loginId: 'dumped', startedOn: '2026-11-18' })
    const shown = await (await before.signIn('dumped')).call(api.contractGet)
    await before.stop()
    await portalRole(first, 'first_app')

    const file = join(scratch, 'portal.dump')
    expect(run('pg_dump', '-Fc', '-f', file, first.href)).toEqual({ status: 0, stderr: '' })
    const second = await serverOfOperator(join(scratch, 'second'), 'second_owner')
    const refused = run('pg_restore', '-d', second.href, '-1', file)
    expect([refused.status, refused.stderr.includes('role "first_owner" does not exist')]).toEqual([
      1,
      true,
    ])
    const restore = ['--no-owner', '--no-acl', '-d', second.href, '-1', file]
    expect(run('pg_restore', ...restore)).toEqual({ status: 0, stderr: '' })
    const app = await portalRole(second, 'second_app')

    expect((await askEveryLaw(second.href)).faults).toEqual([])
    const after = await startHarness(undefined, {}, { past: { ...past, url: app } })
    onTestFinished(after.stop)
    expect(await (await after.signIn('dumped')).call(api.contractGet)).toEqual(shown)
  },
)
