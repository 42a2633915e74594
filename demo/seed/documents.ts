import { operationLabels } from '#vocabulary/operation.ts'
import { findLines, type LineRow } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { issuePastDocument } from '#backend/document/commands/make-document.ts'
import { toTermsLine } from '#backend/document/queries/change.ts'
import { addedLine } from '#backend/sim/queries/terms-change.ts'
import { simOrderCosts } from '#domain/sim/sim-order-costs.ts'
import { addDays, atHour, type TokyoDate } from '#domain/tokyo.ts'
import type { Services } from '#server/services.ts'
import type { SeedContract } from './life.ts'

/**
 * The contract documents as they were handed over in their time: the first on the day before service began, and one
 * for every line that joined later, each with the lines, prices and days of its date.
 */
export async function seedDocuments(
  services: Services,
  tx: Db,
  { contractId, startedOn }: SeedContract,
) {
  const { sealing, book } = services
  const lines = await findLines(tx, contractId)
  const linesOn = (day: TokyoDate) => lines.filter((line) => joinedOn(line, startedOn) <= day)
  const at = atHour(addDays(startedOn, -1), 10)
  await issuePastDocument(tx, services, { contractId, lines: linesOn(startedOn), at })
  const later = lines.filter((line) => joinedOn(line, startedOn) > startedOn)
  for (const line of later.toSorted((a, b) =>
    joinedOn(a, startedOn) < joinedOn(b, startedOn) ? -1 : 1,
  )) {
    const day = joinedOn(line, startedOn)
    const change = {
      title: operationLabels.simAdd,
      takesEffectOn: day,
      rows: [addedLine(toTermsLine(line, sealing))],
      costs: simOrderCosts('add', line.sim_size, day, book),
    }
    await issuePastDocument(tx, services, {
      contractId,
      lines: linesOn(day),
      change,
      at: atHour(day, 11),
    })
  }
}

function joinedOn(line: LineRow, startedOn: TokyoDate): TokyoDate {
  return line.activated_on ?? startedOn
}
