import { writeHolderIndexes } from '#backend/contract/holder-indexes.ts'
import type { AreaDeps } from '#backend/area.ts'
import { recordAudit } from '#backend/audit.ts'
import { writeCard } from '#backend/billing/public.ts'
import { insertContract } from '#backend/contract/change.ts'
import type { ContractRow } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import { holderOf } from '#backend/holder.ts'
import { applicationStates, type ApplicationEvent } from '#domain/application/application-states.ts'
import {
  isUsedByMinor,
  orderedLines,
  orderedOptions,
  type Answers,
} from '#domain/application/answers.ts'
import { isPlanCode } from '#domain/catalogue/plan.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import type { Actor } from '#domain/machine.ts'
import { toTokyoDate, tokyoDate, type Instant } from '#domain/tokyo.ts'
import { requireOk } from '#backend/refusal.ts'
import { takeApplicationCard } from './card.ts'
import type { AcceptedLine, AcceptedNumber, OpeningService } from './opening-port.ts'
import { keepProfile, personIndexes, personOf } from './person.ts'
import { answersOf, type ApplicationRow } from './rows.ts'

export type DecidedBy = { readonly actor: Actor; readonly now: Instant; readonly traceKey?: string }

/** By which an application is decided; what becomes of the contract afterwards decides nothing. */
const deciding: ReadonlySet<ApplicationEvent> = new Set(['accepted', 'rejected'])

/** Takes an application a step of its table. @throws RefusalError WRONG_STATE */
export async function stepApplication(
  tx: Db,
  row: ApplicationRow,
  event: ApplicationEvent,
  { actor, now }: DecidedBy,
  more: { reason?: string; contractId?: string } = {},
): Promise<ApplicationRow> {
  const state = applicationStates.isState(row.state) ? row.state : applicationStates.initial
  const to = requireOk(applicationStates.next(state, event, actor))
  return tx
    .updateTable('application')
    .set({
      state: to,
      ...(more.reason === undefined ? {} : { reason: more.reason }),
      ...(more.contractId === undefined ? {} : { contract_id: more.contractId }),
      ...(deciding.has(event) && row.decided_at === null ? { decided_at: now } : {}),
      ...(applicationStates.isTerminal(to) ? { closed_at: now } : {}),
      changed_at: now,
    })
    .where('application_id', '=', row.application_id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Makes the contract: its row, card, holder and profile; what follows is the opening's, in the same transaction. */
export function createAccept({ sealing }: Pick<AreaDeps, 'sealing'>, opening: OpeningService) {
  return async function accept(tx: Db, row: ApplicationRow, by: DecidedBy) {
    const answers = answersOf(sealing, row)
    const { account_id: accountId, order_no: applicationNo } = row
    const { holder, plan = 0, termsVersion = '' } = answers
    if (accountId === null || applicationNo === null || holder === undefined || !isPlanCode(plan))
      throw new Error(`${row.application_id} was submitted without what a contract needs`)
    const contractId = newId('con')
    await insertContract(tx, {
      contract_id: contractId,
      account_id: accountId,
      plan_code: plan,
      course: answers.lineCount > 1 ? 'share' : 'single',
      status: requireOk(contractStates.next('applied', 'application_accepted', by.actor)),
      applied_at: row.submitted_at ?? by.now,
    })
    const card = await takeApplicationCard(tx, sealing, row)
    if (card !== undefined) await writeCard(tx, sealing, contractId, card, by.now)
    const profile = await keepProfile(tx, sealing, accountId, holder)
    await writeHolderIndexes(tx, contractId, personIndexes(sealing, personOf(holder)))
    const accepted = await stepApplication(tx, row, 'accepted', by, { contractId })
    await recordAudit(tx, {
      chain: contractId,
      at: by.now,
      actor: by.actor,
      accountId,
      action: 'application-accepted',
      target: applicationNo,
      details: { terms: termsVersion, agreedAt: answers.termsAgreedAt },
      traceKey: by.traceKey,
    })
    await opening.begin(tx, {
      contractId,
      accountId,
      applicationNo,
      now: by.now,
      planCode: plan,
      lines: linesOf(answers, by.now),
      holder: holderOf(profile),
      termsVersion,
    })
    return accepted
  }
}

/** What the contract's state means for its application; nothing while it is being prepared. */
export function eventOfContract({
  status,
  started_on: startedOn,
}: Pick<ContractRow, 'status' | 'started_on'>): ApplicationEvent | undefined {
  if (startedOn !== null) return 'fulfilled'
  if (status === 'withdrawn') return 'withdrawn'
  return contractStates.isTerminal(status) ? 'rejected' : undefined
}

function linesOf(answers: Answers, now: Instant): readonly AcceptedLine[] {
  const today = toTokyoDate(now)
  const options = orderedOptions(answers, today)
  return orderedLines(answers).map((line, n) => {
    const { kind, size, eid, nickname } = line
    if (kind === undefined || size === undefined)
      throw new Error(`line ${n + 1} was submitted without kind or size`)
    const minor = isUsedByMinor(line, today)
    return {
      kind,
      simSize: size,
      ...(size === 'esim' && eid !== undefined ? { eid } : {}),
      ...(nickname === undefined ? {} : { nickname }),
      number: numberOf(line),
      options: options
        .filter((one) => (one.line ?? 1) === n + 1)
        .map(({ code, forwardTo }) => ({ code, ...(forwardTo && { forwardTo }) })),
      userUnder18: minor,
      filtering: minor,
    }
  })
}

function numberOf(line: ReturnType<typeof orderedLines>[number]): AcceptedNumber {
  const { kind, by, number, reservationNo, lastDay, oneStop, handoverNo } = line
  if (by === 'handover' && number !== undefined && handoverNo !== undefined)
    return { by, number, handoverNo }
  if (kind !== 'voice' || number === undefined) return { by: 'new' }
  if (by === 'reservation' && reservationNo !== undefined && lastDay !== undefined)
    return { by, number, reservationNo, lastDay: tokyoDate(lastDay) }
  if (by === 'oneStop' && oneStop?.token !== undefined) return { by, number, token: oneStop.token }
  return { by: 'new' }
}
