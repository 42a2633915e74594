import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { deliveryReport } from '#tests/returned-mails.ts'
import { freePort } from '../../tools/setup/free-port.ts'
import { createBench } from '#conformance/bench.ts'
import { runSuite } from '#conformance/run.ts'
import { suites } from '#conformance/systems.ts'

const suite = suites['mail']
let server: SMTPServer | undefined
/** Mails on their way back. The suite's time waits for them: on a busy machine it gave up first, and ended its server in the middle of a delivery. */
const deliveries: Promise<unknown>[] = []
afterEach(async () => {
  await new Promise<void>((resolve) => (server ? server.close(resolve) : resolve()))
  await Promise.all(deliveries.splice(0))
})

/** A mail server that takes everything, apart from what it is told. */
async function start(options: SMTPServerOptions = {}) {
  const mails: { from: string; text: string }[] = []
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    size: 10_000_000,
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (part) => {
        text += String(part)
      })
      stream.once('end', () => {
        const { mailFrom } = session.envelope
        mails.push({ from: mailFrom === false ? '' : mailFrom.address, text })
        done()
      })
    },
    ...options,
  })
  const { server: net } = server
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const address = net.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { mails, port }
}

/** What the server does with what it cannot deliver. */
type Way = { readonly to?: string; readonly from?: string; readonly text?: string }

/** A mail server that takes everything and gives it back, by LMTP as Postfix does. */
async function startReturning(way: Way = {}) {
  const port = await freePort()
  given['returnPort'] = String(port)
  const bring = async (returnTo: string) => {
    const to = way.to ?? returnTo
    const transport = createTransport({ lmtp: true, host: '127.0.0.1', port })
    const raw = way.text ?? deliveryReport({ to })
    await transport.sendMail({ envelope: { from: way.from ?? '', to: [to] }, raw })
    transport.close()
  }
  return start({
    onData(stream, session, done) {
      const { mailFrom } = session.envelope
      stream.resume()
      stream.once('end', () => {
        done()
        deliveries.push(bring(mailFrom === false ? '' : mailFrom.address))
      })
    },
  })
}

const given: Record<string, string> = {
  from: 'info@example.jp',
  to: 'shiken@example.com',
  returnTo: 'back@return.example.jp',
  nobody: 'nobody@example.net',
  returnDomain: 'return.example.jp',
}

async function tried(url: string, only: string[] = []) {
  if (!suite) throw new Error('there is no mail')
  const bench = createBench({
    url,
    secret: '',
    given: async (name) => given[name],
    inbox: undefined,
    person: undefined,
    answerWithinMs: only.includes('MAIL-1') ? 1500 : 5000,
    time: {
      now: () => Temporal.Now.instant(),
      wait: async (seconds) => {
        await Promise.allSettled(deliveries)
        await pause(Math.min(seconds, 1) * 20)
      },
      patienceSeconds: 600,
    },
  })
  return runSuite(suite, bench, { only })
}

const notReturned = ['MAIL-1', 'MAIL-2', 'MAIL-3', 'MAIL-4', 'MAIL-5']

describe('メールのサーバーを試す', () => {
  test('きちんとしたサーバーは、どの文も満たし、メールを受け取る', async () => {
    const { mails, port } = await start()
    const findings = await tried(`smtp://127.0.0.1:${port}`, notReturned)
    expect(findings.filter(({ result }) => result !== 'holds')).toEqual([])
    expect(mails).toHaveLength(1)
    expect(mails[0]?.from).toBe('back@return.example.jp')
    expect(mails[0]?.text).toContain('Auto-Submitted: auto-generated')
  })

  test('届かないメールを、差出人の番地そのままに、報告として返すサーバーは、その文も満たす', async () => {
    const { port } = await startReturning()
    const findings = await tried(`smtp://127.0.0.1:${port}`, ['MAIL-6', 'MAIL-7'])
    expect(findings).toMatchObject([{ result: 'holds' }, { result: 'holds' }])
  })

  test.each<[string, string, Way]>([
    ['MAIL-6', 'ほかの番地に返す', { to: 'postmaster@return.example.jp' }],
    ['MAIL-6', '差出人を名乗って返す', { from: 'mailer-daemon@example.net' }],
    ['MAIL-7', '人の読む文だけで返す', { text: 'Subject: undelivered\r\n\r\nsorry' }],
    [
      'MAIL-7',
      '遅れているだけと言う',
      { text: deliveryReport({ to: 'x@return.example.jp', status: '4.4.1' }) },
    ],
  ])('見つける：%s、%s', async (id, _, way) => {
    const { port } = await startReturning(way)
    const findings = await tried(`smtp://127.0.0.1:${port}`, [id])
    expect(findings).toMatchObject([{ id, result: 'broken' }])
  })

  test('返ってこないメールは、MAIL-6を破ったと分かる。返り先を言わなければ、試さない', async () => {
    const { port } = await start()
    given['returnPort'] = String(await freePort())
    expect(await tried(`smtp://127.0.0.1:${port}`, ['MAIL-6'])).toMatchObject([
      { result: 'broken' },
    ])
    delete given['returnPort']
    expect(await tried(`smtp://127.0.0.1:${port}`, ['MAIL-6'])).toMatchObject([
      { result: 'not tried' },
    ])
  })

  test.each<[string, string, SMTPServerOptions]>([
    ['MAIL-1', 'あいさつが遅い', { onConnect: () => undefined }],
    [
      'MAIL-3',
      '宛先を受け付けない',
      { onRcptTo: (_address, _session, done) => done(new Error('relaying denied')) },
    ],
    ['MAIL-4', '64kBまでしか受け取らない', { size: 65_536 }],
  ])('見つける：%s、%s', async (id, _, options) => {
    const { port } = await start(options)
    const findings = await tried(`smtp://127.0.0.1:${port}`, [id])
    expect(findings).toMatchObject([{ id, result: 'broken' }])
  })

  test('見つける：MAIL-2、この機械の外なのに、暗号で話せない', async () => {
    const { port } = await start()
    const findings = await tried(`smtp://0.0.0.0:${port}`, ['MAIL-2'])
    expect(findings).toMatchObject([{ id: 'MAIL-2', result: 'broken' }])
    expect(findings[0]?.detail).toMatch(/STARTTLS|TLS/)
  })

  test('見つける：MAIL-5、宛先でないものも受け付ける', async () => {
    const easy = createServer((socket) => {
      socket.write('220 easy\r\n')
      socket.on('data', () => socket.write('250 anything\r\n'))
    })
    await new Promise<void>((resolve) => easy.listen(0, '127.0.0.1', resolve))
    const address = easy.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const findings = await tried(`smtp://127.0.0.1:${port}`, ['MAIL-5'])
    expect(findings).toMatchObject([
      { id: 'MAIL-5', result: 'broken', detail: 'what is no address is answered 250 anything' },
    ])
    await new Promise((resolve) => easy.close(resolve))
  })
})
