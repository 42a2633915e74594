import { connect, createServer, type Socket } from 'node:net'

/**
 * A way to the database that can fall silent: connections stay open and nothing comes through, as when a switch drops
 * packets. `resume` delivers what waited, as TCP does; `forget` never delivers it, as when the other side has gone:
 * connections made before stay dead for good, new ones work.
 */
export async function startSilentProxy(target: URL, port: number) {
  let silent = false
  const pairs = new Set<{ ends: Socket[]; dead: boolean }>()

  const server = createServer((inner) => {
    const outer = connect(Number(target.port), target.hostname)
    const pair = { ends: [inner, outer], dead: false }
    pairs.add(pair)
    const over = () => {
      inner.destroy()
      outer.destroy()
      pairs.delete(pair)
    }
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      from.on('data', (part) => to.write(part))
      from.on('error', over)
      from.on('close', over)
    }
    if (silent) for (const end of pair.ends) end.pause()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

  const url = new URL(target)
  url.port = String(port)
  return {
    url: url.href,
    fallSilent() {
      silent = true
      for (const { ends } of pairs) for (const end of ends) end.pause()
    },
    resume() {
      silent = false
      for (const { ends, dead } of pairs) if (!dead) for (const end of ends) end.resume()
    },
    forget() {
      silent = false
      for (const pair of pairs) pair.dead = true
    },
    async close() {
      for (const { ends } of pairs) for (const end of ends) end.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
