import { timingSafeEqual } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { hashSecret, newId, newSecret } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'
import { deleteRows, lockRow, updateRow, updateRows } from '#backend/db/rows.ts'
import { RefusalError } from '#backend/refusal.ts'
import { isPersonal, noAnswers, type Answers } from '#domain/application/answers.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { OperationLimit, SubjectLimit } from '#protocol/endpoint.ts'
import { sealAnswers } from './answers.ts'

export type ApplicationRow = Selectable<Database['application']>

/** Ours: a draft that names nobody is stored for a day, one that names somebody for a month after the last answer. */
const HOURS_WITHOUT_NAME = 24
export const DAYS_STORED = 30

/** Whose application is asked for: the browser's by its cookie, else the account's newest. */
export type Asker = {
  readonly signedIn?: { readonly accountId: string } | undefined
  readonly applicationSecret?: string | undefined
}

/** Who answers a question of an application, and what counts how often that is tried. */
export type Applicant = Asker & {
  readonly now: Instant
  readonly count?: ((limit: OperationLimit) => Promise<void>) | undefined
  readonly countAbout?: ((limit: SubjectLimit, subject: string) => Promise<void>) | undefined
}

/**
 * The application of this browser or account. One that belongs to another account is not found.
 * @param lock for a change: two tabs save one after the other.
 */
export async function findApplication(
  db: Db,
  { signedIn, applicationSecret: secret }: Asker,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<ApplicationRow | undefined> {
  const accountId = signedIn?.accountId
  const rows = db.selectFrom('application').selectAll()
  const one = (query: typeof rows) => (lock ? query.forUpdate() : query).executeTakeFirst()
  const byCookie =
    secret === undefined || secret === ''
      ? undefined
      : await one(rows.where('handle_hash', '=', hashSecret(secret)))
  const isOthers =
    byCookie?.account_id != null && accountId !== undefined && byCookie.account_id !== accountId
  if (byCookie !== undefined && !isOthers) return byCookie
  if (accountId === undefined) return undefined
  return one(
    rows
      .where('account_id', '=', accountId)
      .where('state', 'in', ['open', 'submitted', 'in_review', 'accepted'])
      // An application whose contract came to nothing is over, although its row says so only within the hour.
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('contract')
              .select('contract.contract_id')
              .whereRef('contract.contract_id', '=', 'application.contract_id')
              .where('contract.status', 'in', contractStates.terminal),
          ),
        ),
      )
      .orderBy('changed_at', 'desc')
      .limit(1),
  )
}

/** @throws RefusalError NOT_SIGNED_IN where it belongs to an account and nobody is signed in. */
export async function lockOpen(tx: Db, asker: Asker): Promise<ApplicationRow> {
  const row = await findApplication(tx, asker, { lock: true })
  if (row === undefined) throw new RefusalError('APPLICATION_NONE')
  if (row.account_id !== null && asker.signedIn === undefined)
    throw new RefusalError('NOT_SIGNED_IN')
  if (row.state !== 'open') throw new RefusalError('APPLICATION_SUBMITTED')
  return row
}

