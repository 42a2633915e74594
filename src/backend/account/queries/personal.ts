import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { holderOf, readProfile } from '#backend/holder.ts'
import { latestRecord } from '#backend/identity/public.ts'
import { identifiedKinds } from '#domain/identity/duty.ts'
import { identityStates } from '#domain/identity/identity-states.ts'
import { readVerifiedIdentity } from '#backend/verified-identity.ts'
import type { TokyoDate } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { accountApi } from '#protocol/account.ts'
import { identityCheckers, identityDocuments, identityMethods } from '#vocabulary/identity.ts'
import { z } from 'zod'

/** The verified holder; before any verification the registered values, marked as such. */
export async function readPersonal(
  db: Db,
  sealing: Sealing,
  accountId: string,
  today: TokyoDate,
): Promise<Answer<typeof accountApi.personalGet>> {
  const identified = [...identifiedKinds(today)]
  const verified = await readVerifiedIdentity(db, sealing, accountId)
  if (verified !== undefined) {
    const record = await latestRecord(db, accountId)
    return {
      ...toWirePerson(verified),
      method: identityMethods[record?.method ?? 'not_recorded'],
      ...(record?.document_kind && { document: identityDocuments[record.document_kind] }),
      ...(record && { checkedBy: identityCheckers[record.checked_by] }),
      verifiedOn: verified.verifiedOn,
      identified,
      ...stateOf('matched'),
    }
  }
  const state = await latestState(db, accountId)
  return {
    ...toWirePerson(holderOf(await readProfile(db, sealing, accountId))),
    method: '',
    identified,
    ...stateOf(state),
  }
}

type Person = {
  name: string
  kana: string
  birth?: string | undefined
  address?: string | undefined
}

function toWirePerson({ name, kana, birth, address = '' }: Person) {
  return { name, kana, birth: z.iso.date().safeParse(birth).data, address }
}

/** The state of the latest check; `not_required` if there is none. */
async function latestState(db: Db, accountId: string): Promise<string> {
  const row = await db
    .selectFrom('identity_check')
    .select('state')
    .where('account_id', '=', accountId)
    .orderBy('changed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.state ?? 'not_required'
}

function stateOf(known: string) {
  const state = identityStates.isState(known) ? known : 'waiting'
  return { state, stateLabel: identityStates.words(state).label }
}
