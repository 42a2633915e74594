// npm run reviews: identity checks handed to staff, of orders and of changes of a name or an address. `show <check>` prints
// what the member's documents have to say. With `approve <check>` the order goes on, with `ask <check> <what>` the member
// is asked for other documents, with `refuse <check> <reason>` given the reason; the worker carries each out within the hour.
import { recordAudit } from '#backend/audit.ts'
import { readReview, readReviews } from '#backend/account/queries/reviews.ts'
import { writeDecision, type Decision } from '#backend/identity/public.ts'
import { readWalk } from '#backend/jobs/moved-clock.ts'
import { connectDatabase, type DatabaseHandle } from '#backend/db/connect.ts'
import { createSealing } from '#backend/db/sealing.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { borrowDatabase } from './setup/database.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'
import { sealingKeys } from './setup/sealing-keys.ts'
import { print } from './setup/print.ts'

const MOST_LETTERS = 200

function decisionOf(step: string, words: readonly string[]): Decision | undefined {
  const reason = words.join(' ').trim()
  if (step === 'approve') return reason === '' ? { decision: 'approved' } : undefined
  if (reason === '' || reason.length > MOST_LETTERS) return undefined
  if (step === 'refuse') return { decision: 'refused', reason }
  return step === 'ask' ? { decision: 'documents_asked', reason } : undefined
}

await runTool(async () => {
  const [, , step, checkId, ...words] = process.argv
  const asked = step === undefined ? undefined : decisionOf(step, words)
  if (step !== undefined && ((step !== 'show' && asked === undefined) || checkId === undefined))
    throw new StartRefusal(
      `Say npm run reviews, or npm run reviews -- show <check>, approve <check>, ask <check> <what to show> or refuse <check> <reason>; at most ${MOST_LETTERS} letters, without names or numbers.`,
    )
  const database = await borrowDatabase(root, say)
  const handle = connectDatabase({ url: database.url, maxConnections: 2 })
  try {
    if (step === 'show' && checkId !== undefined) await show(handle, checkId)
    else if (asked !== undefined && checkId !== undefined) await decide(handle, checkId, asked)
    else await list(handle)
  } catch (error) {
    throw error instanceof RangeError ? new StartRefusal(`${error.message}.`) : error
  } finally {
    await handle.close()
    await database.stop()
  }
})

async function list(handle: DatabaseHandle) {
  const { at } = await readWalk(handle)
  const waiting = await readReviews(handle.db, createSealing(sealingKeys()), at)
  for (const { checkId, orderNo, kind, nameMasked, daysWaiting, ...one } of waiting)
    print(
      [
        `${checkId}: ${kind ?? 'an order'}, ${orderNo}, ${nameMasked}`,
        `for ${daysWaiting} days, after ${one.readings} readings`,
        one.differing.length === 0 ? undefined : `differs: ${one.differing.join('、')}`,
        one.asked === null ? undefined : `asked before: ${one.asked}`,
        one.decision === null ? undefined : `decided: ${one.decision}`,
      ]
        .filter((part) => part !== undefined)
        .join('; '),
    )
  if (waiting.length === 0) print('no review waits for staff')
}

/** Who has seen a member's data is written down. */
async function show(handle: DatabaseHandle, checkId: string) {
  const { at } = await readWalk(handle)
  const sealing = createSealing(sealingKeys())
  const { accountId, orderNo, compared } = await readReview(handle.db, sealing, checkId)
  await handle.db.transaction().execute((tx) =>
    recordAudit(tx, {
      chain: accountId,
      at,
      actor: 'staff',
      accountId,
      action: 'identity-check-read',
      target: orderNo,
    }),
  )
  for (const [label, value] of [
    ['氏名', compared.name],
    ['フリガナ', compared.kana],
    ['生年月日', compared.birth],
    ['住所', compared.address],
  ])
    print(`${label}: ${value ?? '未登録'}`)
}

async function decide(handle: DatabaseHandle, checkId: string, asked: Decision) {
  const { at } = await readWalk(handle)
  await handle.db.transaction().execute((tx) => writeDecision(tx, checkId, asked, at))
  print(`${checkId}: ${asked.decision}; the worker goes on with it within the hour`)
}
