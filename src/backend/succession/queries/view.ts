import {
  applicationTerms,
  isBornThen,
  readKnownHolder,
  stationOf,
} from '#backend/application/public.ts'
import { maskedCard } from '#backend/billing/public.ts'
import { findLivingContract } from '#backend/contract/of-account.ts'
import { brandName } from '#backend/contract/payment-card.ts'
import type { Db } from '#backend/db/connect.ts'
import { findRow } from '#backend/db/rows.ts'
import { hashSecret } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readMaskedAddress } from '#backend/mail/masked-address.ts'
import { RefusalError } from '#backend/refusal.ts'
import {
  isOpenSuccession,
  openSuccessions,
  successionStates,
  takesDocuments,
  type SuccessionState,
} from '#domain/succession/succession-states.ts'
import { formatRfc3339, tokyoMonth, type Instant } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { successionApi } from '#protocol/succession.ts'
import { successionStepLabels, successionRequestLabels } from '#vocabulary/succession.ts'
import { answersOf, findOwn, stateOf, type SuccessionRow } from '../rows/successions.ts'
import { knownOf } from './known.ts'

type Deps = { readonly sealing: Sealing }
type Wire = Answer<typeof successionApi.successionGet>
type Status = Answer<typeof successionApi.successionStatusPost>

const terms = { version: applicationTerms.version, path: applicationTerms.path }

/** The succession of this account, with everything its pages show. */
export async function viewSuccession(
  db: Db,
  deps: Deps,
  { accountId, now }: { readonly accountId: string; readonly now: Instant },
): Promise<Wire> {
  const row = await findOwn(db, accountId)
  const of = {
    hasContract: (await findLivingContract(db, accountId)) !== undefined,
    heirKnown: await readKnownHolder(db, deps.sealing, accountId),
    terms,
  }
  if (row === undefined) return { ...nothing, ...of }
  const { answers, identity, documents, steps } = await knownOf(db, deps, row, now)
  const state = stateOf(row)
  const { wish: request } = row
  return {
    ...of,
    ...(await stateFacts(db, deps, row)),
    steps: steps.map((step) => ({ ...step, label: successionStepLabels[step.step] })),
    deceased: { ...answers.deceased, wish: request },
    ...(answers.heir && { heir: answers.heir }),
    identity,
    ...(row.card_brand === null
      ? {}
      : {
          card: {
            brand: brandName(row.card_brand),
            numberMasked: maskedCard(row.card_last4 ?? ''),
            expires: tokyoMonth(row.card_expires ?? ''),
          },
        }),
    documents: documents.map((one) => ({
      documentId: one.document_id,
      kind: one.kind,
      sizeBytes: one.size_bytes,
      addedAt: formatRfc3339(one.taken_in_at),
    })),
    takesDocuments: takesDocuments(state),
    canSubmit: state === 'draft' && steps.every(({ done }) => done),
    canWithdraw: successionStates.can(state, 'withdrawn', 'member'),
  }
}

const nothing = {
  state: 'none',
  stateLabel: '',
  sentence: '',
  timeline: [],
  steps: [],
  identity: { state: 'not_required', stateLabel: '' },
  documents: [],
  takesDocuments: false,
  canSubmit: false,
  canWithdraw: false,
} satisfies Partial<Wire>

/** How far it is, without what was typed but the end of the number. */
async function stateFacts(db: Db, { sealing }: Deps, row: SuccessionRow) {
  const state = stateOf(row)
  const { label, sentence } = successionStates.words(state)
  return {
    state,
    stateLabel: label,
    sentence: state === 'accepted' ? acceptedWords[row.wish] : sentence,
    ...(row.order_no === null ? {} : { orderNo: row.order_no }),
    ...(row.submitted_at === null ? {} : { submittedAt: formatRfc3339(row.submitted_at) }),
    emailMasked: await readMaskedAddress(db, sealing, row.account_id),
    requested: requestedWords(sealing, row),
    ...(state === 'documents_requested' && row.asked !== null ? { asked: row.asked } : {}),
    ...(state === 'announced' && row.moves_from !== null
      ? { movesFrom: formatRfc3339(row.moves_from) }
      : {}),
    ...(state === 'rejected' && row.reason !== null ? { reason: row.reason } : {}),
    timeline: timelineOf(row, state),
  }
}

