import { SMTPServer } from 'smtp-server'
import { spawnSync } from 'node:child_process'

/**
 * Everybody else's mail server: what it answers goes by the first letters of the mailbox. `gone` is nobody, `full` is full,
 * `grey` is asked to come again once, the others take what comes.
 */
export async function startOtherSide(port: number, key: string, cert: string) {
  const taken: { to: string; from: string; isSecure: boolean; raw: string }[] = []
  const asked: string[] = []
  const answer = (responseCode: number, words: string) =>
    Object.assign(new Error(words), { responseCode })
  const server = new SMTPServer({
    key,
    cert,
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 1000,
    onRcptTo: ({ address }, _session, callback) => {
      const seen = asked.includes(address)
      asked.push(address)
      if (address.startsWith('gone')) return callback(answer(550, '5.1.1 no such mailbox'))
      if (address.startsWith('full')) return callback(answer(552, '5.2.2 mailbox full'))
      if (address.startsWith('grey') && !seen)
        return callback(answer(451, '4.7.1 greylisted, come again'))
      return callback()
    },
    onData: (stream, { envelope, secure }, callback) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        taken.push({
          to: envelope.rcptTo[0]?.address ?? '',
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          isSecure: secure,
          raw: Buffer.concat(parts).toString(),
        })
        callback()
      })
    },
  })
  const listen = () =>
    new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', () => resolve()))
  await listen()
  return {
    taken,
    asked,
    of: (to: string) => taken.filter((mail) => mail.to === to),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** Whether a signature holds by this public key, and which fields it covers: by another program than the one that signed. */
export function verifyDkim(raw: string, publicKey: string) {
  const checked = spawnSync(
    '/usr/bin/python3',
    [
      '-c',
      `import sys, dkim
record = b"v=DKIM1; k=rsa; p=" + sys.argv[1].encode()
print(dkim.verify(sys.stdin.buffer.read(), dnsfunc=lambda name, timeout=5: record))`,
      publicKey,
    ],
    { input: raw, encoding: 'utf8' },
  )
  const field = /^DKIM-Signature:((?:.*\r?\n)(?:[ \t].*\r?\n)*)/im.exec(raw)?.[1] ?? ''
  const covered = /\bh=([^;]+)/.exec(field)?.[1] ?? ''
  return {
    holds: checked.stdout.trim() === 'True',
    covers: covered.toLowerCase().replaceAll(/\s/g, '').split(':'),
  }
}
