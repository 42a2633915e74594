import { connect } from 'node:tls'
import { hold, type Bench } from './check.ts'

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** What stays on this machine needs no TLS. */
export const isLoopback = (hostname: string): boolean => loopback.test(hostname)

/** TLS with a certificate for the system's own name; without TLS only on this machine. */
export async function checkTransport({ url, answerWithinMs }: Bench) {
  const { protocol, hostname, port } = new URL(url)
  if (protocol === 'http:')
    return hold(isLoopback(hostname), `${hostname} is spoken to without TLS`)
  const host = hostname.replaceAll(/[[\]]/g, '')
  const fault = await certificateFault(host, Number(port || 443), answerWithinMs)
  hold(fault === undefined, `TLS with ${host}: ${fault ?? ''}`)
}

function certificateFault(host: string, port: number, timeoutMs: number) {
  return new Promise<string | undefined>((resolve) => {
    const socket = connect({ host, port, servername: host, timeout: timeoutMs }, () => done())
    const done = (fault?: string) => {
      socket.destroy()
      resolve(fault)
    }
    socket.once('timeout', () => done('no answer'))
    socket.once('error', (error) => done('code' in error ? String(error.code) : error.message))
  })
}
