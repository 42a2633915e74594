import type { AreaDeps } from '#backend/area.ts'
import type { FamilyPlace } from '#backend/caller.ts'
import { lineWords } from '#backend/contract/line-words.ts'
import { lineOf, loadContract } from '#backend/contract/load.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import { nameOfRole, rolesOf } from '#backend/family/public.ts'
import { askableOptions } from '#backend/option/public.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { takeFirstStep } from '#backend/step/take-step.ts'
import { answerableUntil, decideAsking, kindsFor } from '#domain/family-request/decide-request.ts'
import type { Input } from '#protocol/endpoint.ts'
import type { familyRequestApi } from '#protocol/family-request.ts'
import { readAskingLine } from '../queries/asking-line.ts'
import { countAskedToday, noteAad, requestsOf, stateOf } from '../rows.ts'
import { familyRequests } from '../steps.ts'
import { endIfOver } from './end-over.ts'

type Deps = Pick<AreaDeps, 'outbox' | 'sealing'>
type Wanted = Input<typeof familyRequestApi.lineRequestPost>['body']
/** The user of the line, by the login's own account. */
export type Asker = { readonly accountId: string; readonly place?: FamilyPlace | undefined }

/**
 * The user of a line asks the holder for something.
 * @throws RefusalError NOT_FOUND, FAMILY_REQUEST_USERS_ONLY, FAMILY_REQUEST_OPEN, FAMILY_REQUESTS_FULL, FAMILY_REQUEST_NOT_NEEDED, VALIDATION_FAILED for an
 * option without its name
 */
export async function askHolder(
  tx: Db,
  deps: Deps,
  who: Who,
  { accountId, place }: Asker,
  wanted: Wanted,
): Promise<void> {
  const { contractId, now } = who
  const { lineId, kind, note } = wanted
  const known = await loadContract(tx, contractId, { lock: true })
  const asking = lineOf(known, lineId)
  if (place?.role !== 'lineUser') throw new RefusalError('FAMILY_REQUEST_USERS_ONLY')
  const { roleId } = place
  const rows = await requestsOf(tx, { contractId, lineId })
  // What its clock has ended makes room at once.
  for (const row of rows) await endIfOver(tx, deps, row, now)
  const isWaiting = rows.some((row) => stateOf(row, now) === 'open')
  const askedToday = await countAskedToday(tx, { contractId, lineId }, now)
  requireOk(decideAsking({ isWaiting, askedToday }, now))
  const optionCode = kind === 'option' ? await requireOption(tx, who, wanted) : null
  const line = await readAskingLine(tx, deps, known, { lineId, roleId, now })
  if (kind !== 'option' && !kindsFor(line).includes(kind))
    throw new RefusalError('FAMILY_REQUEST_NOT_NEEDED')
  const requestId = newId('req')
  const roles = await rolesOf(tx, contractId)
  const role = roles.find((one) => one.role_id === roleId)
  await takeFirstStep(tx, deps, who, familyRequests, {
    step: 'asked',
    values: {
      contract_id: contractId,
      request_id: requestId,
      line_id: lineId,
      role_id: roleId,
      account_id: accountId,
      holder_account_id: who.accountId,
      kind,
      option_code: optionCode,
      note_sealed: note ? deps.sealing.seal(noteAad(requestId), note) : null,
      asked_at: now,
      expires_at: answerableUntil(kind, now),
    },
    facts: {
      name: role === undefined ? '' : nameOfRole(deps.sealing, role),
      line: lineWords(asking, deps.sealing),
      managers: roles.flatMap((one) =>
        one.role === 'manager' && one.state === 'active' ? (one.account_id ?? []) : [],
      ),
    },
  })
}

async function requireOption(tx: Db, { contractId, now }: Who, { lineId, optionCode }: Wanted) {
  if (optionCode === undefined)
    throw new RefusalError({
      code: 'VALIDATION_FAILED',
      fields: { optionCode: ['オプションを選んでください。'] },
    })
  const askable = await askableOptions(tx, { contractId, lineId, now })
  if (askable.every((one) => one.optionCode !== optionCode))
    throw new RefusalError('FAMILY_REQUEST_NOT_NEEDED')
  return optionCode
}
