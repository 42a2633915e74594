import { timingSafeEqual } from 'node:crypto'
import { contactsChangedSince } from '#backend/account/public.ts'
import { lockAccount } from '#backend/account-lock.ts'
import type { AreaDeps } from '#backend/area.ts'
import { namesakeIndex, holderIndexes } from '#backend/contract/person-indexes.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import { rowsOf } from '#backend/db/rows.ts'
import { readHolder } from '#backend/holder.ts'
import type { ContactMessages } from '#backend/mail/contact-messages.ts'
import { RefusalError } from '#backend/refusal.ts'
import { takeFirstStep, takeStep } from '#backend/step/take-step.ts'
import {
  callerProofs,
  countSentCodes,
  countWrongAnswers,
  hashOfProof,
  issueCode,
  lockOpenCodes,
  setTries,
} from '#backend/telephone/public.ts'
import { takesTextMessages } from '#domain/account/contact-code.ts'
import { CONTACT_REST_DAYS, MOST_SENT, wrongLeft } from '#domain/telephone/caller-code.ts'
import { hide } from '#domain/console/masks.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { ProofPurpose } from '#vocabulary/console-record.ts'
import { numberIndex } from '../queries/own-numbers.ts'
import { callerCodeWords } from '../messages.ts'
import { actingBy, lockGrant, prolong, type GrantRow, type Reading } from '../rows/grants.ts'

type Deps = Pick<AreaDeps, 'sealing' | 'outbox'> & {
  readonly contactMessages: Pick<ContactMessages, 'post'>
}

export type Proving = {
  readonly outcome: 'proved' | 'wrong' | 'failed'
  readonly triesLeft: number
}

const DAY_HOURS = 24

/**
 * Sends a code to a registered contact, never to one changed in the last seven days.
 * @throws RefusalError GRANT_OVER, CONTACT_MISSING, CONTACT_CHANGED_LATELY, CODE_SENT_RECENTLY
 */
export async function sendCallCode(
  tx: Db,
  deps: Deps,
  reading: Reading,
  { purpose, way }: { readonly purpose: ProofPurpose; readonly way: 'mail' | 'sms' },
) {
  const { now } = reading
  const row = await prolong(tx, await lockGrant(tx, reading), now)
  const { account_id: accountId } = row
  const contact = await provingContact(tx, deps, row, reading, way)
  const sent = await countSentCodes(tx, accountId, now.subtract({ hours: DAY_HOURS }))
  if (sent >= MOST_SENT) throw new RefusalError('CODE_SENT_RECENTLY')
  const { code, expiresAt } = await issueCode(tx, deps, actingBy(row, reading), {
    accountId,
    purpose,
    way,
    grantId: row.grant_id,
  })
  const words = callerCodeWords(purpose, code, way)
  await deps.contactMessages.post(tx, { accountId, contact, usefulUntil: expiresAt, ...words }, now)
  return {
    sentTo: hide(way === 'mail' ? 'mail' : 'number', contact),
    expiresAt: formatRfc3339(expiresAt),
    triesLeft: wrongLeft(0),
  }
}

/** Where a code may go. */
async function provingContact(
  tx: Db,
  { sealing }: Deps,
  { account_id: accountId }: GrantRow,
  { now }: Reading,
  way: 'mail' | 'sms',
): Promise<string> {
  const { email, phone } = await readHolder(tx, sealing, accountId)
  const contact = way === 'mail' ? email : phone
  if (contact === undefined || contact === '' || (way === 'sms' && !takesTextMessages(contact)))
    throw new RefusalError('CONTACT_MISSING')
  const since = now.subtract({ hours: CONTACT_REST_DAYS * DAY_HOURS })
  const changed = await contactsChangedSince(tx, sealing, accountId, since)
  if (changed.has(way === 'mail' ? 'email' : 'phone'))
    throw new RefusalError('CONTACT_CHANGED_LATELY')
  return contact
}

