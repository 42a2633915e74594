import { guardianMessage, type ConsentOccasion } from '#backend/guardian/messages.ts'
import type { ConsentRow } from '#backend/guardian/rows.ts'
import { instant } from '#domain/tokyo.ts'
import { accountId, each } from './message-samples.ts'

const row: ConsentRow = {
  contract_id: 'ctr_1',
  line_id: 'line_1',
  state: 'asked',
  birth_sealed: null,
  guardian_sealed: '',
  relation: 'parent',
  way: 'order',
  given_at: instant('2024-04-01T10:00:00+09:00'),
  asked_at: instant('2026-12-01T00:00:00+09:00'),
  changed_at: instant('2026-12-01T00:00:00+09:00'),
}
const occasions: Record<ConsentOccasion, true> = {
  came_of_age: true,
  confirmed: true,
  withdrawn: true,
  not_answered: true,
}

export const guardianShown = {
  guardianMessage: each(occasions, (occasion) => guardianMessage(occasion, { accountId, row })),
}
