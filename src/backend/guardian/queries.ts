import { toLineName } from '#backend/contract/line-mapping.ts'
import { findLines } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { answerUntil } from '#domain/guardian/consent.ts'
import { guardianConsentStates } from '#domain/guardian/consent-states.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { guardianApi } from '#protocol/guardian.ts'
import { consentWays, guardianRelationLabels } from '#vocabulary/guardian.ts'
import { findConsents, guardianAad, openBirth } from './rows.ts'

/** Consents to the data of users under 18, line by line (wire GuardianConsents). */
export async function readConsents(
  db: Db,
  { sealing }: { readonly sealing: Sealing },
  { contractId }: { readonly contractId: string },
): Promise<Answer<typeof guardianApi.guardianConsentGet>> {
  const lines = await findLines(db, contractId)
  const rows = await findConsents(db, contractId)
  return {
    consents: rows.flatMap((row) => {
      const line = lines.find(({ line_id: id }) => id === row.line_id)
      if (line === undefined || !guardianConsentStates.isState(row.state)) return []
      const { label, sentence } = guardianConsentStates.words(row.state)
      const birth = openBirth(sealing, row)
      return {
        line: toLineName(line, sealing),
        state: row.state,
        stateLabel: label,
        message: sentence,
        guardian: sealing.open(guardianAad(row.line_id), row.guardian_sealed),
        relation: guardianRelationLabels[row.relation],
        way: consentWays[row.way],
        givenAt: formatRfc3339(row.given_at),
        ...(birth && { birth }),
        ...(row.state === 'asked' && row.asked_at
          ? { answerUntil: formatRfc3339(answerUntil(row.asked_at)) }
          : {}),
      }
    }),
  }
}
