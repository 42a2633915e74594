/** Calls a stand-in as the portal's adapters do, and returns status and body. */
export function createTestClient(url: () => string, secret: string) {
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(url() + path, {
      method,
      headers: { authorization: `Bearer ${secret}`, connection: 'close' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    const json: unknown = text === '' ? undefined : JSON.parse(text)
    return { status: response.status, isReplayed: response.headers.has('x-replayed'), json }
  }
  /** True when no answer came although the server had the time to give one. */
  const staysSilent = async (method: string, path: string, body: object): Promise<boolean> => {
    const outcome = await fetch(url() + path, {
      method,
      headers: { authorization: `Bearer ${secret}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(400),
    }).catch((error: unknown) => error)
    return outcome instanceof Error && outcome.name === 'TimeoutError'
  }
  return {
    get: (path: string) => call('GET', path),
    post: (path: string, body: object = {}) => call('POST', path, body),
    put: (path: string, body: object) => call('PUT', path, body),
    staysSilent,
  }
}
