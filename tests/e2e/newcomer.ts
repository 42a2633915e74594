import { toRow } from '#backend/data/rows/buckets.ts'
import { newId } from '#backend/db/ids.ts'
import { baseGrant } from '#domain/data/grant.ts'
import { monthOf, tokyoDate } from '#domain/tokyo.ts'
import { subjectOf } from '#demo/seed/demo-members.ts'
import type { ContractStory } from '#demo/seed/contracts.ts'
import { insertContract, setUpLines } from '#demo/seed/members.ts'
import type { Services } from '#server/services.ts'

/** Gives a demo account without a contract one voice line whose service began on `startedOn`. */
export async function makeNewcomer(
  services: Services,
  newcomer: { loginId: string; startedOn: string },
) {
  const { database, sealing, config } = services
  const { loginId } = newcomer
  const startedOn = tokyoDate(newcomer.startedOn)
  const story: ContractStory = {
    loginId,
    planCode: 13,
    course: 'single',
    began: { day: Number(startedOn.slice(8)) },
    lines: [
      {
        kind: 'voice',
        simSize: 'nano',
        profile: 'commuter',
        number: '09000008001',
        device: { maker: 'Google', name: 'Google Pixel 9', imei: '350000000080016' },
      },
    ],
  }
  const { account_id: accountId } = await database.db
    .selectFrom('account')
    .select('account_id')
    .where('subject', '=', subjectOf(loginId))
    .executeTakeFirstOrThrow()
  const lineId = newId('line')
  const lines = [{ lineId, lineRef: `e2e-${loginId}-1`, joinedOn: startedOn }]
  const contract = { story, accountId, contractId: newId('ctr'), startedOn, lines }
  await setUpLines(config, [contract])
  await database.db.transaction().execute(async (tx) => {
    await insertContract(tx, sealing, contract)
    const base = baseGrant(monthOf(startedOn), story.planCode, startedOn)
    await tx.insertInto('data_bucket').values(toRow(contract.contractId, base)).execute()
  })
}
