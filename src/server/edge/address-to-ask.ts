/** Where a server that listens on `host`, or on every address, can be reached from this machine. */
export function addressToAsk(host: string | undefined): string {
  if (host === undefined || host === '::' || host === '0.0.0.0') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
