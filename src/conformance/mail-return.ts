import { SMTPServer } from 'smtp-server'
import { createMail } from '#backend/adapters/mail.ts'
import { readReport } from '#backend/mail/read-report.ts'
import { Broken, until, givenOf, hold, NotTried, type Bench } from './check.ts'

/** A server that gives a mail up at once brings it back within a minute; a retry later is no fault, but not tried. */
const BACK_WITHIN_SECONDS = 120

type Returned = { readonly to: string; readonly from: string; readonly raw: Uint8Array }

/** The portal's end of returned mail (LMTP), without its database: what it is given is kept and looked at. */
async function listen(port: number) {
  const returned: Returned[] = []
  const server = new SMTPServer({
    lmtp: true,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.once('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo[0]?.address ?? ''
        returned.push({ to, from, raw: Buffer.concat(parts) })
        done()
      })
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return { returned, close: () => new Promise<void>((resolve) => server.close(resolve)) }
}

/** Sends to nobody, and gives what comes back to `returnTo`. @throws NotTried, Broken */
async function sendToNobody<Result>(
  bench: Bench,
  look: (returned: readonly Returned[], returnTo: string) => Promise<Result | undefined>,
): Promise<Result> {
  const to = await givenOf(bench, 'nobody')
  const domain = await givenOf(bench, 'returnDomain')
  const port = Number(await givenOf(bench, 'returnPort'))
  if (!Number.isInteger(port)) throw new NotTried('--given returnPort=… is no port')
  const returnTo = `${bench.newId()}-aB3x@${domain}`
  const inbox = await listen(port)
  try {
    const mail = createMail({ url: bench.url, from: await givenOf(bench, 'from') })
    const words = { subject: '届かないメール', text: '届かないメールの試験です。' }
    await mail
      .send({ id: bench.newId(), to, ...words, returnTo, at: bench.time.now() })
      .catch((error: unknown) => {
        throw new NotTried(`the server refuses it at once, as it may: ${String(error)}`)
      })
    return await until(bench, 'the returned mail', BACK_WITHIN_SECONDS, () =>
      look(inbox.returned, returnTo),
    )
  } finally {
    await inbox.close()
  }
}

/** MAIL-6: to the very address that the envelope had, by the null sender. */
export async function checkReturned(bench: Bench) {
  const { to, from, returnTo } = await sendToNobody(bench, async ([first], returnTo) =>
    first === undefined ? undefined : { ...first, returnTo },
  )
  hold(
    to.toLowerCase() === returnTo.toLowerCase(),
    `it came back to ${to}, and was sent by ${returnTo}`,
  )
  hold(from === '', `it came back from ${from}: a report has no sender`)
}

/** MAIL-7: as a report that a program reads. */
export async function checkReport(bench: Bench) {
  const { report } = await sendToNobody(bench, async ([first]) =>
    first === undefined ? undefined : { report: await readReport(first.raw) },
  )
  if (report === undefined) throw new Broken('what came back is no delivery report (RFC 3464)')
  hold(/^5\.\d+\.\d+$/.test(report.status ?? ''), `its status is ${report.status}`)
}
