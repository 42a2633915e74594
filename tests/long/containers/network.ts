import { connect, createServer, type Server } from 'node:net'
import { run } from './system.ts'

/** The addresses of one network of containers: this machine has the first. */
const PREFIX = '10.213.77'

/**
 * A bridge with a network namespace for each name, as a container engine makes it. Each has an address; the hosts file
 * names all of them.
 */
export async function makeNetwork(id: string, names: readonly string[]) {
  const bridge = `br${id}`
  const spaceOf = (name: string) => `${id}-${name}`
  const addresses = new Map(names.map((name, n) => [name, `${PREFIX}.${n + 2}`]))
  const addressOf = (name: string) => addresses.get(name) ?? ''
  const ip = (...words: string[]) => run('ip', words)
  await ip('link', 'add', bridge, 'type', 'bridge')
  await ip('addr', 'add', `${PREFIX}.1/24`, 'dev', bridge)
  await ip('link', 'set', bridge, 'up')
  for (const [n, name] of names.entries()) {
    const space = spaceOf(name)
    const [outside, inside] = [`${id}o${n}`, `${id}i${n}`]
    await ip('netns', 'add', space)
    await ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', inside, 'netns', space)
    await ip('link', 'set', outside, 'master', bridge, 'up')
    await ip('-n', space, 'addr', 'add', `${addressOf(name)}/24`, 'dev', inside)
    await ip('-n', space, 'link', 'set', inside, 'up')
    await ip('-n', space, 'link', 'set', 'lo', 'up')
  }
  return {
    addressOf,
    spaceOf,
    /** This machine's own address in it. */
    gateway: `${PREFIX}.1`,
    hosts: ['127.0.0.1 localhost', ...[...addresses].map(([name, at]) => `${at} ${name}`), ''].join(
      '\n',
    ),
    remove: async () => {
      for (const name of names) await ip('netns', 'del', spaceOf(name))
      await ip('link', 'del', bridge)
    },
  }
}

/** Passes connections on: a published port, or a service that runs on this machine instead. */
export async function passOn(
  from: { host: string; port: number },
  to: { host: string; port: number },
): Promise<Server> {
  const server = createServer((incoming) => {
    const outgoing = connect(to.port, to.host)
    incoming.pipe(outgoing).pipe(incoming)
    incoming.on('error', () => outgoing.destroy())
    outgoing.on('error', () => incoming.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(from.port, from.host, resolve)
  })
  return server
}
