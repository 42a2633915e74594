// npm run reviews: identity checks handed to staff, of orders and of changes of a name or an address. `show <check>` prints
// what the member's documents have to say. With `approve <check>` the order goes on, with `ask <check> <what>` the member
// is asked for other documents, with `refuse <check> <reason>` given the reason; the worker carries each out within the hour.
// An approval rests on the document the reader has read, or on the one that --method, --document and --number name.
// `record <check, order or contract>` prints the identity record, with `--html <file>` as a page. Each but the list says --who.
import { writeFileSync } from 'node:fs'
import { readReview, readReviews } from '#backend/account/queries/reviews.ts'
import {
  decideReview,
  readRecord,
  recordLines,
  recordPage,
  type Decision,
  type Staff,
} from '#backend/identity/public.ts'
import { recordNote } from '#backend/step/record-change.ts'
import { readWalk } from '#backend/jobs/moved-clock.ts'
import { connectDatabase, type DatabaseHandle } from '#backend/db/connect.ts'
import { createSealing } from '#backend/db/sealing.ts'
import type { Evidence } from '#domain/identity/methods.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { identityDocuments, identityMethods } from '#vocabulary/identity.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { borrowDatabase } from './setup/database.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'
import { sealingKeys } from './setup/sealing-keys.ts'
import { noteAtShell, staffNamed } from './setup/shell-staff.ts'
import { optionOf, whoOf } from './setup/who-argument.ts'
import { print } from './setup/print.ts'

const MOST_LETTERS = 200

const HOW =
  'Say npm run reviews, or npm run reviews -- show <check>, approve <check> [--method <method> --document <kind> --number <number>] [--checked-by <name>], ask <check> <what to show>, refuse <check> <reason> or record <check, order or contract> [--html <file>], each with --who <your name>'

function decisionOf(step: string, words: string[]): Decision | undefined {
  if (step === 'approve') {
    const evidence = evidenceOf(words)
    return words.length === 0 ? { decision: 'approved', evidence } : undefined
  }
  const reason = words.join(' ').trim()
  if (reason === '' || reason.length > MOST_LETTERS) return undefined
  if (step === 'refuse') return { decision: 'refused', reason }
  return step === 'ask' ? { decision: 'documents_asked', reason } : undefined
}

/** The document that a person of the staff has seen; undefined where the reader's counts. */
function evidenceOf(words: string[]): Evidence | undefined {
  const [method, document, reference] = ['method', 'document', 'number'].map((name) =>
    optionOf(words, name),
  )
  if (method === undefined && document === undefined && reference === undefined) return undefined
  const how = namesOf(identityMethods).find((name) => name === method)
  const kind = namesOf(identityDocuments).find((name) => name === document)
  if (how === undefined || kind === undefined || reference === undefined)
    throw new StartRefusal(
      `Say --method, --document (${namesOf(identityDocuments).join(', ')}) and --number together.`,
    )
  return { method: how, document: kind, reference }
}

await runTool(async () => {
  const [, , step, ref, ...words] = process.argv
  if (step === undefined) return withDatabase((handle) => list(handle))
  if (ref === undefined) throw new StartRefusal(`${HOW}.`)
  const who = whoOf(words)
  if (step === 'record') {
    const file = optionOf(words, 'html')
    return withDatabase((handle) => printRecord(handle, ref, who, file))
  }
  if (step === 'show') return withDatabase((handle) => show(handle, ref, who))
  const checkedBy = optionOf(words, 'checked-by') ?? who
  const asked = decisionOf(step, words)
  if (asked === undefined)
    throw new StartRefusal(
      `${HOW}; a reason has at most ${MOST_LETTERS} letters, without names or numbers.`,
    )
  return withDatabase((handle) => decide(handle, ref, asked, { checkedBy, recordedBy: who }))
})

async function withDatabase(work: (handle: DatabaseHandle) => Promise<void>) {
  const database = await borrowDatabase(root, say)
  const handle = connectDatabase({ url: database.url, maxConnections: 2 })
  try {
    await work(handle)
  } catch (error) {
    throw error instanceof RangeError ? new StartRefusal(`${error.message}.`) : error
  } finally {
    await handle.close()
    await database.stop()
  }
}

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

async function show(handle: DatabaseHandle, checkId: string, who: string) {
  const { at } = await readWalk(handle)
  const sealing = createSealing(sealingKeys())
  const { accountId, orderNo, compared } = await readReview(handle.db, sealing, checkId)
  await noteRead(handle, { accountId, target: orderNo, action: 'identity-check-read', who, at })
  for (const [label, value] of [
    ['氏名', compared.name],
    ['フリガナ', compared.kana],
    ['生年月日', compared.birth],
    ['住所', compared.address],
  ])
    print(`${label}: ${value ?? '未登録'}`)
}

async function printRecord(
  handle: DatabaseHandle,
  ref: string,
  who: string,
  file: string | undefined,
) {
  const { at } = await readWalk(handle)
  const record = await readRecord(handle.db, createSealing(sealingKeys()), ref)
  const { account_id: accountId, check_id: target } = record
  await noteRead(handle, { accountId, target, action: 'identity-record-read', who, at })
  for (const [label, value] of recordLines(record)) print(`${label}: ${value}`)
  if (file !== undefined) writeFileSync(file, recordPage(record), { mode: 0o600 })
}

type Read = {
  readonly accountId: string
  readonly target: string
  readonly action: string
  readonly who: string
  readonly at: Temporal.Instant
}

/** Who has seen a member's data is written down in the member's chain. */
async function noteRead(handle: DatabaseHandle, { accountId, target, action, who, at }: Read) {
  const by = { ...staffNamed(who), accountId, now: at }
  await handle.db.transaction().execute((tx) => recordNote(tx, by, { action, target }))
}

async function decide(handle: DatabaseHandle, checkId: string, asked: Decision, by: Staff) {
  const { at: now } = await readWalk(handle)
  const sealing = createSealing(sealingKeys())
  await handle.db.transaction().execute(async (tx) => {
    await decideReview(tx, { sealing }, checkId, asked, { ...by, now })
    const command = `reviews ${asked.decision}`
    await noteAtShell(tx, staffNamed(by.recordedBy), { command, target: checkId, now })
  })
  print(`${checkId}: ${asked.decision}; the worker goes on with it within the hour`)
}
