import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Caller } from '#backend/caller.ts'
import type { Db } from '#backend/db/connect.ts'
import { hashSecret, newId, newSecret } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { ApplicationTables } from '#backend/db/tables/application.ts'
import { RefusalError } from '#backend/refusal.ts'
import { isPersonal, noAnswers, type Answers } from '#domain/application/answers.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { tokyoDate, type Instant } from '#domain/tokyo.ts'
import { genders, lineUsers, numberSources } from '#vocabulary/application.ts'
import { lineKinds, simSizes } from '#vocabulary/line.ts'
import { optionCodes } from '#vocabulary/option.ts'

export type ApplicationRow = Selectable<ApplicationTables['application']>

/** Ours: a draft that names nobody is of no use the next day; one that does is kept for a month after the last answer. */
const HOURS_WITHOUT_NAME = 24
export const DAYS_KEPT = 30

const day = z.string().transform(tokyoDate)

/** Who is to hold a contract, as it is kept. */
export const keptHolder = z.object({
  lastName: z.string(),
  firstName: z.string(),
  lastNameKana: z.string(),
  firstNameKana: z.string(),
  birth: day,
  gender: z.enum(genders),
  zipCode: z.string(),
  region: z.string(),
  locality: z.string(),
  street: z.string(),
  phone: z.string(),
})

const kept = z.object({
  plan: z.int().optional(),
  lineCount: z.int(),
  lines: z.array(
    z.object({
      kind: z.enum(lineKinds).optional(),
      size: z.enum(simSizes).optional(),
      eid: z.string().optional(),
      by: z.enum(numberSources).optional(),
      number: z.string().optional(),
      reservationNo: z.string().optional(),
      handoverNo: z.string().optional(),
      lastDay: day.optional(),
      oneStop: z
        .object({
          number: z.string(),
          state: z.enum(['waiting', 'done', 'cancelled']),
          token: z.string().optional(),
          lastDay: day.optional(),
        })
        .optional(),
      user: z.enum(lineUsers).optional(),
      birth: day.optional(),
      nickname: z.string().optional(),
    }),
  ),
  options: z
    .array(
      z.object({
        line: z.int().optional(),
        code: z.enum(optionCodes),
        forwardTo: z.string().optional(),
      }),
    )
    .optional(),
  holder: keptHolder.optional(),
  termsVersion: z.string().optional(),
  termsAgreedAt: z.string().optional(),
})

export const answersAad = (applicationId: string) => `application.answers:${applicationId}`

export function answersOf(sealing: Sealing, row: ApplicationRow): Answers {
  return kept.parse(JSON.parse(sealing.open(answersAad(row.application_id), row.answers_sealed)))
}

const sealAnswers = (sealing: Sealing, applicationId: string, answers: Answers) =>
  sealing.seal(answersAad(applicationId), JSON.stringify(answers))

/** Whose application is asked for: the browser's by its cookie, else the account's newest. */
export type Asker = Pick<Caller, 'signedIn' | 'applicationSecret'>

/**
 * The application of this browser or account. One that belongs to another account is nobody's here.
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
      // One whose contract came to nothing is over, though it is written down within the hour only.
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

/** Saves the answers; the draft is kept for as long as its answers are worth from now on. */
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
  return tx
    .updateTable('application')
    .set({
      answers_sealed: sealAnswers(sealing, row.application_id, change.answers),
      version,
      step_versions: JSON.stringify({ ...row.step_versions, ...steps }),
      is_personal: personal,
      ...(change.identityRef === undefined ? {} : { identity_ref: change.identityRef }),
      changed_at: now,
      expires_at: now.add({ hours: personal ? 24 * DAYS_KEPT : HOURS_WITHOUT_NAME }),
      reminded_at: null,
    })
    .where('application_id', '=', row.application_id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** From the login on it belongs to the account, and is kept as long as a draft that names somebody. */
export async function bindToAccount(
  tx: Db,
  { application_id: applicationId }: Pick<ApplicationRow, 'application_id'>,
  accountId: string,
  now: Instant,
): Promise<ApplicationRow> {
  // Links that were sent before lead nowhere: who can sign in needs none, and nobody else is to come in.
  await deleteLinks(tx, applicationId)
  return tx
    .updateTable('application')
    .set({
      account_id: accountId,
      is_personal: true,
      changed_at: now,
      expires_at: now.add({ hours: 24 * DAYS_KEPT }),
    })
    .where('application_id', '=', applicationId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Every link to it that was mailed, used or not. */
export async function deleteLinks(tx: Db, applicationId: string) {
  await tx.deleteFrom('application_link').where('application_id', '=', applicationId).execute()
}

/** What was typed is not kept: no answers, and nothing by which the person is found. */
export async function emptyAnswers(tx: Db, sealing: Sealing, row: ApplicationRow) {
  await tx
    .updateTable('application')
    .set({
      answers_sealed: sealAnswers(sealing, row.application_id, noAnswers),
      card_sealed: null,
      person_index: null,
      namesake_index: null,
      name_index: null,
      sound_index: null,
      phone_index: null,
      address_index: null,
    })
    .where('application_id', '=', row.application_id)
    .execute()
}

/** With everything typed, its visits and its links. */
export async function deleteApplication(tx: Db, applicationId: string) {
  await tx.deleteFrom('application').where('application_id', '=', applicationId).execute()
}