function requestedWords(sealing: Sealing, row: SuccessionRow): string {
  const end = answersOf(sealing, row).deceased.phone.slice(-4)
  return `${successionRequestLabels[row.wish]}（番号の末尾が${end}のご契約）`
}

const acceptedWords = {
  take_over:
    'ご契約を引き継ぎました。これからは、お手続きをした方のマイページでご利用いただけます。',
  end: '解約を承りました。最終日は、メールでお知らせしています。',
} as const

/** How far it is, of one that has a number (wire SuccessionStatus). */
export async function statusOf(db: Db, deps: Deps, row: SuccessionRow): Promise<Status> {
  const { orderNo, submittedAt, ...state } = await stateFacts(db, deps, row)
  if (orderNo === undefined || submittedAt === undefined) throw new RefusalError('SUCCESSION_NONE')
  return { ...state, orderNo, submittedAt }
}

function timelineOf(row: SuccessionRow, state: SuccessionState) {
  if (state === 'draft') return []
  const isStopped = successionStates.isTerminal(state) && state !== 'accepted'
  const behind = state === 'accepted' ? 4 : row.moves_from !== null ? 2 : 1
  const at = [row.submitted_at, null, row.closed_at, row.closed_at]
  return ['受付', '書類の確認', 'ご契約者への確認', '完了'].map((label, n) => {
    const instant = at[n]
    return {
      label,
      state: stationOf(n, behind, isStopped),
      ...(instant && n < behind ? { at: formatRfc3339(instant) } : {}),
    }
  })
}

/** Open successions, the oldest first; those that are decided wait for the worker, or for the holder's hours. */
export function listSuccessions(db: Db) {
  return db
    .selectFrom('succession')
    .select(['order_no', 'state', 'wish', 'submitted_at', 'decision', 'pause_from', 'moves_from'])
    .where('state', 'in', [...openSuccessions])
    .orderBy('submitted_at')
    .execute()
}

export type ToStop = {
  /** Of the link in a message; without it the succession to the contract of the session is meant. */
  readonly secret: string | undefined
  readonly contractId: string | undefined
}

/**
 * By a link of ours the one that it was made for. Of a contract one that is open; without any the last that ended: whoever has
 * just stopped it comes here, and whoever opens an old notice.
 * @throws RefusalError NOT_FOUND for a link that is none of ours, and for a contract without a succession
 */
export async function findStoppable(
  db: Db,
  { secret, contractId = '' }: ToStop,
  { lock = false } = {},
): Promise<SuccessionRow> {
  const all = db.selectFrom('succession').selectAll()
  const rows =
    secret === undefined
      ? all
          .where('contract_id', '=', contractId)
          .where('order_no', 'is not', null)
          .orderBy('closed_at', (order) => order.desc().nullsFirst())
          .orderBy('submitted_at', 'desc')
          .limit(1)
      : all.where('stop_hash', '=', hashSecret(secret))
  return (lock ? rows.forUpdate() : rows).executeTakeFirstOrThrow(
    () => new RefusalError('NOT_FOUND'),
  )
}

/** What the page shows on which the holder can stop it (wire SuccessionStop). */
export function toWireStop(row: SuccessionRow): Answer<typeof successionApi.successionStopGet> {
  const { order_no: orderNo, submitted_at: at, pause_from: pause, moves_from: moves } = row
  if (orderNo === null || at === null) throw new RefusalError('NOT_FOUND')
  const state = isOpenSuccession(row.state)
    ? 'open'
    : row.state === 'stopped' || row.state === 'accepted'
      ? row.state
      : 'over'
  const isOpen = state === 'open'
  return {
    orderNo,
    wish: row.wish,
    wishLabel: successionRequestLabels[row.wish],
    state,
    submittedAt: formatRfc3339(at),
    ...(isOpen && pause !== null ? { pausesFrom: formatRfc3339(pause) } : {}),
    ...(isOpen && moves !== null ? { movesFrom: formatRfc3339(moves) } : {}),
  }
}

/** Without a session. The answer is the same whichever of the two is wrong. @throws RefusalError SUCCESSION_UNKNOWN */
export async function findByBirth(
  db: Db,
  { sealing }: { readonly sealing: Sealing },
  given: { readonly orderNo: string; readonly birth: string },
): Promise<SuccessionRow> {
  const row = await findRow(db, 'succession', { order_no: given.orderNo })
  if (row === undefined || !isBornThen(sealing, row, given))
    throw new RefusalError('SUCCESSION_UNKNOWN')
  return row
}
