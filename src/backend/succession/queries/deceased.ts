import { holderIndexes, personIndexes } from '#backend/application/person.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { served } from '#domain/exclusion/rule.ts'
import type { Deceased } from '../rows/successions.ts'

/** The contract in service that has this number. */
export async function findByNumber(db: Db, sealing: Sealing, phone: string) {
  const contract = await db
    .selectFrom('line as l')
    .innerJoin('contract as c', 'c.contract_id', 'l.contract_id')
    .leftJoin('contract_holder as h', 'h.contract_id', 'c.contract_id')
    .select(['c.contract_id', 'c.account_id', 'h.namesake_index'])
    .where('l.number_index', '=', sealing.index('number', phone))
    .where('l.status', '!=', 'ended')
    .where('c.status', 'in', [...served])
    .executeTakeFirst()
  if (contract === undefined) return undefined
  const { contract_id: contractId, account_id: accountId, namesake_index: namesakeIndex } = contract
  return { contractId, accountId, namesakeIndex }
}

/**
 * The contract in service that has this number and whose holder has this name and birthday. Whether the number, the name or
 * the day is wrong is never revealed.
 */
export async function findDeceased(
  db: Db,
  sealing: Sealing,
  { phone, lastNameKana, firstNameKana, birth }: Omit<Deceased, 'diedOn' | 'relation'>,
) {
  const contract = await findByNumber(db, sealing, phone)
  if (contract === undefined) return undefined
  const { contractId, accountId, namesakeIndex: known } = contract
  const holder = known ?? (await holderIndexes(db, sealing, accountId)).namesake_index
  const kana = lastNameKana + firstNameKana
  const asked = personIndexes(sealing, { name: '', kana, birth }).namesake_index
  return asked === holder ? { contractId, accountId } : undefined
}
