import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** What becomes of the next COMMIT on its way to the database. */
export type CommitFault =
  /** It is done, and its answer never comes. */
  | 'unanswered'
  /** It is carried out only when `letThrough` is called, whether or not the client still waits. */
  | 'slow'
  /** The connection breaks before it arrives: PostgreSQL rolls back. */
  | 'lost'

const COMMIT = /\bcommit\0/i

/** A way to the database on which the next COMMIT meets a fault; everything else passes. */
export async function startCommitGate(target: URL) {
  let fault: CommitFault | undefined
  let blocked: (() => void) | undefined
  const open = new Set<Socket>()
  const server = createServer((ours) => {
    const theirs = connect(Number(target.port), target.hostname)
    let isMute = false
    open.add(ours).add(theirs)
    const over = () => {
      ours.destroy()
      if (!isMute) theirs.destroy()
    }
    for (const end of [ours, theirs]) {
      end.on('error', over)
      end.on('close', over)
      end.on('close', () => open.delete(end))
    }
    theirs.on('data', (part: Buffer) => void (isMute || ours.destroyed || ours.write(part)))
    ours.on('data', (part: Buffer) => {
      const met = COMMIT.test(part.toString('latin1')) ? fault : undefined
      if (met === undefined) return void (isMute || theirs.write(part))
      fault = undefined
      if (met === 'lost') return over()
      isMute = true
      const pass = () => void theirs.write(part)
      if (met === 'unanswered') pass()
      else blocked = pass
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.port = String(portOf(server.address()))
  return {
    url: url.href,
    /** What the next COMMIT meets. */
    meet: (next: CommitFault | undefined) => void (fault = next),
    isHolding: () => blocked !== undefined,
    letThrough() {
      blocked?.()
      blocked = undefined
    },
    async close() {
      for (const end of open) end.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