export async function findById(
  db: Db,
  applicationId: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<ApplicationRow | undefined> {
  const rows = db.selectFrom('application').selectAll().where('application_id', '=', applicationId)
  return (lock ? rows.forUpdate() : rows).executeTakeFirst()
}

/** A new draft, without any answer yet. @returns also the secret for the browser's cookie. */
export async function insertApplication(
  tx: Db,
  sealing: Sealing,
  of: { accountId: string | undefined; now: Instant },
): Promise<{ row: ApplicationRow; secret: string }> {
  const secret = newSecret()
  const applicationId = newId('app')
  const row = await tx
    .insertInto('application')
    .values({
      application_id: applicationId,
      handle_hash: hashSecret(secret),
      account_id: of.accountId ?? null,
      state: 'open',
      answers_sealed: sealAnswers(sealing, applicationId, noAnswers),
      version: 0,
      identity_ref: applicationId,
      created_at: of.now,
      changed_at: of.now,
      expires_at: of.now.add({ hours: HOURS_WITHOUT_NAME }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { row, secret }
}

type Change = {
  answers: Answers
  /** The step that was saved, by its key. */
  step?: string
  identityRef?: string
}

/** Saves the answers; the time for which the draft is stored starts again. */
export async function saveAnswers(
  tx: Db,
  sealing: Sealing,
  row: ApplicationRow,
  change: Change,
  now: Instant,
): Promise<ApplicationRow> {
  const version = row.version + 1
  const steps = change.step === undefined ? {} : { [change.step]: version }
  const personal = row.is_personal || row.account_id !== null || isPersonal(change.answers)
  return updateRow(
    tx,
    'application',
    { application_id: row.application_id },
    {
      answers_sealed: sealAnswers(sealing, row.application_id, change.answers),
      version,
      step_versions: JSON.stringify({ ...row.step_versions, ...steps }),
      is_personal: personal,
      ...(change.identityRef === undefined ? {} : { identity_ref: change.identityRef }),
      changed_at: now,
      expires_at: now.add({ hours: personal ? 24 * DAYS_STORED : HOURS_WITHOUT_NAME }),
      reminded_at: null,
    },
  )
}

/** From the login on the draft belongs to the account, and is stored as long as one that names somebody. */
export async function bindToAccount(
  tx: Db,
  { application_id: applicationId }: Pick<ApplicationRow, 'application_id'>,
  accountId: string,
  now: Instant,
): Promise<ApplicationRow> {
  // Links that were sent before become useless: the account's owner can sign in, and nobody else may come in.
  await deleteLinks(tx, applicationId)
  return updateRow(
    tx,
    'application',
    { application_id: applicationId },
    {
      account_id: accountId,
      is_personal: true,
      changed_at: now,
      expires_at: now.add({ hours: 24 * DAYS_STORED }),
    },
  )
}

/** Every link to it that was mailed, used or not. */
export async function deleteLinks(tx: Db, applicationId: string) {
  await deleteRows(tx, 'application_link', { application_id: applicationId })
}

/** Deletes what was typed: the answers, and everything by which the person is found. */
export async function emptyAnswers(tx: Db, sealing: Sealing, row: ApplicationRow) {
  await updateRows(
    tx,
    'application',
    { application_id: row.application_id },
    {
      answers_sealed: sealAnswers(sealing, row.application_id, noAnswers),
      card_sealed: null,
      person_index: null,
      namesake_index: null,
      name_index: null,
      sound_index: null,
      phone_index: null,
      address_index: null,
    },
  )
}

/** Deletes the application with its answers, visits and links. */
export async function deleteApplication(tx: Db, applicationId: string) {
  await deleteRows(tx, 'application', { application_id: applicationId })
}

/** The birthday with an order's number: by both its status is found without a session. */
export const birthIndex = (sealing: Sealing, orderNo: string, birth: string) =>
  sealing.index(`application birth ${orderNo}`, birth)

/** Whether the order is of somebody born on that day. */
export function isBornThen(
  sealing: Sealing,
  row: { readonly birth_index: string | null },
  given: { readonly orderNo: string; readonly birth: string },
): boolean {
  const stored = Buffer.from(row.birth_index ?? '')
  const expected = Buffer.from(birthIndex(sealing, given.orderNo, given.birth))
  return stored.length === expected.length && timingSafeEqual(stored, expected)
}

/** The application that an identity check is for; undefined where it was deleted meanwhile. */
export async function findByCheck(db: Db, ref: string, { lock = false } = {}) {
  const rows = db.selectFrom('application').selectAll().where('identity_ref', '=', ref)
  return (lock ? rows.forUpdate() : rows).executeTakeFirst()
}

/** @throws RangeError where no application of this number is in review */
export async function lockReview(tx: Db, orderNo: string): Promise<ApplicationRow> {
  const row = await lockRow(tx, 'application', { order_no: orderNo, state: 'in_review' })
  if (row === undefined) throw new RangeError(`No application ${orderNo} waits for staff`)
  return row
}
