import {
  antiForgery,
  idempotencyKeyHeader,
  readAntiForgeryToken,
  readCookie,
  withTrailingSlash,
} from '#protocol/conventions.ts'
import type { LaterOutcome, Asked, Outcome } from './figures.ts'
import { keep, read } from './store.ts'

const list = async () => (await read('asked'))?.figures ?? []
const put = (asked: readonly Asked[]) =>
  keep('asked', asked.length === 0 ? undefined : asked, new Date().toISOString())

/** Stores it beside what waits already; the same question asked anew takes the place of the former. */
export async function askLater(asked: Omit<Asked, 'key'>): Promise<readonly Asked[]> {
  const others = (await list()).filter((one) => !isSameQuestion(one, asked))
  const all = [...others, { ...asked, key: crypto.randomUUID() }]
  await put(all)
  return all
}

const isSameQuestion = (one: Omit<Asked, 'key'>, other: Omit<Asked, 'key'>) =>
  one.path === other.path && one.body['lineId'] === other.body['lineId']

export async function takeBack(key: string): Promise<readonly Asked[]> {
  const others = (await list()).filter((one) => one.key !== key)
  await put(others)
  return others
}

/**
 * Sends what waits, one after the other, in one tab at a time; what the network does not take stays. A lost answer does no
 * harm: the same key gets the same answer.
 */
export function sendWaiting(): Promise<void> {
  return navigator.locks.request('asked', async () => {
    for (const one of await list()) {
      const outcome = one.sendByMs < Date.now() ? 'late' : await send(one)
      if (outcome === undefined) return
      await takeBack(one.key)
      const outcomes = (await read('outcomes'))?.figures ?? []
      await keep(
        'outcomes',
        [...outcomes, { key: one.key, words: one.words, outcome }],
        new Date().toISOString(),
      )
    }
  })
}

/** Undefined where no answer came that says anything. */
async function send({ key, path, body }: Asked): Promise<Outcome | undefined> {
  const token = readAntiForgeryToken((name) => readCookie(document.cookie, name)) ?? ''
  const headers = {
    'Content-Type': 'application/json',
    [idempotencyKeyHeader]: key,
    [antiForgery.header]: token,
  }
  try {
    const answer = await fetch(withTrailingSlash(path), {
      method: 'PUT',
      headers,
      body: JSON.stringify(body),
    })
    if (answer.ok) return 'sent'
    if (answer.status >= 500 || answer.status === 429) return undefined
    return answer.status === 401 ? 'loginOver' : 'refused'
  } catch {
    return undefined
  }
}

/** What became of them, once: whoever has read it does not read it again. */
export async function takeOutcomes(): Promise<readonly LaterOutcome[]> {
  const outcomes = (await read('outcomes'))?.figures ?? []
  await keep('outcomes', undefined, '')
  return outcomes
}
