// What a public page needs of the wire to read from it: no schema is here, and nothing else that it has no room for.

export const traceKeyHeader = 'X-Trace-Key'
export const noCacheRequestHeaders = { 'Cache-Control': 'no-cache', Pragma: 'no-cache' } as const

/** How long the login lasts is asked there, and said there that it is to go on. */
export const LOGIN_LEFT_PATH = '/api/login/left'

/** What a page without network asks for later: the switch of high speed, and the settings of alerts. */
export const HIGH_SPEED_STATUS_PATH = '/api/high_speed/status'
export const ALERT_SETTINGS_PATH = '/api/high_speed/residual_notification'

type Wrapped = { readonly result?: unknown }

/** Takes the result out of the envelope, also out of one wrapped once more in `data`. */
export function unwrap(body: unknown): Wrapped | undefined {
  if (!isRecord(body)) return undefined
  const inner = body['code'] === SUCCESS ? body : body['data']
  return isRecord(inner) && inner['code'] === SUCCESS ? { result: inner['result'] } : undefined
}

const SUCCESS = 200

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
