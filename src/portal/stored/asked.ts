import {
  antiForgery,
  idempotencyKeyHeader,
  readAntiForgeryToken,
  readCookie,
  withTrailingSlash,
} from '#protocol/conventions.ts'
import { unwrap, isRecord } from '#protocol/reading.ts'
import type { LaterOutcome, Asked, Outcome } from './figures.ts'
import { keep, read, takeUnsendable } from './store.ts'

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
    if (await takeUnsendable())
      await note({
        key: crypto.randomUUID(),
        words: 'つながったらすること',
        outcome: 'otherVersion',
      })
    for (const one of await list()) {
      const outcome = one.sendByMs < Date.now() ? 'late' : await tryToSend(one)
      if (outcome === undefined) return
      await takeBack(one.key)
      if (one.changes !== undefined && isNews[outcome]) await keep(one.changes, undefined, '')
      await note({ key: one.key, words: one.words, outcome })
    }
  })
}

/** What the phone has stored of it is no longer so. */
const isNews: Partial<Readonly<Record<Outcome, true>>> = { sent: true, changedElsewhere: true }

async function note(became: LaterOutcome): Promise<void> {
  const before = (await read('outcomes'))?.figures ?? []
  await keep('outcomes', [...before, became], new Date().toISOString())
}

/** Undefined where no answer came that says anything. */
async function tryToSend(asked: Asked): Promise<Outcome | undefined> {
  const { path, seen, body } = asked
  try {
    if (seen === undefined) return await send(asked)
    const answer = await fetch(withTrailingSlash(path))
    if (!answer.ok) return outcomeOf(answer)
    const now = unwrap(await answer.json())?.result
    // What is asked for may stand there already: the answer was lost, and the same key gets it again.
    return isSame(now, seen) || isSame(now, body) ? await send(asked) : 'changedElsewhere'
  } catch {
    return undefined
  }
}

const isSame = (now: unknown, wanted: Readonly<Record<string, unknown>>) =>
  isRecord(now) &&
  Object.entries(wanted).every(
    ([name, value]) => JSON.stringify(now[name]) === JSON.stringify(value),
  )

async function send({ key, path, body }: Asked): Promise<Outcome | undefined> {
  const token = readAntiForgeryToken((name) => readCookie(document.cookie, name)) ?? ''
  const headers = {
    'Content-Type': 'application/json',
    [idempotencyKeyHeader]: key,
    [antiForgery.header]: token,
  }
  return outcomeOf(
    await fetch(withTrailingSlash(path), { method: 'PUT', headers, body: JSON.stringify(body) }),
  )
}

/** Undefined: it is asked again with the next line. */
function outcomeOf({ ok, status }: Response): Outcome | undefined {
  if (ok) return 'sent'
  if (status >= 500 || status === 429) return undefined
  return status === 401 ? 'loginOver' : 'refused'
}

/** What became of them, once: whoever has read it does not read it again. */
export async function takeOutcomes(): Promise<readonly LaterOutcome[]> {
  const outcomes = (await read('outcomes'))?.figures ?? []
  await keep('outcomes', undefined, '')
  return outcomes
}
