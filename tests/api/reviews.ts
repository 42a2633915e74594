import type { Decision } from '#backend/identity/public.ts'
import type { Harness } from './harness.ts'

/** Who decides at the desk of the tests. */
export const byStaff = ({ clock }: Pick<Harness, 'clock'>) => ({
  checkedBy: '窓口 みどり',
  recordedBy: '記録 あおい',
  now: clock.now(),
})

/** The original was looked at when the letter was handed over. */
export const approvedByMail = {
  decision: 'approved',
  evidence: { method: 'restricted_mail', document: 'residence_card', reference: 'AB12345678CD' },
} as const satisfies Decision
