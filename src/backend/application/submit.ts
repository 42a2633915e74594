import { lockAccount } from '#backend/account-lock.ts'
import type { AreaDeps } from '#backend/area.ts'
import { accountOf, type Caller } from '#backend/caller.ts'
import { findLivingContract } from '#backend/contract/of-account.ts'
import type { Db } from '#backend/db/connect.ts'
import { newReadableNo } from '#backend/db/ids.ts'
import { recordAudit } from '#backend/audit.ts'
import { readMaskedAddress } from '#backend/mail/masked-address.ts'
import { requireConditions } from '#backend/procedure/conditions.ts'
import { RefusalError } from '#backend/refusal.ts'
import { applicationStates, type ApplicationState } from '#domain/application/application-states.ts'
import { isTakenOver, orderedLines, type LineAnswers } from '#domain/application/answers.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import type { createAccept, DecidedBy } from './accept.ts'
import { stepApplication } from './accept.ts'
import { birthIndex } from './birth.ts'
import { conclusionOf } from './conclusion.ts'
import { knownOf } from './known.ts'
import { orderedFacts, receivedMessage } from './messages.ts'
import type { Takeovers } from './opening-port.ts'
import { findPerson, lockPerson, personIndexes, personOf, type PersonIndexes } from './person.ts'
import { priceOf, pricedAnswers } from './prices.ts'
import { findApplication, type ApplicationRow } from './rows.ts'

type Deps = Pick<AreaDeps, 'sealing' | 'book' | 'outbox'> & {
  accept: ReturnType<typeof createAccept>
  takeovers: Takeovers
}

type Confirmed = { conditions: string; version: number }

