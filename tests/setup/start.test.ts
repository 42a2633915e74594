import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#demo/embedded-postgres/embedded-postgres.ts'
import { embeddedPostgresFolder } from '#demo/embedded-postgres/home.ts'
import { readPostmaster } from '#demo/embedded-postgres/postmaster.ts'
import { lockHolder } from '#process/folder-lock.mjs'
import { databaseFolder } from '../../tools/setup/database.ts'
import { freePort as anyFreePort } from '../../tools/setup/free-port.ts'
import { tries } from '#tests/tries.ts'
import { runProgram } from './run-program.ts'
import { scratchFolder } from './scratch-folder.ts'

const log = () => undefined

function checkout(): string {
  const root = scratchFolder()
  onTestFinished(() => removeEmbeddedPostgres(databaseFolder(root), log))
  return root
}

/** Something that is no PostgreSQL and listens on a port of this machine. */
async function stranger(onConnection: (answer: (text: string) => void) => void): Promise<number> {
  const server = createServer((socket) => onConnection((text) => socket.end(text)))
  onTestFinished(() => {
    server.close()
  })
  server.listen(0)
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

const freePort = async () => String(await anyFreePort())

describe('npm start：起動', () => {
  test.each(tries({ usually: ['SIGTERM'], long: ['SIGINT', 'SIGTERM'] } as const))(
    '答えられるようになったら ready と会員を言い、%sでデータベースごと終わる',
    async (signal) => {
      const root = checkout()
      const PORT = await freePort()
      const start = runProgram('run-stub-portal.ts', [root], { PORT })
      await start.says(/ready .*\n.*\n/)
      const home = embeddedPostgresFolder(databaseFolder(root))
      expect(readPostmaster(join(home, 'data'))?.status).toBe('ready')
      start.kill(signal)
      start.kill(signal)
      const { code, output } = await start.ended
      expect(output).toBe(`ready http://127.0.0.1:${PORT}\n  sato       secret  one voice line\n`)
      expect(code).toBe(0)
      expect(readPostmaster(join(home, 'data'))).toBeUndefined()
      expect(lockHolder(join(home, 'owner.lock'))).toBeUndefined()
    },
  )

  test('同じフォルダーの2つ目の起動は断り、1つ目に触れない', async () => {
    const root = checkout()
    const first = runProgram('run-stub-portal.ts', [root], { PORT: await freePort() })
    await first.says(/ready/)
    const second = runProgram('run-stub-portal.ts', [root], { PORT: await freePort() })
    const { code, complaints } = await second.ended
    expect(code).toBe(1)
    expect(complaints).toContain(`is in use by process ${first.pid}, another start of this folder`)
    const home = embeddedPostgresFolder(databaseFolder(root))
    expect(readPostmaster(join(home, 'data'))?.status).toBe('ready')
  })
})

describe('npm start は、一文と終了コード1で断る', () => {
  async function refusal(environment: Record<string, string>): Promise<string> {
    const start = runProgram('run-stub-portal.ts', [scratchFolder()], environment)
    const { code, output, complaints } = await start.ended
    expect(output).toBe('')
    expect(code).toBe(1)
    return complaints.trim()
  }

  test('使われているポート', async () => {
    const port = await stranger(() => undefined)
    expect(await refusal({ PORT: String(port) })).toBe(
      `Port ${port} is in use: stop what listens there, or choose another, e.g. PORT=${port + 1}.`,
    )
  })

  test.each(['0', '65536', 'x', '3000.5'])('ポート%s', async (PORT) => {
    expect(await refusal({ PORT })).toBe(
      `PORT must be a whole number from 1 to 65535; it is "${PORT}".`,
    )
  })

  test.each(['', 'localhost:5432/portal', 'mysql://a:b@127.0.0.1/c'])(
    'PostgreSQLの番地でない DATABASE_URL：「%s」',
    async (DATABASE_URL) => {
      expect(await refusal({ PORT: await freePort(), DATABASE_URL })).toBe(
        'DATABASE_URL is not the address of a PostgreSQL: it looks like postgres://user:password@host:5432/database.',
      )
    },
  )

  test('答えのない DATABASE_URL', async () => {
    const port = await freePort()
    const DATABASE_URL = `postgres://a:secret@127.0.0.1:${port}/c`
    expect(await refusal({ PORT: await freePort(), DATABASE_URL })).toBe(
      `DATABASE_URL: nothing answers at 127.0.0.1:${port} (ECONNREFUSED).`,
    )
  })

  test('別のものが答える DATABASE_URL', async () => {
    const port = await stranger((answer) => answer('HTTP/1.1 400 Bad Request\r\n\r\n'))
    const DATABASE_URL = `postgres://a:secret@127.0.0.1:${port}/c`
    const sentence = await refusal({ PORT: await freePort(), DATABASE_URL })
    expect(sentence).toContain(
      `DATABASE_URL: 127.0.0.1:${port} does not answer like a PostgreSQL that can be used (`,
    )
    expect(sentence).not.toContain('secret')
  })

  test('違う合言葉と、ないデータベース', async () => {
    const folder = join(scratchFolder(), 'data')
    const server = await startEmbeddedPostgres({ folder, log })
    onTestFinished(async () => {
      await server.stop()
      await removeEmbeddedPostgres(folder, log)
    })
    const [wrongPassword, wrongName] = [new URL(server.url), new URL(server.url)]
    wrongPassword.password = 'wrong'
    wrongName.pathname = '/elsewhere'
    const PORT = await freePort()
    expect(await refusal({ PORT, DATABASE_URL: wrongPassword.href })).toBe(
      `DATABASE_URL: ${wrongPassword.host} refuses the user "portal" or its password.`,
    )
    expect(await refusal({ PORT, DATABASE_URL: wrongName.href })).toBe(
      `DATABASE_URL: there is no database "elsewhere" at ${wrongName.host}.`,
    )
  })
})
