import { randomBytes } from 'node:crypto'
import { request as askPlain } from 'node:http'
import { request as askSecure } from 'node:https'
import { addressOf, type OutsideOperation } from '#outside/operation.ts'
import { Broken, type Answer, type Asked, type Bench } from './check.ts'
import { readJson } from './json.ts'

export type BenchOptions = Omit<Bench, 'newId' | 'ask' | 'hangUp'>

/** Asks over HTTP as the portal does: no redirects, a time limit, the bearer secret. */
export function createBench(options: BenchOptions): Bench {
  const run = randomBytes(5).toString('hex')
  let ids = 0
  return {
    ...options,
    newId: () => `conf-${run}-${(ids += 1)}`,
    ask: (operation, asked = {}) => ask(options, operation, asked),
    hangUp: (operation, asked) => hangUp(options, operation, asked),
  }
}

async function ask<Operation extends OutsideOperation>(
  options: BenchOptions,
  operation: Operation,
  asked: Asked,
): Promise<Answer<Operation>> {
  const path = addressOf(operation, asked.parameters)
  const named = `${operation.method} ${path}`
  const withinMs = asked.withinMs ?? options.answerWithinMs
  const begun = performance.now()
  try {
    const response = await fetch(options.url + path, {
      method: operation.method,
      redirect: 'manual',
      signal: AbortSignal.timeout(withinMs),
      headers: headersOf(options, operation, asked),
      body: contentOf(asked),
    })
    const text = await response.text()
    const { status, headers } = response
    return {
      operation,
      status,
      headers,
      text,
      json: valueOf(text, operation.answers[status]?.media),
      elapsedMs: performance.now() - begun,
      words: `${named} → ${status}`,
    }
  } catch (error) {
    throw new Broken(`${named}: no answer (${causeOf(error, withinMs)})`)
  }
}

function headersOf(options: BenchOptions, operation: OutsideOperation, asked: Asked) {
  const secret = asked.secret === undefined ? options.secret : asked.secret
  const isSent = secret !== null && (operation.isSecret || asked.secret !== undefined)
  const hasBody = contentOf(asked) !== undefined
  return {
    Accept: operation.answers[200]?.media ?? 'application/json',
    ...(isSent && { Authorization: `Bearer ${secret}` }),
    ...(hasBody && { 'Content-Type': 'application/json' }),
  }
}

function contentOf({ body, rawBody }: Asked): string | undefined {
  return rawBody ?? (body === undefined ? undefined : JSON.stringify(body))
}

/** One value; of NDJSON the list of its lines. */
function valueOf(text: string, media: string | undefined): unknown {
  if (media !== 'application/x-ndjson') return readJson(text)
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map(readJson)
}

function causeOf(error: unknown, answerWithinMs: number): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `silent for ${answerWithinMs} ms`
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message
}

/** Resolves when the request is written and the connection is gone. */
function hangUp(options: BenchOptions, operation: OutsideOperation, asked: Asked): Promise<void> {
  const url = options.url + addressOf(operation, asked.parameters)
  const send = url.startsWith('https:') ? askSecure : askPlain
  return new Promise((resolve) => {
    const request = send(url, {
      method: operation.method,
      headers: headersOf(options, operation, asked),
      agent: false,
    })
    request.once('close', () => resolve())
    request.once('error', () => resolve())
    request.once('response', (response) => response.destroy())
    // In the buffers of the network; the system may have read it or not.
    request.end(contentOf(asked), () => setImmediate(() => request.destroy()))
  })
}
