import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  removeEmbeddedPostgres,
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#demo/embedded-postgres/embedded-postgres.ts'
import { embeddedPostgresFolder } from '#demo/embedded-postgres/home.ts'
import { readPostmaster } from '#demo/embedded-postgres/postmaster.ts'
import { processStamp } from '#process/live-process.mjs'
import { runProgram } from './run-program.ts'
import { scratchFolder } from './scratch-folder.ts'
import { longTest } from '#tests/tries.ts'

const log = () => undefined

/** The folder of a database that is ended and deleted after the test, whatever happens in it. */
function databaseFolder(): string {
  const folder = join(scratchFolder(), 'a member’s data')
  onTestFinished(() => removeEmbeddedPostgres(folder, log))
  return folder
}

async function start(folder: string) {
  const server = await startEmbeddedPostgres({ folder, log })
  onTestFinished(() => server.stop())
  return server
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const dataOf = (folder: string) => join(embeddedPostgresFolder(folder), 'data')

/** The server that follows another one, before it is ready. */
async function recovering(folder: string, before: number): Promise<number> {
  for (;;) {
    const postmaster = readPostmaster(dataOf(folder))
    if (postmaster && postmaster.pid > 0 && postmaster.pid !== before) {
      expect(postmaster.status).not.toBe('ready')
      return postmaster.pid
    }
    await pause(1)
  }
}

/** A disk of its own for a database, of so many megabytes; only root may mount one. */
function smallDisk(folder: string, megabytes: number) {
  const home = embeddedPostgresFolder(folder)
  mkdirSync(home, { recursive: true })
  const options = `size=${megabytes}m,mode=711`
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', home]).status).toBe(0)
  onTestFinished(() => void spawnSync('umount', ['--lazy', home]))
}

const mayMount = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0

describe('内蔵のPostgreSQL', () => {
  // 30 MB do not hold a cluster, 40 hold one and not the database in it.
  test.runIf(mayMount).each([
    [30, /could not be created: .*No space left on device$/],
    [
      40,
      /^The database has no room left on its disk \(could not .*\): free space there and start again\.$/,
    ],
  ])(
    '%iMBのディスクでは、そう言う一文で終わり、サーバーを残さない',
    async (megabytes, sentence) => {
      const folder = databaseFolder()
      smallDisk(folder, megabytes)
      const { code, complaints } = await runProgram('open-database.ts', [folder]).ended
      const [made, logged, ...more] = complaints.trim().split('\n')
      expect({ code, made, more }).toEqual({
        code: 1,
        made: `Creating the database in ${embeddedPostgresFolder(folder)}`,
        more: [],
      })
      expect(logged).toMatch(sentence)
      const postmaster = readPostmaster(dataOf(folder))
      expect(postmaster && processStamp(postmaster.pid)).toBeUndefined()
    },
  )

  test('PostgreSQL 18で、確定をすべて保ち、UTCとUTF-8で、この機械にだけ開く', async () => {
    const { url } = await start(databaseFolder())
    const [settings] = await query(
      url,
      `select current_setting('server_version_num')::int / 10000 as version,
         current_setting('fsync') as fsync, current_setting('timezone') as zone,
         current_setting('server_encoding') as encoding, upper('é') as upper,
         current_setting('listen_addresses') as listens,
         current_setting('unix_socket_directories') as sockets`,
    )
    expect(settings).toEqual({
      version: 18,
      fsync: 'on',
      zone: 'UTC',
      encoding: 'UTF8',
      upper: 'É',
      listens: '127.0.0.1',
      sockets: '',
    })
  })

  test('作った合言葉のない相手を断る', async () => {
    const { url } = await start(databaseFolder())
    const guess = new URL(url)
    guess.password = 'password'
    await expect(query(guess.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  })

  longTest('止める前に書いたものは、次の起動にもある', async () => {
    const folder = databaseFolder()
    const first = await start(folder)
    await query(first.url, `create table kept as select 'row' as row`)
    await first.stop()
    const second = await start(folder)
    expect(await query(second.url, 'select row from kept')).toEqual([{ row: 'row' }])
  })

  longTest('-9で止めた起動でも、確かめた行は失われず、残ったサーバーは終わる', async () => {
    const folder = databaseFolder()
    for (const row of ['first', 'second']) {
      const holder = runProgram('hold-database.ts', [folder, row])
      await holder.says(/acknowledged/)
      holder.kill('SIGKILL')
      await holder.ended
    }
    const leftOver = readPostmaster(dataOf(folder))?.pid ?? 0
    const leftOverStamp = processStamp(leftOver)
    expect(leftOverStamp).toBeDefined()
    const { url } = await start(folder)
    expect(processStamp(leftOver)).not.toBe(leftOverStamp)
    expect(await query(url, 'select row from kept')).toEqual([{ row: 'first' }, { row: 'second' }])
  })

  test('起動とサーバーを-9で止めても、次の起動で確かめた行がすべて戻る', async () => {
    const folder = databaseFolder()
    const holder = runProgram('hold-database.ts', [folder, 'kept'])
    await holder.says(/acknowledged/)
    holder.kill('SIGKILL')
    process.kill(readPostmaster(dataOf(folder))?.pid ?? 0, 'SIGKILL')
    await holder.ended
    const { url } = await start(folder)
    expect(await query(url, 'select row from kept')).toEqual([{ row: 'kept' }])
  })

  test('動いている間に死んだサーバーは、起動し直さずに同じポートで戻る', async () => {
    const folder = databaseFolder()
    const restarted = Promise.withResolvers<void>()
    const listen = (line: string) => {
      if (line.includes('starting it again')) restarted.resolve()
    }
    const server = await startEmbeddedPostgres({ folder, log: listen })
    onTestFinished(() => server.stop())
    const before = readPostmaster(dataOf(folder))
    process.kill(before?.pid ?? 0, 'SIGKILL')
    await restarted.promise
    await expect
      .poll(() => readPostmaster(dataOf(folder))?.status, { timeout: 20_000 })
      .toBe('ready')
    await expect.poll(() => readPostmaster(dataOf(folder))?.pid).not.toBe(before?.pid)
    expect(readPostmaster(dataOf(folder))?.port).toBe(before?.port)
    await expect
      .poll(() => query(server.url, 'select 1 as one').catch(() => 'not yet'), { timeout: 20_000 })
      .toEqual([{ one: 1 }])
  })

  longTest(
    '戻る途中でまた止めても、もう一度始まる',
    async () => {
      const folder = databaseFolder()
      const server = await start(folder)
      // So much to replay that the recovery takes its time.
      await query(server.url, 'create table kept as select generate_series(1, 1000000) as row')
      const first = readPostmaster(dataOf(folder))?.pid ?? 0
      process.kill(first, 'SIGKILL')
      const second = await recovering(folder, first)
      process.kill(second, 'SIGKILL')
      await expect
        .poll(
          () => query(server.url, 'select count(*)::int as rows from kept').catch(() => 'none'),
          {
            timeout: 25_000,
          },
        )
        .toEqual([{ rows: 1_000_000 }])
      expect([first, second]).not.toContain(readPostmaster(dataOf(folder))?.pid)
    },
    60_000,
  )

  longTest('番号がいまはほかの処理のものなら、その記録では動かない', async () => {
    const folder = databaseFolder()
    await (await start(folder)).stop()
    const stranger = spawn('sleep', ['60'])
    onTestFinished(() => {
      stranger.kill()
    })
    const record = `${stranger.pid}\n${dataOf(folder)}\n1\n5432\n\n127.0.0.1\n 1 1\nready   \n`
    writeFileSync(join(dataOf(folder), 'postmaster.pid'), record)
    const { url } = await start(folder)
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(stranger.exitCode).toBe(null)
    expect(stranger.signalCode).toBe(null)
  })

  longTest('2つのフォルダーは並んで動き、1つのフォルダーは1つの起動のもの', async () => {
    const [one, other] = [databaseFolder(), databaseFolder()]
    const first = await start(one)
    const second = await start(other)
    expect(new URL(first.url).port).not.toBe(new URL(second.url).port)
    await expect(startEmbeddedPostgres({ folder: one, log })).rejects.toThrow(
      `The database in ${first.home} is in use by process ${process.pid}, another start of this folder: stop that one first, or start from another checkout.`,
    )
    await expect(removeEmbeddedPostgres(one, log)).rejects.toThrow('is in use by process')
    expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  longTest('道具は動いている起動のデータベースを見つけ、終われば見つけない', async () => {
    const folder = databaseFolder()
    const server = await start(folder)
    expect(runningEmbeddedPostgres(folder)).toBe(server.url)
    await server.stop()
    expect(runningEmbeddedPostgres(folder)).toBeUndefined()
  })

  longTest('作る途中で止めても、データベースと間違えるものは残らない', async () => {
    const folder = databaseFolder()
    const home = embeddedPostgresFolder(folder)
    mkdirSync(join(home, 'data.new', 'base'), { recursive: true })
    writeFileSync(join(home, 'data.new', 'PG_VERSION'), '18\n')
    const { url } = await start(folder)
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('別の大きな版のデータベースは断り、そのままにする', async () => {
    const folder = databaseFolder()
    const home = embeddedPostgresFolder(folder)
    mkdirSync(join(home, 'data'), { recursive: true })
    writeFileSync(join(home, 'data', 'PG_VERSION'), '17\n')
    await expect(startEmbeddedPostgres({ folder, log })).rejects.toThrow(
      `The database in ${home} was made by PostgreSQL 17, this is 18: dump and restore it, or begin anew with npm run reset.`,
    )
    expect(readFileSync(join(home, 'data', 'PG_VERSION'), 'utf8')).toBe('17\n')
  })

  test.runIf(process.getuid?.() === 0)('rootでは決して動かない', async () => {
    const folder = databaseFolder()
    await start(folder)
    const status = readFileSync(`/proc/${readPostmaster(dataOf(folder))?.pid}/status`, 'utf8')
    expect(/^Uid:\t(\d+)/m.exec(status)?.[1]).not.toBe('0')
  })

  test.runIf(process.getuid?.() !== 0)('書けないフォルダーは、一文で断る', async () => {
    const folder = join(scratchFolder(), 'closed')
    mkdirSync(folder, { mode: 0o500 })
    await expect(startEmbeddedPostgres({ folder: join(folder, 'data'), log })).rejects.toThrow(
      `The database folder ${folder}/data cannot be used (EACCES): make it writable for this user and free space on its disk.`,
    )
  })
})
