import { z } from 'zod'
import { lockContract } from '#backend/contract/contracts.ts'
import { keyOf, type OrderKey } from '#backend/contract/orders.ts'
import type { By } from '#backend/contract/who.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import { endHold } from '#backend/hold/holds.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import type { Log } from '#backend/log.ts'
import type { LetterPort, LetterStatus } from '#backend/ports/letter.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import type { Instant } from '#domain/tokyo.ts'
import { moveMessage } from '../messages.ts'
import { phoneMove } from '../procedure.ts'
import { letterWords } from '../queries/letter.ts'
import { letterAad, type MoveOrder } from '../rows/details.ts'
import type { MoveDeps } from './begin-move.ts'

type Deps = MoveDeps & { readonly database: DatabaseHandle; readonly log: Log }

const content = z.object({
  name: z.string(),
  zipCode: z.string(),
  address: z.string(),
  code: z.string(),
})

/** Hands over the letters that were asked for, and asks after those that are on their way. A silent house is asked again in an hour. */
export async function followLetters(deps: Deps, now: Instant): Promise<void> {
  const { letters, database, log } = deps
  if (letters === undefined) return
  const waiting = (await phoneMove.findOpen(database.db, ['id_check'])).map(phoneMove.read)
  for (const order of waiting)
    await isolated(log, keyOf(order), 'letter of a phone move could not be followed', () =>
      followOne(deps, letters, order, now),
    )
}

async function followOne(deps: Deps, letters: LetterPort, order: MoveOrder, now: Instant) {
  const { letter, letterSealed } = order.details
  if (letter === undefined) return
  const answer = letterSealed
    ? await letters.post(toPost(deps, order, letterSealed))
    : await letters.status(order.order_no)
  if (answer.kind === 'no-answer') return
  const isBack = answer.kind === 'rejected' || answer.value.state === 'returned'
  await deps.database.db
    .transaction()
    .execute((tx) =>
      isBack
        ? endReturned(tx, deps, keyOf(order), now)
        : noteSent(tx, keyOf(order), answer.value, now),
    )
}

function toPost({ sealing, publicUrl }: Deps, order: MoveOrder, letterSealed: string) {
  const { order_no: orderId } = order
  const opened = content.parse(JSON.parse(sealing.open(letterAad(orderId), letterSealed)))
  const { code, ...to } = opened
  return { orderId, to, paragraphs: letterWords(order, { code, publicUrl }) }
}

/** From here on the code lies with the house and in its hash, and nowhere else. */
async function noteSent(tx: Db, key: OrderKey, { trackingNo }: LetterStatus, now: Instant) {
  const order = await lockWaiting(tx, key)
  const letter = order?.details.letter
  if (order === undefined || letter === undefined) return
  const isKnown = letter.sentAt !== undefined && letter.trackingNo === trackingNo
  if (isKnown && !order.details.letterSealed) return
  const by: By = { actor: 'system', contractId: key.contractId, now }
  const sent = {
    ...letter,
    sentAt: letter.sentAt ?? now,
    trackingNo: trackingNo ?? letter.trackingNo,
  }
  await phoneMove.patch(key.orderNo, { merge: { letter: sent, letterSealed: null } })(tx, by)
}

/** Nobody of that name was found there, or the post knows no such address: the move ends, and every contact hears why. */
async function endReturned(tx: Db, deps: Deps, key: OrderKey, now: Instant) {
  if ((await lockWaiting(tx, key)) === undefined) return
  const by: By = { actor: 'system', contractId: key.contractId, now }
  await takeOrderStep(tx, deps.engine, by, {
    procedure: phoneMove,
    step: phoneMove.advance(key.orderNo, { event: 'proof_failed', merge: { letterSealed: null } }),
    audit: { action: 'phone-move-proof-failed' },
    message: (facts) => moveMessage('letterReturned', facts),
  })
  await endHold(tx, key.orderNo, now)
}

async function lockWaiting(tx: Db, key: OrderKey): Promise<MoveOrder | undefined> {
  await lockContract(tx, key.contractId)
  const order = await phoneMove.find(tx, key)
  return order.state === 'id_check' ? order : undefined
}