/** Submits an application: one order whatever is clicked, in one transaction with its acceptance. */
export function createSubmit({ sealing, book, outbox, accept, takeovers }: Deps) {
  async function submit(caller: Caller, confirmed: Confirmed) {
    const { db: tx, now, traceKey } = caller
    const { accountId } = accountOf(caller)
    await lockAccount(tx, accountId)
    const row = await findApplication(tx, caller, { lock: true })
    if (row === undefined) throw new RefusalError('APPLICATION_NONE')
    if (row.state !== 'open') return receiptOf(tx, row)
    if (row.account_id !== accountId) throw new RefusalError('APPLICATION_INCOMPLETE')
    await requireFree(tx, accountId)
    const doubt = await requireComplete(caller, row, confirmed)
    const by: DecidedBy = { actor: 'member', now, traceKey }
    const submitted = await markSubmitted(tx, row, doubt.kept, by)
    await takeLine(tx, submitted, doubt.line, now)
    await recordAudit(tx, {
      chain: accountId,
      at: now,
      actor: 'member',
      accountId,
      action: 'application-submitted',
      target: submitted.order_no ?? '',
      details: doubt.because === undefined ? {} : { doubt: doubt.because },
      traceKey,
    })
    const system: DecidedBy = { actor: 'system', now, traceKey }
    const decided =
      doubt.because === undefined
        ? await accept(tx, submitted, system)
        : await stepApplication(tx, submitted, 'handed_to_staff', system)
    const told = { accountId, orderNo: decided.order_no ?? '' }
    await outbox.post(tx, receivedMessage(told, doubt.because !== undefined, doubt.ordered), now)
    return receiptOf(tx, decided)
  }

  /** One living contract, and one application that is not decided, an account. */
  async function requireFree(tx: Db, accountId: string) {
    if ((await findLivingContract(tx, accountId)) !== undefined)
      throw new RefusalError('ACCOUNT_HAS_CONTRACT')
    const other = await tx
      .selectFrom('application')
      .select('application_id')
      .where('account_id', '=', accountId)
      .where('state', 'in', ['submitted', 'in_review'])
      .executeTakeFirst()
    if (other !== undefined) throw new RefusalError('APPLICATION_UNDER_WAY')
  }

  /** @returns why staff have to look at it, if they have; and by what the person is found */
  async function requireComplete(caller: Caller, row: ApplicationRow, confirmed: Confirmed) {
    const { db: tx, now } = caller
    const known = await knownOf({ sealing, takeovers }, caller, row)
    const open = known.steps.find(({ step, done }) => !done && step !== 'confirm')
    if (open !== undefined)
      throw new RefusalError({
        code: open.problem ?? 'APPLICATION_INCOMPLETE',
        facts: { step: open.step },
      })
    const priced = pricedAnswers(known.answers, now)
    const { holder } = known.answers
    if (priced === undefined || holder === undefined)
      throw new RefusalError('APPLICATION_INCOMPLETE')
    const price = priceOf(priced, now, book)
    requireConditions(confirmed.conditions, conclusionOf(known, price))
    const indexes = personIndexes(sealing, personOf(holder))
    await lockPerson(tx, indexes)
    const { isProven } = known
    const { application_id: applicationId } = row
    const other = await findPerson(tx, indexes, { applicationId, isProven })
    const isManual = known.identity.state === 'manual'
    if (other === 'same' && (isProven || isManual)) throw new RefusalError('PERSON_HAS_CONTRACT')
    const because = isManual ? 'identity' : other && doubts[other]
    const line = orderedLines(known.answers).find(isTakenOver)
    const ordered = orderedFacts(known.answers, price)
    return {
      because,
      line,
      ordered,
      kept: { ...indexes, doubt: because ?? null, birth: holder.birth },
    }
  }

  /** From now on nobody else can take the line. @throws RefusalError HANDOVER_UNKNOWN, HANDOVER_OTHER_PERSON */
  async function takeLine(
    tx: Db,
    { order_no: applicationNo, namesake_index: index }: ApplicationRow,
    line: LineAnswers | undefined,
    now: Instant,
  ) {
    const { handoverNo, number } = line ?? {}
    if (handoverNo === undefined || number === undefined) return
    const taken = { applicationNo: applicationNo ?? '', namesakeIndex: index ?? '' }
    await takeovers.take(tx, { handoverNo, number, ...taken }, now)
  }

  async function markSubmitted(
    tx: Db,
    row: ApplicationRow,
    kept: PersonIndexes & { doubt: string | null; birth: string },
    by: DecidedBy,
  ) {
    const { birth, ...found } = kept
    const orderNo = newReadableNo('AP')
    const stepped = await stepApplication(tx, row, 'submitted', by)
    return tx
      .updateTable('application')
      .set({
        ...found,
        order_no: orderNo,
        birth_index: birthIndex(sealing, orderNo, birth),
        submitted_at: by.now,
      })
      .where('application_id', '=', stepped.application_id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  async function receiptOf(db: Db, row: ApplicationRow, { canWithdraw } = { canWithdraw: true }) {
    const state = applicationStates.isState(row.state) ? row.state : 'submitted'
    if (row.order_no === null || row.account_id === null) throw new RefusalError('APPLICATION_NONE')
    const { label, sentence } = applicationStates.words(state)
    return {
      orderNo: row.order_no,
      state,
      stateLabel: label,
      sentence,
      submittedAt: formatRfc3339(row.submitted_at ?? row.changed_at),
      emailMasked: await readMaskedAddress(db, sealing, row.account_id),
      nextSteps: nextStepsOf(state, canWithdraw),
    }
  }

  return { submit, receiptOf }
}

/** Why staff look at it; who has shown a document for the same name is refused before. */
const doubts = { same: 'sameHolder', alike: 'namesake', contact: 'sameContact' } as const

const WITHDRAWABLE = {
  text: '発送の前（eSIMは準備ができる前）までは、お申し込みの状況のページから無料で取り消せます。',
}

/** What is still to come; nothing of what is over. */
function nextStepsOf(state: ApplicationState, canWithdraw: boolean) {
  if (applicationStates.isTerminal(state)) return []
  return [
    { text: '申込番号とお申し込みの内容を、ご登録のメールアドレスにお送りしました。' },
    state === 'in_review'
      ? { text: '担当者が内容を確認します。結果はメールでお知らせします。' }
      : {
          text: canWithdraw
            ? 'SIMカードの発送、またはeSIMの準備ができたことを、メールでお知らせします。'
            : '開通したことを、メールでお知らせします。',
        },
    ...(canWithdraw ? [WITHDRAWABLE] : []),
  ]
}
