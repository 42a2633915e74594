import type { SMTPServerDataStream } from 'smtp-server'
import { readReturnAddress } from '#backend/mail/return-address.ts'
import { listenAt } from '#process/listen-at.ts'
import type { Services } from './services.ts'

/** Where complaints of other providers' readers come to, beside the address of each mail. */
const COMPLAINTS = 'complaints'
/** A report's parts stand before the mail that it is about; what comes after so much is not read. */
const MOST_BYTES = 300_000
/** A mail server has few connections to one place. */
const MOST_CLIENTS = 20

type Deps = Pick<Services, 'clock' | 'log' | 'config' | 'sealing' | 'takeReturnedMail'>

/**
 * Takes returned mail from the operator's mail server by LMTP (RFC 2033), where RETURNED_MAIL_PORT is set. The server keeps
 * what we do not take: an answer 250 is given only once the database has it.
 * @throws StartRefusal for a port that cannot be had
 */
export async function openReturnedMail(deps: Deps) {
  const { RETURNED_MAIL_PORT: port, RETURNED_MAIL_HOST: host = '127.0.0.1' } = deps.config
  if (port === undefined) return undefined
  const { SMTPServer } = await import('smtp-server')
  const server = new SMTPServer({
    lmtp: true,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    maxClients: MOST_CLIENTS,
    closeTimeout: 2000,
    onRcptTo: ({ address }, _session, callback) =>
      callback(isForUs(deps, address) ? null : answer(550, 'no such address')),
    onData: (stream, { envelope }, reply) =>
      void take(deps, envelope.rcptTo[0]?.address ?? '', stream).then(reply),
  })
  server.on('error', (err: Error) => deps.log.warn({ err }, 'returned mail'))
  await listenAt(server.server, { variable: 'RETURNED_MAIL_PORT', port, host })
  return { stop: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

/** Nobody else's mail is taken: what is signed by us, and what is written to the address of complaints. */
function isForUs({ sealing, config }: Deps, address: string): boolean {
  const [local = '', domain = ''] = address.toLowerCase().split('@')
  if (domain !== config.RETURNED_MAIL_DOMAIN) return false
  return local === COMPLAINTS || readReturnAddress(sealing, address) !== undefined
}

/** @returns null once it is taken, or why it is to be sent again */
async function take(deps: Deps, recipient: string, stream: SMTPServerDataStream) {
  try {
    const raw = await readSome(stream)
    const taken = await deps.takeReturnedMail({ recipient, raw }, deps.clock.now())
    if (taken) deps.log.info(taken, 'mail returned')
    return null
  } catch (err) {
    deps.log.warn({ err }, 'returned mail not taken')
    return answer(451, 'try again later')
  }
}

/** The first part of a mail. The rest has to be read too, or the other side waits. */
async function readSome(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of stream) {
    if (bytes < MOST_BYTES) parts.push(part)
    bytes += part.length
  }
  return Buffer.concat(parts).subarray(0, MOST_BYTES)
}

const answer = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })
