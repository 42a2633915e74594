import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Faults } from './faults.ts'
import { allRows, insertRow, run, type Store } from './store.ts'

export const callbacksSchema = `
  CREATE TABLE IF NOT EXISTS callback (
    id INTEGER PRIMARY KEY AUTOINCREMENT, topic TEXT NOT NULL, body TEXT NOT NULL,
    due_at INTEGER, rank INTEGER NOT NULL DEFAULT 0, tries INTEGER NOT NULL DEFAULT 0,
    state TEXT NOT NULL DEFAULT 'waiting'
  ) STRICT;
  CREATE INDEX IF NOT EXISTS callback_due ON callback (due_at) WHERE state = 'waiting';`

const rowSchema = z.object({ id: z.int(), body: z.string(), tries: z.int() })
const bodySchema = z.record(z.string(), z.unknown())

/** Seconds until the next try; after the last one the poll is the safety net. */
const retrySeconds = [10, 60, 300, 1800, 7200]
const timeoutMs = 5000

/** What a stand-in that reports is started with. */
export type ReportOptions = {
  /** null = nobody listens, poll only. */
  callbackUrl: string | null
  callbackSecret: string
}

type CallbackOptions = ReportOptions & {
  store: Store
  now: () => Temporal.Instant
  faults: Faults
}

export type Callbacks = {
  /** Keeps a message for sending at `dueAt`, or until its topic is released. */
  enqueue(topic: string, body: object, dueAt: Temporal.Instant | 'held'): void
  /** Makes the held messages of a topic due, the last first. */
  releaseReversed(topic: string, dueAt: Temporal.Instant): void
  /** Sends what is due, one after the other, and waits for the answers. */
  dispatch(): Promise<{ sent: number; failed: number }>
}

/** The outbox of a stand-in: signed messages to the portal, tried again, surviving a restart. */
export function createCallbacks(options: CallbackOptions): Callbacks {
  const { store, callbackUrl } = options
  let running: Promise<unknown> = Promise.resolve()

  const dispatchDue = async () => {
    const result = { sent: 0, failed: 0 }
    if (callbackUrl === null) return result
    const now = options.now()
    const order = options.faults.callbackMode() === 'out-of-order' ? 'DESC' : 'ASC'
    const callbacks = allRows(
      store,
      rowSchema,
      `SELECT id, body, tries FROM callback WHERE state = 'waiting' AND due_at <= ?
       ORDER BY due_at ${order}, rank ${order}, id ${order}`,
      now.epochMilliseconds,
    )
    const copies = options.faults.callbackMode() === 'duplicate' ? 2 : 1
    for (const { id, body, tries } of callbacks) {
      let isTaken = true
      for (let copy = 0; copy < copies; copy += 1) {
        isTaken = (await send(callbackUrl, options.callbackSecret, body, now)) && isTaken
      }
      result[isTaken ? 'sent' : 'failed'] += 1
      if (!store.isOpen) return result
      record(id, isTaken, tries, now)
    }
    return result
  }

  const record = (id: number, isTaken: boolean, tries: number, now: Temporal.Instant) => {
    const wait = retrySeconds[tries]
    const state = isTaken ? 'sent' : wait === undefined ? 'given_up' : 'waiting'
    const dueAt = now.epochMilliseconds + (isTaken ? 0 : (wait ?? 0)) * 1000
    const sql = 'UPDATE callback SET state = ?, tries = tries + 1, due_at = ? WHERE id = ?'
    run(store, sql, state, dueAt, id)
  }

  return {
    enqueue(topic, body, dueAt) {
      const at = dueAt === 'held' ? null : dueAt.epochMilliseconds
      insertRow(store, 'callback', { topic, body, dueAt: at })
    },
    releaseReversed(topic, dueAt) {
      const sql = 'UPDATE callback SET due_at = ?, rank = -id WHERE topic = ? AND due_at IS NULL'
      run(store, sql, dueAt.epochMilliseconds, topic)
    },
    dispatch() {
      const result = running.then(dispatchDue)
      running = result.catch(() => undefined)
      return result
    },
  }
}

async function send(
  url: string,
  secret: string,
  message: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const parts = bodySchema.parse(JSON.parse(message))
  const body = JSON.stringify({ ...parts, sentAt: now.toString() })
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-signature': `sha256=${signature}` },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
