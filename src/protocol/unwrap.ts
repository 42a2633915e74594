/** An answer of the wire (spec 3): no schema is here, so that a public page can open one without the validator. */
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
