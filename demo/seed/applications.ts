import { writeHolderIndexes } from '#backend/contract/holder-indexes.ts'
import { submitApplication } from '#backend/application/commands/submit-application.ts'
import { applicationCardAad, applicationTerms } from '#backend/application/public.ts'
import { viewApplication } from '#backend/application/queries/view.ts'
import {
  bindToAccount,
  insertApplication,
  saveAnswers,
} from '#backend/application/rows/applications.ts'
import { personIndexes } from '#backend/contract/person-indexes.ts'
import type { Db } from '#backend/db/connect.ts'
import { updateRows } from '#backend/db/rows.ts'
import { readHolder } from '#backend/holder.ts'
import type { Answers } from '#domain/application/answers.ts'
import { formatRfc3339, tokyoDate, tokyoMonth, type Instant } from '#domain/tokyo.ts'
import type { Services } from '#server/services.ts'
import type { SeedContract } from './life.ts'
import { passCheck } from './members.ts'
import { tokenOf } from './payments.ts'
import { people } from './people.ts'

type Seeding = {
  readonly accounts: ReadonlyMap<string, string>
  readonly contracts: readonly SeedContract[]
}

/**
 * 中村 has applied just now and waits for a SIM; 佐藤 実咲 waits for staff, since another 佐藤 ミサキ of the same birthday has
 * a contract. Both have applied as everybody does, by the same rules.
 */
export async function seedApplications(
  services: Services,
  tx: Db,
  { accounts, contracts }: Seeding,
  now: Instant,
) {
  const { sealing } = services
  const namesake = contracts.find(({ story }) => story.loginId === 'sato')
  if (namesake !== undefined) {
    const { name, kana, birth = '' } = await readHolder(tx, sealing, namesake.accountId)
    await writeHolderIndexes(tx, namesake.contractId, personIndexes(sealing, { name, kana, birth }))
  }
  for (const loginId of ['nakamura', 'misaki']) {
    const accountId = accounts.get(loginId) ?? ''
    await answerAll(services, tx, { accountId, loginId, now })
    const asker = { signedIn: { accountId } }
    const { conclusion } = await viewApplication(tx, services, asker, now)
    const conditions = conclusion?.conditions ?? ''
    const who = { accountId, asker, now, traceKey: 'seed' }
    await submitApplication(tx, services, who, { conditions })
  }
}

/** One voice line with a new number, its holder proved and with a card. */
async function answerAll(
  { sealing }: Services,
  tx: Db,
  { accountId, loginId, now }: { accountId: string; loginId: string; now: Instant },
) {
  const { row } = await insertApplication(tx, sealing, { accountId, now })
  const bound = await bindToAccount(tx, row, accountId, now)
  const { application_id: applicationId, identity_ref: orderNo } = bound
  await saveAnswers(tx, sealing, bound, { answers: answersOf(loginId, now) }, now)
  await passCheck(tx, sealing, { accountId, orderNo }, now)
  await updateRows(
    tx,
    'application',
    { application_id: applicationId },
    {
      card_sealed: sealing.seal(applicationCardAad(applicationId), tokenOf('4242', 'ok', loginId)),
      card_brand: 'visa',
      card_last4: '4242',
      card_expires: tokyoMonth('2030-12'),
    },
  )
}

function answersOf(loginId: string, now: Instant): Answers {
  const person = people[loginId]
  if (person === undefined) throw new Error(`the demo knows no ${loginId}`)
  const { birthYear, birthMonth, birthDay, ...holder } = person
  return {
    plan: 13,
    lineCount: 1,
    lines: [{ kind: 'voice', size: 'nano', by: 'new', user: 'holder' }],
    options: [],
    holder: { ...holder, birth: tokyoDate(`${birthYear}-${birthMonth}-${birthDay}`) },
    termsVersion: applicationTerms.version,
    termsAgreedAt: formatRfc3339(now),
  }
}
