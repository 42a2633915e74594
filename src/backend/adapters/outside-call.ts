import { z } from 'zod'
import type { CarrierAnswer } from '#backend/ports/carrier.ts'
import { currentTrace } from '#backend/trace.ts'
import { traceKeyHeader } from '#protocol/conventions.ts'

export type OutsideOptions = { url: string; secret: string; timeoutMs?: number }

/** For what a page waits for: with its own reading and rendering it stays under 3.5 s (quality R6). */
export const PAGE_WAIT_MS = 2500

const failure = z.object({ error: z.object({ code: z.string() }) })

/** A gateway has mixed its answers up: this one says nothing of what was asked. */
class AnswerOfAnother extends Error {
  override name = 'AnswerOfAnother'
}

/** @throws AnswerOfAnother unless the answer has the values by which the question is known. */
export function requireOwn<Answer extends object>(
  answer: Answer,
  asked: { readonly [Key in keyof Answer]?: Answer[Key] | undefined },
): Answer {
  for (const [name, value] of Object.entries(asked))
    if (value !== undefined && Object.entries(answer).find(([key]) => key === name)?.[1] !== value)
      throw new AnswerOfAnother(name)
  return answer
}

/**
 * One call to an outside system, with a time limit and without redirects (fixed hosts from configuration). An answer
 * that never came, or that cannot be understood, is `no-answer`: whether the other side acted is unknown.
 */
export async function callOutside<Value>(
  options: OutsideOptions,
  request: { method: string; path: string; body?: unknown; accept?: string },
  read: (response: Response) => Promise<Value>,
): Promise<CarrierAnswer<Value>> {
  const traceKey = currentTrace()
  try {
    const response = await fetch(options.url + request.path, {
      method: request.method,
      redirect: 'error',
      signal: AbortSignal.timeout(options.timeoutMs ?? 5000),
      headers: {
        Authorization: `Bearer ${options.secret}`,
        Accept: request.accept ?? 'application/json',
        ...(traceKey === undefined ? {} : { [traceKeyHeader]: traceKey }),
        ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: request.body === undefined ? undefined : JSON.stringify(request.body),
    })
    if (response.ok) return { kind: 'accepted', value: await read(response) }
    if (saysNothing(response.status)) return { kind: 'no-answer', cause: `HTTP ${response.status}` }
    const refused = failure.safeParse(await response.json())
    return { kind: 'rejected', reason: refused.data?.error.code ?? `HTTP_${response.status}` }
  } catch (error) {
    return { kind: 'no-answer', cause: error instanceof Error ? error.name : 'unknown' }
  }
}

/** Ours or the network's fault (wrong secret, rate limit, time limit, outage): nothing is known of the order itself. */
function saysNothing(status: number) {
  return status >= 500 || status === 401 || status === 403 || status === 408 || status === 429
}
