import { connect } from 'node:net'
import { createTransport } from 'nodemailer'
import type { OutsideSystem } from '#outside/operation.ts'
import { createMail } from '#backend/adapters/mail.ts'
import { Broken, changes, givenOf, hold, reads, type Bench, type Suite } from './check.ts'
import { checkReport, checkReturned } from './mail-return.ts'
import { isLoopback } from './transport.ts'

/** What a standard describes has no document of ours (SMTP: RFC 5321). */
const mailServer: OutsideSystem = {
  name: 'mail',
  title: 'Mail server',
  description: 'Takes the mails of the portal by SMTP and sends them on.',
  operations: {},
}

/** The largest mail of the portal has pictures and stays well below. */
const MOST_BYTES = 1_000_000

const placeOf = ({ url }: Bench) => {
  const { hostname, port, protocol } = new URL(url)
  const isSecure = protocol === 'smtps:'
  return { host: hostname, port: Number(port || (isSecure ? 465 : 25)), isSecure }
}

/** Sends these lines one after the other and gives the answers, the greeting first. @throws Broken when one does not come */
function converse(bench: Bench, lines: readonly string[]): Promise<string[]> {
  const { host, port } = placeOf(bench)
  return new Promise((resolve, reject) => {
    const answers: string[] = []
    const socket = connect({ host, port, timeout: bench.answerWithinMs })
    const fail = (why: string) => {
      socket.destroy()
      reject(new Broken(`${lines[answers.length - 1] ?? 'the greeting'}: ${why}`))
    }
    let text = ''
    socket.setEncoding('utf8')
    socket.once('error', (error) => fail('code' in error ? String(error.code) : error.message))
    socket.once('timeout', () => fail(`silent for ${bench.answerWithinMs} ms`))
    socket.once('close', () => fail('hung up'))
    socket.on('data', (part) => {
      text += String(part)
      // The last line of an answer has a space after its code.
      if (!/^\d{3} .*\r\n$/m.test(text)) return
      answers.push(text)
      text = ''
      const next = lines[answers.length - 1]
      if (next !== undefined) return void socket.write(`${next}\r\n`)
      socket.removeAllListeners('close').end('QUIT\r\n')
      resolve(answers)
    })
  })
}

const HELLO = 'EHLO conformance.invalid'

/** What the server offers in its answer to EHLO: `SIZE 10240000`. */
async function offersOf(bench: Bench): Promise<string[]> {
  const [greeting = '', hello = ''] = await converse(bench, [HELLO])
  hold(greeting.startsWith('220'), `it greets with ${greeting.trim()}`)
  hold(hello.startsWith('250'), `EHLO is answered ${hello.trim()}`)
  return [...hello.matchAll(/^250[- ](.+)\r$/gm)].map(([, offer = '']) => offer.toUpperCase())
}

async function checkTls(bench: Bench) {
  const { host, port, isSecure } = placeOf(bench)
  if (isLoopback(host)) return
  const transport = createTransport({
    host,
    port,
    secure: isSecure,
    requireTLS: true,
    connectionTimeout: bench.answerWithinMs,
    greetingTimeout: bench.answerWithinMs,
  })
  await transport.verify().catch((error: unknown) => {
    throw new Broken(error instanceof Error ? error.message : String(error))
  })
  transport.close()
}

/** A PNG of one point. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
)

async function checkTaken(bench: Bench) {
  const to = await givenOf(bench, 'to')
  const returnTo = await bench.given('returnTo')
  const mail = createMail({ url: bench.url, from: await givenOf(bench, 'from') })
  await mail
    .send({
      id: bench.newId(),
      to,
      subject: '試験のメール',
      text: '試験のメールです。',
      html: '<p>試験のメールです。<img src="cid:point" alt=""></p>',
      pictures: [{ cid: 'point', png }],
      ...(returnTo !== undefined && { returnTo }),
      at: bench.time.now(),
    })
    .catch((error: unknown) => {
      throw new Broken(
        `it was not taken: ${error instanceof Error ? error.message : String(error)}`,
      )
    })
}

async function checkSize(bench: Bench) {
  const stated = (await offersOf(bench)).find((offer) => offer.startsWith('SIZE '))
  const bytes = Number(stated?.slice('SIZE '.length) ?? 0)
  // SIZE without a number, or 0: no limit (RFC 1870).
  hold(bytes === 0 || bytes >= MOST_BYTES, `SIZE is ${bytes}, ${MOST_BYTES} are wanted`)
}

async function checkRecipient(bench: Bench) {
  const from = `MAIL FROM:<${await givenOf(bench, 'from')}>`
  const answers = await converse(bench, [HELLO, from, 'RCPT TO:<no address>'])
  const said = answers.at(-1)?.trim() ?? ''
  hold(/^5\d\d/.test(said), `what is no address is answered ${said}`)
}

export const mailSuite: Suite = {
  system: mailServer,
  creates: ['one mail to the address of --given to', 'two mails to nobody, that come back'],
  wanted: {
    from: { what: "the portal's sender address (MAIL_FROM)" },
    to: { what: 'a mailbox of yours' },
    returnTo: { what: 'an envelope sender, if it is not the sender' },
    nobody: { what: 'an address that takes no mail, whose server says so' },
    returnDomain: { what: 'the domain to which mail comes back (RETURNED_MAIL_DOMAIN)' },
    returnPort: {
      what: 'where your server hands it on by LMTP, on this machine (RETURNED_MAIL_PORT)',
    },
  },
  checks: [
    reads('MAIL-1', async (bench) => {
      await offersOf(bench)
    }),
    reads('MAIL-2', checkTls),
    changes('MAIL-3', checkTaken),
    reads('MAIL-4', checkSize),
    reads('MAIL-5', checkRecipient),
    changes('MAIL-6', checkReturned),
    changes('MAIL-7', checkReport),
  ],
}