/**
 * Compares a code the caller read out with those issued to this account: another member's is wrong. The fifth wrong one
 * ends them all.
 * @throws RefusalError GRANT_OVER, NO_CODE_ISSUED
 */
export async function checkCallCode(
  tx: Db,
  deps: Deps,
  reading: Reading,
  { purpose, code }: { readonly purpose: ProofPurpose; readonly code: string },
): Promise<Proving & { readonly row: GrantRow }> {
  const { now } = reading
  const row = await prolong(tx, await lockGrant(tx, reading), now)
  const who = actingBy(row, reading)
  const [issued] = await lockOpenCodes(tx, row.account_id, purpose, now)
  if (issued === undefined) throw new RefusalError('NO_CODE_ISSUED')
  const given = hashOfProof(deps.sealing, row.account_id, code)
  if (isSame(given, issued.code_hash ?? '')) {
    const patch = { grant_id: row.grant_id, ended_at: now }
    await takeStep(tx, deps, who, callerProofs, { row: issued, step: 'proved', patch })
    return { outcome: 'proved', triesLeft: wrongLeft(issued.tries), row }
  }
  const tries = issued.tries + 1
  if (wrongLeft(tries) === 0) {
    const patch = { tries, grant_id: row.grant_id, ended_at: now }
    await takeStep(tx, deps, who, callerProofs, { row: issued, step: 'failed', patch })
    return { outcome: 'failed', triesLeft: 0, row }
  }
  await setTries(tx, issued, tries)
  return { outcome: 'wrong', triesLeft: wrongLeft(tries), row }
}

/**
 * Compares what the caller said with what is stored, blind: which of the three is wrong is never said, and nothing is
 * shown by it. Five wrong tries a day and account.
 * @throws RefusalError GRANT_OVER, PROOF_LOCKED
 */
export async function checkAnswers(
  tx: Db,
  deps: Deps,
  reading: Reading,
  said: { readonly number: string; readonly kana: string; readonly birth: string },
): Promise<Proving & { readonly row: GrantRow }> {
  const { now } = reading
  const row = await prolong(tx, await lockGrant(tx, reading), now)
  // Two people who ask at once count one after the other.
  await lockAccount(tx, row.account_id)
  const wrongBefore = await countWrongAnswers(tx, row.account_id, now)
  if (wrongLeft(wrongBefore) === 0) throw new RefusalError('PROOF_LOCKED')
  const isRight = await fits(tx, deps, row, said)
  const tries = isRight ? 0 : 1
  const who = actingBy(row, reading)
  const begun = await takeFirstStep(tx, deps, who, callerProofs, {
    values: {
      account_id: row.account_id,
      proof_id: newId('prf'),
      purpose: 'caller',
      way: 'answers',
      tries,
      begun_at: now,
      expires_at: now,
      grant_id: row.grant_id,
    },
    step: 'begun',
  })
  const step = isRight ? 'proved' : 'failed'
  await takeStep(tx, deps, who, callerProofs, { row: begun, step, patch: { ended_at: now } })
  const triesLeft = wrongLeft(wrongBefore + tries)
  if (isRight) return { outcome: 'proved', triesLeft, row }
  return { outcome: triesLeft === 0 ? 'failed' : 'wrong', triesLeft, row }
}

async function fits(
  tx: Db,
  { sealing }: Deps,
  { account_id: accountId, contract_id: contractId }: GrantRow,
  { number, kana, birth }: { number: string; kana: string; birth: string },
): Promise<boolean> {
  const known = await holderIndexes(tx, sealing, accountId)
  const lines = contractId === null ? [] : await rowsOf(tx, 'line', { contract_id: contractId })
  const given = numberIndex(sealing, number)
  const hasNumber = lines.some(
    (line) => line.status !== 'ended' && isSame(given, line.number_index),
  )
  const isNamed = isSame(namesakeIndex(sealing, { kana, birth }), known.namesake_index)
  return hasNumber && isNamed
}

function isSame(given: string, known: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(known)]
  return a.length === b.length && timingSafeEqual(a, b)
}
