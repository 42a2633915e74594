import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { writePress } from '#backend/hold/saved-press.ts'
import { openCheck, prepareCheck } from '#backend/identity/public.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { StepDeps } from '#backend/step/record-change.ts'
import { asksIdentity } from '#domain/application/answers.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { Press } from '#protocol/hold.ts'
import { answersOf } from '../rows/answers.ts'
import {
  bindToAccount,
  deleteApplication,
  findApplication,
  lockOpen,
  type Applicant,
  type ApplicationRow,
  type Asker,
} from '../rows/applications.ts'

type Owner = Applicant & { readonly accountId: string }

/** Deletes the draft with all its answers. @throws RefusalError APPLICATION_SUBMITTED, NOT_SIGNED_IN */
export async function discardDraft(tx: Db, who: Asker) {
  if ((await findApplication(tx, who, { lock: true })) === undefined) return { deleted: false }
  const { application_id: applicationId } = await lockOpen(tx, who)
  await deleteApplication(tx, applicationId)
  return { deleted: true }
}

/** The draft, which belongs to the account from now on: what a visit to another page brings back belongs to somebody. */
export async function lockOwnDraft(tx: Db, who: Owner): Promise<ApplicationRow> {
  const row = await lockOpen(tx, who)
  if (row.account_id !== null) return row
  return bindToAccount(tx, row, who.accountId, who.now)
}

/** Begins the identity check of the holder who was typed. @throws RefusalError APPLICATION_INCOMPLETE, and those of prepareCheck */
export async function beginIdentityCheck(
  tx: Db,
  deps: StepDeps & { readonly sealing: Sealing; readonly publicUrl: string },
  who: Owner,
  { back }: { readonly back: string },
) {
  const { accountId, now } = who
  const row = await lockOwnDraft(tx, who)
  const answers = answersOf(deps.sealing, row)
  if (answers.holder === undefined || !asksIdentity(answers, toTokyoDate(now)))
    throw new RefusalError('APPLICATION_INCOMPLETE')
  const { identity_ref: orderNo } = row
  await openCheck(tx, { accountId, contractId: null, orderNo, now })
  return prepareCheck(tx, deps, { accountId, now }, { orderNo, back, subject: { isOver: false } })
}

/** At the login within the steps: the answers so far belong to the account from now on. */
export async function bindAtLogin(
  tx: Db,
  secret: string | undefined,
  accountId: string,
  now: Instant,
) {
  const row = await findApplication(tx, { applicationSecret: secret }, { lock: true })
  if (row?.state === 'open' && row.account_id === null) await bindToAccount(tx, row, accountId, now)
}

/**
 * Stores what was pressed when the login of an account's application had ended. Nothing of it is written to the application:
 * it waits for the next session of that account in the browser that began the application.
 */
export async function keepOrderPress(
  tx: Db,
  { sealing }: { readonly sealing: Sealing },
  who: Applicant,
  press: Press,
) {
  if (who.signedIn !== undefined) return { kept: false }
  const row = await findApplication(tx, who)
  if (row?.state !== 'open' || row.account_id === null) return { kept: false }
  const { account_id: accountId, handle_hash: browser } = row
  await writePress(sealing, { db: tx, now: who.now }, { accountId, browser }, press)
  return { kept: true }
}
