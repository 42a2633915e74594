import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { defineJob } from '#backend/jobs/queue.ts'
import { evidenceFault, methodOn, methodsOfStaff, type Evidence } from '#domain/identity/methods.ts'
import { toTokyoDate, type Instant, type TokyoDate } from '#domain/tokyo.ts'
import { evidenceAad, openEvidence } from '../rows/checks.ts'
import { z } from 'zod'
import { insertDecision, lockReview, type Decision, type Staff } from '../rows/decisions.ts'

/** Carries out at once what staff decided; the hourly round does it in any case. */
export const identityDecisionsJob = defineJob({
  name: 'identity-decisions',
  payload: z.object({}),
  retryLimit: 3,
  retryDelaySeconds: 5,
})

/**
 * Writes what staff decided of a check; the worker carries it out. An approval rests on a document that a person of the staff
 * has seen, or on the one that the reader has read and found to differ.
 * @throws RangeError for a check that does not wait for staff or was decided before, and for an approval without a document
 */
export async function decideReview(
  tx: Db,
  { sealing }: { readonly sealing: Sealing },
  checkId: string,
  asked: Decision,
  by: Staff & { readonly now: Instant },
) {
  const row = await lockReview(tx, checkId)
  if (asked.decision === 'approved') {
    const today = toTokyoDate(by.now)
    if (asked.evidence !== undefined) requireOfStaff(asked.evidence, today)
    const read = openEvidence(sealing, evidenceAad(checkId), row.evidence_sealed)
    if (evidenceFault(asked.evidence ?? read, today) !== undefined)
      throw new RangeError(
        `Check ${checkId} has no document that can be recorded: name method (${methodNames(today)}), document and number`,
      )
  }
  await insertDecision(tx, sealing, row, asked, by)
}

const methodNames = (on: TokyoDate) =>
  methodsOfStaff(on)
    .map(({ method }) => method)
    .join(', ')

/** The method must be one that the law allows today, and one by which people compare. */
function requireOfStaff(evidence: Evidence, on: TokyoDate) {
  if (methodOn(evidence, on)?.by !== 'staff')
    throw new RangeError(
      `The method ${evidence.method} is not allowed by hand on ${on}, or not with this document: what is allowed is ${methodNames(on)}`,
    )
  if (evidenceFault(evidence, on) === 'document')
    throw new RangeError('Name the number of the document; the My Number is never stored')
}
