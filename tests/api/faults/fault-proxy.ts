import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * What becomes of answers: not even a connection, a connection that breaks once the other side has acted, or the
 * first bytes only.
 */
export type Fault =
  | { kind: 'none' }
  | { kind: 'cut' }
  | { kind: 'reset' }
  | { kind: 'half'; bytes: number }

type Pair = { ours: Socket; theirs: Socket; dead: boolean }

/**
 * A way to a server (the database, a stand-in) on which things go wrong. It can fall silent: connections stay open and
 * nothing comes through, as when a switch drops packets. `resume` delivers what waited, as TCP does; `forget` never
 * delivers it, as when the other side has gone: connections made before stay dead for good, new ones work. `moveTo`
 * points the address at another server.
 */
export async function startFaultProxy(firstTarget: URL, port = 0) {
  let target = firstTarget
  let silent = false
  let fault: Fault = { kind: 'none' }
  const pairs = new Set<Pair>()

  const server = createServer((ours) => {
    if (fault.kind === 'cut') return void ours.resetAndDestroy()
    const theirs = connect(Number(target.port), target.hostname)
    const pair = { ours, theirs, dead: false }
    pairs.add(pair)
    const over = () => {
      ours.destroy()
      theirs.destroy()
      pairs.delete(pair)
    }
    for (const end of [ours, theirs]) {
      end.on('error', over)
      end.on('close', over)
    }
    ours.on('data', (part) => theirs.write(part))
    theirs.on('data', (part: Buffer) => answer(pair, part))
    if (silent) pauseBoth(pair)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

  function answer({ ours }: Pair, part: Buffer) {
    if (fault.kind === 'reset') return void ours.resetAndDestroy()
    if (fault.kind === 'half') return void ours.end(part.subarray(0, fault.bytes))
    if (!ours.destroyed) ours.write(part)
  }

  function hangUp() {
    for (const { ours, theirs } of pairs) {
      ours.resetAndDestroy()
      theirs.destroy()
    }
  }

  const url = new URL(firstTarget)
  const address = server.address()
  url.port = String(isBound(address) ? address.port : port)
  return {
    url: url.href.replace(/\/$/, ''),
    fallSilent() {
      silent = true
      for (const pair of pairs) pauseBoth(pair)
    },
    resume() {
      silent = false
      for (const { ours, theirs, dead } of pairs)
        if (!dead) for (const end of [ours, theirs]) end.resume()
    },
    forget() {
      silent = false
      for (const pair of pairs) pair.dead = true
    },
    /** What happens to answers from now on; connections that are open are cut with `cut`. */
    fault(now: Fault) {
      fault = now
      if (now.kind === 'cut') hangUp()
    },
    /** Whoever connects from now on reaches the other server; whoever is connected is cut off. */
    moveTo(other: URL) {
      target = other
      silent = false
      hangUp()
    },
    async close() {
      hangUp()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function pauseBoth({ ours, theirs }: Pair) {
  ours.pause()
  theirs.pause()
}

const isBound = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null
